import { sql } from 'kysely';
import { PERMISSION_CATEGORIES, PERMISSIONS } from '../../../contract/facts/access.ts';
import { FEATURE_OF_ROUTE } from '../../../contract/facts/tenant-features.ts';
import type { ManagedRole } from '../../../contract/entities/role.ts';
import type { PermissionUpdate } from '../../../contract/rest/update-permissions.ts';
import { auditAction } from '../audit-action.ts';
import { changeAsActor } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { conflict, invalid } from '../errors.ts';
import { parseId } from '../ids.ts';
import { requireVersion } from '../input.ts';
import { allRoutes, requirePermission } from '../permissions.ts';
import { listFeatures } from '../tenants/features.ts';
import { endSupportSessions } from '../tenants/support-sessions.ts';
import { requireOwnRoutes, requireMayGrantRole } from '../users/user-rules.ts';
import { managedRole } from './managed-roles.ts';
import { requireRolesEditPermission } from './save-role.ts';

type Category = { category: string; permissions: { route_name: string; is_on: boolean }[] };

/**
 * The permissions available to the actor's company, by category, in the menu's order, and whether their option is on;
 * needs the permission to manage roles.
 */
export async function permissionCategories(services: Services, actor: Actor): Promise<Category[]> {
  requirePermission(actor, 'roles-list', 'roles-edit');
  const available = new Set(await allRoutes(services, actor));
  const off = new Set(
    (await listFeatures(services, actor, actor.tenantName)).flatMap(({ option, enabled }) => (enabled ? [] : [option])),
  );
  const isOn = (route: string): boolean => {
    const option = FEATURE_OF_ROUTE[route];
    return option === undefined || !off.has(option);
  };
  return PERMISSION_CATEGORIES.map((category) => ({
    category,
    permissions: PERMISSIONS.filter(
      (permission) => permission.category === category && available.has(permission.name),
    ).map(({ name }) => ({ route_name: name, is_on: isOn(name) })),
  })).filter(({ permissions }) => permissions.length > 0);
}

/**
 * Sets a role's permissions; takes effect in open sessions at once. Refuses to restrict the administrators' role
 * (CONFLICT `error.roles.lastWayIn`), to lock oneself out (CONFLICT `error.roles.ownWayIn`), to grant or revoke what
 * the actor doesn't have, and an outdated `version`.
 */
export async function updatePermissions(
  services: Services,
  caller: Actor,
  { roleId: rawId, permissions, version }: PermissionUpdate,
): Promise<ManagedRole> {
  requireRolesEditPermission(caller);
  const roleId = parseId(rawId);
  const known = new Set(await allRoutes(services, caller));
  if (permissions.some((route) => !known.has(route))) {
    throw invalid('error.form.invalid', { permissions: 'error.field.gone' });
  }
  return changeAsActor(services, caller, requireRolesEditPermission, async ({ tx, tenantId, append }, actor) => {
    const role = await managedRole(tx, tenantId, roleId);
    requireVersion(version, role.version);
    const before = role.has_permission_routes.map(({ route_name: route }) => route);
    const wanted = new Set(permissions);
    const granted = permissions.filter((route) => !before.includes(route));
    const revoked = before.filter((route) => !wanted.has(route));
    if (role.is_fixed) {
      if (revoked.length > 0) throw conflict('error.roles.lastWayIn');
      return role;
    }
    await requireMayGrantRole(tx, actor, roleId);
    await requireOwnRoutes(tx, actor, granted);
    if (actor.roleId === roleId && revoked.includes('roles-edit')) throw conflict('error.roles.ownWayIn');
    if (granted.length === 0 && revoked.length === 0) return role;
    await sql`delete from role_permission where tenant_id = ${tenantId} and role_id = ${roleId}
      and route_name = any(${revoked}::text[])`.execute(tx);
    await sql`insert into role_permission (tenant_id, role_id, route_name)
      select ${tenantId}::bigint, ${roleId}::bigint, route from unnest(${granted}::text[]) route`.execute(tx);
    const users = await tx
      .selectFrom('app_user')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('role_id', '=', roleId)
      .where('deleted_at', 'is', null)
      .execute();
    if (users.length > 0) {
      append('PermissionsChanged', {}, { to: 'people', userIds: users.map(({ id }) => id) });
    }
    if (actor.isBackoffice && revoked.includes('tenants')) {
      for (const { id } of users) await endSupportSessions(tx, services, { tenantId, userId: id });
    }
    await auditAction(tx, actor, {
      action: 'role.permissions',
      subject: `role:${roleId}`,
      details: { name: role.display_name, given: granted, taken: revoked },
    });
    return managedRole(tx, tenantId, roleId);
  });
}
