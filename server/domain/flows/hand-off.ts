import { sql } from 'kysely';
import type { ChatTicketFrame } from '../../../contract/entities/chat-ticket.ts';
import type { FlowNodeOf } from '../../../contract/flows/flow.ts';
import type { Change } from '../../db/change.ts';
import type { Id } from '../../db/tables.ts';
import { changedOwnerAudience, ticketAudience } from '../audience/audience.ts';
import { distribute } from '../departments/distribute-waiting.ts';
import { mayChat } from '../permissions.ts';
import { recordEvent } from '../thread/record-event.ts';
import { publishOwnerChange } from '../transfers/publish-owner-change.ts';
import { ticketFrame } from '../views/ticket-view.ts';
import type { RunContext } from './run-context.ts';
import { freeTicket, tellTicket } from './stop-flow.ts';

type Target = FlowNodeOf<'handoff'>['to'];

/**
 * Gives a flow's ticket to people: into its queue or a department's, from where it is distributed, or to somebody who can still
 * take it. The customer waits from now on. `stuck`: the name of a flow that a guard ended, which people are told.
 */
export async function handOff(
  change: Change,
  context: RunContext,
  to: Target,
  now: Date,
  stuck: string | null = null,
): Promise<void> {
  const { tx, tenantId } = change;
  const { ticketId } = context;
  const ownerId = to.of === 'person' ? await takerOf(change, context, to.id) : null;
  const department = to.of === 'department' ? await departmentOf(change, to.id) : undefined;
  await freeTicket(change, ticketId, now);
  await sql`
    update chat_ticket set is_not_responded = true, waiting_since = ${now}, user_id = ${ownerId}::bigint,
      taken_at = case when ${ownerId}::bigint is null then taken_at else coalesce(taken_at, ${now}::timestamptz) end,
      owned_since = case when ${ownerId}::bigint is null then owned_since else ${now}::timestamptz end,
      department_id = coalesce(${department?.id ?? null}::bigint, department_id)
    where tenant_id = ${tenantId} and id = ${ticketId}`.execute(tx);
  const chatTicket = await ticketFrame(tx, tenantId, ticketId);
  await publishOwnerChange(
    change,
    { ticketTransfer: null, chatTicket, user: null, ...(department !== undefined && { department }) },
    changedOwnerAudience(context, { ...context, ownerId }, []),
  );
  if (stuck !== null) {
    const { id, customer, instance, customerLastChat: last } = chatTicket;
    change.append(
      'ChatNotification',
      {
        id: last?.id ?? id,
        title: customer.name,
        text: stuck,
        attendant: null,
        chatTicket: { id },
        customer: { id: customer.id, name: customer.name },
        instance: { id: instance.id },
        sent_at: now.toISOString(),
      },
      ticketAudience(context),
    );
  }
  if (ownerId === null) await distribute(change, now);
}

/** Finishes a flow's ticket. */
export async function finishByFlow(change: Change, context: RunContext, now: Date): Promise<void> {
  const { tx, tenantId, append } = change;
  const { ticketId } = context;
  await freeTicket(change, ticketId, now);
  await sql`
    update chat_ticket set finished_at = ${now}, is_finishing = false, is_not_responded = false, waiting_since = null
    where tenant_id = ${tenantId} and id = ${ticketId}`.execute(tx);
  const chatTicket = await ticketFrame(tx, tenantId, ticketId);
  append('ChatTicketClosed', { chatTicket, user: null }, ticketAudience(context));
  await recordEvent(change, { ticketId, kind: 'finished', userId: null });
}

/** The flow is over, and its ticket stays open in the queue. `answered`: the ticket, if the flow just answered in it. */
export async function leaveToPeople(
  change: Change,
  context: RunContext,
  now: Date,
  answered?: ChatTicketFrame,
): Promise<void> {
  await freeTicket(change, context.ticketId, now);
  if (answered === undefined || context.isTaken) return tellTicket(change, context.ticketId, context);
  change.append('CustomerCreatedToChat', { chatTicket: { ...answered, in_flow: false } }, ticketAudience(context));
}

/** Somebody who may chat and serves the ticket's instance; else nobody. */
async function takerOf({ tx, tenantId }: Change, { instanceId }: RunContext, userId: Id): Promise<Id | null> {
  const { rows } = await sql<{ id: Id }>`
    select u.id from app_user u
    join user_instance served on served.tenant_id = u.tenant_id and served.user_id = u.id
      and served.instance_id = ${instanceId}
    where u.tenant_id = ${tenantId} and u.id = ${userId} and u.deleted_at is null and not u.is_blocked
      and ${mayChat('u')}`.execute(tx);
  return rows[0]?.id ?? null;
}

async function departmentOf({ tx, tenantId }: Change, id: Id): Promise<{ id: Id; name: string } | undefined> {
  const { rows } = await sql<{ id: Id; name: string }>`
    select id::text as id, name from department
    where tenant_id = ${tenantId} and id = ${id} and activated`.execute(tx);
  return rows[0];
}
