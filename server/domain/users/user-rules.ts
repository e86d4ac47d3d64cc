import { sql } from 'kysely';
import type { PermissionName } from '../../../contract/access.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Actor } from '../context.ts';
import { conflict, DomainError, invalid, notFound } from '../errors.ts';
import { ADMIN_ROLE, heldRoutes, requireCompany } from '../permissions.ts';

/** A user as the rules look at them. */
export type UserFacts = {
  id: Id;
  roleId: Id;
  roleName: string;
  isBlocked: boolean;
  /** Of the back-office, there for support. */
  isSupport: boolean;
  image: string | null;
};

/** The tenant's user with an id; refuses one who isn't there, was deleted or is support's with NOT_FOUND. */
export async function findUser(tx: Tx, tenantId: Id, id: Id): Promise<UserFacts> {
  const user = await findAnyUser(tx, tenantId, id);
  if (user.isSupport) throw notFound();
  return user;
}

/** The same, support's too. */
export async function findAnyUser(tx: Tx, tenantId: Id, id: Id): Promise<UserFacts> {
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

/** Refuses what somebody may not do to themself. */
export function requireOther(actor: Actor, id: Id): void {
  if (actor.userId === id) throw conflict('error.users.self');
}

/** What whoever has it may let others in with. */
const WAYS_IN: readonly string[] = ['users', 'roles-edit'] satisfies PermissionName[];

/**
 * Refuses to give, or to touch whoever has, a role that holds more than the actor's own: who may open
 * the users can't make themself an administrator by way of another. What an option hides today counts too.
 * To support it refuses administrators and whoever may let others in, with FORBIDDEN `error.support.wayIn`.
 */
export async function requireWithinOwn(tx: Tx, actor: Actor, roleId: Id): Promise<void> {
  await requireRank(tx, actor, roleId);
  if (!actor.isSupport) return;
  const role = await heldBy(tx, actor, roleId);
  if (role?.name === ADMIN_ROLE || role?.routes.some((route) => WAYS_IN.includes(route)) === true) {
    requireCompany(actor);
  }
}

/** The first half of it: for what lets nobody in. */
export async function requireRank(tx: Tx, actor: Actor, roleId: Id): Promise<void> {
  if (actor.isAdmin) return;
  const role = await heldBy(tx, actor, roleId);
  if (role === undefined || role.name === ADMIN_ROLE) throw new DomainError('FORBIDDEN', 'error.users.aboveYou');
  await requireHeld(tx, actor, role.routes);
}

async function heldBy(tx: Tx, actor: Actor, roleId: Id): Promise<{ name: string; routes: string[] } | undefined> {
  const { rows } = await sql<{ name: string; routes: string[] }>`
    select name, ${heldRoutes(actor.tenantId, roleId)} as routes from role
    where tenant_id = ${actor.tenantId} and id = ${roleId}`.execute(tx);
  return rows[0];
}

/** Refuses to give routes that the actor's own role doesn't hold with FORBIDDEN `error.users.aboveYou`, and support those that let others in. */
export async function requireHeld(tx: Tx, actor: Actor, routes: readonly string[]): Promise<void> {
  if (routes.some((route) => WAYS_IN.includes(route))) requireCompany(actor);
  if (actor.isAdmin) return;
  const { rows } = await sql<{ own: string[] }>`select ${heldRoutes(actor.tenantId, actor.roleId)} as own`.execute(tx);
  const own = new Set(rows[0]?.own);
  if (routes.some((route) => !own.has(route))) throw new DomainError('FORBIDDEN', 'error.users.aboveYou');
}

/** Refuses to lose an administrator who is the last one that may log in. */
export async function requireAnotherAdmin(tx: Tx, tenantId: Id, user: UserFacts): Promise<void> {
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

/** What a user is given; refused field by field where it isn't the tenant's, or is no more. */
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
