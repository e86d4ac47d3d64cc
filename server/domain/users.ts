import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { User } from '../../contract/entities/user.ts';
import type { UserInstance } from '../../contract/entities/user-instance.ts';
import { withTenant } from '../db/database.ts';
import type { Tx } from '../db/database.ts';
import type { Actor, Services } from './context.ts';
import { notFound } from './errors.ts';
import { awaySql, onlineSql } from './presence-sql.ts';
import { instanceJson } from './views/json.ts';

/** The viewing user's rights. */
type ProfileViewer = Pick<Actor, 'tenantId' | 'userId' | 'routes'>;

/** `userSchema` built by the database in one round trip. Without `asker` nothing is hidden. */
function viewFor(asker: ProfileViewer | undefined): RawBuilder<User> {
  const isTold = asker === undefined || asker.routes.has('users') ? sql`true` : sql`u.id = ${asker.userId}`;
  const isShared = sql`exists (select from user_instance own
    where own.tenant_id = l.tenant_id and own.instance_id = l.instance_id and own.user_id = ${asker?.userId ?? null})`;
  return sql<User>`json_build_object(
    'id', u.id::text, 'name', u.name, 'image', u.image,
    'username', case when ${isTold} then u.username end, 'email', case when ${isTold} then u.email end,
    'role', json_build_object('id', r.id::text, 'name', r.name, 'display_name', r.display_name),
    'isConnected', ${sql.raw(onlineSql('u'))},
    'isAway', ${asker === undefined ? sql`u.is_away` : sql.raw(awaySql('u'))},
    'userDepartment', case when d.id is not null
      then json_build_object('id', d.id::text, 'name', d.name, 'activated', d.activated) end,
    'userInstances', coalesce((
      select json_agg(json_build_object('id', l.id::text,
        'instance', ${sql.raw(instanceJson('i'))}) order by i.name, i.id)
      from user_instance l join instance i on i.tenant_id = l.tenant_id and i.id = l.instance_id
      where l.tenant_id = u.tenant_id and l.user_id = u.id and (${isTold} or ${isShared})), '[]'::json))`;
}

const SOURCE = sql.raw(`app_user u
  join role r on r.tenant_id = u.tenant_id and r.id = u.role_id
  left join department d on d.tenant_id = u.tenant_id and d.id = u.department_id`);

async function readViews(
  tx: Tx,
  tenantId: string,
  asker: ProfileViewer | undefined,
  ids: readonly string[] | undefined,
): Promise<User[]> {
  const only = ids === undefined ? sql`true` : sql`u.id = any(${ids}::bigint[])`;
  const { rows } = await sql<{ view: User }>`
    select ${viewFor(asker)} as view from ${SOURCE}
    where u.tenant_id = ${tenantId} and u.deleted_at is null and ${only}
    order by lower(u.name), u.id`.execute(tx);
  return rows.map(({ view }) => view);
}

/**
 * The actor's colleagues by name, without deleted ones; `ids` narrows them. Without the permission `users`, only name,
 * picture, role, department, presence and shared instances: no e-mail and no login name.
 */
export function colleagueViews(tx: Tx, asker: ProfileViewer, ids?: readonly string[]): Promise<User[]> {
  return readViews(tx, asker.tenantId, asker, ids);
}

/** One user with all fields; NOT_FOUND if deleted, unknown or another tenant's. */
export async function userView(tx: Tx, tenantId: string, id: string): Promise<User> {
  const [view] = await readViews(tx, tenantId, undefined, [id]);
  if (view === undefined) throw notFound();
  return view;
}

/** The users of the actor's tenant, as far as the actor may see them. */
export function listUsers(services: Services, actor: Actor): Promise<User[]> {
  return withTenant(services.db, actor.tenantId, (tx) => colleagueViews(tx, actor));
}

/** The actor as a user. */
export function userInfos(services: Services, actor: Actor): Promise<User> {
  return withTenant(services.db, actor.tenantId, (tx) => userView(tx, actor.tenantId, actor.userId));
}

/** The user with an e-mail: oneself, or for an administrator any user of the tenant; else NOT_FOUND. */
export async function userByEmail(
  services: Services,
  actor: Actor,
  email: string,
): Promise<{ id: string; name: string; email: string }> {
  const wanted = email.trim().toLowerCase();
  if (!actor.isAdmin && wanted !== actor.email) throw notFound();
  return withTenant(services.db, actor.tenantId, async (tx) => {
    const row = await tx
      .selectFrom('app_user')
      .select(['id', 'name', 'email'])
      .where('tenant_id', '=', actor.tenantId)
      .where('email', '=', wanted)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (row === undefined) throw notFound();
    return row;
  });
}

/** The instances a user serves: one's own, or for an administrator any user's; else NOT_FOUND. */
export async function userInstances(services: Services, actor: Actor, userId: string): Promise<UserInstance[]> {
  if (!actor.isAdmin && userId !== actor.userId) throw notFound();
  return withTenant(services.db, actor.tenantId, async (tx) => {
    const user = await userView(tx, actor.tenantId, userId);
    return user.userInstances;
  });
}
