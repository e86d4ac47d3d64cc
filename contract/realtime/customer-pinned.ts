import * as z from 'zod/mini';
import { idSchema } from '../scalars.ts';
import { frameOf } from './envelope.ts';

/** The recipient pinned or unpinned a customer, possibly in another tab or device. */
export const customerPinnedSchema = frameOf(
  'CustomerPinned',
  z.object({ customer: z.object({ id: idSchema }), pinned: z.boolean() }),
);
