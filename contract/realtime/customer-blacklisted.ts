import * as z from 'zod/mini';
import { idSchema } from '../scalars.ts';
import { frameOf } from './envelope.ts';

/** A customer was blocked or unblocked. */
export const customerBlacklistedSchema = frameOf(
  'CustomerBlacklisted',
  z.object({ customer: z.object({ id: idSchema, is_blacklisted: z.boolean() }) }),
);
