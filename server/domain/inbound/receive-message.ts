import { sql } from 'kysely';
import type { ChatTicketFrame } from '../../../contract/entities/chat-ticket.ts';
import type { InboundMessage } from '../../channels/channel.ts';
import { isBlank } from '../../../contract/text-of-message.ts';
import { canonicalAddress, isUserId } from '../../channels/phone-number.ts';
import { changeTenant } from '../../db/change.ts';
import type { Change } from '../../db/change.ts';
import { prepared } from '../../db/prepared.ts';
import type { Id } from '../../db/tables.ts';
import { ticketAudience } from '../audience/audience.ts';
import type { Services } from '../context.ts';
import type { Reception } from '../departments/attending.ts';
import { arrange, greet, greetAfterHours } from '../departments/receive-in-department.ts';
import type { Arranged } from '../departments/receive-in-department.ts';
import type { InstancePlace } from '../instances/instance-of-number.ts';
import { storableText } from '../text.ts';
import { openTicket } from '../tickets/open-ticket.ts';
import { FRAME_WITH_STORED, STORED_VIEW } from '../views/ticket-view.ts';
import { findArrival } from './find-arrival.ts';
import type { NewestTicket } from './find-arrival.ts';
import { keptContent } from './kept-content.ts';
import { noticeText } from './notice-text.ts';
import { takeSender, userIdOf } from './sender.ts';
import type { Sender } from './sender.ts';
import { addWaiting, conversationOf } from './waiting-rows.ts';

/** Why a customer's message is kept aside whom the company blocked. */
export const BLACKLISTED = 'error.customer.blacklisted';

/** What became of a customer's message. `waiting`: behind earlier ones of its conversation; `refused`: kept aside with the reason. */
export type Received = { outcome: 'kept' | 'duplicate' | 'waiting' } | { outcome: 'refused'; reason: string };

/** `isRecovered`: it was kept aside before, and comes late. `isItsTurn`: nothing that waits is before it. */
export type Late = { isRecovered?: boolean; isItsTurn?: boolean };

/**
 * Takes a customer's message in: the customer, the ticket (opened when none is open), the message,
 * the counters and the events, together. The same message again changes nothing. A blacklisted
 * customer's is refused. Reactions, messages taken back and the provider's own notes join the conversation
 * quietly: they open no ticket and leave nothing unseen. Its conversation stands where it came in, not where the
 * provider says that it was sent: after an outage that may be hours before. One whose conversation has earlier
 * ones waiting to be tried again waits behind them.
 */
export function receiveMessage(
  services: Services,
  place: InstancePlace,
  message: InboundMessage,
  late: Late = {},
): Promise<Received> {
  return changeTenant(services.db, place.tenantId, (change) => takeMessage(services, change, place, message, late));
}

/** The same within a change. */
export async function takeMessage(
  services: Services,
  change: Change,
  place: InstancePlace,
  message: InboundMessage,
  { isRecovered = false, isItsTurn = isRecovered }: Late,
): Promise<Received> {
  const { tx } = change;
  const address = canonicalAddress(message.from);
  if (!isUserId(address) && !/^\d{5,20}$/.test(address)) return { outcome: 'refused', reason: 'error.webhook.sender' };
  const sent = { ...message, from: address };
  const there = await findArrival(tx, place, {
    providerId: message.providerMessageId,
    relatedProviderId: 'targetProviderId' in message ? message.targetProviderId : message.replyToProviderId,
    address,
    userId: userIdOf(sent),
    conversation: conversationOf(message),
  });
  if (there.isKnown) return { outcome: 'duplicate' };
  if (there.isBehind && !isItsTurn) {
    await addWaiting(tx, place, { kind: 'message', message });
    return { outcome: 'waiting' };
  }
  const sender = await takeSender(tx, place, sent, there.customer);
  if (sender.isBlacklisted) return { outcome: 'refused', reason: BLACKLISTED };
  const isQuiet = isQuietAmong(message, there.ticket);
  const now = services.now();
  const sentAt = momentOf(message.timestamp, now, isRecovered);
  const conversation = { ...place, customerId: sender.id };
  // What comes late isn't new any more: nobody is greeted for it, and nobody given it.
  const openAt = isQuiet ? null : { at: now, isFresh: !isRecovered };
  const ticket = await takeTicket(change, conversation, there.ticket, openAt);
  if (ticket === undefined) return { outcome: 'refused', reason: 'error.webhook.noConversation' };
  await store(change, place, {
    message,
    sender,
    ticket,
    relatedId: there.relatedId,
    now,
    sentAt,
    isQuiet,
    isRecovered,
  });
  if (!isQuiet && !isRecovered) await answerBySystem(change, conversation, ticket, now);
  return { outcome: 'kept' };
}

/** What was taken back asks for no answer; a correction of what was written in a finished ticket opens none. */
function isQuietAmong({ kind }: InboundMessage, newest: NewestTicket | undefined): boolean {
  if (kind === 'edit') return newest?.isOpen !== true;
  return kind === 'revoke' || kind === 'reaction' || kind === 'system';
}

/** No provider repeats for longer: what is older has no moment that can be believed. */
const OLDEST_MS = 30 * 24 * 60 * 60_000;
/** How old a message may be to be taken for one that was written just now. */
const JUST_NOW_MS = 2_000;

/**
 * When a message was sent. The provider tells the whole second: for one that comes at once the
 * latest moment of it that is not in the future, so that messages of one second keep their order. One
 * that can't be believed is now; what was kept aside may be as old as it says.
 */
function momentOf(told: Date, now: Date, isRecovered: boolean): Date {
  const age = now.getTime() - told.getTime();
  if (age < 0 || (age > OLDEST_MS && !isRecovered)) return now;
  return age < JUST_NOW_MS ? new Date(Math.min(now.getTime(), told.getTime() + 999)) : told;
}

type OpenTicket = {
  id: Id;
  ownerId: Id | null;
  offeredTo: Id | null;
  isNew: boolean;
  /** Of a new ticket. */
  reception: Reception | undefined;
  untoldDepartmentId: Id | null;
};
type Conversation = { customerId: Id; instanceId: Id };

/** The conversation's newest ticket if it is open or nothing may be opened (`openAt` null), else a new one. */
async function takeTicket(
  change: Change,
  { customerId, instanceId }: Conversation,
  newest: NewestTicket | undefined,
  openAt: { at: Date; isFresh: boolean } | null,
): Promise<OpenTicket | undefined> {
  if (newest !== undefined && (newest.isOpen || openAt === null)) {
    return { ...newest, isNew: false, reception: undefined };
  }
  if (openAt === null) return undefined;
  const { at, isFresh } = openAt;
  const { tenantId } = change;
  const arranged: Arranged = isFresh ? await arrange(change, { instanceId, at }) : NOBODY;
  const { reception, ownerId } = arranged;
  const departmentId = reception?.id ?? null;
  const id = await openTicket(change.tx, { tenantId, customerId, instanceId, ownerId, departmentId, at });
  return { id, ownerId, offeredTo: null, isNew: true, reception, untoldDepartmentId: null };
}

const NOBODY: Arranged = { reception: undefined, ownerId: null };

/** What the ticket's department has the system say: the greeting, or that nobody is there. */
async function answerBySystem(
  change: Change,
  { customerId, instanceId }: Conversation,
  ticket: OpenTicket,
  at: Date,
): Promise<void> {
  const { id: ticketId, ownerId, offeredTo } = ticket;
  const told = { ticketId, customerId, instanceId, ownerId, offeredTo, at };
  if (ticket.reception !== undefined) await greet(change, ticket.reception, told);
  else if (ticket.untoldDepartmentId !== null) await greetAfterHours(change, ticket.untoldDepartmentId, told);
}

type Storable = {
  message: InboundMessage;
  sender: Sender;
  ticket: OpenTicket;
  relatedId: Id | null;
  now: Date;
  sentAt: Date;
  isQuiet: boolean;
  isRecovered: boolean;
};

type Values = {
  tenantId: Id;
  ticketId: Id;
  customerId: Id;
  instanceId: Id;
  ownerId: Id | null;
  providerId: string;
  now: Date;
  sentAt: Date;
  body: string;
  tagType: string;
  isQuiet: boolean;
  /** A correction lets nobody write for longer: for the provider it is no new message. */
  isCorrection: boolean;
  isRecovered: boolean;
  parentId: Id | null;
  replyToId: Id | null;
  documentName: string | null;
  documentType: string | null;
  media: string | null;
  content: string | null;
};

/** Stores the message and what it changes of its ticket; answers the ticket's frame as it is then. */
const storeMessage = prepared<Values, { frame: ChatTicketFrame }>(
  (value) => sql`
    with stored as (
      insert into message as m (tenant_id, ticket_id, customer_id, instance_id, type, whatsapp_message_id, sent_at,
        created_at, body, tag_type, unseen, is_quiet, attendant_id, parent_id, reply_to_id, document_name,
        document_mimetype, media, recovered, content)
      values (${value('tenantId')}, ${value('ticketId')}, ${value('customerId')}, ${value('instanceId')}, 1,
        ${value('providerId')}, ${value('sentAt')}, ${value('now')}, ${value('body')}, ${value('tagType')},
        not ${value('isQuiet')}::boolean, ${value('isQuiet')}::boolean, ${value('ownerId')}, ${value('parentId')},
        ${value('replyToId')}, ${value('documentName')}, ${value('documentType')}, ${value('media')},
        ${value('isRecovered')}, ${value('content')})
      returning m.id, ${STORED_VIEW} as view)
    update chat_ticket t set last_message_id = stored.id, last_message_at = ${value('now')},
      unseen_count = t.unseen_count + case when ${value('isQuiet')} then 0 else 1 end,
      is_not_responded = t.is_not_responded or not ${value('isQuiet')},
      waiting_since = case when ${value('isQuiet')} then t.waiting_since
        else coalesce(t.waiting_since, ${value('now')}) end,
      last_received_at = case when ${value('isQuiet')} or ${value('isCorrection')} then t.last_received_at
        else greatest(t.last_received_at, ${value('sentAt')}) end
    from stored
    join customer c on c.tenant_id = ${value('tenantId')} and c.id = ${value('customerId')}
    join instance i on i.tenant_id = ${value('tenantId')} and i.id = ${value('instanceId')}
    where t.tenant_id = ${value('tenantId')} and t.id = ${value('ticketId')}
    returning ${FRAME_WITH_STORED} as frame`,
);

async function store(
  { tx, tenantId, append }: Change,
  { instanceId }: InstancePlace,
  storable: Storable,
): Promise<void> {
  const { message, sender, ticket, relatedId, now, sentAt, isQuiet, isRecovered } = storable;
  const isReaction = message.kind === 'reaction';
  const media = 'media' in message ? message.media : undefined;
  const [row] = await storeMessage(tx, {
    tenantId,
    ticketId: ticket.id,
    customerId: sender.id,
    instanceId,
    ownerId: ticket.ownerId,
    providerId: message.providerMessageId,
    now,
    sentAt,
    body: isBlank(message.text) ? '' : storableText(message.text),
    tagType: message.tagType,
    isQuiet,
    isCorrection: message.kind === 'edit',
    isRecovered,
    parentId: isReaction ? relatedId : null,
    replyToId: isReaction ? null : relatedId,
    documentName: media?.filename ?? null,
    documentType: media?.mimeType ?? null,
    media: media === undefined ? null : JSON.stringify({ provider_id: media.id, sha256: media.sha256 }),
    content: keptContent(message),
  });
  const chatTicket = row?.frame;
  const customerChat = chatTicket?.customerLastChat;
  if (!chatTicket || !customerChat) throw new Error(`Ticket ${ticket.id} is not there`);
  const audience = ticketAudience({ instanceId, ownerId: ticket.ownerId, offeredTo: ticket.offeredTo });
  if (ticket.isNew) append('CustomerCreatedToChat', { chatTicket }, audience);
  append('CustomerChatCreated', { customerChat, chatTicket }, audience);
  if (isQuiet) return;
  append(
    'ChatNotification',
    {
      id: customerChat.id,
      title: chatTicket.customer.name,
      text: noticeText(customerChat),
      attendant: chatTicket.user === null ? null : { id: chatTicket.user.id, name: chatTicket.user.name },
      chatTicket: { id: ticket.id },
      customer: { id: sender.id, name: chatTicket.customer.name },
      instance: { id: instanceId },
    },
    audience,
  );
}
