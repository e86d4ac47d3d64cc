import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Change } from '../../db/change.ts';
import type { Id } from '../../db/tables.ts';
import { ticketAudience } from '../audience/audience.ts';
import type { TicketAccess } from '../audience/audience.ts';
import { findSentById, recordUpdate } from '../delivery/sent-row.ts';
import { FLOW_STOPPED } from '../outbound/outbox-rows.ts';
import { OPEN_STATES, WAITING_STATES } from '../outbound/outbox-states.ts';
import { ticketFrame } from '../views/ticket-view.ts';
import { folded } from './fold.ts';
import type { StepCause } from './fold.ts';
import { endOf } from './plan.ts';
import { findRun, storeSteps } from './run-rows.ts';

/** SQL: who sees ticket `t`, with its pending offer `x`. */
const ACCESS = sql.raw('t.instance_id as "instanceId", t.user_id as "ownerId", x.next_user_id as "offeredTo"');
const OFFER = sql.raw(`left join ticket_transfer x on x.tenant_id = t.tenant_id and x.ticket_id = t.id
  and x.transferred_at is null and x.deleted_at is null`);

/**
 * Ends the flow that has a ticket, if one has: somebody took over, or the customer was blocked. What it hadn't sent yet isn't
 * sent. Returns whether there was one. Whoever stops it tells of the ticket. `isAnswered`: an answer to the customer stops it, and
 * is about to be stored.
 */
export async function stopFlow(
  change: Change,
  ticketId: Id,
  now: Date,
  { cause = 'person', isAnswered = false }: { cause?: StepCause; isAnswered?: boolean } = {},
): Promise<boolean> {
  const { tx, tenantId } = change;
  const { rows } = await sql<TicketAccess & { runId: Id }>`
    select t.flow_run_id as "runId", ${ACCESS} from chat_ticket t ${OFFER}
    where t.tenant_id = ${tenantId} and t.id = ${ticketId} and t.flow_run_id is not null`.execute(tx);
  const [held] = rows;
  if (held === undefined) return false;
  const { runId, ...access } = held;
  await (isAnswered ? freeAnswered(change, ticketId) : freeTicket(change, ticketId, now));
  const run = await findRun(tx, tenantId, { id: runId });
  if (run?.state.status === 'running') {
    const step = endOf(run.state, 'stopped', cause);
    await storeSteps(change, runId, { steps: [step], state: folded(run.state, step), sent: 0 }, now);
  }
  await dropUnsent(change, ticketId, runId);
  tellTicketFlow(change, access);
  return true;
}

/** The same for the tickets of those customers, by SQL for their ids, who are blocked by now. */
export async function stopFlowsOfBlocked(change: Change, which: RawBuilder<unknown>, now: Date): Promise<void> {
  const { rows } = await sql<TicketAccess & { id: Id }>`
    select t.id, ${ACCESS} from customer c
    join chat_ticket t on t.tenant_id = c.tenant_id and t.customer_id = c.id and t.finished_at is null
      and t.flow_run_id is not null
    ${OFFER}
    where c.tenant_id = ${change.tenantId} and c.is_blacklisted and c.id in (${which})`.execute(change.tx);
  for (const { id, ...access } of rows) {
    await stopFlow(change, id, now);
    await tellTicket(change, id, access);
  }
}

/** No flow has the ticket any more. Whoever it left unanswered waits for people from now on; its owner's customer, since before if they did. */
export async function freeTicket({ tx, tenantId }: Change, ticketId: Id, now: Date): Promise<void> {
  await sql`
    update chat_ticket set flow_run_id = null,
      waiting_since = case when is_not_responded and (user_id is null or waiting_since is null) then ${now}::timestamptz
        when user_id is not null then waiting_since end
    where tenant_id = ${tenantId} and id = ${ticketId}`.execute(tx);
}

/**
 * The same, but its customer has waited since the first message that hasn't been answered. Automatic texts answer nothing,
 * while the outbox still has them; a campaign's do.
 */
async function freeAnswered({ tx, tenantId }: Change, ticketId: Id): Promise<void> {
  await sql`
    update chat_ticket t set flow_run_id = null, waiting_since = case when t.is_not_responded then coalesce(t.waiting_since, (
      select min(m.created_at) from flow_run r
      join message m on m.tenant_id = ${tenantId} and m.ticket_id = t.id and m.type = 1 and not m.is_quiet
        and m.created_at >= r.started_at and m.id > coalesce((
          select max(sent.id) from message sent
          where sent.tenant_id = ${tenantId} and sent.ticket_id = t.id and sent.type = 0
            and not (sent.is_quiet and sent.user_id is not null)
            and not (sent.is_bot_message and exists (select from outbox o
              where o.tenant_id = ${tenantId} and o.message_id = sent.id and o.flow_run_id is null))), 0)
      where r.tenant_id = ${tenantId} and r.id = t.flow_run_id)) end
    where t.tenant_id = ${tenantId} and t.id = ${ticketId}`.execute(tx);
}

/** A flow took an open ticket or left it, so it is in another view of those who see it. */
export async function tellTicket({ tx, tenantId, append }: Change, ticketId: Id, access: TicketAccess): Promise<void> {
  const chatTicket = await ticketFrame(tx, tenantId, ticketId);
  if (chatTicket.finished_at === null) append('CustomerCreatedToChat', { chatTicket }, ticketAudience(access));
}

/** The flow that a ticket is in changed, for those who see the ticket. */
export function tellTicketFlow({ append }: Change, ticket: TicketAccess): void {
  append('ListUpdated', { list: 'ticket_flows' }, ticketAudience(ticket));
}

/** Only what the flow wrote. What is under way can't be called back, but isn't tried again. */
async function dropUnsent(change: Change, ticketId: Id, runId: Id): Promise<void> {
  const { tx, tenantId } = change;
  const isOfFlow = sql`m.tenant_id = ${tenantId} and m.ticket_id = ${ticketId} and m.is_bot_message
      and o.tenant_id = ${tenantId} and o.message_id = m.id and o.flow_run_id = ${runId}`;
  const isWaiting = sql`o.state in ${WAITING_STATES}`;
  const { rows } = await sql<{ id: Id; isFailed: boolean }>`
    update outbox o set last_error = ${FLOW_STOPPED.key}, state = case when ${isWaiting} then 'failed' else o.state end,
      locked_by = case when ${isWaiting} then null else o.locked_by end,
      locked_until = case when ${isWaiting} then null else o.locked_until end, updated_at = now()
    from message m
    where ${isOfFlow} and o.state in ${OPEN_STATES}
    returning o.message_id as id, o.state = 'failed' as "isFailed"`.execute(tx);
  for (const { id, isFailed } of rows) {
    if (!isFailed) continue;
    const message = await findSentById(tx, tenantId, id);
    if (message !== undefined) await recordUpdate(change, message, [{ failed: FLOW_STOPPED }], null);
  }
}
