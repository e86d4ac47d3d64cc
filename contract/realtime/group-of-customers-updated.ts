import * as z from 'zod/mini';
import { countSchema, idSchema } from '../scalars.ts';
import { frameOf } from './envelope.ts';

/** A group of customers was created, changed, filled or deleted. The higher version of a group is newer. */
export const groupOfCustomersUpdatedSchema = frameOf(
  'GroupOfCustomersUpdated',
  z.object({
    groupOfCustomers: z.object({
      id: idSchema,
      name: z.string(),
      version: z.optional(countSchema),
      count: z.optional(countSchema),
    }),
  }),
);
