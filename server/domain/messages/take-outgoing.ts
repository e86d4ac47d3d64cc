import { sql } from 'kysely';
import type { ChatTicketFrame } from '../../../contract/entities/chat-ticket.ts';
import type { CustomerChat } from '../../../contract/entities/customer-chat.ts';
import { SERVICE_WINDOW_MS } from '../../../contract/limits.ts';
import type { TagType } from '../../../contract/tag-type.ts';
import { canonicalAddress, isUserId, phoneDigits } from '../../channels/phone-number.ts';
import type { Change } from '../../db/change.ts';
import { CommitUncertain } from '../../db/failures.ts';
import { prepared } from '../../db/prepared.ts';
import type { Id } from '../../db/tables.ts';
import { changedOwnerAudience, ticketAudience } from '../audience/audience.ts';
import { chatAs } from '../auth/standing.ts';
import type { Actor, Services } from '../context.ts';
import { conflict, DomainError, invalid, notFound } from '../errors.ts';
import { parseId, parseOptionalId } from '../ids.ts';
import { firstResponse, waitedMs } from '../reports/waits.ts';
import { openTicket } from '../tickets/open-ticket.ts';
import { unseenConversation } from '../tickets/passed-on.ts';
import { tellOwnerChange } from '../transfers/tell-owner-change.ts';
import { ownMessageView } from '../views/message-view.ts';
import { FRAME_WITH_STORED, STORED_VIEW } from '../views/ticket-view.ts';
import { parseClientId } from './client-id.ts';
import { findDestination } from './find-destination.ts';
import type { Destination, Sought } from './find-destination.ts';

/** Taking a message also tells the outbox that there is something to send. */
export type SendServices = Services & { wakeOutbox: (tenantId: Id) => void };

/** What is to go out, parsed. `imageUrl` is where the provider fetches an image; its `text` is the caption. */
export type Outgoing = Sought & { text: string; imageUrl: string | null };

/** In whose name and where to, as a call says it. */
type Given = {
  user_id?: string | null;
  to_number: string;
  instance_id: string;
  client_id?: string | null;
};

/**
 * Takes what goes to a customer: stores it, its place in the outbox and its event together, and
 * answers the message. Takes an unowned ticket for the sender and opens one where none is open. The
 * same `clientId` of the same user is the same message. Refuses a reply to what isn't in the
 * conversation, a closed 24-hour window, a blacklisted customer, a deactivated instance, and with
 * FORBIDDEN a ticket that is another attendant's, or that the sender passed on.
 */
export async function takeOutgoing(services: SendServices, actor: Actor, outgoing: Outgoing): Promise<CustomerChat> {
  const take = () => chatAs(services, actor, (change) => takeOnce(change, services.now(), actor, outgoing));
  const message = await take().catch((error: unknown) => {
    // Whether it was stored is unknown here, but not to the database: with a client id, asking again is safe.
    if (error instanceof CommitUncertain && outgoing.clientId !== null) return take();
    throw error;
  });
  services.wakeOutbox(actor.tenantId);
  return message;
}

/** Whom it goes to and which one it is. Refuses as not found another's name, and what can't be a number or an instance. */
export function parseSought(actor: Actor, given: Given): Omit<Sought, 'replyToId'> {
  if ((parseOptionalId(given.user_id) ?? actor.userId) !== actor.userId) throw notFound();
  const clientId = given.client_id === null || given.client_id === undefined ? null : parseClientId(given.client_id);
  if (clientId === undefined) throw invalid('error.invalid', { client_id: 'error.invalid' });
  const address = isUserId(given.to_number) ? given.to_number : phoneDigits(given.to_number);
  // A number that can't be one is no customer's.
  if (address === undefined) throw notFound();
  return { instanceId: parseId(given.instance_id), address: canonicalAddress(address), clientId };
}

export function replyNotFound(): DomainError {
  return new DomainError('NOT_FOUND', 'error.reply.notFound', { fields: { reply_message_id: 'error.reply.notFound' } });
}

async function takeOnce(change: Change, now: Date, actor: Actor, outgoing: Outgoing): Promise<CustomerChat> {
  const { earlierId, destination } = await findDestination(change.tx, actor, outgoing);
  if (earlierId !== null) return ownMessageView(change.tx, actor, earlierId);
  if (destination === undefined) throw await unseenConversation(change.tx, actor, outgoing);
  requireSendable(now, actor, destination);
  return store(change, now, actor, outgoing, destination);
}

function requireSendable(now: Date, actor: Actor, to: Destination): void {
  if (!actor.isAdmin && to.ticket !== null && to.ticket.ownerId !== null && to.ticket.ownerId !== actor.userId) {
    throw new DomainError('FORBIDDEN', 'error.ticket.notYours');
  }
  if (!to.isActivated) throw conflict('error.instance.disconnected');
  if (to.isBlacklisted) throw conflict('error.customer.blacklisted');
  if (!to.hasReplyTo) throw replyNotFound();
  if (to.lastReceivedAt === null || now.getTime() - to.lastReceivedAt.getTime() >= SERVICE_WINDOW_MS) {
    throw conflict('error.window.closed');
  }
}

type Values = {
  tenantId: Id;
  ticketId: Id;
  customerId: Id;
  instanceId: Id;
  userId: Id;
  ownerId: Id;
  clientId: string | null;
  now: Date;
  body: string;
  tagType: TagType;
  media: string | null;
  replyToId: Id | null;
};

/** Stores the message, its place in the outbox and what it changes of its ticket; answers the ticket's frame as it is then. */
const storeMessage = prepared<Values, { frame: ChatTicketFrame }>(
  (value) => sql`
    with stored as (
      insert into message as m (tenant_id, ticket_id, customer_id, instance_id, type, client_id, user_id, sent_at,
        created_at, body, tag_type, media, reply_to_id, attendant_id, waited_ms)
      values (${value('tenantId')}, ${value('ticketId')}, ${value('customerId')}, ${value('instanceId')}, 0,
        ${value('clientId')}, ${value('userId')}, ${value('now')}, ${value('now')}, ${value('body')}, ${value('tagType')},
        ${value('media')}, ${value('replyToId')}, ${value('userId')}, ${waitedMs(value)})
      returning m.id, m.waited_ms, ${STORED_VIEW} as view),
    queued as (
      insert into outbox (tenant_id, message_id, instance_id, customer_id)
      select ${value('tenantId')}::bigint, stored.id, ${value('instanceId')}::bigint, ${value('customerId')}::bigint from stored)
    update chat_ticket t set user_id = ${value('ownerId')}, is_not_responded = false, last_message_id = stored.id,
      last_message_at = ${value('now')}, taken_at = coalesce(t.taken_at, ${value('now')}), ${firstResponse(value)}
    from stored
    join customer c on c.tenant_id = ${value('tenantId')} and c.id = ${value('customerId')}
    join instance i on i.tenant_id = ${value('tenantId')} and i.id = ${value('instanceId')}
    where t.tenant_id = ${value('tenantId')} and t.id = ${value('ticketId')}
    returning ${FRAME_WITH_STORED} as frame`,
);

async function store(
  change: Change,
  now: Date,
  actor: Actor,
  outgoing: Outgoing,
  to: Destination,
): Promise<CustomerChat> {
  const { tx, tenantId, append } = change;
  const { customerId } = to;
  const { instanceId, imageUrl } = outgoing;
  const ticketId =
    to.ticket?.id ?? (await openTicket(tx, { tenantId, customerId, instanceId, ownerId: actor.userId, at: now }));
  const before = { instanceId, ownerId: to.ticket?.ownerId ?? null, offeredTo: to.ticket?.offeredTo ?? null };
  const isTaken = to.ticket !== null && to.ticket.ownerId === null;
  const after = { ...before, ownerId: before.ownerId ?? actor.userId };

  const { userId } = actor;
  const { clientId, replyToId, text: body } = outgoing;
  const kind =
    imageUrl === null
      ? { tagType: 'stop_flow' as const, media: null }
      : { tagType: 'image' as const, media: JSON.stringify({ url: imageUrl }) };
  const ids = { tenantId, ticketId, customerId, instanceId, userId, ownerId: after.ownerId };
  const [row] = await storeMessage(tx, { ...ids, ...kind, clientId, now, body, replyToId });
  const chatTicket = row?.frame;
  const customerChat = chatTicket?.customerLastChat;
  if (!chatTicket || !customerChat) throw new Error(`Ticket ${ticketId} is not there`);
  if (to.ticket === null) append('CustomerCreatedToChat', { chatTicket }, ticketAudience(after));
  if (isTaken) {
    const user = { id: actor.userId, name: actor.userName };
    // Without the answer: who had the ticket in their queue loses sight of it here, and so of what is said in it.
    const unread = { ...chatTicket, customerLastChat: null };
    await tellOwnerChange(
      change,
      { ticketTransfer: null, chatTicket: unread, user },
      changedOwnerAudience(before, after, []),
    );
  }
  append('CustomerChatCreated', { customerChat, chatTicket }, ticketAudience(after));
  return customerChat;
}
