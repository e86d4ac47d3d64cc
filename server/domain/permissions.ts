import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { PERMISSIONS } from '../../contract/facts/access.ts';
import type { PermissionName } from '../../contract/facts/access.ts';
import { ADMIN_ROLE } from '../../contract/facts/roles.ts';
import { FEATURE_OF_ROUTE } from '../../contract/facts/tenant-features.ts';
import { STREAM_ROUTES } from '../db/audience.ts';
import { withTenant } from '../db/database.ts';
import type { Tx } from '../db/database.ts';
import type { Id } from '../db/tables.ts';
import type { Actor, Services } from './context.ts';
import { DomainError, forbidden, notFound } from './errors.ts';

/** A route that roles can permit. `backoffice`: only in the platform's own tenant. */
export type PermissionRoute = { route: PermissionName; category: string; backoffice: boolean };

/** Every route that has a permission; copied to the database at the start. */
export const PERMISSION_ROUTES: readonly PermissionRoute[] = PERMISSIONS.map(({ name, category, backoffice }) => ({
  route: name,
  category,
  backoffice,
}));

/** Refuses a user whose role permits none of the routes; FORBIDDEN `error.feature.off` if their option is off. */
export function requirePermission(actor: Actor, ...routes: readonly PermissionName[]): void {
  if (routes.some((route) => actor.routes.has(route))) return;
  // An administrator's role permits every route of the company whose option is on.
  const isOff = actor.isAdmin && routes.every((route) => FEATURE_OF_ROUTE[route] !== undefined);
  throw isOff ? new DomainError('FORBIDDEN', 'error.feature.off') : forbidden();
}

/** Requires the permission to manage tenants. */
export const requireTenantsPermission = (actor: Actor): void => requirePermission(actor, 'tenants');

/** Requires an administrator of the tenant. */
export function requireAdmin(actor: Actor): void {
  if (!actor.isAdmin) throw forbidden();
}

/** Refuses support users what only a user of the company has: a password, a second factor, a profile. */
export function requireOwnUser(actor: Actor): void {
  if (actor.isSupport) throw new DomainError('FORBIDDEN', 'error.support.ownUser');
}

/** Refuses support users anything that would give access after the support ends; only the company itself may do it. */
export function requireCompany(actor: Actor): void {
  if (actor.isSupport) throw new DomainError('FORBIDDEN', 'error.support.wayIn');
}

/** Requires an administrator of the back-office. */
export function requireBackoffice(actor: Actor): void {
  if (!actor.isBackoffice || !actor.isAdmin) throw forbidden();
}

/**
 * SQL: the routes that a role permits in its tenant, as an array. The administrators' role permits all that its tenant
 * may have, whatever is stored; no role permits routes whose option is off.
 */
export function permittedRoutes(tenantId: Id | RawBuilder<Id>, roleId: Id | RawBuilder<Id>): RawBuilder<string[]> {
  return routes(
    tenantId,
    roleId,
    sql`and not exists (select from tenant_feature f
      where f.tenant_id = holding.tenant_id and f.option = p.feature and not f.enabled)`,
  );
}

/** SQL: the routes granted to a role, including those whose option is off. */
export function grantedRoutes(tenantId: Id | RawBuilder<Id>, roleId: Id | RawBuilder<Id>): RawBuilder<string[]> {
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
    where (not p.is_backoffice or holder.is_backoffice) and (holding.name = ${sql.lit(ADMIN_ROLE)} or exists (
      select from role_permission held where held.tenant_id = holding.tenant_id and held.role_id = holding.id
        and held.route_name = p.route_name))
      ${also}
    order by p.route_name)`;
}

/** SQL condition: the role of the user in row `alias` permits the chat. */
export function mayChat(alias: 'u' | 'app_user'): RawBuilder<boolean> {
  return permitsChat(sql.ref<Id>(`${alias}.tenant_id`), sql.ref<Id>(`${alias}.role_id`));
}

/** SQL condition: a role permits the chat. */
export function permitsChat(tenantId: RawBuilder<Id>, roleId: RawBuilder<Id>): RawBuilder<boolean> {
  return sql<boolean>`(
    exists (select from role_permission held
      where held.tenant_id = ${tenantId} and held.role_id = ${roleId} and held.route_name = 'chat')
    or exists (select from role holding
      where holding.tenant_id = ${tenantId} and holding.id = ${roleId} and holding.name = ${sql.lit(ADMIN_ROLE)}))`;
}

/** SQL: which of `STREAM_ROUTES` the role in row `alias` permits. */
export function permittedStreamRoutes(alias: string): RawBuilder<string[]> {
  const [tenantId, roleId] = [sql.ref<Id>(`${alias}.tenant_id`), sql.ref<Id>(`${alias}.id`)];
  return sql<string[]>`array(
    select route from unnest(${sql.lit(`{${STREAM_ROUTES.join(',')}}`)}::text[]) as route
    where (${sql.ref(`${alias}.name`)} = ${sql.lit(ADMIN_ROLE)} or exists (select from role_permission held
        where held.tenant_id = ${tenantId} and held.role_id = ${roleId} and held.route_name = route))
      and not exists (select from tenant_feature f
        where f.tenant_id = ${tenantId} and f.option = route and not f.enabled))`;
}

async function routesOfRole(tx: Tx, tenantId: Id, roleId: Id): Promise<string[]> {
  const { rows } = await sql<{ routes: string[] }>`select ${permittedRoutes(tenantId, roleId)} as routes`.execute(tx);
  return rows[0]?.routes ?? [];
}

/** Every route that has a permission and is available to the actor's tenant. */
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

/** Routes of the user with an e-mail: oneself, or for an administrator any user of the tenant; else not found. */
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
