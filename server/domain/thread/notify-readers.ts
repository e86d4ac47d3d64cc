import { sql } from 'kysely';
import type { CustomerChatEvent } from '../../../contract/entities/customer-chat-event.ts';
import type { Audience } from '../../db/audience.ts';
import type { Change } from '../../db/change.ts';
import type { Id } from '../../db/tables.ts';
import type { TicketAccess } from '../audience/audience.ts';

/** Publishes an event of a conversation, or its change, to an audience of its ticket as that now is. */
export async function notifyReaders(
  { tx, tenantId, append }: Change,
  customerChatEvent: CustomerChatEvent,
  audienceOf: (ticket: TicketAccess) => Audience,
): Promise<void> {
  const { rows } = await sql<TicketAccess & { customerId: Id }>`
    select t.customer_id as "customerId", t.instance_id as "instanceId", t.user_id as "ownerId",
      x.next_user_id as "offeredTo"
    from chat_ticket t
    left join ticket_transfer x on x.tenant_id = t.tenant_id and x.ticket_id = t.id
      and x.transferred_at is null and x.deleted_at is null
    where t.tenant_id = ${tenantId} and t.id = ${customerChatEvent.chatTicket.id}`.execute(tx);
  const [ticket] = rows;
  if (ticket === undefined) throw new Error(`Ticket ${customerChatEvent.chatTicket.id} is not there`);
  append(
    'CustomerChatEventChanged',
    { customer: { id: ticket.customerId }, instance: { id: ticket.instanceId }, customerChatEvent },
    audienceOf(ticket),
  );
}
