import * as z from 'zod/mini';
import { idSchema } from '../scalars.ts';
import { frameOf } from './envelope.ts';

/** A group of customers was created or changed. */
export const groupOfCustomersUpdatedSchema = frameOf(
  'GroupOfCustomersUpdated',
  z.object({ groupOfCustomers: z.object({ id: idSchema, name: z.string() }) }),
);
