import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Grouping } from '../../../contract/facts/metrics.ts';
import type { ReportNumbers } from '../../../contract/reports/numbers.ts';
import type { Tx } from '../../db/database.ts';
import { isChosen, keyOf, partsOfKey } from './scope.ts';
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

/** Columns that place tickets in a report: by when they were opened, finished or first answered. */
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

/** Columns of partial counts. */
const PART: Place = {
  at: sql`t.at`,
  attendant: sql`t.attendant`,
  instance: sql`t.instance`,
  department: sql`t.department`,
};

/** Handling time of a finished ticket: from its first attendant on. */
export const HANDLING_MS = sql`report_ms(t.taken_at, t.finished_at)`;

/** What is counted from a table's rows, and how partial counts are combined. */
type Counted = {
  table: 'chat_ticket' | 'message_tally';
  place: Place;
  ofRows: RawBuilder<unknown>;
  ofParts: RawBuilder<unknown>;
};

const COUNTED: readonly Counted[] = [
  {
    table: 'chat_ticket',
    place: OPENED,
    ofRows: sql`count(*) as opened`,
    ofParts: sql`sum(t.opened)::int as opened`,
  },
  {
    table: 'chat_ticket',
    place: FINISHED,
    ofRows: sql`count(*) as finished, count(t.taken_at) as handled, sum(${HANDLING_MS}) as handling_ms`,
    ofParts: sql`sum(t.finished)::int as finished, sum(t.handled)::int as handled,
      round(sum(t.handling_ms) / nullif(sum(t.handled), 0))::float8 as handling_average_ms`,
  },
  {
    table: 'message_tally',
    place: TALLIED,
    ofRows: sql`sum(t.received) as received, sum(t.sent) as sent, sum(t.answers) as answers, sum(t.waited_ms) as waited_ms`,
    ofParts: sql`sum(t.received)::int as messages_in, sum(t.sent)::int as messages_out, sum(t.answers)::int as answers,
      round(sum(t.waited_ms) / nullif(sum(t.answers), 0))::float8 as waiting_average_ms`,
  },
];

/** The numbers of a scope by group, without empty groups. A consistent snapshot only if the transaction is one. */
export async function numbersBy(tx: Tx, scope: Scope, grouping: Grouping | null): Promise<Map<string, ReportNumbers>> {
  const found = await Promise.all([
    ...COUNTED.map((counted) => count(tx, scope, grouping, counted)),
    firstResponses(tx, scope, grouping),
  ]);
  const groups = new Map<string, ReportNumbers>();
  for (const { key, ...numbers } of found.flat()) {
    groups.set(key, { ...(groups.get(key) ?? NO_NUMBERS), ...numbers });
  }
  return groups;
}

type Keyed = { key: string } & Partial<ReportNumbers>;

/** Counts by raw parts of the keys, which is fast, and then combines by key. */
async function count(
  tx: Tx,
  scope: Scope,
  grouping: Grouping | null,
  { table, place, ofRows, ofParts }: Counted,
): Promise<Keyed[]> {
  const { at, attendant, instance, department } = partsOfKey(grouping, place);
  const { join, key } = keyOf(grouping, PART, scope);
  return keyed(
    tx,
    sql`select ${key} as key, ${ofParts}
      from (
        select ${at} as at, ${attendant} as attendant, ${instance} as instance, ${department} as department, ${ofRows}
        from ${sql.table(table)} t where ${isWithin(scope, place)} group by 1, 2, 3, 4
      ) t ${join}
      group by 1`,
  );
}

/** A median needs the rows themselves. */
async function firstResponses(tx: Tx, scope: Scope, grouping: Grouping | null): Promise<Keyed[]> {
  const { join, key } = keyOf(grouping, FIRST_ANSWERED, scope);
  return keyed(
    tx,
    sql`select ${key} as key, count(*)::int as first_responses,
        round(avg(t.first_response_ms))::float8 as first_response_average_ms,
        round(percentile_cont(0.5) within group (order by t.first_response_ms))::float8 as first_response_median_ms
      from chat_ticket t ${join} where ${isWithin(scope, FIRST_ANSWERED)} group by 1`,
  );
}

function isWithin(scope: Scope, place: Place): RawBuilder<unknown> {
  return sql`t.tenant_id = ${scope.tenantId} and ${place.at} >= ${scope.since} and ${place.at} < ${scope.until}
    and ${isChosen(scope, place, scope.tenantId)}`;
}

async function keyed(tx: Tx, query: RawBuilder<unknown>): Promise<Keyed[]> {
  const { rows } = await sql<{ key: RawKey } & Partial<ReportNumbers>>`${query}`.execute(tx);
  return rows.map((row) => ({ ...row, key: String(row.key ?? '') }));
}
