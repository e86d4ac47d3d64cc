import * as z from 'zod/mini';
import { customerTagSchema } from '../entities/tag.ts';
import { idSchema } from '../scalars.ts';
import { frameOf } from './envelope.ts';

/** A customer's data changed. Carries only the fields that lists show; views of the rest fetch it again. */
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
