import { sql } from 'kysely';
import * as z from 'zod/mini';
import { REPORT_DAYS_MAX, dayAfter, daysOf } from '../../../contract/facts/days.ts';
import { foldText } from '../../../contract/facts/fold-text.ts';
import { SEARCH_TEXT_MAX, PAGE_MAX } from '../../../contract/facts/limits.ts';
import { GROUPINGS } from '../../../contract/facts/metrics.ts';
import type { Grouping } from '../../../contract/facts/metrics.ts';
import type { ReportGroup, ReportGroupPage, ReportGroupsVariables } from '../../../contract/graphql/report-groups.ts';
import { reportNumbersSchema } from '../../../contract/reports/numbers.ts';
import type { ReportNumbers } from '../../../contract/reports/numbers.ts';
import { optionalDaySchema, periodSchema } from '../../../contract/reports/period.ts';
import type { Period } from '../../../contract/reports/period.ts';
import type { Tx } from '../../db/database.ts';
import type { Actor, Services } from '../context.ts';
import { parseInput } from '../input.ts';
import { NO_NUMBERS, numbersBy } from './numbers.ts';
import { onSnapshot, parseChosen, requireChosen, requireReports, scopeOf } from './scope.ts';
import type { Chosen, Scope } from './scope.ts';

const HOURS = 24;

const querySchema = z.object({
  group_by: z.enum(GROUPINGS),
  compared_to: optionalDaySchema,
  search: z.nullish(z.string().check(z.maxLength(SEARCH_TEXT_MAX))),
  sort_name: z.nullish(z.union([z.enum(['key', 'name']), z.keyof(reportNumbersSchema)])),
  sort_type: z.nullish(z.enum(['ASC', 'DESC'])),
  pagination_page: z.nullish(z.int().check(z.minimum(1), z.maximum(PAGE_MAX))),
  pagination_limit: z.nullish(z.int().check(z.minimum(1), z.maximum(REPORT_DAYS_MAX))),
});
type GroupQuery = z.infer<typeof querySchema>;

/** A page of a period's numbers by group. Refuses as `compareNumbers` does, and unknown groupings and orders. */
export async function groupNumbers(
  services: Services,
  actor: Actor,
  variables: ReportGroupsVariables,
): Promise<ReportGroupPage> {
  requireReports(actor);
  const period = parseInput(periodSchema, variables);
  const query = parseInput(querySchema, variables);
  const chosen = parseChosen(variables);
  const groups = await onSnapshot(services, actor, async (tx) => {
    await requireChosen(tx, actor.tenantId, chosen);
    const start = query.compared_to ?? undefined;
    const comparedTo = start === undefined ? undefined : { start_at: start, now: services.now() };
    const scope = await scopeOf(tx, actor.tenantId, chosen, period, comparedTo);
    return listGroups(tx, scope, period, query.group_by);
  });
  return pageOf(groups, query);
}

/** Every group of a period in order of its key, including empty ones. */
export async function listGroups(tx: Tx, scope: Scope, period: Period, grouping: Grouping): Promise<ReportGroup[]> {
  const [numbers, named] = await Promise.all([numbersBy(tx, scope, grouping), namesOf(tx, scope, grouping)]);
  const all = named ?? keysOf(period, grouping).map((key) => ({ key, name: null, isPast: false }));
  const groups = all
    .filter(({ key, isPast }) => !isPast || numbers.has(key))
    .map(({ key, name }): ReportGroup => ({ key, name, numbers: numbers.get(key) ?? NO_NUMBERS }));
  const nobody = numbers.get('');
  return nobody === undefined ? groups : [...groups, { key: '', name: null, numbers: nobody }];
}

/** The keys of days and hours, which have no names. */
function keysOf({ start_at, finish_at }: Period, grouping: Grouping): string[] {
  if (grouping === 'hour') return Array.from({ length: HOURS }, (_, hour) => String(hour));
  return Array.from({ length: daysOf(start_at, finish_at) }, (_, index) => dayAfter(start_at, index));
}

type Named = { key: string; name: string; isPast: boolean };

/**
 * The groups of a grouping, with names; undefined for those without names. Past ones are deleted, or users no longer in
 * one of the chosen departments.
 */
export async function namesOf(
  tx: Tx,
  { tenantId, userIds, departmentIds, instanceIds }: Chosen & { tenantId: string },
  grouping: Grouping,
): Promise<Named[] | undefined> {
  if (grouping === 'day' || grouping === 'hour') return undefined;
  const among = (ids: readonly string[] | null) => sql`(${ids}::bigint[] is null or id = any(${ids}::bigint[]))`;
  const query = {
    user: sql<Named>`select id as key, name, deleted_at is not null or support_user_id is not null
        or (${departmentIds}::bigint[] is not null
          and coalesce(department_id <> all(${departmentIds}::bigint[]), true)) as "isPast"
      from app_user where tenant_id = ${tenantId} and ${among(userIds)} order by id`,
    department: sql<Named>`
      select id as key, name, false as "isPast" from department where tenant_id = ${tenantId} and ${among(departmentIds)}
      union all
      select id as key, name, true as "isPast" from past_department where tenant_id = ${tenantId} and ${among(departmentIds)}
      order by key`,
    instance: sql<Named>`select id as key, name, false as "isPast" from instance
      where tenant_id = ${tenantId} and ${among(instanceIds)} order by id`,
  }[grouping];
  return (await query.execute(tx)).rows;
}

/** The rows of a page, after search and sort. */
function pageOf(groups: readonly ReportGroup[], query: GroupQuery): ReportGroupPage {
  const limit = query.pagination_limit ?? 100;
  const page = query.pagination_page ?? 1;
  const search = foldText(query.search ?? '').trim();
  const found = search === '' ? groups : groups.filter(({ name }) => foldText(name ?? '').includes(search));
  const sorted = sort(found, query.sort_name ?? 'key', query.sort_type === 'DESC');
  return {
    total_pages: Math.ceil(found.length / limit),
    total_items: found.length,
    items: sorted.slice((page - 1) * limit, page * limit),
  };
}

/** Sorted by a column; missing values come last, equal ones by key. */
function sort(
  groups: readonly ReportGroup[],
  by: 'key' | 'name' | keyof ReportNumbers,
  isDown: boolean,
): ReportGroup[] {
  const sign = isDown ? -1 : 1;
  if (by === 'key') return isDown ? groups.toReversed() : [...groups];
  if (by === 'name') {
    return groups.toSorted((one, other) =>
      one.name === null || other.name === null
        ? Number(one.name === null) - Number(other.name === null)
        : sign * one.name.localeCompare(other.name),
    );
  }
  return groups.toSorted(({ numbers: { [by]: one } }, { numbers: { [by]: other } }) =>
    one === null || other === null ? Number(one === null) - Number(other === null) : sign * (one - other),
  );
}
