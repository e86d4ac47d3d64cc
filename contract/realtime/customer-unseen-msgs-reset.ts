import * as z from 'zod/mini';
import { countSchema, idSchema } from '../scalars.ts';
import { frameOf } from './envelope.ts';

/** A customer's messages up to `up_to_id` were seen; `unseenMsg` are left. `marked`: they were marked unread instead. */
export const customerUnseenMsgsResetSchema = frameOf(
  'CustomerUnseenMsgsReset',
  z.object({
    customer: z.object({ id: idSchema }),
    instance: z.object({ id: idSchema }),
    up_to_id: z.nullable(idSchema),
    unseenMsg: countSchema,
    marked: z.optional(z.boolean()),
  }),
);
