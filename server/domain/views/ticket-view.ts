import { sql } from 'kysely';
import type { ChatTicket, ChatTicketFrame } from '../../../contract/entities/chat-ticket.ts';
import type { CustomerChat } from '../../../contract/entities/customer-chat.ts';
import type { Id } from '../../db/tables.ts';
import type { Tx } from '../../db/database.ts';
import { joinSight } from '../tickets/visibility.ts';
import type { Seer } from '../tickets/visibility.ts';
import { messageJson, ticketJson } from './json.ts';

const SOURCE = sql.raw(`chat_ticket t
  join customer c on c.tenant_id = t.tenant_id and c.id = t.customer_id
  join instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id`);
const FRAME = sql.raw<ChatTicketFrame>(ticketJson({ ticket: 't', customer: 'c', instance: 'i', newest: 't' }));
const SEEN = sql.raw<ChatTicketFrame>(ticketJson({ ticket: 't', customer: 'c', instance: 'i', newest: 'n' }));

/**
 * A ticket as a frame carries it to all who see it: with nothing of later tickets, which some of them
 * don't see. Refuses an id that is not the tenant's with an error: look it up first.
 */
export async function ticketFrame(tx: Tx, tenantId: Id, id: Id): Promise<ChatTicketFrame> {
  const { rows } = await sql<{ frame: ChatTicketFrame }>`
    select ${FRAME} as frame from ${SOURCE} where t.tenant_id = ${tenantId} and t.id = ${id}`.execute(tx);
  const frame = rows[0]?.frame;
  if (frame === undefined) throw new Error(`Ticket ${id} is not there`);
  return frame;
}

/**
 * Tickets that the asking user sees, in the order of `ids`, each with the state of its conversation up
 * to the newest ticket of it that they see; ids that are not the tenant's are left out.
 */
export async function ticketViews(tx: Tx, seer: Seer, ids: readonly Id[]): Promise<ChatTicket[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ frame: ChatTicketFrame; pinned: boolean }>`
    select ${SEEN} as frame, p.user_id is not null as pinned
    from ${SOURCE} ${joinSight(seer)}
    left join pinned_customer p on p.tenant_id = t.tenant_id and p.user_id = ${seer.userId} and p.customer_id = t.customer_id
    where t.tenant_id = ${seer.tenantId} and t.id = any(${ids}::bigint[])`.execute(tx);
  const byId = new Map(rows.map(({ frame, pinned }) => [frame.id, { ...frame, pinned }]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The view of message `m`, as the `returning` of its insert answers it. */
export const STORED_VIEW = sql.raw<CustomerChat>(messageJson('m', 'm.ticket_id'));

/**
 * The frame of the conversation's newest ticket `t`, of customer `c` on instance `i`, as the `returning` of its update
 * answers it: with `stored.view`, the message that the same statement stores and so can't read.
 */
export const FRAME_WITH_STORED = sql.raw<ChatTicketFrame>(
  ticketJson({ ticket: 't', customer: 'c', instance: 'i', newest: 't', lastChat: 'stored.view' }),
);
