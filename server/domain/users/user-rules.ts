import { sql } from 'kysely';
import type { PermissionName } from '../../../contract/facts/access.ts';
import { ADMIN_ROLE } from '../../../contract/facts/roles.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Actor } from '../context.ts';
import { conflict, DomainError, invalid, notFound } from '../errors.ts';
import { grantedRoutes, requireCompany } from '../permissions.ts';

/** A user, as far as the rules need them. */
export type UserFacts = {
  id: Id;
  roleId: Id;
  roleName: string;
  isBlocked: boolean;
  /** A support user from the back-office. */
  isSupport: boolean;
  image: string | null;
};

/** The tenant's user with an id; NOT_FOUND if unknown, deleted or a support user. */
export async function findUser(tx: Tx, tenantId: Id, id: Id): Promise<UserFacts> {
  const user = await findUserOrSupport(tx, tenantId, id);
  if (user.isSupport) throw notFound();
  return user;
}

/** The same, including support users. */
export async function findUserOrSupport(tx: Tx, tenantId: Id, id: Id): Promise<UserFacts> {
  const row = await tx
    .selectFrom('app_user')
    .innerJoin('role', (join) =>
      join.onRef('role.tenant_id', '=', 'app_user.tenant_id').onRef('role.id', '=', 'app_user.role_id'),
    )
    .select(['app_user.id', 'role_id', 'role.name as role_name', 'is_blocked', 'support_user_id', 'image'])
    .where('app_user.tenant_id', '=', tenantId)
    .where('app_user.id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (row === undefined) throw notFound();
  return {
    id: row.id,
    roleId: row.role_id,
    roleName: row.role_name,
    isBlocked: row.is_blocked,
    isSupport: row.support_user_id !== null,
    image: row.image,
  };
}

/** Refuses what users may not do to themselves. */
export function requireNotSelf(actor: Actor, id: Id): void {
  if (actor.userId === id) throw conflict('error.users.self');
}

/** Permissions that allow giving access to others. */
const ACCESS_GRANTING_ROUTES: readonly string[] = ['users', 'roles-edit'] satisfies PermissionName[];

/**
 * Refuses to grant, or to touch a user with, a role that has more permissions than the actor's own, including those
 * whose option is off: otherwise one could become an administrator through another user. FORBIDDEN
 * `error.support.wayIn` if a support user does so with administrators or roles that can give access to others.
 */
export async function requireMayGrantRole(tx: Tx, actor: Actor, roleId: Id): Promise<void> {
  await requireRank(tx, actor, roleId);
  if (!actor.isSupport) return;
  const role = await grantedTo(tx, actor, roleId);
  if (role?.name === ADMIN_ROLE || role?.routes.some((route) => ACCESS_GRANTING_ROUTES.includes(route)) === true) {
    requireCompany(actor);
  }
}

/** Only its first half, for changes that give nobody access. */
export async function requireRank(tx: Tx, actor: Actor, roleId: Id): Promise<void> {
  if (actor.isAdmin) return;
  const role = await grantedTo(tx, actor, roleId);
  if (role === undefined || role.name === ADMIN_ROLE) throw new DomainError('FORBIDDEN', 'error.users.aboveYou');
  await requireOwnRoutes(tx, actor, role.routes);
}

async function grantedTo(tx: Tx, actor: Actor, roleId: Id): Promise<{ name: string; routes: string[] } | undefined> {
  const { rows } = await sql<{ name: string; routes: string[] }>`
    select name, ${grantedRoutes(actor.tenantId, roleId)} as routes from role
    where tenant_id = ${actor.tenantId} and id = ${roleId}`.execute(tx);
  return rows[0];
}

/**
 * FORBIDDEN `error.users.aboveYou` for routes that the actor's own role doesn't have; refuses support users routes that
 * give access to others.
 */
export async function requireOwnRoutes(tx: Tx, actor: Actor, routes: readonly string[]): Promise<void> {
  if (routes.some((route) => ACCESS_GRANTING_ROUTES.includes(route))) requireCompany(actor);
  if (actor.isAdmin) return;
  const { rows } = await sql<{ own: string[] }>`select ${grantedRoutes(actor.tenantId, actor.roleId)} as own`.execute(
    tx,
  );
  const ownRoutes = new Set(rows[0]?.own);
  if (routes.some((route) => !ownRoutes.has(route))) throw new DomainError('FORBIDDEN', 'error.users.aboveYou');
}

/** Refuses to lose the last active administrator. */
export async function requireNotLastAdmin(tx: Tx, tenantId: Id, user: UserFacts): Promise<void> {
  if (user.roleName !== ADMIN_ROLE) return;
  const other = await tx
    .selectFrom('app_user')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('role_id', '=', user.roleId)
    .where('id', '!=', user.id)
    .where('deleted_at', 'is', null)
    .where('is_blocked', '=', false)
    .where('support_user_id', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (other === undefined) throw conflict('error.users.lastAdmin');
}

/** Checks a user's role, department and instances; refuses by field those that aren't the tenant's, or were deleted. */
export async function requireChoices(
  tx: Tx,
  tenantId: Id,
  { roleId, departmentId, instanceIds }: { roleId?: Id; departmentId?: Id | null; instanceIds?: readonly Id[] },
): Promise<void> {
  const { rows } = await sql<{ role: boolean; department: boolean; instances: number }>`select
    exists (select from role where tenant_id = ${tenantId} and id = ${roleId ?? null}) as role,
    exists (select from department where tenant_id = ${tenantId} and id = ${departmentId ?? null}) as department,
    (select count(*)::integer from instance where tenant_id = ${tenantId}
      and id = any(${instanceIds ?? []}::bigint[])) as instances`.execute(tx);
  const [found] = rows;
  const fields: Record<string, string> = {};
  if (roleId !== undefined && found?.role !== true) fields['role_id'] = 'error.field.gone';
  if (departmentId !== undefined && departmentId !== null && found?.department !== true)
    fields['user_department_id'] = 'error.field.gone';
  if (found?.instances !== (instanceIds?.length ?? 0)) fields['chosen_instances'] = 'error.field.gone';
  if (Object.keys(fields).length > 0) throw invalid('error.form.invalid', fields);
}
