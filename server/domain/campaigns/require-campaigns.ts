import type { Actor } from '../context.ts';
import { requirePermission } from '../permissions.ts';

export const requireCampaigns = (actor: Actor): void => requirePermission(actor, 'campaigns');
