import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { USER_SITUATIONS } from '../../../contract/facts/administration.ts';
import type { UserSituation } from '../../../contract/facts/administration.ts';
import type { ManagedUser } from '../../../contract/entities/managed-user.ts';
import { USER_SORTS } from '../../../contract/graphql/paginated-users.ts';
import type { ManagedUserPage, PaginatedUsersVariables } from '../../../contract/graphql/paginated-users.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Actor, Services } from '../context.ts';
import { notFound } from '../errors.ts';
import { parseOptionalId } from '../ids.ts';
import { oneOf, parsePage } from '../paging.ts';
import { requirePermission } from '../permissions.ts';
import { awaySql, onlineSql } from '../presence-sql.ts';
import { likePattern } from '../text.ts';
import { instanceJson } from '../views/json.ts';

const ONLINE = sql.raw<boolean>(onlineSql('u'));
const AWAY = sql.raw<boolean>(awaySql('u'));

/** A version that changes exactly when a user's form fields change. */
const VERSION = sql<string>`md5(jsonb_build_array(u.name, u.username, u.email, u.image, u.role_id, u.department_id,
  (select jsonb_agg(l.instance_id order by l.instance_id) from user_instance l
    where l.tenant_id = u.tenant_id and l.user_id = u.id))::text)`;

const VIEW = sql<ManagedUser>`json_build_object(
  'id', u.id::text, 'name', u.name, 'username', u.username, 'email', u.email, 'image', u.image,
  'role', json_build_object('id', r.id::text, 'name', r.name, 'display_name', r.display_name),
  'isConnected', ${ONLINE}, 'isAway', ${AWAY}, 'isBlocked', u.is_blocked,
  'hasTwoFactor', exists (select from totp where totp.tenant_id = u.tenant_id and totp.user_id = u.id
    and totp.confirmed_at is not null),
  'created_at', to_char(u.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'userDepartment', case when d.id is not null
    then json_build_object('id', d.id::text, 'name', d.name, 'activated', d.activated) end,
  'userInstances', coalesce((
    select json_agg(json_build_object('id', l.id::text,
      'instance', ${sql.raw(instanceJson('i'))}) order by i.name, i.id)
    from user_instance l join instance i on i.tenant_id = l.tenant_id and i.id = l.instance_id
    where l.tenant_id = u.tenant_id and l.user_id = u.id), '[]'::json),
  'version', ${VERSION})`;

/** The tenant's own users, without support users. */
const SOURCE = sql`app_user u
  join role r on r.tenant_id = u.tenant_id and r.id = u.role_id
  left join department d on d.tenant_id = u.tenant_id and d.id = u.department_id`;

const SORTS: Readonly<Record<(typeof USER_SORTS)[number], RawBuilder<unknown>>> = {
  id: sql`u.id`,
  name: sql`lower(u.name)`,
  email: sql`u.email`,
  role: sql`lower(r.display_name)`,
  department: sql`lower(d.name)`,
  situation: sql`case when u.is_blocked then 3 when ${ONLINE} then 0 when ${AWAY} then 1 else 2 end`,
};

const SITUATIONS: Readonly<Record<UserSituation, RawBuilder<unknown>>> = {
  connected: sql`not u.is_blocked and ${ONLINE}`,
  away: sql`not u.is_blocked and ${AWAY}`,
  disconnected: sql`not u.is_blocked and ${ONLINE} is not true and not ${AWAY}`,
  blocked: sql`u.is_blocked`,
};

/** A page of the tenant's users; needs the permission to manage users. Unknown ids find nothing. */
export async function paginatedUsers(
  services: Services,
  actor: Actor,
  query: PaginatedUsersVariables,
): Promise<ManagedUserPage> {
  requirePermission(actor, 'users');
  const { limit, offset, direction } = parsePage(query);
  const order = SORTS[oneOf(USER_SORTS, query.sort_name ?? 'id', 'sort_name')];
  const conditions = [sql`u.tenant_id = ${actor.tenantId} and u.deleted_at is null and u.support_user_id is null`];
  const search = query.search?.trim() ?? '';
  if (search !== '') {
    const pattern = likePattern(search);
    conditions.push(sql`(u.name ilike ${pattern} or u.email ilike ${pattern} or u.username ilike ${pattern})`);
  }
  const ids = [
    [parseOptionalId(query.user_id), sql`u.id`],
    [parseOptionalId(query.role_id), sql`u.role_id`],
    [parseOptionalId(query.user_department_id), sql`u.department_id`],
  ] as const;
  for (const [id, column] of ids) if (id !== null) conditions.push(sql`${column} = ${id}`);
  const situation = query.situation ?? '';
  if (situation !== '') conditions.push(SITUATIONS[oneOf(USER_SITUATIONS, situation, 'situation')]);
  const condition = sql.join(conditions, sql` and `);
  return withTenant(services.db, actor.tenantId, async (tx) => {
    const counts = await sql<{ found: number; users: number; limit: number | null }>`
      select (select count(*)::integer from ${SOURCE} where ${condition}) as found,
        ${userCount(actor.tenantId)} as users,
        (select user_limit from tenant where id = ${actor.tenantId}) as limit`.execute(tx);
    const { rows } = await sql<{ view: ManagedUser }>`
      select ${VIEW} as view from ${SOURCE} where ${condition}
      order by ${order} ${direction} nulls last, u.id ${direction} limit ${limit} offset ${offset}`.execute(tx);
    const { found = 0, users = 0, limit: userLimit = null } = counts.rows[0] ?? {};
    return {
      total_pages: Math.ceil(found / limit),
      total_items: found,
      user_count: users,
      user_limit: userLimit,
      items: rows.map(({ view }) => view),
    };
  });
}

/** SQL: number of users of a tenant, blocked ones included, as compared with its limit. */
export function userCount(tenantId: Id): RawBuilder<number> {
  return sql<number>`(select count(*)::integer from app_user counted where counted.tenant_id = ${tenantId}
    and counted.deleted_at is null and counted.support_user_id is null)`;
}

/** One user as administrators see them; NOT_FOUND if unknown. */
export async function managedUser(tx: Tx, tenantId: Id, id: Id): Promise<ManagedUser> {
  const { rows } = await sql<{ view: ManagedUser }>`
    select ${VIEW} as view from ${SOURCE}
    where u.tenant_id = ${tenantId} and u.id = ${id} and u.deleted_at is null and u.support_user_id is null`.execute(
    tx,
  );
  const view = rows[0]?.view;
  if (view === undefined) throw notFound();
  return view;
}
