import * as z from 'zod/mini';
import { countSchema, idSchema } from '../scalars.ts';

/** How an instance stands with its provider; `unverified` until either has heard of the other. */
export const INSTANCE_STATES = ['unverified', 'connected', 'disconnected'] as const;
export type InstanceState = (typeof INSTANCE_STATES)[number];

/** How far the taking in of earlier messages is. */
export const instanceSyncSchema = z.object({
  id: idSchema,
  state: z.enum(['waiting', 'running', 'done', 'failed']),
  total: countSchema,
  done: countSchema,
});
export type InstanceSync = z.infer<typeof instanceSyncSchema>;
