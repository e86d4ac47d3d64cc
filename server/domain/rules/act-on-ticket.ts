import { sql } from 'kysely';
import type { RuleSkip } from '../../../contract/facts/rules.ts';
import type { Change } from '../../db/change.ts';
import type { Id } from '../../db/tables.ts';
import { changedOwnerAudience, ticketAudience } from '../audience/audience.ts';
import { distribute } from '../departments/distribute-waiting.ts';
import { stopFlow } from '../flows/stop-flow.ts';
import { mayChat } from '../permissions.ts';
import { recordEvent } from '../thread/record-event.ts';
import { publishOwnerChange } from '../transfers/publish-owner-change.ts';
import { ticketFrame } from '../views/ticket-view.ts';
import type { TicketFacts } from './facts.ts';

/** Puts a ticket into a department's queue, from where it is distributed. */
export async function moveToDepartment(
  change: Change,
  ticket: TicketFacts,
  departmentId: Id,
  now: Date,
): Promise<RuleSkip | null> {
  const { tx, tenantId } = change;
  const { rows } = await sql<{ name: string; hasSomebody: boolean }>`
    select d.name, exists (select from app_user u
      join user_instance served on served.tenant_id = u.tenant_id and served.user_id = u.id
        and served.instance_id = ${ticket.instanceId}
      where u.tenant_id = ${tenantId} and u.department_id = d.id and u.deleted_at is null and not u.is_blocked
        and ${mayChat('u')}) as "hasSomebody"
    from department d where d.tenant_id = ${tenantId} and d.id = ${departmentId} and d.activated`.execute(tx);
  const [found] = rows;
  if (found === undefined) return 'gone';
  if (!found.hasSomebody) return 'nobody';
  return giveTo(change, ticket, { ownerId: null, department: { id: departmentId, name: found.name } }, now);
}

/** Puts a ticket back into its queue. */
export async function returnToQueue(change: Change, ticket: TicketFacts, now: Date): Promise<null> {
  return giveTo(change, ticket, { ownerId: null }, now);
}

/** Gives a ticket to somebody who may chat and serves its instance. */
export async function assignTo(change: Change, ticket: TicketFacts, userId: Id, now: Date): Promise<RuleSkip | null> {
  const { tx, tenantId } = change;
  const { rows } = await sql<{ mayTake: boolean }>`
    select ${mayChat('u')} and not u.is_blocked and exists (select from user_instance served
      where served.tenant_id = u.tenant_id and served.user_id = u.id
        and served.instance_id = ${ticket.instanceId}) as "mayTake"
    from app_user u where u.tenant_id = ${tenantId} and u.id = ${userId} and u.deleted_at is null`.execute(tx);
  const [found] = rows;
  if (found === undefined) return 'gone';
  if (!found.mayTake) return 'cannot';
  return giveTo(change, ticket, { ownerId: userId }, now);
}

type NewPlace = { ownerId: Id | null; department?: { id: Id; name: string } };

async function giveTo(change: Change, ticket: TicketFacts, place: NewPlace, now: Date): Promise<null> {
  const { tx, tenantId } = change;
  const { ownerId, department } = place;
  const hadFlow = await stopFlow(change, ticket.id, now);
  // A flow's customer waits from now on.
  await sql`
    update chat_ticket set user_id = ${ownerId}::bigint,
      taken_at = case when ${ownerId}::bigint is null then taken_at else coalesce(taken_at, ${now}::timestamptz) end,
      owned_since = case when ${ownerId}::bigint is null then owned_since else ${now}::timestamptz end,
      department_id = coalesce(${department?.id ?? null}::bigint, department_id),
      is_not_responded = is_not_responded or ${hadFlow},
      waiting_since = case when ${hadFlow} then ${now}::timestamptz else waiting_since end
    where tenant_id = ${tenantId} and id = ${ticket.id}`.execute(tx);
  await publishOwnerChange(
    change,
    {
      ticketTransfer: null,
      chatTicket: await ticketFrame(tx, tenantId, ticket.id),
      user: null,
      ...(department !== undefined && { department }),
    },
    changedOwnerAudience(ticket, { ...ticket, ownerId }, []),
    { previousUserId: ticket.ownerId },
  );
  if (ownerId === null) await distribute(change, now);
  return null;
}

/** Finishes a ticket, with an outcome that the company still has. */
export async function finish(
  change: Change,
  ticket: TicketFacts,
  outcomeId: Id | null,
  now: Date,
): Promise<RuleSkip | null> {
  const { tx, tenantId, append } = change;
  const { rows } = await sql<{ name: string }>`
    select name from outcome where tenant_id = ${tenantId} and id = ${outcomeId}::bigint and deleted_at is null`.execute(
    tx,
  );
  const outcome = rows[0]?.name ?? null;
  if (outcomeId !== null && outcome === null) return 'gone';
  await stopFlow(change, ticket.id, now);
  await sql`
    update chat_ticket set finished_at = ${now}, is_finishing = false, outcome_id = ${outcomeId}::bigint,
      outcome_name = ${outcome}
    where tenant_id = ${tenantId} and id = ${ticket.id}`.execute(tx);
  append(
    'ChatTicketClosed',
    { chatTicket: await ticketFrame(tx, tenantId, ticket.id), user: null },
    ticketAudience(ticket),
  );
  await recordEvent(change, { ticketId: ticket.id, kind: 'finished', userId: null, note: outcome });
  if (ticket.ownerId !== null) await distribute(change, now);
  return null;
}
