import { sql } from 'kysely';
import type { ChatTicket, ChatTicketFrame } from '../../../contract/entities/chat-ticket.ts';
import type { CustomerChat } from '../../../contract/entities/customer-chat.ts';
import type { Id } from '../../db/tables.ts';
import type { Tx } from '../../db/database.ts';
import { joinVisibility } from '../tickets/visibility.ts';
import type { Reader } from '../tickets/visibility.ts';
import { messageJson, ticketJson } from './json.ts';

const SOURCE = sql.raw(`chat_ticket t
  join customer c on c.tenant_id = t.tenant_id and c.id = t.customer_id
  join instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id`);
const FRAME = sql.raw<ChatTicketFrame>(ticketJson({ ticket: 't', customer: 'c', instance: 'i', newest: 't' }));
const SEEN = sql.raw<ChatTicketFrame>(ticketJson({ ticket: 't', customer: 'c', instance: 'i', newest: 'n' }));

/**
 * A ticket for frames to all who see it: without data of later tickets, which some of them don't see. Throws for
 * another tenant's id: look it up first.
 */
export async function ticketFrame(tx: Tx, tenantId: Id, id: Id): Promise<ChatTicketFrame> {
  const { rows } = await sql<{ frame: ChatTicketFrame }>`
    select ${FRAME} as frame from ${SOURCE} where t.tenant_id = ${tenantId} and t.id = ${id}`.execute(tx);
  const frame = rows[0]?.frame;
  if (frame === undefined) throw new Error(`Ticket ${id} is not there`);
  return frame;
}

/**
 * A ticket's frame for users who don't see it: without messages, unread count, and the customer data that only readers
 * may see.
 */
export function outsiderFrame(frame: ChatTicketFrame): ChatTicketFrame {
  return {
    ...frame,
    customer: { ...frame.customer, tags: [], numbers: null },
    customerLastChat: null,
    customerLastReceivedChat: null,
    unseenMsg: 0,
    last_received_at: null,
    in_flow: null,
    waiting_since: null,
    owned_since: null,
    snoozed_until: null,
    woken_at: null,
    outcome: null,
  };
}

/** A frame of a ticket that a flow is about to have, in the same transaction. */
export function inFlowFrame(frame: ChatTicketFrame): ChatTicketFrame {
  return { ...frame, in_flow: true, isNotResponded: false, waiting_since: null };
}

/**
 * Tickets that the user sees, in the order of `ids`, each with its conversation's state up to the newest ticket they
 * see; other tenants' ids are left out.
 */
export async function ticketViews(tx: Tx, reader: Reader, ids: readonly Id[]): Promise<ChatTicket[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ frame: ChatTicketFrame; pinned: boolean }>`
    select ${SEEN} as frame, p.user_id is not null as pinned
    from ${SOURCE} ${joinVisibility(reader)}
    left join pinned_customer p on p.tenant_id = t.tenant_id and p.user_id = ${reader.userId} and p.customer_id = t.customer_id
    where t.tenant_id = ${reader.tenantId} and t.id = any(${ids}::bigint[])`.execute(tx);
  const byId = new Map(rows.map(({ frame, pinned }) => [frame.id, { ...frame, pinned }]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** View of message `m`, for the `returning` of its insert. */
export const STORED_VIEW = sql.raw<CustomerChat>(messageJson('m', 'm.ticket_id', { isNew: true }));

/**
 * The frame of ticket `t` (the newest of its conversation, of customer `c` on instance `i`), for the `returning` of its
 * update; `stored.view` is the message that the same statement stores and so can't read.
 */
export const FRAME_WITH_STORED = sql.raw<ChatTicketFrame>(
  ticketJson({ ticket: 't', customer: 'c', instance: 'i', newest: 't', lastChat: 'stored.view', hasWords: true }),
);

/** The same for a text, perhaps with choices, that refers to no other message. */
export const STORED_TEXT_VIEW = sql.raw<CustomerChat>(
  messageJson('m', 'm.ticket_id', { isNew: true, isPlain: true, hasChoices: true }),
);

/** The common case: a text without a quote, in a ticket without a pending offer. */
export const PLAIN = {
  view: sql.raw<CustomerChat>(messageJson('m', 'm.ticket_id', { isNew: true, isPlain: true })),
  frame: sql.raw<ChatTicketFrame>(
    ticketJson({
      ticket: 't',
      customer: 'c',
      instance: 'i',
      newest: 't',
      lastChat: 'stored.view',
      hasWords: true,
      isNotOffered: true,
    }),
  ),
};

/** All others. */
export const ANY = { view: STORED_VIEW, frame: FRAME_WITH_STORED };

/** The same for a system's message, which mustn't hide the last message of a customer in the queue. */
export const FRAME_WITH_STORED_BY_SYSTEM = sql.raw<ChatTicketFrame>(
  ticketJson({ ticket: 't', customer: 'c', instance: 'i', newest: 't', lastChat: 'stored.view' }),
);
