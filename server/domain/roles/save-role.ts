import { sql } from 'kysely';
import { foldText } from '../../../contract/facts/fold-text.ts';
import { roleNameSchema } from '../../../contract/entities/role.ts';
import type { ManagedRole } from '../../../contract/entities/role.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { auditAction } from '../audit-action.ts';
import { changeAsActor } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { conflict, invalid } from '../errors.ts';
import { parseId } from '../ids.ts';
import { parseInput, requireVersion } from '../input.ts';
import { requirePermission } from '../permissions.ts';
import { requireMayGrantRole } from '../users/user-rules.ts';
import { managedRole } from './managed-roles.ts';

/** Requires the permission to edit roles. */
export const requireRolesEditPermission = (actor: Actor): void => requirePermission(actor, 'roles-edit');

/** Adds a role without permissions. Refuses a taken name with `error.form.invalid`. */
export function addRole(services: Services, caller: Actor, input: unknown): Promise<ManagedRole> {
  requireRolesEditPermission(caller);
  const { display_name: displayName } = parseInput(roleNameSchema, input);
  return changeAsActor(services, caller, requireRolesEditPermission, async ({ tx, tenantId }, actor) => {
    const id = await insertRole(tx, tenantId, displayName);
    await auditAction(tx, actor, { action: 'role.add', subject: `role:${id}`, details: { name: displayName } });
    return managedRole(tx, tenantId, id);
  });
}

/** Adds a role with the permissions of another, all of which the actor must have. */
export function duplicateRole(services: Services, caller: Actor, rawId: string, input: unknown): Promise<ManagedRole> {
  requireRolesEditPermission(caller);
  const sourceId = parseId(rawId);
  const { display_name: displayName } = parseInput(roleNameSchema, input);
  return changeAsActor(services, caller, requireRolesEditPermission, async ({ tx, tenantId }, actor) => {
    const source = await managedRole(tx, tenantId, sourceId);
    await requireMayGrantRole(tx, actor, sourceId);
    const id = await insertRole(tx, tenantId, displayName);
    const routes = source.has_permission_routes.map(({ route_name: route }) => route);
    await sql`insert into role_permission (tenant_id, role_id, route_name)
      select ${tenantId}::bigint, ${id}::bigint, route from unnest(${routes}::text[]) route`.execute(tx);
    await auditAction(tx, actor, {
      action: 'role.duplicate',
      subject: `role:${id}`,
      details: { name: displayName, of: source.display_name },
    });
    return managedRole(tx, tenantId, id);
  });
}

/** Renames a role; its users see it on their next refetch. */
export function renameRole(services: Services, caller: Actor, rawId: string, input: unknown): Promise<ManagedRole> {
  requireRolesEditPermission(caller);
  const id = parseId(rawId);
  const { display_name: displayName, version } = parseInput(roleNameSchema, input);
  return changeAsActor(services, caller, requireRolesEditPermission, async ({ tx, tenantId }, actor) => {
    const role = await managedRole(tx, tenantId, id);
    requireVersion(version, role.version);
    await requireMayGrantRole(tx, actor, id);
    await requireFreeName(tx, tenantId, displayName, id);
    await tx
      .updateTable('role')
      .set({ display_name: displayName })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .execute();
    await auditAction(tx, actor, {
      action: 'role.rename',
      subject: `role:${id}`,
      details: { was: role.display_name, is: displayName },
    });
    return managedRole(tx, tenantId, id);
  });
}

/** Deletes an unused role. CONFLICT for the administrators' role and one in use. */
export function deleteRole(services: Services, caller: Actor, rawId: string): Promise<boolean> {
  requireRolesEditPermission(caller);
  const id = parseId(rawId);
  return changeAsActor(services, caller, requireRolesEditPermission, async ({ tx, tenantId }, actor) => {
    const role = await managedRole(tx, tenantId, id);
    if (role.is_fixed) throw conflict('error.roles.administrator');
    await requireMayGrantRole(tx, actor, id);
    // Deleted users keep their row, and with it a role.
    const used = await tx
      .selectFrom('app_user')
      .select('deleted_at')
      .where('tenant_id', '=', tenantId)
      .where('role_id', '=', id)
      .execute();
    if (used.some(({ deleted_at: deletedAt }) => deletedAt === null)) throw conflict('error.roles.used');
    if (used.length > 0) await reassignDeletedUsers(tx, tenantId, id);
    await tx.deleteFrom('role').where('tenant_id', '=', tenantId).where('id', '=', id).execute();
    await auditAction(tx, actor, {
      action: 'role.delete',
      subject: `role:${id}`,
      details: { name: role.display_name },
    });
    return true;
  });
}

/** Deleted users need some role: any other will do, since they may do nothing. */
async function reassignDeletedUsers(tx: Tx, tenantId: Id, id: Id): Promise<void> {
  await sql`update app_user set role_id = (select min(id) from role where tenant_id = ${tenantId} and id <> ${id})
    where tenant_id = ${tenantId} and role_id = ${id} and deleted_at is not null`.execute(tx);
}

async function insertRole(tx: Tx, tenantId: Id, displayName: string): Promise<Id> {
  await requireFreeName(tx, tenantId, displayName, null);
  const name = await freeName(tx, tenantId, nameOf(displayName));
  const { id } = await tx
    .insertInto('role')
    .values({ tenant_id: tenantId, name, display_name: displayName })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function requireFreeName(tx: Tx, tenantId: Id, displayName: string, id: Id | null): Promise<void> {
  const { rows } = await sql`select from role where tenant_id = ${tenantId}
    and lower(display_name) = lower(${displayName}) and id is distinct from ${id}`.execute(tx);
  if (rows.length > 0) throw invalid('error.form.invalid', { display_name: 'error.role.nameTaken' });
}

/** A role's internal name, made of its display name: `Chefe de Vendas` is `chefe-de-vendas`. */
function nameOf(displayName: string): string {
  const dashed = foldText(displayName).replaceAll(/[^a-z0-9]+/g, '-');
  return dashed.replaceAll(/^-+|-+$/g, '') || 'perfil';
}

async function freeName(tx: Tx, tenantId: Id, wanted: string): Promise<string> {
  const rows = await tx.selectFrom('role').select('name').where('tenant_id', '=', tenantId).execute();
  const taken = new Set(rows.map(({ name }) => name));
  if (!taken.has(wanted)) return wanted;
  let number = 2;
  while (taken.has(`${wanted}-${number}`)) number += 1;
  return `${wanted}-${number}`;
}
