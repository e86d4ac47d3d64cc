import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { PERMISSIONS } from '../../contract/access.ts';
import type { PermissionName } from '../../contract/access.ts';
import { withTenant } from '../db/database.ts';
import type { Tx } from '../db/database.ts';
import type { Id } from '../db/tables.ts';
import type { Actor, Services } from './context.ts';
import { DomainError, forbidden, notFound } from './errors.ts';

/** The role that sees and does everything in its tenant. */
export const ADMIN_ROLE = 'administrador';

/** A route that roles are permitted. `backoffice`: only the platform's own tenant may hold it. */
export type PermissionRoute = { route: PermissionName; category: string; backoffice: boolean };

/** Every route there is a permission for; the migrations' table is brought up to it at the start. */
export const PERMISSION_ROUTES: readonly PermissionRoute[] = PERMISSIONS.map(({ name, category, backoffice }) => ({
  route: name,
  category,
  backoffice,
}));

/** Refuses a user whose role permits none of the routes. */
export function requirePermission(actor: Actor, ...routes: readonly PermissionName[]): void {
  if (!routes.some((route) => actor.routes.has(route))) throw forbidden();
}

/** Refuses who may not open the tenants. */
export const mayOpenTenants = (actor: Actor): void => requirePermission(actor, 'tenants');

/** Refuses all but the tenant's administrators. */
export function requireAdmin(actor: Actor): void {
  if (!actor.isAdmin) throw forbidden();
}

/** Refuses who is there for support what only a user of the company has: a password, a second factor, a profile. */
export function requireOwnUser(actor: Actor): void {
  if (actor.isSupport) throw new DomainError('FORBIDDEN', 'error.support.ownUser');
}

/** Refuses who is there for support what would let somebody in when the support is over; only the company itself may do it. */
export function requireCompany(actor: Actor): void {
  if (actor.isSupport) throw new DomainError('FORBIDDEN', 'error.support.wayIn');
}

/** Refuses all but administrators of the platform's back-office. */
export function requireBackoffice(actor: Actor): void {
  if (!actor.isBackoffice || !actor.isAdmin) throw forbidden();
}

/**
 * The routes that a role permits in its tenant, by name: an array, to be selected. The administrators'
 * role permits all that its tenant may hold, whatever is written down for it; none permits what an option hides.
 */
export function permittedRoutes(tenantId: Id | RawBuilder<Id>, roleId: Id | RawBuilder<Id>): RawBuilder<string[]> {
  return routes(
    tenantId,
    roleId,
    sql`and not exists (select from tenant_feature f
      where f.tenant_id = holding.tenant_id and f.option = p.feature and not f.enabled)`,
  );
}

/** The routes that a role holds: those that it permits, and those that it would if no option of the company were off. */
export function heldRoutes(tenantId: Id | RawBuilder<Id>, roleId: Id | RawBuilder<Id>): RawBuilder<string[]> {
  return routes(tenantId, roleId, sql``);
}

function routes(
  tenantId: Id | RawBuilder<Id>,
  roleId: Id | RawBuilder<Id>,
  also: RawBuilder<unknown>,
): RawBuilder<string[]> {
  return sql<string[]>`array(
    select p.route_name from permission p
    join role holding on holding.tenant_id = ${tenantId} and holding.id = ${roleId}
    join tenant holder on holder.id = holding.tenant_id
    where (not p.is_backoffice or holder.is_backoffice) and (holding.name = ${ADMIN_ROLE} or exists (
      select from role_permission held where held.tenant_id = holding.tenant_id and held.role_id = holding.id
        and held.route_name = p.route_name))
      ${also}
    order by p.route_name)`;
}

/** Whether the role of the user in the row `alias` permits to attend customers, as a condition. */
export function mayChat(alias: 'u' | 'app_user'): RawBuilder<boolean> {
  return permitsChat(sql.ref<Id>(`${alias}.tenant_id`), sql.ref<Id>(`${alias}.role_id`));
}

/** Whether a role permits to attend customers, as a condition. */
export function permitsChat(tenantId: RawBuilder<Id>, roleId: RawBuilder<Id>): RawBuilder<boolean> {
  return sql<boolean>`(
    exists (select from role_permission held
      where held.tenant_id = ${tenantId} and held.role_id = ${roleId} and held.route_name = 'chat')
    or exists (select from role holding
      where holding.tenant_id = ${tenantId} and holding.id = ${roleId} and holding.name = ${sql.lit(ADMIN_ROLE)}))`;
}

async function routesOfRole(tx: Tx, tenantId: Id, roleId: Id): Promise<string[]> {
  const { rows } = await sql<{ routes: string[] }>`select ${permittedRoutes(tenantId, roleId)} as routes`.execute(tx);
  return rows[0]?.routes ?? [];
}

/** Every route there is a permission for, as far as the asking user's tenant may hold it. */
export function allRoutes(services: Services, actor: Actor): Promise<string[]> {
  return withTenant(services.db, actor.tenantId, async (tx) => {
    const rows = await tx
      .selectFrom('permission')
      .select('route_name')
      .$if(!actor.isBackoffice, (query) => query.where('is_backoffice', '=', false))
      .orderBy('route_name')
      .execute();
    return rows.map((row) => row.route_name);
  });
}

/** Routes of the user with an e-mail: one's own, or any of the tenant for an administrator; else not found. */
export function routesByEmail(services: Services, actor: Actor, email: string): Promise<string[]> {
  const wanted = email.trim().toLowerCase();
  return withTenant(services.db, actor.tenantId, async (tx) => {
    if (wanted === actor.email) return [...actor.routes];
    const user = await tx
      .selectFrom('app_user')
      .select('role_id')
      .where('tenant_id', '=', actor.tenantId)
      .where('email', '=', wanted)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (!actor.isAdmin || user === undefined) throw notFound();
    return routesOfRole(tx, actor.tenantId, user.role_id);
  });
}
