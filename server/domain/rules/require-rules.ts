import type { Actor } from '../context.ts';
import { requirePermission } from '../permissions.ts';

export const requireRules = (actor: Actor): void => requirePermission(actor, 'rules');
