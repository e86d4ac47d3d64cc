import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { AudienceNode } from '../../../contract/entities/audience-tree.ts';
import { DAY_MS } from '../../../contract/facts/day-ms.ts';
import { changeTenant } from '../../db/change.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { inAudience } from '../audiences/compile.ts';
import type { Services } from '../context.ts';
import { servedTenants } from '../pools.ts';
import { groupChanged, groupView } from './group-view.ts';
import { isBehindOthers, olderBehind } from './groups-behind.ts';
import type { GroupsOf } from './groups-behind.ts';

/** Customers looked at in one transaction. */
const CHUNK = 5_000;

/** After this long a round starts no further refill. */
const ROUND_MS = 60_000;

/** A group being filled: `wanted` identifies the request, and changes when the audience does. */
type Filling = { tree: AudienceNode; now: Date; wanted: string; after: Id };

type Filler = Pick<Services, 'db' | 'now' | 'log'>;

/** Requests a refill of matching groups `g`, as of `now`; returns their ids. */
export async function wantFilled(tx: Tx, tenantId: Id, groups: RawBuilder<unknown>, now: Date): Promise<Id[]> {
  const { rows } = await sql<{ id: Id }>`
    update customer_group g set fill_wanted_at = ${now}, fill_after = 0, fill_failed_at = null, version = g.version + 1
    where g.tenant_id = ${tenantId} and g.deleted_at is null and g.audience_id is not null and ${groups}
    returning g.id::text as id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Starts filling groups in the background. `fillDueGroups` retries what fails or dies with the node. */
export function startFilling(services: Services, tenantId: Id, ids: readonly Id[]): void {
  void fillGroups(services, tenantId, ids);
}

/** Fills groups, each by so many chunks at most. One that fails doesn't hold up the others; it is tried again. */
export async function fillGroups(services: Filler, tenantId: Id, ids: readonly Id[], chunks = Infinity): Promise<void> {
  const { log } = services;
  for (const id of ids) {
    await fillGroup(services, tenantId, id, chunks).catch(async (error: unknown) => {
      log.warn({ err: error, tenant: tenantId, group: id }, 'a group of customers is filled later');
      await noteFailing(services, tenantId, id).catch((failed: unknown) =>
        log.warn({ err: failed, tenant: tenantId, group: id }, 'that a group isn’t filled could not be noted'),
      );
    });
  }
}

/** Its screen says so, and so do the campaigns that wait for it. */
async function noteFailing({ db, now }: Filler, tenantId: Id, id: Id): Promise<void> {
  await changeTenant(db, tenantId, async (change) => {
    const { numAffectedRows = 0n } = await sql`
      update customer_group set fill_failed_at = ${now()}, version = version + 1
      where tenant_id = ${tenantId} and id = ${id} and fill_wanted_at is not null and fill_failed_at is null`.execute(
      change.tx,
    );
    if (numAffectedRows > 0n) groupChanged(change, await groupView(change.tx, tenantId, id));
  });
}

/**
 * Resumes interrupted fills, then refills groups last filled a day ago, as conditions depend on time.
 * Stops after a while, so that the next round starts with the fills interrupted meanwhile.
 */
export async function fillDueGroups(services: Services): Promise<void> {
  const tenants = await servedTenants(services);
  for (const tenantId of tenants) {
    const { rows } = await withTenant(services.db, tenantId, (tx) =>
      sql<{ id: Id }>`select id::text as id from customer_group
        where tenant_id = ${tenantId} and fill_wanted_at is not null`.execute(tx),
    );
    await fillGroups(
      services,
      tenantId,
      rows.map(({ id }) => id),
    );
  }
  const until = services.now().getTime() + ROUND_MS;
  for (const tenantId of tenants) {
    let oldest: Id[];
    do {
      const now = services.now();
      if (now.getTime() > until) return;
      // One at a time: another node takes the next.
      const isOldest = sql`g.id = (select o.id from customer_group o where o.tenant_id = ${tenantId}
        and o.deleted_at is null and o.audience_id is not null and o.fill_wanted_at is null
        and o.filled_at < ${new Date(now.getTime() - DAY_MS)} order by o.filled_at limit 1)`;
      oldest = await withTenant(services.db, tenantId, (tx) => wantFilled(tx, tenantId, isOldest, now));
      await fillGroups(services, tenantId, oldest);
    } while (oldest.length > 0);
  }
}

/**
 * Has the members of all groups behind something taken from their audiences as these are at a moment or later, which each is
 * once. One without an audience stays as it is.
 */
export async function wantFilledSince({ db, now }: Filler, tenantId: Id, of: GroupsOf, since: Date): Promise<void> {
  const isOlder = sql`g.id in (${olderBehind(tenantId, of, since)})`;
  await withTenant(db, tenantId, (tx) => wantFilled(tx, tenantId, isOlder, now()));
}

/**
 * Fills a group from its audience, in a limited number of chunks: each is a separate transaction that
 * doesn't block the company. Stops if another node is filling the same group.
 */
export async function fillGroup(services: Pick<Filler, 'db'>, tenantId: Id, id: Id, chunks = Infinity): Promise<void> {
  let left = chunks;
  while (left > 0 && (await withTenant(services.db, tenantId, (tx) => fillChunk(tx, tenantId, id)))) left -= 1;
  await changeTenant(services.db, tenantId, async (change) => {
    const { tx } = change;
    // Skip if locked: the lock's holder continues.
    const { rows } = await sql`
      select from customer_group g where tenant_id = ${tenantId} and id = ${id} and fill_wanted_at is not null
        and not exists (select from customer c where c.tenant_id = ${tenantId} and c.id > g.fill_after)
      for update skip locked`.execute(tx);
    if (rows.length === 0) return;
    await sql`
      update customer_group set filled_at = fill_wanted_at, fill_wanted_at = null, fill_failed_at = null, fill_after = 0,
        version = version + 1
      where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
    groupChanged(change, await groupView(tx, tenantId, id));
  });
}

/** Fills from the next customers; returns whether there were any not claimed by another node. */
async function fillChunk(tx: Tx, tenantId: Id, id: Id): Promise<boolean> {
  const { rows: locks } = await sql<{ isMine: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`group ${tenantId} ${id}`}, 0)) as "isMine"`.execute(tx);
  if (locks[0]?.isMine !== true) return false;
  const before = await fillingOf(tx, tenantId, id, sql``);
  if (before === undefined || (await isBehindOthers(tx, tenantId, id))) return false;
  const { tree, now, after, wanted } = before;
  const { rows } = await sql<{ upto: Id; joining: Id[]; leaving: Id[] }>`
    with page as materialized (
      select c.id from customer c where c.tenant_id = ${tenantId} and c.id > ${after} order by c.id limit ${CHUNK}),
    looked as materialized (
      select c.id, c.erased_at is null and ${inAudience({ tenantId, now }, tree)} as is_in,
        exists (select from customer_group_member m
          where m.tenant_id = ${tenantId} and m.group_id = ${id} and m.customer_id = c.id) as was_in
      from customer c where c.tenant_id = ${tenantId} and c.id > ${after} and c.id <= (select max(id) from page))
    select (select max(id) from page)::text as upto,
      array(select id::text from looked where is_in and not was_in) as joining,
      array(select id::text from looked where was_in and not is_in) as leaving`.execute(tx);
  const [found] = rows;
  if (found === undefined || found.upto === null) return false;
  // Lock customers before their group, in the same order as deletions of customers, which update groups last.
  await sql`select from customer where tenant_id = ${tenantId}
    and id = any(${[...found.joining, ...found.leaving]}::bigint[]) order by id for key share`.execute(tx);
  // Locked only for writing: other changes of the group hold the company's lock.
  const still = await fillingOf(tx, tenantId, id, sql`for update of g`);
  if (still === undefined) return false;
  if (still.wanted !== wanted || still.after !== after) return true;
  await sql`
    insert into customer_group_member (tenant_id, group_id, customer_id)
    select ${tenantId}, ${id}, c.id from customer c
    where c.tenant_id = ${tenantId} and c.id = any(${found.joining}::bigint[]) on conflict do nothing`.execute(tx);
  await sql`
    delete from customer_group_member where tenant_id = ${tenantId} and group_id = ${id}
      and customer_id = any(${found.leaving}::bigint[])`.execute(tx);
  await sql`update customer_group set fill_after = ${found.upto}, fill_failed_at = null
    where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
  return true;
}

async function fillingOf(tx: Tx, tenantId: Id, id: Id, lock: RawBuilder<unknown>): Promise<Filling | undefined> {
  const { rows } = await sql<Filling>`
    select a.tree, g.fill_wanted_at as now, g.fill_wanted_at::text || ' ' || a.version as wanted,
      g.fill_after::text as after
    from customer_group g join audience a on a.tenant_id = g.tenant_id and a.id = g.audience_id
    where g.tenant_id = ${tenantId} and g.id = ${id} and g.fill_wanted_at is not null and g.deleted_at is null
    ${lock}`.execute(tx);
  return rows[0];
}
