import { sql } from 'kysely';
import { PERMISSION_CATEGORIES, PERMISSIONS } from '../../../contract/access.ts';
import type { ManagedRole } from '../../../contract/entities/role.ts';
import { FEATURE_OF_ROUTE } from '../../../contract/tenant-features.ts';
import type { PermissionUpdate } from '../../../contract/rest/update-permissions.ts';
import { auditDeed } from '../audit-across.ts';
import { changeAs } from '../auth/standing.ts';
import type { Actor, Services } from '../context.ts';
import { conflict, invalid } from '../errors.ts';
import { parseId } from '../ids.ts';
import { requireVersion } from '../input.ts';
import { allRoutes, requirePermission } from '../permissions.ts';
import { listFeatures } from '../tenants/features.ts';
import { endSupportSessions } from '../tenants/support-sessions.ts';
import { requireHeld, requireWithinOwn } from '../users/user-rules.ts';
import { managedRole } from './managed-roles.ts';
import { mayEditRoles } from './save-role.ts';

type Category = { category: string; permissions: { route_name: string; is_on: boolean }[] };

/** The permissions that the actor's company may hold, by category, in the menu's order, and which its options hide; for who may open the roles. */
export async function permissionCategories(services: Services, actor: Actor): Promise<Category[]> {
  requirePermission(actor, 'roles-list', 'roles-edit');
  const held = new Set(await allRoutes(services, actor));
  const off = new Set(
    (await listFeatures(services, actor, actor.tenantName)).flatMap(({ option, enabled }) => (enabled ? [] : [option])),
  );
  const isOn = (route: string): boolean => {
    const option = FEATURE_OF_ROUTE[route];
    return option === undefined || !off.has(option);
  };
  return PERMISSION_CATEGORIES.map((category) => ({
    category,
    permissions: PERMISSIONS.filter((permission) => permission.category === category && held.has(permission.name)).map(
      ({ name }) => ({ route_name: name, is_on: isOn(name) }),
    ),
  })).filter(({ permissions }) => permissions.length > 0);
}

/**
 * Sets what a role permits; its users' open sessions follow at once. Refuses to narrow the
 * administrators' role (CONFLICT `error.roles.lastWayIn`), to take one's own way in away (CONFLICT
 * `error.roles.ownWayIn`), to give or take what the actor doesn't have, and a `version` that is no
 * longer the role's.
 */
export async function updatePermissions(
  services: Services,
  caller: Actor,
  { roleId: givenId, permissions, version }: PermissionUpdate,
): Promise<ManagedRole> {
  mayEditRoles(caller);
  const roleId = parseId(givenId);
  const known = new Set(await allRoutes(services, caller));
  if (permissions.some((route) => !known.has(route))) {
    throw invalid('error.form.invalid', { permissions: 'error.field.gone' });
  }
  return changeAs(services, caller, mayEditRoles, async ({ tx, tenantId, append }, actor) => {
    const role = await managedRole(tx, tenantId, roleId);
    requireVersion(version, role.version);
    const before = role.has_permission_routes.map(({ route_name: route }) => route);
    const wanted = new Set(permissions);
    const given = permissions.filter((route) => !before.includes(route));
    const taken = before.filter((route) => !wanted.has(route));
    if (role.is_fixed) {
      if (taken.length > 0) throw conflict('error.roles.lastWayIn');
      return role;
    }
    await requireWithinOwn(tx, actor, roleId);
    await requireHeld(tx, actor, given);
    if (actor.roleId === roleId && taken.includes('roles-edit')) throw conflict('error.roles.ownWayIn');
    if (given.length === 0 && taken.length === 0) return role;
    await sql`delete from role_permission where tenant_id = ${tenantId} and role_id = ${roleId}
      and route_name = any(${taken}::text[])`.execute(tx);
    await sql`insert into role_permission (tenant_id, role_id, route_name)
      select ${tenantId}::bigint, ${roleId}::bigint, route from unnest(${given}::text[]) route`.execute(tx);
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
    if (actor.isBackoffice && taken.includes('tenants')) {
      for (const { id } of users) await endSupportSessions(tx, services, { tenantId, userId: id });
    }
    await auditDeed(tx, actor, {
      action: 'role.permissions',
      subject: `role:${roleId}`,
      details: { name: role.display_name, given, taken },
    });
    return managedRole(tx, tenantId, roleId);
  });
}
