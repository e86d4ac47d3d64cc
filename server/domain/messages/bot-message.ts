import { sql } from 'kysely';
import type { ChatTicketFrame } from '../../../contract/entities/chat-ticket.ts';
import type { Change } from '../../db/change.ts';
import type { Id } from '../../db/tables.ts';
import { mayStillSend } from './monthly-limit.ts';
import { waitingAsText } from '../outbound/outbox-states.ts';
import { ticketAudience } from '../audience/audience.ts';
import type { TicketAccess } from '../audience/audience.ts';
import { FRAME_WITH_STORED_BY_SYSTEM, STORED_VIEW } from '../views/ticket-view.ts';

/** An automatic text. */
export type BotMessage = TicketAccess & { ticketId: Id; customerId: Id; text: string; at: Date };

/**
 * Stores an automatic text of a ticket, its outbox entry and its event. It doesn't count as an answer: the customer
 * keeps waiting. The outbox finds it by polling. Nothing is stored once the company's monthly limit is used up.
 */
export async function storeBotMessage(change: Change, message: BotMessage): Promise<void> {
  const { tx, tenantId, append } = change;
  const { ticketId, customerId, text, at, ...access } = message;
  const { instanceId } = access;
  if (!(await mayStillSend(change, instanceId, at))) return;
  const { rows } = await sql<{ frame: ChatTicketFrame }>`
    with stored as (
      insert into message as m (tenant_id, ticket_id, customer_id, instance_id, type, sent_at, created_at, body,
        tag_type, is_bot_message)
      values (${tenantId}, ${ticketId}, ${customerId}, ${instanceId}, 0, ${at}, ${at}, ${text}, 'text', true)
      returning m.id, ${STORED_VIEW} as view),
    queued as (
      insert into outbox (tenant_id, message_id, instance_id, customer_id, state)
      select ${tenantId}::bigint, stored.id, ${instanceId}::bigint, ${customerId}::bigint,
        ${waitingAsText(tenantId, sql`${instanceId}`)} from stored)
    update chat_ticket t set last_message_id = stored.id, last_message_at = ${at}
    from stored
    join customer c on c.tenant_id = ${tenantId} and c.id = ${customerId}
    join instance i on i.tenant_id = ${tenantId} and i.id = ${instanceId}
    where t.tenant_id = ${tenantId} and t.id = ${ticketId}
    returning ${FRAME_WITH_STORED_BY_SYSTEM} as frame`.execute(tx);
  const chatTicket = rows[0]?.frame;
  const customerChat = chatTicket?.customerLastChat;
  if (!chatTicket || !customerChat) throw new Error(`Ticket ${ticketId} is not there`);
  append('CustomerChatCreated', { customerChat, chatTicket }, ticketAudience(access));
}
