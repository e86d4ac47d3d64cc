import * as z from 'zod/mini';
import { frameOf } from './envelope.ts';

/** What the recipient's role permits was changed, or they were given another one. */
export const permissionsChangedSchema = frameOf('PermissionsChanged', z.object({}));
export type PermissionsChangedFrame = z.infer<typeof permissionsChangedSchema>;
