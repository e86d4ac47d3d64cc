import * as z from 'zod/mini';
import { customerTagSchema } from '../entities/tag.ts';
import { idSchema } from '../scalars.ts';
import { frameOf } from './envelope.ts';

/** What the company keeps of a customer changed: the part that lists show. The rest is fetched by whoever shows it. */
export const customerUpdatedSchema = frameOf(
  'CustomerUpdated',
  z.object({
    customer: z.object({
      id: idSchema,
      name: z.string(),
      phone: z.optional(z.string()),
      image: z.optional(z.nullable(z.string())),
      tags: z.array(customerTagSchema),
    }),
  }),
);
