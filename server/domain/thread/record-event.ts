import { sql } from 'kysely';
import type { CustomerChatEvent } from '../../../contract/entities/customer-chat-event.ts';
import type { ChatEventKind } from '../../../contract/facts/chat-events.ts';
import type { Change } from '../../db/change.ts';
import type { Id } from '../../db/tables.ts';
import { eventJson } from './event-view.ts';
import { notifyReaders } from './notify-readers.ts';

/** An event of a ticket, to be recorded. */
export type TicketHappening = {
  ticketId: Id;
  kind: Exclude<ChatEventKind, 'note'>;
  /** Who caused it; null: the system. */
  userId: Id | null;
  previousUserId?: Id | null;
  nextUserId?: Id | null;
  /** Whose queue it was put into. */
  departmentId?: Id | null;
  /** The note for the next owner, or what the kind says. */
  note?: string | null;
  /** The causing call's client id, which makes the call idempotent. */
  clientId?: string | null;
  /** Also get it, whether or not they see the ticket now. */
  alsoTell?: readonly Id[];
  /** The message right after it, if that is stored already. */
  beforeMessageId?: Id;
};

/** What `eventJson` reads, by name: only so is the statement's plan kept. */
const STORED = sql.raw(`tenant_id, id, ticket_id, kind, at, after_message_id, user_id, author, previous_user_id,
  next_user_id, department_id, body, mentions, client_id, edited_at, deleted_at, version`);

/** Records a ticket's event in its conversation, and publishes it to those who see the ticket now. */
export async function recordEvent(change: Change, happening: TicketHappening): Promise<void> {
  const { tx, tenantId } = change;
  const { ticketId, kind, userId, previousUserId = null, nextUserId = null, beforeMessageId } = happening;
  const { departmentId = null, note = null, clientId = null, alsoTell = [] } = happening;
  const isBefore = beforeMessageId === undefined ? sql`true` : sql`m.id < ${beforeMessageId}`;
  const { rows } = await sql<{ view: CustomerChatEvent }>`
    with stored as (
      insert into conversation_event (tenant_id, ticket_id, kind, after_message_id, user_id, previous_user_id, next_user_id,
        department_id, body, client_id)
      select t.tenant_id, t.id, ${kind}, coalesce((select m.id from message m where m.tenant_id = t.tenant_id
          and m.customer_id = t.customer_id and m.instance_id = t.instance_id and ${isBefore}
          order by m.id desc limit 1), 0),
        ${userId}::bigint, ${previousUserId}::bigint, ${nextUserId}::bigint, ${departmentId}::bigint,
        ${note}, ${clientId}::uuid
      from chat_ticket t where t.tenant_id = ${tenantId} and t.id = ${ticketId}
      returning ${STORED})
    select ${sql.raw(eventJson('e', 't'))} as view
    from stored e join chat_ticket t on t.tenant_id = e.tenant_id and t.id = e.ticket_id`.execute(tx);
  const view = rows[0]?.view;
  if (view === undefined) throw new Error(`Ticket ${ticketId} is not there`);
  await notifyReaders(change, view, alsoTell);
}
