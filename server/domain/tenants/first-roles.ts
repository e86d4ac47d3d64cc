import { ADMIN_ROLE } from '../../../contract/facts/roles.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { PERMISSION_ROUTES } from '../permissions.ts';

/** The role of those who serve customers. */
export const ATTENDANT_ROLE = 'atendente';
/** Routes that attendants may open. */
const ATTENDANT_ROUTES = ['chat'];

/** Adds a new tenant's roles, by name: administrators, with all that the tenant may have, and attendants. */
export async function addFirstRoles(
  tx: Tx,
  tenant: { id: Id; isBackoffice: boolean },
): Promise<{ administrador: Id; atendente: Id }> {
  const all = PERMISSION_ROUTES.filter(({ backoffice }) => tenant.isBackoffice || !backoffice).map(
    ({ route }) => route,
  );
  return {
    administrador: await addRole(tx, tenant.id, { name: ADMIN_ROLE, displayName: 'Administrador', routes: all }),
    atendente: await addRole(tx, tenant.id, {
      name: ATTENDANT_ROLE,
      displayName: 'Atendente',
      routes: ATTENDANT_ROUTES,
    }),
  };
}

/** Adds a role to a new tenant, which has none of that name. */
export async function addRole(
  tx: Tx,
  tenantId: Id,
  { name, displayName, routes }: { name: string; displayName: string; routes: readonly string[] },
): Promise<Id> {
  const role = await tx
    .insertInto('role')
    .values({ tenant_id: tenantId, name, display_name: displayName })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('role_permission')
    .values(routes.map((route) => ({ tenant_id: tenantId, role_id: role.id, route_name: route })))
    .execute();
  return role.id;
}
