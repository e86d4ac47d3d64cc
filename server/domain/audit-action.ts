import { actAs } from '../db/act-as.ts';
import type { Tx } from '../db/database.ts';
import type { Id } from '../db/tables.ts';
import { audit } from './audit.ts';
import type { AuditEntry } from './audit.ts';
import type { Actor } from './context.ts';

/** An audit entry, without what the call itself says. */
export type AuditedAction = Pick<AuditEntry, 'action' | 'subject' | 'details' | 'names'>;

/** Audits an action in the actor's own tenant. */
export async function auditAction(tx: Tx, actor: Actor, auditEntry: AuditedAction): Promise<void> {
  const { tenantId, userId, address, requestId } = actor;
  await audit(tx, { tenantId, userId, requestId, ...(address === undefined ? {} : { address }), ...auditEntry });
}

/**
 * Audits an action in the tenant concerned and, if different, in the actor's own. Runs in a transaction of that tenant,
 * and leaves it so.
 */
export async function auditIn(
  tx: Tx,
  actor: Actor,
  tenant: { id: Id; slug: string },
  auditEntry: AuditedAction,
): Promise<void> {
  if (tenant.id === actor.tenantId) return auditAction(tx, actor, auditEntry);
  const { address, requestId } = actor;
  const actingFor = { tenant: actor.tenantName, user: actor.email, name: actor.userName };
  const names = await audit(tx, {
    tenantId: tenant.id,
    userId: null,
    requestId,
    ...(address === undefined ? {} : { address }),
    ...auditEntry,
    details: { ...auditEntry.details, acting_for: actingFor },
  });
  await actAs(tx, actor.tenantId);
  await auditAction(tx, actor, { ...auditEntry, details: { ...auditEntry.details, tenant: tenant.slug }, names });
  await actAs(tx, tenant.id);
}
