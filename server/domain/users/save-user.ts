import { sql } from 'kysely';
import { newUserSchema, userChangeSchema } from '../../../contract/entities/managed-user.ts';
import type { ManagedUser, NewUser, UserChange } from '../../../contract/entities/managed-user.ts';
import type { Change } from '../../db/change.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { auditAction } from '../audit-action.ts';
import { changeAsActor } from '../auth/active-actor.ts';
import { endSessions } from '../auth/end-sessions.ts';
import { hashNewPassword, passwordCompany, passwordOwner } from '../auth/new-password.ts';
import { requireProvenPassword } from '../auth/proven-password.ts';
import type { Actor, Services } from '../context.ts';
import { DomainError, invalid } from '../errors.ts';
import { parseId } from '../ids.ts';
import { parseInput, requireVersion } from '../input.ts';
import { requireCompany, requirePermission } from '../permissions.ts';
import { refuseTaken, takenFields } from '../taken.ts';
import { endSupportSessions } from '../tenants/support-sessions.ts';
import { managedUser, userCount } from './managed-users.ts';
import { parseImage, setImage } from './user-image.ts';
import type { ImageChange } from './user-image.ts';
import { findUser, requireNotLastAdmin, requireChoices, requireNotSelf, requireMayGrantRole } from './user-rules.ts';
import type { UserFacts } from './user-rules.ts';

/** Requires the permission to manage users. */
export const requireUsersPermission = (actor: Actor): void => requirePermission(actor, 'users');

/** Support users would know the new user's password. */
function requireMayAddUsers(actor: Actor): void {
  requireUsersPermission(actor);
  requireCompany(actor);
}

/**
 * Adds a user to the actor's tenant; needs the permission to manage users. Refuses invalid fields with
 * `error.form.invalid`, exceeding the limit with CONFLICT `error.users.limit`, a role above the actor's own, and
 * support users with FORBIDDEN `error.support.wayIn`.
 */
export async function addUser(services: Services, caller: Actor, input: unknown): Promise<ManagedUser> {
  requireMayAddUsers(caller);
  const user = parseInput(newUserSchema, input);
  const image = parseImage(user.image);
  const company = await withTenant(services.db, caller.tenantId, (tx) => passwordCompany(tx, caller.tenantId));
  const passwordHash = await hashNewPassword(services, user.password, { ...user, ...company }, 'somebodyElse');
  return refuseTaken(
    changeAsActor(services, caller, requireMayAddUsers, ({ tx }, actor) =>
      insertUser(tx, actor, user, passwordHash, image),
    ),
  );
}

async function insertUser(
  tx: Tx,
  actor: Actor,
  user: NewUser,
  passwordHash: string,
  image: ImageChange,
): Promise<ManagedUser> {
  const { tenantId } = actor;
  await requireSeat(tx, tenantId);
  const { role_id: roleId, user_department_id: departmentId = null, chosen_instances: instanceIds = [] } = user;
  await requireChoices(tx, tenantId, { roleId, departmentId, instanceIds });
  await requireMayGrantRole(tx, actor, roleId);
  await requireFree(tx, tenantId, user, null);
  const { id } = await tx
    .insertInto('app_user')
    .values({
      tenant_id: tenantId,
      name: user.name,
      username: user.username,
      email: user.email,
      role_id: roleId,
      department_id: departmentId,
      password_hash: passwordHash,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await setInstances(tx, tenantId, id, instanceIds);
  await setImage(tx, { tenantId, userId: id, before: null }, image);
  await auditAction(tx, actor, {
    action: 'user.add',
    subject: `user:${id}`,
    details: { name: user.name, email: user.email, role: roleId },
  });
  return managedUser(tx, tenantId, id);
}

/**
 * Changes a user of the actor's tenant; needs the permission to manage users; omitted fields stay. Refuses invalid
 * fields with `error.form.invalid`, an outdated `version` with CONFLICT `error.form.conflict`, changing one's own role
 * or the last administrator's, and one's own password or e-mail as `requireProvenPassword` does. A new password ends
 * the user's sessions, except the actor's current one; it and another role end their support sessions. FORBIDDEN
 * `error.support.wayIn` if a support user changes a password or e-mail.
 */
export async function changeUser(
  services: Services,
  caller: Actor,
  rawId: string,
  input: unknown,
): Promise<ManagedUser> {
  requireUsersPermission(caller);
  const id = parseId(rawId);
  const change = parseInput(userChangeSchema, input);
  const image = parseImage(change.image);
  if (change.password !== undefined) requireCompany(caller);
  const passwordHash = change.password === undefined ? undefined : await hashPasswordFor(services, caller, id, change);
  return refuseTaken(
    changeAsActor(services, caller, requireUsersPermission, (tenant, actor) =>
      updateUser(services, tenant, actor, { id, change, image, passwordHash }),
    ),
  );
}

/** Checks the password against the user's new names. Hashing is expensive: check the permission first. */
async function hashPasswordFor(
  services: Services,
  actor: Actor,
  userId: Id,
  { password = '', name, username, email }: UserChange,
): Promise<string> {
  const { tenantId } = actor;
  const owner = await withTenant(services.db, tenantId, async (tx) => {
    await requireMayChange(tx, services, actor, await findUser(tx, tenantId, userId), true);
    return passwordOwner(tx, { tenantId, userId });
  });
  const named = {
    ...owner,
    name: name ?? owner.name,
    username: username ?? owner.username,
    email: email ?? owner.email,
  };
  return hashNewPassword(services, password, named, userId === actor.userId ? 'owner' : 'somebodyElse');
}

/** Refuses a user above the actor, and one's own password without recent proof, as everywhere. */
async function requireMayChange(
  tx: Tx,
  services: Services,
  actor: Actor,
  user: UserFacts,
  hasPassword: boolean,
): Promise<void> {
  await requireMayGrantRole(tx, actor, user.roleId);
  if (hasPassword && user.id === actor.userId) await requireProvenPassword(tx, services, actor);
}

type Update = { id: Id; change: UserChange; image: ImageChange; passwordHash: string | undefined };

async function updateUser(services: Services, tenant: Change, actor: Actor, update: Update): Promise<ManagedUser> {
  const { tx, tenantId } = tenant;
  const { id, change, image, passwordHash } = update;
  const user = await findUser(tx, tenantId, id);
  await requireMayChange(tx, services, actor, user, passwordHash !== undefined);
  const before = await managedUser(tx, tenantId, id);
  requireVersion(change.version, before.version);
  // Password resets are mailed to it.
  if (change.email !== undefined && change.email !== before.email) {
    requireCompany(actor);
    if (id === actor.userId) await requireProvenPassword(tx, services, actor);
  }
  const { role_id: roleId, user_department_id: departmentId, chosen_instances: instanceIds } = change;
  await requireChoices(tx, tenantId, {
    ...(roleId === undefined ? {} : { roleId }),
    ...(departmentId === undefined ? {} : { departmentId }),
    ...(instanceIds === undefined ? {} : { instanceIds }),
  });
  if (roleId !== undefined && roleId !== user.roleId) {
    requireNotSelf(actor, id);
    await requireMayGrantRole(tx, actor, roleId);
    await requireNotLastAdmin(tx, tenantId, user);
    tenant.append('PermissionsChanged', {}, { to: 'people', userIds: [id] });
  }
  await requireFree(tx, tenantId, change, id);
  const row = {
    name: change.name,
    username: change.username,
    email: change.email,
    role_id: roleId,
    department_id: departmentId,
    password_hash: passwordHash,
  };
  // Undefined fields aren't written; without others there is nothing to update.
  if (Object.values(row).some((value) => value !== undefined)) {
    await tx.updateTable('app_user').set(row).where('tenant_id', '=', tenantId).where('id', '=', id).execute();
  }
  // Unowned tickets of its instances appear or disappear with them.
  if (instanceIds !== undefined && (await setInstances(tx, tenantId, id, instanceIds)))
    tenant.append('PermissionsChanged', {}, { to: 'people', userIds: [id] });
  await setImage(tx, { tenantId, userId: id, before: user.image }, image);
  if (passwordHash !== undefined) {
    const isOwn = id === actor.userId;
    await endSessions(tx, services, {
      tenantId,
      userId: id,
      reason: 'password',
      ...(isOwn ? { except: actor.sessionId } : {}),
    });
  }
  const isOther = passwordHash !== undefined || (roleId !== undefined && roleId !== user.roleId);
  if (isOther && actor.isBackoffice) await endSupportSessions(tx, services, { tenantId, userId: id });
  const after = await managedUser(tx, tenantId, id);
  await auditAction(tx, actor, {
    action: 'user.edit',
    subject: `user:${id}`,
    details: auditDetails(before, after, passwordHash),
  });
  return after;
}

/** The audit's details: old and new values. Of a password, only that it changed. */
function auditDetails(
  before: ManagedUser,
  after: ManagedUser,
  passwordHash: string | undefined,
): Record<string, unknown> {
  const facts = (user: ManagedUser): Record<string, unknown> => ({
    name: user.name,
    username: user.username,
    email: user.email,
    image: user.image,
    role: user.role.display_name,
    department: user.userDepartment?.name ?? null,
    instances: user.userInstances.map(({ instance }) => instance.name).join(', '),
  });
  const [was, is] = [facts(before), facts(after)];
  const changed = Object.keys(is).filter((name) => was[name] !== is[name]);
  return {
    ...Object.fromEntries(changed.map((name) => [name, { was: was[name], is: is[name] }])),
    ...(passwordHash === undefined ? {} : { password: 'changed' }),
  };
}

/**
 * Refuses `more` users over the limit. In a change of the tenant, whose row is locked, so two concurrent calls can't
 * both take the last seat. Refuses even 0 more if the limit has been lowered below the current count.
 */
export async function requireSeat(tx: Tx, tenantId: Id, more = 1): Promise<void> {
  const { rows } = await sql<{ users: number; limit: number | null }>`
    select ${userCount(tenantId)} as users, user_limit as limit from tenant where id = ${tenantId}`.execute(tx);
  const { users = 0, limit = null } = rows[0] ?? {};
  if (limit !== null && users + more > limit)
    throw new DomainError('CONFLICT', 'error.users.limit', { params: { limit, users } });
}

/** Refuses a login name or e-mail taken in the tenant; the index covers other tenants. */
export async function requireFree(
  tx: Tx,
  tenantId: Id,
  { username, email }: { username?: string | undefined; email?: string | undefined },
  id: Id | null,
): Promise<void> {
  const { rows } = await sql<{ isUsername: boolean; isEmail: boolean }>`
    select lower(username) = ${username ?? null} as "isUsername", email = ${email ?? null} as "isEmail" from app_user
    where tenant_id = ${tenantId} and deleted_at is null and id is distinct from ${id}
      and (lower(username) = ${username ?? null} or email = ${email ?? null})`.execute(tx);
  const fields = {
    ...(rows.some(({ isUsername }) => isUsername) ? takenFields('app_user_username') : {}),
    ...(rows.some(({ isEmail }) => isEmail) ? takenFields('app_user_email') : {}),
  };
  if (rows.length > 0) throw invalid('error.form.invalid', fields);
}

/** Sets the instances a user serves. Returns whether they changed. */
export async function setInstances(tx: Tx, tenantId: Id, userId: Id, instanceIds: readonly Id[]): Promise<boolean> {
  const removed = await sql`delete from user_instance where tenant_id = ${tenantId} and user_id = ${userId}
    and not instance_id = any(${instanceIds}::bigint[])`.execute(tx);
  const added = await sql`insert into user_instance (tenant_id, user_id, instance_id)
    select ${tenantId}::bigint, ${userId}::bigint, chosen from unnest(${instanceIds}::bigint[]) chosen
    on conflict (tenant_id, user_id, instance_id) do nothing`.execute(tx);
  return Number(removed.numAffectedRows ?? 0) + Number(added.numAffectedRows ?? 0) > 0;
}
