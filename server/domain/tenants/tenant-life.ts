import { sql } from 'kysely';
import type { Tenant } from '../../../contract/entities/tenant.ts';
import { actAs, actAsPlatform } from '../../db/act-as.ts';
import { withPlatform } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { auditIn } from '../audit-action.ts';
import { requireActiveFrom } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { conflict } from '../errors.ts';
import { parseId } from '../ids.ts';
import { requireTenantsPermission } from '../permissions.ts';
import { refuseTaken } from '../taken.ts';
import { lockTenantRow } from './tenant-rows.ts';

/**
 * Deletes a company: its sessions and sockets end, nobody can log in, its numbers become available to others, its data
 * stays. Idempotent. CONFLICT `error.tenant.own` for the back-office's own.
 */
export function deleteTenant(services: Services, actor: Actor, rawId: string): Promise<Tenant> {
  requireTenantsPermission(actor);
  const id = parseId(rawId);
  return withPlatform(services.db, async (tx) => {
    const tenant = await lockTenantRow(tx, id);
    await requireActiveFrom(tx, services, actor, requireTenantsPermission, actAsPlatform);
    if (tenant.isBackoffice) throw conflict('error.tenant.own');
    if (tenant.deleted_at !== null) return tenant;
    const now = services.now();
    await sql`update tenant set deleted_at = ${now}, version = version + 1 where id = ${id}`.execute(tx);
    await actAs(tx, id);
    await sql`update session set revoked_at = ${now}, revoked_reason = 'company'
      where tenant_id = ${id} and revoked_at is null`.execute(tx);
    await sql`delete from socket_ticket where tenant_id = ${id}`.execute(tx);
    await sql`update instance set claimed_number = null where tenant_id = ${id}`.execute(tx);
    await auditIn(tx, actor, { id, slug: tenant.tenantName }, { action: 'tenant.delete', subject: `tenant:${id}` });
    await actAsPlatform(tx);
    return lockTenantRow(tx, id);
  });
}

/**
 * Restores a company; its users have to log in again, and numbers that another company has by now need a test. CONFLICT
 * `error.tenant.cnpjTaken` if another company has its CNPJ by now.
 */
export function restoreTenant(services: Services, actor: Actor, rawId: string): Promise<Tenant> {
  requireTenantsPermission(actor);
  const id = parseId(rawId);
  const saving = withPlatform(services.db, async (tx) => {
    const tenant = await lockTenantRow(tx, id);
    await requireActiveFrom(tx, services, actor, requireTenantsPermission, actAsPlatform);
    if (tenant.deleted_at === null) return tenant;
    const { rows } = await sql`select from tenant where cnpj = ${tenant.cnpj} and deleted_at is null`.execute(tx);
    if (rows.length > 0) throw conflict('error.tenant.cnpjTaken');
    await sql`update tenant set deleted_at = null, version = version + 1 where id = ${id}`.execute(tx);
    const { rows: free } = await sql<{ id: Id }>`select i.id from instance i
      where i.tenant_id = ${id} and i.state = 'connected' and not exists (select from instance other
        where other.claimed_number = i.sender_address)`.execute(tx);
    await actAs(tx, id);
    const ids = free.map((instance) => instance.id);
    await sql`update instance set claimed_number = sender_address
      where tenant_id = ${id} and id = any(${ids}::bigint[])`.execute(tx);
    await auditIn(tx, actor, { id, slug: tenant.tenantName }, { action: 'tenant.restore', subject: `tenant:${id}` });
    await actAsPlatform(tx);
    return lockTenantRow(tx, id);
  });
  return refuseTaken(saving, { tenant_cnpj: conflict('error.tenant.cnpjTaken') });
}
