import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { COMING_IN } from '../imports/import-state.ts';

/** SQL condition: the customers of the file that a group is of are still coming in. */
export const isComingIn = (group: 'f' | 'g'): RawBuilder<boolean> => sql<boolean>`exists (
  select from customer_import i where i.tenant_id = ${sql.ref(`${group}.tenant_id`)}
    and i.group_id = ${sql.ref(`${group}.id`)} and i.status = any(${[...COMING_IN]}::text[]))`;

/** SQL: ids of the groups that an audience's tree names, as texts. */
const namedIn = (tree: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select named #>> '{}' from jsonb_path_query(${tree}, '$.** ? (@.field == "group").value[*]') named`;

/** SQL: the groups `g` that match, and those that the audiences of these name, and so on. */
const behind = (tenantId: Id, isFirst: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  with recursive behind as (
    select g.id, g.audience_id from customer_group g
    where g.tenant_id = ${tenantId} and g.deleted_at is null and ${isFirst}
    union
    select g.id, g.audience_id from behind b
    join audience a on a.tenant_id = ${tenantId} and a.id = b.audience_id
    join customer_group g on g.tenant_id = ${tenantId} and g.deleted_at is null
      and g.id::text in (${namedIn(sql`a.tree`)}))
  select id from behind`;

/** Whom something is for: a group, or a tree of conditions. */
export type GroupsOf = { groupId: Id | null } | { tree: RawBuilder<unknown> };

/** SQL: the groups that decide who is in. */
export function groupsOf(tenantId: Id, of: GroupsOf): RawBuilder<unknown> {
  return behind(tenantId, 'tree' in of ? sql`g.id::text in (${namedIn(of.tree)})` : sql`g.id = ${of.groupId}`);
}

/** A group that isn't full yet. `failing`: so far it can't be filled; `importing`: its file's customers are still coming in. */
export type FillingGroup = { id: Id; why: 'filling' | 'failing' | 'importing' };

/** Groups that decide who is in: those that are being filled. */
export async function fillingBehind(tx: Tx, tenantId: Id, of: GroupsOf): Promise<FillingGroup[]> {
  const { rows } = await sql<FillingGroup>`
    select id, why from (
      select f.id::text as id, case when ${isComingIn('f')} then 'importing' when f.fill_wanted_at is null then null
        when f.fill_failed_at is null then 'filling' else 'failing' end as why
      from customer_group f where f.tenant_id = ${tenantId} and f.id in (${groupsOf(tenantId, of)})) those
    where why is not null order by id::bigint`.execute(tx);
  return rows;
}

/**
 * SQL: those of the groups behind something that have an audience and were not taken from it since a moment, and those that take
 * somebody by one of these.
 */
export function olderBehind(tenantId: Id, of: GroupsOf, since: Date): RawBuilder<unknown> {
  return sql`select w.id from customer_group w
    where w.tenant_id = ${tenantId} and w.id in (${groupsOf(tenantId, of)}) and exists (
      select from customer_group o where o.tenant_id = ${tenantId} and o.audience_id is not null
        and coalesce(o.fill_wanted_at, o.filled_at, '-infinity') < ${since}
        and o.id in (${behind(tenantId, sql`g.id = w.id`)}))`;
}

/**
 * Whether a group's members can't be taken yet from its audience: that names groups that are being filled themselves. Those that
 * name each other in a circle don't wait for ever, an import ends.
 */
export async function isBehindOthers(tx: Tx, tenantId: Id, id: Id): Promise<boolean> {
  const named = sql`g.id::text in (${namedIn(sql`(select a.tree from audience a join customer_group o
    on o.tenant_id = a.tenant_id and o.audience_id = a.id where o.tenant_id = ${tenantId} and o.id = ${id})`)})`;
  const { rows } = await sql<{ isBehind: boolean }>`
    with those as materialized (${behind(tenantId, named)})
    select exists (select from customer_group f where f.tenant_id = ${tenantId} and f.id in (select id from those)
      and (${isComingIn('f')} or (f.fill_wanted_at is not null and not exists (select from those where id = ${id}))))
      as "isBehind"`.execute(tx);
  return rows[0]?.isBehind === true;
}
