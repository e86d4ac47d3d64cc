import type { Maintenance, MaintenanceChange } from '../../../contract/rest/maintenance.ts';
import { actAs, actAsPlatform } from '../../db/act-as.ts';
import { withPlatform, withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { audit } from '../audit.ts';
import { auditDeed } from '../audit-across.ts';
import { requireStanding } from '../auth/standing.ts';
import type { Actor, Services } from '../context.ts';
import { DomainError } from '../errors.ts';
import { requireVersion } from '../input.ts';
import { requireBackoffice, requirePermission } from '../permissions.ts';

/** What a call is refused with while the platform is worked on. */
export function underMaintenance({ message, ends_at: endsAt }: Maintenance): DomainError {
  return new DomainError('UNAVAILABLE', 'error.maintenance', {
    params: { ...(message === null ? {} : { message }), ...(endsAt === null ? {} : { endsAt }) },
  });
}

export function readMaintenance(services: Pick<Services, 'db'>): Promise<Maintenance> {
  return withPlatform(services.db, read);
}

/** Refuses with UNAVAILABLE `error.maintenance` a company's people while the platform is worked on, not the back-office's. */
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

function maySwitch(actor: Actor): void {
  requireBackoffice(actor);
  requirePermission(actor, 'maintenance-mode');
}

/** Switches it on or off, for the back-office's administrators. Refuses with CONFLICT when somebody else did meanwhile. */
export function changeMaintenance(services: Services, actor: Actor, change: MaintenanceChange): Promise<Maintenance> {
  maySwitch(actor);
  return withTenant(services.db, actor.tenantId, async (tx) => {
    await requireStanding(tx, services, actor, maySwitch);
    await actAsPlatform(tx);
    const held = await read(tx);
    requireVersion(change.version, held.version);
    const changed = await write(tx, services.now(), held, change);
    await actAs(tx, actor.tenantId);
    await auditDeed(tx, actor, deedOf(changed));
    return changed;
  });
}

/** The same for who has the server's machine at hand: nobody's permission is asked; the log and the back-office's audit say it. */
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
      const { action, details } = deedOf(written);
      await audit(tx, { tenantId, userId: null, ...caller, action, details: { ...details, on_machine: true } });
    }
    return written;
  });
  services.log.warn({ on: changed.on }, 'the maintenance was switched from this machine');
  return changed;
}

/** What an audit says of it. */
function deedOf({ on, message, ends_at: endsAt }: Maintenance) {
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

async function write(tx: Tx, now: Date, held: Maintenance, change: MaintenanceChange): Promise<Maintenance> {
  const { on, message = null, minutes = null } = change;
  await tx
    .updateTable('maintenance')
    .set((row) => ({
      is_on: on,
      message: on && message !== '' ? message : null,
      ends_at: on && minutes !== null ? new Date(now.getTime() + minutes * 60_000) : null,
      since: !on ? null : held.since === null ? now : new Date(held.since),
      version: row('version', '+', 1),
    }))
    .execute();
  return read(tx);
}
