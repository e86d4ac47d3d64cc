import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Grouping } from '../../../contract/reports/metrics.ts';
import type { ReportNumbers } from '../../../contract/reports/numbers.ts';
import type { Tx } from '../../db/database.ts';
import { isChosen, keyOf } from './scope.ts';
import type { Place, RawKey, Scope } from './scope.ts';

export const NO_NUMBERS: ReportNumbers = {
  opened: 0,
  finished: 0,
  first_responses: 0,
  first_response_median_ms: null,
  first_response_average_ms: null,
  handled: 0,
  handling_average_ms: null,
  answers: 0,
  waiting_average_ms: null,
  messages_in: 0,
  messages_out: 0,
};

/** Where tickets stand in a report: by when they were opened, finished or first answered. */
export const OPENED: Place = {
  at: sql`t.started_at`,
  attendant: sql`t.user_id`,
  instance: sql`t.instance_id`,
  department: sql`t.department_id`,
};
export const FINISHED: Place = { ...OPENED, at: sql`t.finished_at` };
export const FIRST_ANSWERED: Place = {
  ...OPENED,
  at: sql`t.first_response_at`,
  attendant: sql`t.first_response_by`,
};
const TALLIED: Place = {
  at: sql`t.slot`,
  attendant: sql`t.attendant_id`,
  instance: sql`t.instance_id`,
  department: sql`null::bigint`,
};

/** How long a finished ticket was handled: from when it first had an attendant. */
export const HANDLING_MS = sql`report_ms(t.taken_at, t.finished_at)`;

/**
 * The numbers of a scope by group; groups in which nothing happened are left out. In one snapshot
 * only if its transaction has one.
 */
export async function numbersBy(tx: Tx, scope: Scope, grouping: Grouping | null): Promise<Map<string, ReportNumbers>> {
  const found = await Promise.all([
    counted(tx, scope, grouping, 'chat_ticket', OPENED, sql`count(*)::int as opened`),
    counted(
      tx,
      scope,
      grouping,
      'chat_ticket',
      FINISHED,
      sql`count(*)::int as finished, count(t.taken_at)::int as handled,
        round(avg(${HANDLING_MS}))::float8 as handling_average_ms`,
    ),
    counted(
      tx,
      scope,
      grouping,
      'chat_ticket',
      FIRST_ANSWERED,
      sql`count(*)::int as first_responses, round(avg(t.first_response_ms))::float8 as first_response_average_ms,
        round(percentile_cont(0.5) within group (order by t.first_response_ms))::float8 as first_response_median_ms`,
    ),
    counted(
      tx,
      scope,
      grouping,
      'message_tally',
      TALLIED,
      sql`sum(t.received)::int as messages_in, sum(t.sent)::int as messages_out, sum(t.answers)::int as answers,
        round(sum(t.waited_ms) / nullif(sum(t.answers), 0))::float8 as waiting_average_ms`,
    ),
  ]);
  const groups = new Map<string, ReportNumbers>();
  for (const { key, ...numbers } of found.flat()) {
    groups.set(key, { ...(groups.get(key) ?? NO_NUMBERS), ...numbers });
  }
  return groups;
}

async function counted(
  tx: Tx,
  scope: Scope,
  grouping: Grouping | null,
  table: 'chat_ticket' | 'message_tally',
  place: Place,
  numbers: RawBuilder<unknown>,
): Promise<({ key: string } & Partial<ReportNumbers>)[]> {
  const { join, key } = keyOf(grouping, place, scope);
  const { rows } = await sql<{ key: RawKey } & Partial<ReportNumbers>>`
    select ${key} as key, ${numbers}
    from ${sql.table(table)} t ${join}
    where t.tenant_id = ${scope.tenantId} and ${place.at} >= ${scope.since} and ${place.at} < ${scope.until}
      and ${isChosen(scope, place, scope.tenantId)}
    group by 1`.execute(tx);
  return rows.map((row) => ({ ...row, key: String(row.key ?? '') }));
}
