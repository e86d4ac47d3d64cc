import * as z from 'zod/mini';
import { SYNC_STATES } from '../facts/administration.ts';
import { countSchema, idSchema } from '../scalars.ts';

/** Progress of syncing earlier messages. */
export const instanceSyncSchema = z.object({
  id: idSchema,
  state: z.enum(SYNC_STATES),
  total: countSchema,
  done: countSchema,
});
export type InstanceSync = z.infer<typeof instanceSyncSchema>;
