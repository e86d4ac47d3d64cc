import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';

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

/** Groups that decide who is in: those that are being filled. `isFailing`: so far that can't be done. */
export async function fillingBehind(tx: Tx, tenantId: Id, of: GroupsOf): Promise<{ id: Id; isFailing: boolean }[]> {
  const isFirst = 'tree' in of ? sql`g.id::text in (${namedIn(of.tree)})` : sql`g.id = ${of.groupId}`;
  const { rows } = await sql<{ id: Id; isFailing: boolean }>`
    select f.id::text as id, f.fill_failed_at is not null as "isFailing" from customer_group f
    where f.tenant_id = ${tenantId} and f.fill_wanted_at is not null and f.id in (${behind(tenantId, isFirst)})
    order by f.id`.execute(tx);
  return rows;
}

/**
 * Whether a group's members can't be taken yet from its audience: that names groups that are being filled themselves. Those that
 * name each other in a circle don't wait for ever.
 */
export async function isBehindOthers(tx: Tx, tenantId: Id, id: Id): Promise<boolean> {
  const named = sql`g.id::text in (${namedIn(sql`(select a.tree from audience a join customer_group o
    on o.tenant_id = a.tenant_id and o.audience_id = a.id where o.tenant_id = ${tenantId} and o.id = ${id})`)})`;
  const { rows } = await sql<{ isBehind: boolean }>`
    with those as materialized (${behind(tenantId, named)})
    select not exists (select from those where id = ${id}) and exists (select from customer_group f
      where f.tenant_id = ${tenantId} and f.fill_wanted_at is not null and f.id in (select id from those))
      as "isBehind"`.execute(tx);
  return rows[0]?.isBehind === true;
}
