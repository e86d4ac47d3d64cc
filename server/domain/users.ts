import { sql } from 'kysely';
import type { User } from '../../contract/entities/user.ts';
import type { UserInstance } from '../../contract/entities/user-instance.ts';
import { withTenant } from '../db/database.ts';
import type { Tx } from '../db/database.ts';
import type { Actor, Services } from './context.ts';
import { notFound } from './errors.ts';
import { onlineSql } from './presence-sql.ts';

/** `userSchema`, built by the database: one round trip for all. */
const VIEW = sql.raw<User>(`json_build_object(
  'id', u.id::text, 'name', u.name, 'username', u.username, 'email', u.email, 'image', u.image,
  'role', json_build_object('id', r.id::text, 'name', r.name, 'display_name', r.display_name),
  'isConnected', ${onlineSql('u')},
  'userDepartment', case when d.id is not null
    then json_build_object('id', d.id::text, 'name', d.name, 'activated', d.activated) end,
  'userInstances', coalesce((
    select json_agg(json_build_object('id', l.id::text,
      'instance', json_build_object('id', i.id::text, 'name', i.name, 'activated', i.activated)) order by i.name, i.id)
    from user_instance l join instance i on i.tenant_id = l.tenant_id and i.id = l.instance_id
    where l.tenant_id = u.tenant_id and l.user_id = u.id), '[]'::json))`);
const SOURCE = sql.raw(`app_user u
  join role r on r.tenant_id = u.tenant_id and r.id = u.role_id
  left join department d on d.tenant_id = u.tenant_id and d.id = u.department_id`);

/** The tenant's people, by name. `ids` narrows them; deleted ones are left out. */
export async function userViews(tx: Tx, tenantId: string, ids?: readonly string[]): Promise<User[]> {
  const only = ids === undefined ? sql`true` : sql`u.id = any(${ids}::bigint[])`;
  const { rows } = await sql<{ view: User }>`
    select ${VIEW} as view from ${SOURCE}
    where u.tenant_id = ${tenantId} and u.deleted_at is null and ${only}
    order by lower(u.name), u.id`.execute(tx);
  return rows.map(({ view }) => view);
}

/** One user; refuses a deleted, unknown or other tenant's one with NOT_FOUND. */
export async function userView(tx: Tx, tenantId: string, id: string): Promise<User> {
  const [view] = await userViews(tx, tenantId, [id]);
  if (view === undefined) throw notFound();
  return view;
}

/** The people of the actor's tenant. */
export function listUsers(services: Services, actor: Actor): Promise<User[]> {
  return withTenant(services.db, actor.tenantId, (tx) => userViews(tx, actor.tenantId));
}

/** The actor as a user. */
export function userInfos(services: Services, actor: Actor): Promise<User> {
  return withTenant(services.db, actor.tenantId, (tx) => userView(tx, actor.tenantId, actor.userId));
}

/** The user with an e-mail: oneself, or any of the tenant for an administrator; else NOT_FOUND. */
export async function userByEmail(services: Services, actor: Actor, email: string): Promise<User> {
  const wanted = email.trim().toLowerCase();
  if (!actor.isAdmin && wanted !== actor.email) throw notFound();
  return withTenant(services.db, actor.tenantId, async (tx) => {
    const row = await tx
      .selectFrom('app_user')
      .select('id')
      .where('tenant_id', '=', actor.tenantId)
      .where('email', '=', wanted)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (row === undefined) throw notFound();
    return userView(tx, actor.tenantId, row.id);
  });
}

/** The instances a user serves: one's own, or anyone's for an administrator; else NOT_FOUND. */
export async function userInstances(services: Services, actor: Actor, userId: string): Promise<UserInstance[]> {
  if (!actor.isAdmin && userId !== actor.userId) throw notFound();
  return withTenant(services.db, actor.tenantId, async (tx) => {
    const user = await userView(tx, actor.tenantId, userId);
    return user.userInstances;
  });
}
