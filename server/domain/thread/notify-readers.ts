import { sql } from 'kysely';
import type { CustomerChatEvent } from '../../../contract/entities/customer-chat-event.ts';
import type { Change } from '../../db/change.ts';
import type { Id } from '../../db/tables.ts';
import { readersAudience } from '../audience/audience.ts';

type Readers = { customerId: Id; instanceId: Id; ownerIds: (Id | null)[]; offeredTo: Id | null };

/** Publishes an event of a conversation, or its change, to those who can read its ticket, and to `also`. */
export async function notifyReaders(
  { tx, tenantId, append }: Change,
  customerChatEvent: CustomerChatEvent,
  also: readonly Id[] = [],
): Promise<void> {
  const { rows } = await sql<Readers>`
    select own.customer_id as "customerId", own.instance_id as "instanceId",
      array_agg(t.user_id::text order by t.id) as "ownerIds", max(x.next_user_id)::text as "offeredTo"
    from chat_ticket own
    join chat_ticket t on t.tenant_id = own.tenant_id and t.customer_id = own.customer_id
      and t.instance_id = own.instance_id and t.id >= own.id and t.history_from <= own.id
    left join ticket_transfer x on x.tenant_id = t.tenant_id and x.ticket_id = t.id
      and x.transferred_at is null and x.deleted_at is null
    where own.tenant_id = ${tenantId} and own.id = ${customerChatEvent.chatTicket.id}
    group by own.customer_id, own.instance_id`.execute(tx);
  const [readers] = rows;
  if (readers === undefined) throw new Error(`Ticket ${customerChatEvent.chatTicket.id} is not there`);
  const { customerId, instanceId, ownerIds, offeredTo } = readers;
  append(
    'CustomerChatEventChanged',
    { customer: { id: customerId }, instance: { id: instanceId }, customerChatEvent },
    readersAudience({ instanceId, ownerIds, offeredTo, also }),
  );
}
