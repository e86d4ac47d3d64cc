import * as z from 'zod/mini';
import { frameOf } from './envelope.ts';

/** The permissions of the recipient's role changed, or the recipient got another role. */
export const permissionsChangedSchema = frameOf('PermissionsChanged', z.object({}));
