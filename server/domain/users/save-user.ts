import { sql } from 'kysely';
import { newUserSchema, userChangeSchema } from '../../../contract/entities/managed-user.ts';
import type { ManagedUser, NewUser, UserChange } from '../../../contract/entities/managed-user.ts';
import type { Change } from '../../db/change.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { auditDeed } from '../audit-across.ts';
import { changeAs } from '../auth/standing.ts';
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
import { findUser, requireAnotherAdmin, requireChoices, requireOther, requireWithinOwn } from './user-rules.ts';

/** Refuses who may not open the users. */
export const mayOpenUsers = (actor: Actor): void => requirePermission(actor, 'users');

/** Their password would be known to who adds them. */
function mayAddUsers(actor: Actor): void {
  mayOpenUsers(actor);
  requireCompany(actor);
}

/**
 * Adds a user to the actor's tenant, for who may open the users. Refuses wrong fields with
 * `error.form.invalid`, one more than was agreed with CONFLICT `error.users.limit`, and a role above
 * the actor's own; who is there for support with FORBIDDEN `error.support.wayIn`.
 */
export async function addUser(services: Services, caller: Actor, given: unknown): Promise<ManagedUser> {
  mayAddUsers(caller);
  const user = parseInput(newUserSchema, given);
  const image = parseImage(user.image);
  const company = await withTenant(services.db, caller.tenantId, (tx) => passwordCompany(tx, caller.tenantId));
  const passwordHash = await hashNewPassword(services, user.password, { ...user, ...company });
  return refuseTaken(
    changeAs(services, caller, mayAddUsers, ({ tx }, actor) => insertUser(tx, actor, user, passwordHash, image)),
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
  await requireWithinOwn(tx, actor, roleId);
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
  await auditDeed(tx, actor, {
    action: 'user.add',
    subject: `user:${id}`,
    details: { name: user.name, email: user.email, role: roleId },
  });
  return managedUser(tx, tenantId, id);
}

/**
 * Changes a user of the actor's tenant, for who may open the users; what is left out stays. Refuses
 * wrong fields with `error.form.invalid`, a `version` that is no longer theirs with CONFLICT
 * `error.form.conflict`, one's own role or the last administrator's, and one's own password or e-mail as
 * `requireProvenPassword`. A new password ends the
 * user's sessions, but not the actor's own; it and another role end what they have open for support.
 * Refuses who is there for support another password or e-mail with FORBIDDEN `error.support.wayIn`.
 */
export async function changeUser(
  services: Services,
  caller: Actor,
  givenId: string,
  given: unknown,
): Promise<ManagedUser> {
  mayOpenUsers(caller);
  const id = parseId(givenId);
  const change = parseInput(userChangeSchema, given);
  const image = parseImage(change.image);
  if (change.password !== undefined) requireCompany(caller);
  const passwordHash = change.password === undefined ? undefined : await hashFor(services, caller, id, change);
  return refuseTaken(
    changeAs(services, caller, mayOpenUsers, (tenant, actor) =>
      updateUser(services, tenant, actor, { id, change, image, passwordHash }),
    ),
  );
}

/** With the names that they have from now on, in place of those they had. */
async function hashFor(
  services: Services,
  { tenantId }: Actor,
  userId: Id,
  { password = '', name, username, email }: UserChange,
): Promise<string> {
  const owner = await withTenant(services.db, tenantId, (tx) => passwordOwner(tx, { tenantId, userId }));
  return hashNewPassword(services, password, {
    ...owner,
    name: name ?? owner.name,
    username: username ?? owner.username,
    email: email ?? owner.email,
  });
}

type Update = { id: Id; change: UserChange; image: ImageChange; passwordHash: string | undefined };

async function updateUser(services: Services, tenant: Change, actor: Actor, update: Update): Promise<ManagedUser> {
  const { tx, tenantId } = tenant;
  const { id, change, image, passwordHash } = update;
  const user = await findUser(tx, tenantId, id);
  await requireWithinOwn(tx, actor, user.roleId);
  // One's own is changed here as anywhere: who sits there shows the one before.
  if (passwordHash !== undefined && id === actor.userId) await requireProvenPassword(tx, services, actor);
  const before = await managedUser(tx, tenantId, id);
  requireVersion(change.version, before.version);
  // A password is asked for by it.
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
    requireOther(actor, id);
    await requireWithinOwn(tx, actor, roleId);
    await requireAnotherAdmin(tx, tenantId, user);
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
  // What is undefined isn't written; with nothing else there is no statement to make.
  if (Object.values(row).some((value) => value !== undefined)) {
    await tx.updateTable('app_user').set(row).where('tenant_id', '=', tenantId).where('id', '=', id).execute();
  }
  // Those without an owner on its instances come and go with them.
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
  await auditDeed(tx, actor, {
    action: 'user.edit',
    subject: `user:${id}`,
    details: told(before, after, passwordHash),
  });
  return after;
}

/** What an audit says of a change: what each thing was and is. Of a password, that there is a new one. */
function told(before: ManagedUser, after: ManagedUser, passwordHash: string | undefined): Record<string, unknown> {
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
 * Refuses `more` users than were agreed. In a change of the tenant, whose row is locked: two at once can't both be
 * the last. None more is refused as well where there are too many already, since less was agreed meanwhile.
 */
export async function requireSeat(tx: Tx, tenantId: Id, more = 1): Promise<void> {
  const { rows } = await sql<{ users: number; limit: number | null }>`
    select ${userCount(tenantId)} as users, user_limit as limit from tenant where id = ${tenantId}`.execute(tx);
  const { users = 0, limit = null } = rows[0] ?? {};
  if (limit !== null && users + more > limit)
    throw new DomainError('CONFLICT', 'error.users.limit', { params: { limit, users } });
}

/** Refuses a login name or e-mail that another user of the tenant has; those of other tenants the index knows. */
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

/** The instances a user serves, from now on these. Answers whether they were others. */
export async function setInstances(tx: Tx, tenantId: Id, userId: Id, instanceIds: readonly Id[]): Promise<boolean> {
  const gone = await sql`delete from user_instance where tenant_id = ${tenantId} and user_id = ${userId}
    and not instance_id = any(${instanceIds}::bigint[])`.execute(tx);
  const come = await sql`insert into user_instance (tenant_id, user_id, instance_id)
    select ${tenantId}::bigint, ${userId}::bigint, chosen from unnest(${instanceIds}::bigint[]) chosen
    on conflict (tenant_id, user_id, instance_id) do nothing`.execute(tx);
  return Number(gone.numAffectedRows ?? 0) + Number(come.numAffectedRows ?? 0) > 0;
}
