import type { ReplayWaitingBody } from '../../../contract/rest/connections.ts';
import { actAs } from '../../db/act-as.ts';
import { withTenant } from '../../db/database.ts';
import { auditIn } from '../audit-across.ts';
import { requireStandingFrom } from '../auth/standing.ts';
import type { Actor, Services } from '../context.ts';
import { notFound } from '../errors.ts';
import { requirePermission } from '../permissions.ts';
import { findTenant } from '../tenants.ts';
import { makeDue } from './waiting-rows.ts';

const mayOpenConnections = (actor: Actor): void => requirePermission(actor, 'wabox-connections');

/**
 * Has what waits of a company's webhooks tried again at once, what is stuck too, for who may open the connections.
 * Answers how many; what is being tried just now isn't among them. Refuses an unknown company as not found.
 */
export async function replayWaiting(
  services: Services,
  caller: Actor,
  { tenantName }: ReplayWaitingBody,
): Promise<{ count: number }> {
  mayOpenConnections(caller);
  const tenant = await findTenant(services, tenantName);
  if (tenant === undefined) throw notFound();
  const count = await withTenant(services.db, tenant.id, async (tx) => {
    const actor = await requireStandingFrom(tx, services, caller, mayOpenConnections, () => actAs(tx, tenant.id));
    const due = await makeDue(tx, tenant.id);
    if (due > 0) await auditIn(tx, actor, tenant, { action: 'connection.replay', details: { count: due } });
    return due;
  });
  return { count };
}
