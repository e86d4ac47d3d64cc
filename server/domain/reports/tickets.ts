import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import * as z from 'zod/mini';
import { PAGE_SIZE_MAX, PAGE_MAX } from '../../../contract/facts/limits.ts';
import { GROUPINGS, isLiveSet, TICKET_SETS, GROUP_KEY_MAX } from '../../../contract/facts/metrics.ts';
import type { ReportOutcome, ReportOutcomesVariables } from '../../../contract/graphql/report-outcomes.ts';
import type {
  ReportTicket,
  ReportTicketPage,
  ReportTicketsVariables,
} from '../../../contract/graphql/report-tickets.ts';
import { periodSchema } from '../../../contract/reports/period.ts';
import { readThrough } from '../../db/read-through.ts';
import type { Id } from '../../db/tables.ts';
import type { Actor, Services } from '../context.ts';
import { invalid } from '../errors.ts';
import { parseId } from '../ids.ts';
import { parseInput } from '../input.ts';
import { inFlow, wireTime } from '../views/json.ts';
import { HANDLING_MS } from './numbers.ts';
import { onSnapshot, parseChosen, requireReports } from './scope.ts';
import { hasOutcomes, ticketSet } from './ticket-sets.ts';
import type { AskedTickets } from './ticket-sets.ts';

const querySchema = z.object({
  tickets: z.enum(TICKET_SETS),
  group_by: z.nullish(z.enum(GROUPINGS)),
  group_key: z.nullish(z.string().check(z.maxLength(GROUP_KEY_MAX))),
  outcome_id: z.nullish(z.string()),
  pagination_page: z.nullish(z.int().check(z.minimum(1), z.maximum(PAGE_MAX))),
  pagination_limit: z.nullish(z.int().check(z.minimum(1))),
});

function parseAsked(variables: ReportTicketsVariables): AskedTickets & { page: number; limit: number } {
  const query = parseInput(querySchema, variables);
  const { tickets, outcome_id: outcome } = query;
  const isOfOutcome = outcome !== null && outcome !== undefined;
  if (isOfOutcome && !hasOutcomes(tickets)) throw invalid();
  return {
    ...(isLiveSet(tickets) ? { tickets, period: null } : { tickets, period: parseInput(periodSchema, variables) }),
    grouping: query.group_by ?? null,
    key: query.group_key ?? '',
    chosen: parseChosen(variables),
    outcome: !isOfOutcome ? undefined : outcome === '' ? null : parseId(outcome),
    page: query.pagination_page ?? 1,
    limit: Math.min(query.pagination_limit ?? 10, PAGE_SIZE_MAX),
  };
}

/**
 * A page of the tickets behind a number, latest first; waiting ones by the longest wait. Refuses unknown sets and
 * groups, and days and ids as `compareNumbers` does.
 */
export async function ticketsBehind(
  services: Services,
  actor: Actor,
  variables: ReportTicketsVariables,
): Promise<ReportTicketPage> {
  requireReports(actor);
  const { page, limit, ...params } = parseAsked(variables);
  return onSnapshot(services, actor, async (tx) => {
    const set = await ticketSet(tx, actor.tenantId, params);
    // Both from the same rows, so that the database computes them once.
    const { rows } = await sql<{ total: number; ids: Id[] | null }>`
      with hit as materialized (${set})
      select (select count(*) from hit)::int as total, (select array_agg(id order by moment desc, id desc) from (
        select id, moment from hit order by moment desc, id desc
        limit ${limit} offset ${(page - 1) * limit}) paged) as ids`.execute(tx);
    const [found] = rows;
    const total = found?.total ?? 0;
    const ofPage = sql`select id, -place as moment from unnest(${found?.ids ?? []}::bigint[]) with ordinality paged (id, place)`;
    const { rows: items } = await rowsOf(actor.tenantId, ofPage).execute(tx);
    return { total_pages: Math.ceil(total / limit), total_items: total, items };
  });
}

/**
 * How many of the tickets behind a number have which outcome, the most frequent first; empty if none has one. Refuses as
 * `ticketsBehind` does, and sets without outcomes.
 */
export async function outcomesBehind(
  services: Services,
  actor: Actor,
  variables: ReportOutcomesVariables,
): Promise<ReportOutcome[]> {
  requireReports(actor);
  const params = parseAsked(variables);
  if (!hasOutcomes(params.tickets)) throw invalid();
  return onSnapshot(services, actor, async (tx) => {
    const { rows } = await sql<ReportOutcome>`
      select coalesce(o.id::text, '') as id, o.name, o.deleted_at is not null as deleted, counted.tickets from (
        select hit.outcome_id, count(*)::int as tickets from (${await ticketSet(tx, actor.tenantId, params)}) hit
        group by 1) counted
      left join outcome o on o.tenant_id = ${actor.tenantId} and o.id = counted.outcome_id
      order by o.id is null, counted.tickets desc, lower(o.name)`.execute(tx);
    return rows.some(({ id }) => id !== '') ? rows : [];
  });
}

/**
 * All tickets behind a number in the same order, in batches, for a sheet. Refuses as `ticketsBehind` does, on the first
 * batch.
 */
export async function* everyTicketBehind(
  services: Services,
  actor: Actor,
  variables: ReportTicketsVariables,
): AsyncGenerator<ReportTicket, void, undefined> {
  requireReports(actor);
  const params = parseAsked(variables);
  yield* readThrough(services.db, actor.tenantId, async (tx) =>
    rowsOf(actor.tenantId, await ticketSet(tx, actor.tenantId, params)),
  );
}

const moment = (column: string) => sql.raw(wireTime(column));

/** The tickets of rows `id, moment`, in order. */
function rowsOf(tenantId: Id, set: RawBuilder<unknown>): RawBuilder<ReportTicket> {
  return sql<ReportTicket>`
    select t.id, t.protocol, json_build_object('id', c.id::text, 'name', c.name) as customer,
      case when owner.id is not null then json_build_object('id', owner.id::text, 'name', owner.name) end as "user",
      json_build_object('id', i.id::text, 'name', i.name) as instance,
      ${moment('t.started_at')} as started_at, ${moment('t.finished_at')} as finished_at, t.outcome_name as outcome,
      case when t.finished_at is null and not ${sql.raw(inFlow('t'))} then ${moment('t.waiting_since')} end as waiting_since,
      t.first_response_ms::float8 as first_response_ms,
      case when t.taken_at is not null and t.finished_at is not null then ${HANDLING_MS} end::float8 as handling_ms,
      said.messages_in, said.messages_out
    from (${set}) hit
    join chat_ticket t on t.tenant_id = ${tenantId} and t.id = hit.id
    join customer c on c.tenant_id = t.tenant_id and c.id = t.customer_id
    join instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id
    left join app_user owner on owner.tenant_id = t.tenant_id and owner.id = t.user_id
    join lateral (select count(*) filter (where m.type = 1)::int as messages_in,
        count(*) filter (where m.type = 0)::int as messages_out from message m
      where m.tenant_id = t.tenant_id and m.ticket_id = t.id and not m.is_quiet and not m.recovered) said on true
    order by hit.moment desc, t.id desc`;
}
