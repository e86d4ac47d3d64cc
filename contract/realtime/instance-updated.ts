import * as z from 'zod/mini';
import { instanceSchema } from '../entities/instance.ts';
import { frameOf } from './envelope.ts';

/** An instance was created or changed. */
export const instanceUpdatedSchema = frameOf('InstanceUpdated', z.object({ instance: instanceSchema }));
export type InstanceUpdatedFrame = z.infer<typeof instanceUpdatedSchema>;
