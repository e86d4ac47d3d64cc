import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Grouping } from '../../../contract/reports/metrics.ts';
import { dayAfter } from '../../../contract/reports/period.ts';
import type { Period, ReportFilter } from '../../../contract/reports/period.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Actor, Services } from '../context.ts';
import { notFound } from '../errors.ts';
import { parseId } from '../ids.ts';
import { requirePermission } from '../permissions.ts';

/** Whose numbers; null: everybody's. */
export type Chosen = {
  userIds: readonly Id[] | null;
  departmentIds: readonly Id[] | null;
  instanceIds: readonly Id[] | null;
};

/** What a report looks at: a tenant, whose numbers, and from when until before when. */
export type Scope = Chosen & { tenantId: Id; timezone: string; since: Date; until: Date };

/** Refuses who may open none of the screens that show numbers of some days. */
export function requireReports(actor: Actor): void {
  requirePermission(
    actor,
    'dashboard-analytics',
    'dashboard-control-panel',
    'dashboard-produtivity-report',
    'dashboard-report',
  );
}

/** Runs a report on one snapshot: its numbers agree with each other, whatever happens meanwhile. */
export function onSnapshot<T>(services: Services, actor: Actor, work: (tx: Tx) => Promise<T>): Promise<T> {
  return withTenant(services.db, actor.tenantId, async (tx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(tx);
    // A day and three years want different plans, and none of them the compiler; what is sorted and hashed fits in memory.
    await sql`select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('jit', 'off', true),
      set_config('work_mem', '32MB', true)`.execute(tx);
    return work(tx);
  });
}

/** Parses the ids of a filter; none given are all. What can't be an id is not found. */
export function parseChosen({ user_ids, department_ids, instance_ids }: ReportFilter): Chosen {
  const parse = (given: readonly string[] | null | undefined): Id[] | null =>
    given === null || given === undefined || given.length === 0 ? null : [...new Set(given.map(parseId))];
  return { userIds: parse(user_ids), departmentIds: parse(department_ids), instanceIds: parse(instance_ids) };
}

/** Refuses as not found what isn't the tenant's. */
export async function requireChosen(tx: Tx, tenantId: Id, chosen: Chosen): Promise<void> {
  await requireAll(tx, tenantId, sql.table('app_user'), chosen.userIds);
  await requireAll(tx, tenantId, sql.table('department'), chosen.departmentIds);
  await requireAll(tx, tenantId, sql.table('instance'), chosen.instanceIds);
}

async function requireAll(tx: Tx, tenantId: Id, table: RawBuilder<unknown>, ids: readonly Id[] | null): Promise<void> {
  if (ids === null) return;
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from ${table} where tenant_id = ${tenantId} and id = any(${ids}::bigint[])`.execute(tx);
  if (Number(rows[0]?.count) !== ids.length) throw notFound();
}

/** From the first moment of a period's first day to the last of its last, in the tenant's time zone. */
export async function scopeOf(tx: Tx, tenantId: Id, chosen: Chosen, { start_at, finish_at }: Period): Promise<Scope> {
  const { rows } = await sql<{ timezone: string; since: Date; until: Date }>`
    select timezone, ${start_at}::date::timestamp at time zone timezone as since,
      ${dayAfter(finish_at, 1)}::date::timestamp at time zone timezone as until
    from tenant where id = ${tenantId}`.execute(tx);
  const [bounds] = rows;
  if (bounds === undefined) throw new Error(`Tenant ${tenantId} is not there`);
  return { tenantId, ...chosen, ...bounds };
}

/**
 * Columns of what is counted: when it was, whose it is (null or 0: nobody's), on which instance, and
 * to which department it came. Without one it is the attendant's department that counts.
 */
export type Place = {
  at: RawBuilder<unknown>;
  attendant: RawBuilder<unknown>;
  instance: RawBuilder<unknown>;
  department: RawBuilder<unknown>;
};

/** What a group is called in the database: a date, a number, an id; null for nobody's. Not yet text, by which it would group and sort slowly. */
export type RawKey = string | number | null;
/** What a row's group is, and what has to be joined for it. */
export type GroupKey = { join: RawBuilder<unknown>; key: RawBuilder<RawKey> };

/** The key of the group that a row belongs to. */
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
 * The columns that a key is made of: rows that are equal in them are in one group. Moments stand for
 * their quarter of an hour.
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
      // Every time zone's hours and days begin with a quarter of an hour.
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

/** Whether a row belongs to the group with a key, as a condition. A key that can't be one is not found. */
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

/** Whether a row is one of the chosen ones', as a condition. */
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
