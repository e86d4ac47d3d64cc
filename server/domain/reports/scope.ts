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
    // A day and three years want different plans, and none of them the compiler.
    await sql`select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('jit', 'off', true)`.execute(
      tx,
    );
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

/** Columns of what is counted: when it was, whose it is (null or 0: nobody's) and on which instance. */
export type Place = { at: RawBuilder<unknown>; attendant: RawBuilder<unknown>; instance: RawBuilder<unknown> };

/** The key of the group that a row belongs to. */
export function keyOf(
  grouping: Grouping | null,
  { at, attendant, instance }: Place,
  scope: Pick<Scope, 'timezone' | 'tenantId'>,
) {
  switch (grouping) {
    case null:
      return sql<string>`''::text`;
    case 'day':
      return sql<string>`(${at} at time zone ${scope.timezone})::date::text`;
    case 'hour':
      return sql<string>`extract(hour from ${at} at time zone ${scope.timezone})::int::text`;
    case 'user':
      return sql<string>`coalesce(nullif(${attendant}, 0)::text, '')`;
    case 'instance':
      return sql<string>`${instance}::text`;
    case 'department':
      return sql<string>`coalesce((select person.department_id::text from app_user person
        where person.tenant_id = ${scope.tenantId} and person.id = ${attendant}), '')`;
    default:
      return grouping satisfies never;
  }
}

/** Whether a row is one of the chosen ones', as a condition. */
export function isChosen({ userIds, departmentIds, instanceIds }: Chosen, place: Omit<Place, 'at'>, tenantId: Id) {
  const conditions = [sql<boolean>`true`];
  if (userIds !== null) conditions.push(sql`${place.attendant} = any(${userIds}::bigint[])`);
  if (instanceIds !== null) conditions.push(sql`${place.instance} = any(${instanceIds}::bigint[])`);
  if (departmentIds !== null) {
    conditions.push(sql`${place.attendant} in (select person.id from app_user person
      where person.tenant_id = ${tenantId} and person.department_id = any(${departmentIds}::bigint[]))`);
  }
  return sql.join(conditions, sql` and `);
}
