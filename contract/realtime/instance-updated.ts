import * as z from 'zod/mini';
import { INSTANCE_STATES } from '../facts/administration.ts';
import { instanceSchema } from '../entities/instance.ts';
import { instanceSyncSchema } from '../entities/instance-state.ts';
import { frameOf } from './envelope.ts';

/** An instance was created or changed, or its state at the provider changed. */
export const instanceUpdatedSchema = frameOf(
  'InstanceUpdated',
  z.object({
    instance: instanceSchema,
    state: z.optional(z.enum(INSTANCE_STATES)),
    state_key: z.optional(z.nullable(z.string())),
    sync: z.optional(z.nullable(instanceSyncSchema)),
  }),
);
