import { actAs } from '../db/act-as.ts';
import type { Tx } from '../db/database.ts';
import type { Id } from '../db/tables.ts';
import { audit } from './audit.ts';
import type { AuditEntry } from './audit.ts';
import type { Actor } from './context.ts';

/** What an administrator did, as far as the call itself doesn't say it. */
export type Deed = Pick<AuditEntry, 'action' | 'subject' | 'details' | 'names'>;

/** Writes down what the actor did in their own tenant. */
export async function auditDeed(tx: Tx, actor: Actor, deed: Deed): Promise<void> {
  const { tenantId, userId, address, requestId } = actor;
  await audit(tx, { tenantId, userId, requestId, ...(address === undefined ? {} : { address }), ...deed });
}

/**
 * Writes down what the actor did in a tenant: there, and where it isn't their own, in their own too.
 * Runs in a transaction that is that tenant's, and leaves it so.
 */
export async function auditIn(tx: Tx, actor: Actor, tenant: { id: Id; slug: string }, deed: Deed): Promise<void> {
  if (tenant.id === actor.tenantId) return auditDeed(tx, actor, deed);
  const { address, requestId } = actor;
  const actingFor = { tenant: actor.tenantName, user: actor.email, name: actor.userName };
  const names = await audit(tx, {
    tenantId: tenant.id,
    userId: null,
    requestId,
    ...(address === undefined ? {} : { address }),
    ...deed,
    details: { ...deed.details, acting_for: actingFor },
  });
  await actAs(tx, actor.tenantId);
  await auditDeed(tx, actor, { ...deed, details: { ...deed.details, tenant: tenant.slug }, names });
  await actAs(tx, tenant.id);
}
