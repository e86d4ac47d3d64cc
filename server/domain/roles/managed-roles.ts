import { sql } from 'kysely';
import { ADMIN_ROLE } from '../../../contract/facts/roles.ts';
import type { ManagedRole } from '../../../contract/entities/role.ts';
import type { RolesVariables } from '../../../contract/graphql/roles.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Actor, Services } from '../context.ts';
import { notFound } from '../errors.ts';
import { parseOptionalId } from '../ids.ts';
import { grantedRoutes, requirePermission } from '../permissions.ts';

type Row = {
  id: Id;
  name: string;
  display_name: string;
  routes: string[];
  users_count: number;
  is_fixed: boolean;
  version: string;
};

/** Roles with their granted permissions, including those whose option is off. */
async function readRoles(tx: Tx, tenantId: Id, id: Id | null): Promise<ManagedRole[]> {
  const { rows } = await sql<Row>`
    select r.id::text, r.name, r.display_name, ${grantedRoutes(sql.ref('r.tenant_id'), sql.ref('r.id'))} as routes,
      (select count(*)::integer from app_user u where u.tenant_id = r.tenant_id and u.role_id = r.id
        and u.deleted_at is null and u.support_user_id is null) as users_count,
      r.name = ${ADMIN_ROLE} as is_fixed,
      md5(jsonb_build_array(r.display_name, (select jsonb_agg(held.route_name order by held.route_name)
        from role_permission held where held.tenant_id = r.tenant_id and held.role_id = r.id))::text) as version
    from role r
    where r.tenant_id = ${tenantId} and (${id}::bigint is null or r.id = ${id}::bigint)
    order by lower(r.display_name), r.id`.execute(tx);
  return rows.map(({ routes, ...role }) => ({
    ...role,
    has_permission_routes: routes.map((route) => ({ route_name: route })),
  }));
}

/** The tenant's roles by name; needs the permission to manage roles or users. An unknown id finds none. */
export async function listRoles(services: Services, actor: Actor, query: RolesVariables): Promise<ManagedRole[]> {
  requirePermission(actor, 'users', 'roles-list', 'roles-edit');
  const id = parseOptionalId(query.id);
  return withTenant(services.db, actor.tenantId, (tx) => readRoles(tx, actor.tenantId, id));
}

/** One role; NOT_FOUND if unknown. */
export async function managedRole(tx: Tx, tenantId: Id, id: Id): Promise<ManagedRole> {
  const [role] = await readRoles(tx, tenantId, id);
  if (role === undefined) throw notFound();
  return role;
}
