import type { ReplayWaitingBody } from '../../../contract/rest/connections.ts';
import { actAs } from '../../db/act-as.ts';
import { withTenant } from '../../db/database.ts';
import { auditIn } from '../audit-action.ts';
import { requireActiveFrom } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { notFound } from '../errors.ts';
import { requirePermission } from '../permissions.ts';
import { findTenant } from '../tenants.ts';
import { makeDue } from './waiting-rows.ts';

const requireConnectionsPermission = (actor: Actor): void => requirePermission(actor, 'wabox-connections');

/**
 * Retries a company's waiting webhooks at once, including stuck ones; needs the permission to see connections. Returns
 * how many, without those being processed right now. An unknown company is not found.
 */
export async function replayWaiting(
  services: Services,
  caller: Actor,
  { tenantName }: ReplayWaitingBody,
): Promise<{ count: number }> {
  requireConnectionsPermission(caller);
  const tenant = await findTenant(services, tenantName);
  if (tenant === undefined) throw notFound();
  const count = await withTenant(services.db, tenant.id, async (tx) => {
    const actor = await requireActiveFrom(tx, services, caller, requireConnectionsPermission, () =>
      actAs(tx, tenant.id),
    );
    const due = await makeDue(tx, tenant.id);
    if (due > 0) await auditIn(tx, actor, tenant, { action: 'connection.replay', details: { count: due } });
    return due;
  });
  return { count };
}
