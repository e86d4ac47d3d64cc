import { dayAfter, daysOf } from '../../../contract/facts/days.ts';
import type { ComparedNumbers, ReportNumbersVariables } from '../../../contract/graphql/report-numbers.ts';
import { optionalDaySchema, periodSchema } from '../../../contract/reports/period.ts';
import type { Period } from '../../../contract/reports/period.ts';
import type { DashboardReport, DashboardReportBody } from '../../../contract/rest/dashboard-report.ts';
import type { Actor, Services } from '../context.ts';
import { parseInput } from '../input.ts';
import { requirePermission } from '../permissions.ts';
import { listGroups } from './groups.ts';
import { NO_NUMBERS, numbersBy } from './numbers.ts';
import { onSnapshot, parseChosen, requireChosen, requireReports, scopeOf } from './scope.ts';
import type { ComparedTo } from './scope.ts';

/**
 * The numbers of a period, and of an equally long one before it or from `compare_start_at` on; of a period under way the
 * same part. Refuses invalid or too long periods, and unknown ids as not found.
 */
export async function compareNumbers(
  services: Services,
  actor: Actor,
  variables: ReportNumbersVariables,
): Promise<ComparedNumbers> {
  requireReports(actor);
  const period = parseInput(periodSchema, variables);
  const compareStart = parseInput(optionalDaySchema, variables.compare_start_at);
  const chosen = parseChosen(variables);
  const days = daysOf(period.start_at, period.finish_at);
  const previousStart = compareStart ?? dayAfter(period.start_at, -days);
  const previous = { start_at: previousStart, finish_at: dayAfter(previousStart, days - 1) };
  return onSnapshot(services, actor, async (tx) => {
    await requireChosen(tx, actor.tenantId, chosen);
    const of = async ({ start_at, finish_at }: Period, comparedTo?: ComparedTo) => {
      const scope = await scopeOf(tx, actor.tenantId, chosen, { start_at, finish_at }, comparedTo);
      const numbers = (await numbersBy(tx, scope, null)).get('') ?? NO_NUMBERS;
      return { start_at, finish_at, numbers };
    };
    return { ...(await of(period)), previous: await of(previous, { start_at: period.start_at, now: services.now() }) };
  });
}

/** The numbers of a period, in total and by user, for the chosen ones or all. Refuses as `compareNumbers` does. */
export async function dashboardReport(
  services: Services,
  actor: Actor,
  { start_at, finish_at, selectedUsers }: DashboardReportBody,
): Promise<DashboardReport> {
  requirePermission(actor, 'dashboard-report');
  const chosen = parseChosen({ user_ids: typeof selectedUsers === 'string' ? [selectedUsers] : selectedUsers });
  return onSnapshot(services, actor, async (tx) => {
    await requireChosen(tx, actor.tenantId, chosen);
    const scope = await scopeOf(tx, actor.tenantId, chosen, { start_at, finish_at });
    const totals = (await numbersBy(tx, scope, null)).get('') ?? NO_NUMBERS;
    const groups = await listGroups(tx, scope, { start_at, finish_at }, 'user');
    return {
      start_at,
      finish_at,
      totals,
      // Tickets without an owner count only in the totals.
      users: groups
        .flatMap(({ key, name, numbers }) => (name === null ? [] : [{ id: key, name, numbers }]))
        .toSorted((one, other) => one.name.localeCompare(other.name)),
    };
  });
}
