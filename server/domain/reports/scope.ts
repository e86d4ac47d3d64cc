import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { dayAfter } from '../../../contract/facts/days.ts';
import type { Grouping } from '../../../contract/facts/metrics.ts';
import type { Period, ReportFilter } from '../../../contract/reports/period.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Actor, Services } from '../context.ts';
import { notFound } from '../errors.ts';
import { parseId } from '../ids.ts';
import { requirePermission } from '../permissions.ts';

/** The chosen users, departments and instances; null: all. */
export type Chosen = {
  userIds: readonly Id[] | null;
  departmentIds: readonly Id[] | null;
  instanceIds: readonly Id[] | null;
};

/** The scope of a report: a tenant, the chosen ids, and a half-open time range. */
export type Scope = Chosen & { tenantId: Id; timezone: string; since: Date; until: Date };

/** Requires the permission for one of the screens with numbers of a period. */
export function requireReports(actor: Actor): void {
  requirePermission(
    actor,
    'dashboard-analytics',
    'dashboard-control-panel',
    'dashboard-produtivity-report',
    'dashboard-report',
  );
}

/** Runs a report on one snapshot, so that its numbers agree. */
export function onSnapshot<T>(services: Services, actor: Actor, work: (tx: Tx) => Promise<T>): Promise<T> {
  return withTenant(services.db, actor.tenantId, async (tx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(tx);
    // Plans depend on the period's length, so don't reuse them; JIT doesn't pay off; sorts and hashes fit in memory.
    await sql`select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('jit', 'off', true),
      set_config('work_mem', '32MB', true)`.execute(tx);
    return work(tx);
  });
}

/** Parses the ids of a filter; none means all. Malformed ids are not found. */
export function parseChosen({ user_ids, department_ids, instance_ids }: ReportFilter): Chosen {
  const parse = (input: readonly string[] | null | undefined): Id[] | null =>
    input === null || input === undefined || input.length === 0 ? null : [...new Set(input.map(parseId))];
  return { userIds: parse(user_ids), departmentIds: parse(department_ids), instanceIds: parse(instance_ids) };
}

/** Refuses other tenants' ids as not found. */
export async function requireChosen(tx: Tx, tenantId: Id, chosen: Chosen): Promise<void> {
  await requireAll(tx, tenantId, sql.table('app_user'), chosen.userIds);
  await requireAll(tx, tenantId, sql.table('department'), chosen.departmentIds);
  await requireAll(tx, tenantId, sql.table('instance'), chosen.instanceIds);
}

/** Refuses ids that aren't in the tenant's table as not found. */
export async function requireAll(
  tx: Tx,
  tenantId: Id,
  table: RawBuilder<unknown>,
  ids: readonly Id[] | null,
): Promise<void> {
  if (ids === null) return;
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from ${table} where tenant_id = ${tenantId} and id = any(${ids}::bigint[])`.execute(tx);
  if (Number(rows[0]?.count) !== ids.length) throw notFound();
}

/** The period that the scope's is compared with begins on `start_at`; it may be under way `now`. */
export type ComparedTo = { start_at: string; now: Date };

/**
 * From the beginning of a period's first day to the end of its last, in the tenant's time zone; when it is compared with
 * a period under way, only up to the same day and time of day.
 */
export async function scopeOf(
  tx: Tx,
  tenantId: Id,
  chosen: Chosen,
  { start_at, finish_at }: Period,
  comparedTo?: ComparedTo,
): Promise<Scope> {
  const end = sql`${dayAfter(finish_at, 1)}::date::timestamp at time zone timezone`;
  // On a quarter of an hour, where tallies and tickets can both be cut. Without a moment `least` takes the end.
  const cut = comparedTo === undefined ? sql`null` : sameMoment(start_at, comparedTo);
  const { rows } = await sql<{ timezone: string; since: Date; until: Date }>`
    select timezone, ${start_at}::date::timestamp at time zone timezone as since, least(${end}, ${cut}) as until
    from tenant where id = ${tenantId}`.execute(tx);
  const [bounds] = rows;
  if (bounds === undefined) throw new Error(`Tenant ${tenantId} is not there`);
  return { tenantId, ...chosen, ...bounds };
}

/** As long after `start` as now is after the compared start; null if the compared start is still to come. */
function sameMoment(start: string, { start_at, now }: ComparedTo): RawBuilder<unknown> {
  const local = sql`(${now}::timestamptz at time zone timezone)`;
  const days = sql`(${local}::date - ${start_at}::date)`;
  return sql`case when ${days} >= 0
    then report_slot((${start}::date + ${days} + ${local}::time) at time zone timezone) end`;
}

/**
 * Columns of counted rows: their time, attendant (null or 0: none), instance, and receiving department. Without a
 * department the attendant's one counts.
 */
export type Place = {
  at: RawBuilder<unknown>;
  attendant: RawBuilder<unknown>;
  instance: RawBuilder<unknown>;
  department: RawBuilder<unknown>;
};

/**
 * A group's key in the database: a date, a number, an id; null for none. Not text yet, which groups and sorts slowly.
 */
export type RawKey = string | number | null;
/** The key of a row's group, and the join it needs. */
export type GroupKey = { join: RawBuilder<unknown>; key: RawBuilder<RawKey> };

/** The key of a row's group. */
export function keyOf(
  grouping: Grouping | null,
  { at, attendant, instance, department }: Place,
  { tenantId, timezone }: Pick<Scope, 'tenantId' | 'timezone'>,
): GroupKey {
  const nothing = sql``;
  switch (grouping) {
    case null:
      return { join: nothing, key: sql`null::bigint` };
    case 'day':
      return { join: nothing, key: sql`(${at} at time zone ${timezone})::date` };
    case 'hour':
      return { join: nothing, key: sql`extract(hour from ${at} at time zone ${timezone})::int` };
    case 'user':
      return { join: nothing, key: sql`nullif(${attendant}, 0)` };
    case 'instance':
      return { join: nothing, key: sql`${instance}` };
    case 'department':
      return {
        join: sql`left join app_user person on person.tenant_id = ${tenantId} and person.id = ${attendant}`,
        key: sql`coalesce(${department}, person.department_id)`,
      };
    default:
      return grouping satisfies never;
  }
}

/**
 * The columns that a key derives from: rows equal in them are in one group. Times are rounded down to a quarter of an
 * hour.
 */
export function partsOfKey(grouping: Grouping | null, { at, attendant, instance, department }: Place) {
  const parts = {
    at: sql`null::timestamptz`,
    attendant: sql`null::bigint`,
    instance: sql`null::bigint`,
    department: sql`null::bigint`,
  };
  switch (grouping) {
    case null:
      return parts;
    case 'day':
    case 'hour':
      // In every time zone, hours and days begin on a quarter of an hour.
      return { ...parts, at: sql`report_slot(${at})` };
    case 'user':
      return { ...parts, attendant };
    case 'instance':
      return { ...parts, instance };
    case 'department':
      return { ...parts, attendant, department };
    default:
      return grouping satisfies never;
  }
}

/** SQL condition: a row belongs to the group with this key. A malformed key is not found. */
export function isInGroup(
  grouping: Grouping,
  key: string,
  { at, attendant, instance, department }: Place,
  { tenantId, timezone }: Pick<Scope, 'tenantId' | 'timezone'>,
): RawBuilder<boolean> {
  const isNobodys = key === '';
  switch (grouping) {
    case 'day':
      return sql`(${at} at time zone ${timezone})::date::text = ${key}`;
    case 'hour':
      return sql`extract(hour from ${at} at time zone ${timezone})::int::text = ${key}`;
    case 'user':
      return isNobodys ? sql`${attendant} is null` : sql`${attendant} = ${parseId(key)}`;
    case 'instance':
      return sql`${instance} = ${parseId(key)}`;
    case 'department': {
      const people = sql`select person.id from app_user person where person.tenant_id = ${tenantId} and`;
      if (!isNobodys) return isOfDepartments([parseId(key)], { attendant, department }, tenantId);
      return sql`(${department} is null
        and (${attendant} is null or ${attendant} in (${people} person.department_id is null)))`;
    }
    default:
      return grouping satisfies never;
  }
}

/** SQL condition: a row belongs to the chosen ids. */
export function isChosen({ userIds, departmentIds, instanceIds }: Chosen, place: Omit<Place, 'at'>, tenantId: Id) {
  const conditions = [sql<boolean>`true`];
  if (userIds !== null) conditions.push(sql`${place.attendant} = any(${userIds}::bigint[])`);
  if (instanceIds !== null) conditions.push(sql`${place.instance} = any(${instanceIds}::bigint[])`);
  if (departmentIds !== null) conditions.push(isOfDepartments(departmentIds, place, tenantId));
  return sql.join(conditions, sql` and `);
}

function isOfDepartments(
  ids: readonly Id[],
  { attendant, department }: Pick<Place, 'attendant' | 'department'>,
  tenantId: Id,
): RawBuilder<boolean> {
  return sql`(${department} = any(${ids}::bigint[]) or (${department} is null and ${attendant} in (
    select person.id from app_user person
    where person.tenant_id = ${tenantId} and person.department_id = any(${ids}::bigint[]))))`;
}
