import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { conflict } from '../errors.ts';
import { ADMIN_ROLE, PERMISSION_ROUTES } from '../permissions.ts';

/** The role of those who serve customers. */
export const ATTENDANT_ROLE = 'atendente';
/** What an attendant may open. */
const ATTENDANT_ROUTES = ['chat'];

/** The roles of a new tenant, by name: its administrators', with all that the tenant may hold, and its attendants'. */
export async function addFirstRoles(
  tx: Tx,
  tenant: { id: Id; isBackoffice: boolean },
): Promise<{ administrador: Id; atendente: Id }> {
  const add = async (name: string, displayName: string, routes: string[]): Promise<Id> => {
    const role = await tx
      .insertInto('role')
      .values({ tenant_id: tenant.id, name, display_name: displayName })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('role_permission')
      .values(routes.map((route) => ({ tenant_id: tenant.id, role_id: role.id, route_name: route })))
      .execute();
    return role.id;
  };
  const all = PERMISSION_ROUTES.filter(({ backoffice }) => tenant.isBackoffice || !backoffice).map(
    ({ route }) => route,
  );
  return {
    administrador: await add(ADMIN_ROLE, 'Administrador', all),
    atendente: await add(ATTENDANT_ROLE, 'Atendente', ATTENDANT_ROUTES),
  };
}

export type FirstAdministrator = { name: string; username: string; email: string; passwordHash: string };

/**
 * Adds a tenant's first administrator, whose invitation was accepted; in a transaction of the tenant.
 * Refuses with CONFLICT `error.tenant.hasAdministrator` where there is one already.
 */
export async function addFirstAdministrator(tx: Tx, tenantId: Id, person: FirstAdministrator): Promise<Id> {
  // Who accepts at the same time waits here.
  const role = await tx
    .selectFrom('role')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('name', '=', ADMIN_ROLE)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const other = await tx
    .selectFrom('app_user')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('role_id', '=', role.id)
    .where('deleted_at', 'is', null)
    .where('support_user_id', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (other !== undefined) throw conflict('error.tenant.hasAdministrator');
  const { id } = await tx
    .insertInto('app_user')
    .values({
      tenant_id: tenantId,
      name: person.name,
      username: person.username,
      email: person.email.trim().toLowerCase(),
      role_id: role.id,
      password_hash: person.passwordHash,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
