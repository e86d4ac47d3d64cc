import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Grouping, LiveTicketSet, PeriodTicketSet, TicketSet } from '../../../contract/facts/metrics.ts';
import type { Period } from '../../../contract/reports/period.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { inFlow } from '../views/json.ts';
import { FINISHED, FIRST_ANSWERED, OPENED } from './numbers.ts';
import { isChosen, isInGroup, requireAll, requireChosen, scopeOf } from './scope.ts';
import type { Chosen, Place, Scope } from './scope.ts';

/** The tickets behind a number, of one group if `grouping` is given. Live sets have no period. */
export type AskedTickets = {
  grouping: Grouping | null;
  key: string;
  chosen: Chosen;
  /** Only with this outcome, `null` for without one; undefined: all. Only of sets with outcomes. */
  outcome: Id | null | undefined;
} & ({ tickets: LiveTicketSet; period: null } | { tickets: PeriodTicketSet; period: Period });

/** Whether the tickets of a set have outcomes: its rows have `outcome_id` too. */
export function hasOutcomes(tickets: TicketSet): boolean {
  return tickets === 'finished' || tickets === 'handled';
}

/** SQL: rows `id, moment`: the requested tickets, to be sorted by `moment` descending. Unknown ids are not found. */
export async function ticketSet(tx: Tx, tenantId: Id, query: AskedTickets): Promise<RawBuilder<unknown>> {
  await requireChosen(tx, tenantId, query.chosen);
  const set =
    query.period === null
      ? await openSet(tx, tenantId, query.tickets, query)
      : periodSet(await scopeOf(tx, tenantId, query.chosen, query.period), query.tickets, query);
  const { outcome } = query;
  if (outcome === undefined) return set;
  if (outcome !== null) await requireAll(tx, tenantId, sql.table('outcome'), [outcome]);
  const which = outcome === null ? sql`is null` : sql`= ${outcome}`;
  return sql`select every.* from (${set}) every where every.outcome_id ${which}`;
}

type Group = Pick<AskedTickets, 'grouping' | 'key' | 'chosen'>;

const hasFlow = sql.raw(inFlow('t'));

/** The live sets and their order: longest wait first. Whoever a flow answers waits for nobody. */
export const LIVE: Readonly<Record<LiveTicketSet, { which: RawBuilder<unknown>; moment: RawBuilder<unknown> }>> = {
  open: { which: sql`true`, moment: sql`t.started_at` },
  waiting: { which: sql`t.user_id is null and t.flow_run_id is null`, moment: sql`-extract(epoch from t.started_at)` },
  unanswered: {
    which: sql`t.waiting_since is not null and not ${hasFlow}`,
    moment: sql`-extract(epoch from t.waiting_since)`,
  },
};

async function openSet(tx: Tx, tenantId: Id, tickets: LiveTicketSet, { grouping, key, chosen }: Group) {
  const scope = { tenantId, timezone: await timezoneOf(tx, tenantId), ...chosen };
  const { which, moment } = LIVE[tickets];
  return sql`select t.id, ${moment} as moment from chat_ticket t
    where t.tenant_id = ${tenantId} and t.finished_at is null and ${which} and ${isOf(scope, OPENED, grouping, key)}`;
}

function periodSet(scope: Scope, tickets: PeriodTicketSet, { grouping, key }: Group): RawBuilder<unknown> {
  const { tenantId } = scope;
  const ofTickets = (place: Place, besides = sql`true`) => sql`
    select t.id, ${place.at} as moment, t.outcome_id from chat_ticket t
    where t.tenant_id = ${tenantId} and ${isWithin(scope, place)} and ${besides} and ${isOf(scope, place, grouping, key)}`;
  const ofMessages = (besides: RawBuilder<unknown>) => sql`
    select m.ticket_id as id, max(m.created_at) as moment from message m
    where m.tenant_id = ${tenantId} and ${isWithin(scope, WRITTEN)} and not m.is_quiet and not m.recovered
      and ${besides} and ${isOf(scope, WRITTEN, grouping, key)}
    group by m.ticket_id`;
  switch (tickets) {
    case 'opened':
      return ofTickets(OPENED);
    case 'finished':
      return ofTickets(FINISHED);
    case 'handled':
      return ofTickets(FINISHED, sql`t.taken_at is not null`);
    case 'first_responses':
      return ofTickets(FIRST_ANSWERED);
    case 'messages_in':
      return ofMessages(sql`m.type = 1`);
    case 'messages_out':
      return ofMessages(sql`m.type = 0`);
    case 'answers':
      return ofMessages(sql`m.waited_ms is not null`);
    default:
      return tickets satisfies never;
  }
}

const WRITTEN: Place = {
  at: sql`m.created_at`,
  attendant: sql`m.attendant_id`,
  instance: sql`m.instance_id`,
  department: sql`null::bigint`,
};

function isWithin({ since, until }: Scope, { at }: Place): RawBuilder<boolean> {
  return sql<boolean>`${at} >= ${since} and ${at} < ${until}`;
}

function isOf(
  scope: Chosen & { tenantId: Id; timezone: string },
  place: Place,
  grouping: Grouping | null,
  key: string,
): RawBuilder<boolean> {
  const chosen = isChosen(scope, place, scope.tenantId);
  return grouping === null ? sql`${chosen}` : sql`${chosen} and ${isInGroup(grouping, key, place, scope)}`;
}

async function timezoneOf(tx: Tx, tenantId: Id): Promise<string> {
  const { timezone } = await tx
    .selectFrom('tenant')
    .select('timezone')
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return timezone;
}
