import type { Maintenance, MaintenanceChange } from '../../../contract/rest/maintenance.ts';
import { actAs, actAsPlatform } from '../../db/act-as.ts';
import { withPlatform, withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { audit } from '../audit.ts';
import { auditAction } from '../audit-action.ts';
import { requireActive } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { DomainError } from '../errors.ts';
import { requireVersion } from '../input.ts';
import { requireBackoffice } from '../permissions.ts';

/** The refusal of calls during maintenance. */
export function underMaintenance({ message, ends_at: endsAt }: Maintenance): DomainError {
  return new DomainError('UNAVAILABLE', 'error.maintenance', {
    params: { ...(message === null ? {} : { message }), ...(endsAt === null ? {} : { endsAt }) },
  });
}

export function readMaintenance(services: Pick<Services, 'db'>): Promise<Maintenance> {
  return withPlatform(services.db, read);
}

/** UNAVAILABLE `error.maintenance` during maintenance, except for the back-office. */
export async function requireNoMaintenance(services: Pick<Services, 'db'>, tenantId: Id): Promise<void> {
  await withPlatform(services.db, async (tx) => {
    const state = await read(tx);
    if (!state.on) return;
    const { is_backoffice: isExempt } = await tx
      .selectFrom('tenant')
      .select('is_backoffice')
      .where('id', '=', tenantId)
      .executeTakeFirstOrThrow();
    if (!isExempt) throw underMaintenance(state);
  });
}

/** Switches maintenance on or off; for the back-office's administrators. CONFLICT if somebody else did meanwhile. */
export function changeMaintenance(services: Services, actor: Actor, change: MaintenanceChange): Promise<Maintenance> {
  return withTenant(services.db, actor.tenantId, async (tx) => {
    await requireActive(tx, services, actor, requireBackoffice);
    await actAsPlatform(tx);
    const current = await read(tx);
    requireVersion(change.version, current.version);
    const changed = await write(tx, services.now(), current, change);
    await actAs(tx, actor.tenantId);
    await auditAction(tx, actor, auditEntryOf(changed));
    return changed;
  });
}

/** The same from the server's machine: without a permission check; the log and the back-office's audit record it. */
export async function changeMaintenanceHere(
  services: Services,
  caller: { address: string; requestId: string },
  change: MaintenanceChange,
): Promise<Maintenance> {
  const changed = await withPlatform(services.db, async (tx) => {
    const written = await write(tx, services.now(), await read(tx), change);
    const owners = await tx.selectFrom('tenant').select('id').where('is_backoffice', '=', true).execute();
    for (const { id: tenantId } of owners) {
      await actAs(tx, tenantId);
      const { action, details } = auditEntryOf(written);
      await audit(tx, { tenantId, userId: null, ...caller, action, details: { ...details, on_machine: true } });
    }
    return written;
  });
  services.log.warn({ on: changed.on }, 'maintenance was switched from this machine');
  return changed;
}

/** The audit entry. */
function auditEntryOf({ on, message, ends_at: endsAt }: Maintenance) {
  return {
    action: on ? 'maintenance.on' : 'maintenance.off',
    details: on ? { message, ends_at: endsAt } : {},
  };
}

async function read(tx: Tx): Promise<Maintenance> {
  const row = await tx.selectFrom('maintenance').selectAll().executeTakeFirstOrThrow();
  return {
    on: row.is_on,
    message: row.message,
    since: row.since?.toISOString() ?? null,
    ends_at: row.ends_at?.toISOString() ?? null,
    version: String(row.version),
  };
}

async function write(tx: Tx, now: Date, current: Maintenance, change: MaintenanceChange): Promise<Maintenance> {
  const { on, message = null, minutes = null } = change;
  await tx
    .updateTable('maintenance')
    .set((row) => ({
      is_on: on,
      message: on && message !== '' ? message : null,
      ends_at: on && minutes !== null ? new Date(now.getTime() + minutes * 60_000) : null,
      since: !on ? null : current.since === null ? now : new Date(current.since),
      version: row('version', '+', 1),
    }))
    .execute();
  return read(tx);
}
