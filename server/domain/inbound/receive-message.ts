import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { isBlank } from '../../../contract/facts/blank.ts';
import { MESSAGE_MAX_LENGTH } from '../../../contract/facts/limits.ts';
import type { ChatTicketFrame } from '../../../contract/entities/chat-ticket.ts';
import type { InboundMessage } from '../../channels/channel.ts';
import { channelOf } from '../../channels/sms/address.ts';
import { canonicalAddress, isUserId } from '../../channels/phone-number.ts';
import type { Change } from '../../db/change.ts';
import { prepared } from '../../db/prepared.ts';
import type { Id } from '../../db/tables.ts';
import { ticketAudience } from '../audience/audience.ts';
import { storeAnswered } from '../campaigns/answered.ts';
import type { CampaignMessage } from '../campaigns/answered.ts';
import { isOptOut } from '../campaigns/opt-out.ts';
import type { Services } from '../context.ts';
import { findCustomerAt } from '../customers/customer-numbers.ts';
import { noteConsent } from '../customers/note-consent.ts';
import type { ReceivingDepartment } from '../departments/attendants.ts';
import { arrangeNewTicket, greet, greetAfterHours } from '../departments/receive-in-department.ts';
import type { Arrangement } from '../departments/receive-in-department.ts';
import { flowOfAnswered, goOnInFlow, reasonAgainst } from '../flows/active/campaign-answer.ts';
import { beginFlow, giveUp } from '../flows/run-flow.ts';
import type { Running } from '../flows/run-flow.ts';
import { flowFor, takeInByFlow } from '../flows/take-in.ts';
import type { InstancePlace } from '../instances/instance-of-number.ts';
import { beginningOf, storableText } from '../text.ts';
import { openTicket } from '../tickets/open-ticket.ts';
import { ANY, inFlowFrame, PLAIN } from '../views/ticket-view.ts';
import { findArrival } from './find-arrival.ts';
import type { NewestTicket } from './find-arrival.ts';
import { storedContent } from './stored-content.ts';
import { noticeText } from './notice-text.ts';
import { findOrCreateSender, userIdOf } from './sender.ts';
import type { Sender } from './sender.ts';
import { addWaiting, conversationOf } from './waiting-rows.ts';

/** Reason for rejecting a blocked customer's message. */
export const BLACKLISTED = 'error.customer.blacklisted';

/**
 * Outcome for a customer's message. `waiting`: behind earlier ones of its conversation; `refused`: rejected and stored
 * with the reason; `ignored`: a change of something that no customer wrote here.
 */
export type Received =
  | { outcome: 'kept' | 'duplicate' | 'waiting' | 'ignored' }
  | { outcome: 'refused'; reason: string };

/**
 * `isRecovered`: it was rejected before. `isItsTurn`: nothing is queued before it. `receivedAt`: when it was queued or
 * rejected; messages after that don't go before it.
 */
export type Late = { isRecovered?: boolean; isItsTurn?: boolean; receivedAt?: Date };

/**
 * Processes a customer's message: customer, ticket (opened if none is open), message, counters and events in one
 * transaction. Idempotent. Refuses messages of blocked customers. Reactions, deletions and the provider's notes are
 * quiet: they open no ticket and leave nothing unseen. The conversation is sorted by arrival, not by the provider's
 * time, which may be hours earlier after an outage. Waits behind earlier messages of the conversation that are queued
 * for a retry.
 */
export async function receiveMessage(
  services: Services & Pick<Running, 'direct'>,
  change: Change,
  place: InstancePlace,
  message: InboundMessage,
  { isRecovered = false, isItsTurn = false, receivedAt }: Late,
): Promise<Received> {
  const { tx } = change;
  const address = canonicalAddress(message.from);
  if (!isUserId(address) && !/^\d{5,20}$/.test(address)) return { outcome: 'refused', reason: 'error.webhook.sender' };
  const sent = { ...message, from: address };
  const existing = await findArrival(tx, place, {
    providerId: message.providerMessageId,
    relatedProviderId: 'targetProviderId' in message ? message.targetProviderId : message.replyToProviderId,
    address,
    userId: userIdOf(sent),
    conversation: conversationOf(message),
    receivedAt,
  });
  if (existing.isKnown) return { outcome: 'duplicate' };
  const said = receivedAt === undefined ? { at: services.now() } : { at: receivedAt, isLate: true };
  if (existing.isBehind && !isItsTurn) {
    // At once: campaigns don't wait.
    if (existing.customer !== undefined) await noteOptOut(change, existing.customer.id, message, said);
    await addWaiting(tx, place, { kind: 'message', message }, receivedAt && { receivedAt });
    return { outcome: 'waiting' };
  }
  if (existing.isBlockedStranger) return { outcome: 'refused', reason: BLACKLISTED };
  const sender = await findOrCreateSender(services, change, place, sent, existing.customer);
  // A blocked customer may want to hear nothing more once they are unblocked, too.
  await noteOptOut(change, sender.id, message, said);
  if (sender.isBlacklisted) return { outcome: 'refused', reason: BLACKLISTED };
  const isQuiet = isQuietAmong(message, existing.ticket);
  const now = services.now();
  const sentAt = momentOf(message.timestamp, now, isRecovered);
  const conversation = { ...place, customerId: sender.id };
  // Late messages aren't greeted, and their tickets aren't assigned.
  const isNew = existing.ticket?.isOpen !== true && !isQuiet && !isRecovered;
  const answered =
    existing.hasCampaign && !isQuiet && !isRecovered
      ? await flowOfAnswered(services, change, conversation, now)
      : undefined;
  const reason =
    answered && reasonAgainst(answered, existing.ticket, isOptOut(message, channelOf(message.phoneNumberId)));
  const flow =
    reason !== null && existing.hasFlows && isNew
      ? await flowFor(services, change, conversation, message.text)
      : undefined;
  const hasFlow = flow !== undefined || reason === null;
  const openAt = isQuiet ? null : { at: now, isFresh: !isRecovered, hasFlow };
  const ticket = await findOrOpenTicket(change, conversation, existing.ticket, openAt);
  if (ticket === undefined) return { outcome: 'refused', reason: 'error.webhook.noConversation' };
  const campaigns = existing.hasCampaign && !isQuiet ? await storeAnswered(change, conversation, ticket.id, now) : [];
  const quoted = campaigns.find(({ providerId }) => providerId === message.replyToProviderId && providerId !== null);
  const heard = await store(change, place, {
    message,
    sender,
    ticket,
    relatedId: existing.relatedId ?? quoted?.id ?? null,
    campaigns,
    now,
    sentAt,
    isQuiet,
    isRecovered,
    hasFlow,
    isHeld: flow !== undefined || (ticket.flowRunId !== null && ticket.ownerId === null),
  });
  if (campaigns.length > 0)
    change.note('CampaignAnswered', {
      customer: { id: sender.id },
      chatTicket: { id: ticket.id },
      campaigns: [...new Set(campaigns.map(({ campaignId }) => campaignId))],
      text: beginningOf(storableText(message.text), MESSAGE_MAX_LENGTH),
      kind: message.tagType,
    });
  // A flow can't know what a late message was an answer to.
  if (isRecovered && !isQuiet && ticket.flowRunId !== null) await giveUp(change, ticket.flowRunId, now);
  if (isQuiet || isRecovered) return { outcome: 'kept' };
  if (answered !== undefined && reason !== undefined)
    await goOnInFlow(services, change, answered, { ...conversation, ticketId: ticket.id, message, reason });
  if (reason === null) return { outcome: 'kept' };
  // As of one moment: what the flow answers then changes nothing that the ticket is sorted by.
  const atOnce = { ...services, now: () => now };
  if (flow !== undefined) await beginFlow(atOnce, change, ticket.id, flow, heard);
  else if (ticket.flowRunId === null || !(await takeInByFlow(atOnce, change, ticket.flowRunId, message, heard)))
    await answerBySystem(change, conversation, ticket, now);
  return { outcome: 'kept' };
}

async function noteOptOut(
  change: Change,
  customerId: Id,
  message: InboundMessage,
  said: { at: Date; isLate?: boolean },
): Promise<void> {
  const channel = channelOf(message.phoneNumberId);
  if (!isOptOut(message, channel)) return;
  const evidence = message.text.trim();
  await noteConsent(change, customerId, { channel, kind: 'revoked', origin: 'customer', evidence, ...said });
}

/** Notes that a known customer wants to hear nothing more, by a message that can't be taken in yet. */
export async function noteOptOutAhead(change: Change, message: InboundMessage, at: Date): Promise<void> {
  const { tx, tenantId } = change;
  const userId = userIdOf(message);
  const customerId =
    (await findCustomerAt(tx, tenantId, canonicalAddress(message.from))) ??
    (userId === null || userId === undefined ? null : await findCustomerAt(tx, tenantId, userId));
  if (customerId !== null) await noteOptOut(change, customerId, message, { at });
}

/** Deletions need no answer, and an edit of a message in a finished ticket opens none. */
function isQuietAmong({ kind }: InboundMessage, newest: NewestTicket | undefined): boolean {
  if (kind === 'edit') return newest?.isOpen !== true;
  return kind === 'revoke' || kind === 'reaction' || kind === 'system';
}

/** No provider retries for longer, so an older time can't be right. */
const OLDEST_MS = 30 * 24 * 60 * 60_000;
/** A message no older than this counts as just written. */
const JUST_NOW_MS = 2_000;

/**
 * When a message was sent. The provider sends whole seconds: a new message gets the latest moment of its second that is
 * not in the future, so that messages of the same second keep their order. An implausible time becomes now; rejected
 * messages may be as old as they say.
 */
export function momentOf(reported: Date, now: Date, isRecovered: boolean): Date {
  const age = now.getTime() - reported.getTime();
  if (age < 0 || (age > OLDEST_MS && !isRecovered)) return now;
  return age < JUST_NOW_MS ? new Date(Math.min(now.getTime(), reported.getTime() + 999)) : reported;
}

type OpenTicket = {
  id: Id;
  ownerId: Id | null;
  offeredTo: Id | null;
  isNew: boolean;
  /** Of a new ticket. */
  department: ReceivingDepartment | undefined;
  afterHoursDepartmentId: Id | null;
  flowRunId: Id | null;
};
type Conversation = { customerId: Id; instanceId: Id };

/** The conversation's newest ticket if it is open or none may be opened (`openAt` is null), else a new one. */
async function findOrOpenTicket(
  change: Change,
  { customerId, instanceId }: Conversation,
  newest: NewestTicket | undefined,
  openAt: { at: Date; isFresh: boolean; hasFlow: boolean } | null,
): Promise<OpenTicket | undefined> {
  if (newest !== undefined && (newest.isOpen || openAt === null)) {
    return { ...newest, isNew: false, department: undefined };
  }
  if (openAt === null) return undefined;
  const { at, isFresh, hasFlow } = openAt;
  const { tenantId } = change;
  const arranged: Arrangement = isFresh ? await arrangeNewTicket(change, { instanceId, at, hasFlow }) : NOBODY;
  const { department, ownerId } = arranged;
  const departmentId = department?.id ?? null;
  const id = await openTicket(change, { tenantId, customerId, instanceId, ownerId, departmentId, at });
  return { id, ownerId, offeredTo: null, isNew: true, department, afterHoursDepartmentId: null, flowRunId: null };
}

const NOBODY: Arrangement = { department: undefined, ownerId: null };

/** Sends the department's greeting or after-hours text. */
async function answerBySystem(
  change: Change,
  { customerId, instanceId }: Conversation,
  ticket: OpenTicket,
  at: Date,
): Promise<void> {
  const { id: ticketId, ownerId, offeredTo } = ticket;
  const ticketFacts = { ticketId, customerId, instanceId, ownerId, offeredTo, at };
  if (ticket.department !== undefined) await greet(change, ticket.department, ticketFacts);
  else if (ticket.afterHoursDepartmentId !== null)
    await greetAfterHours(change, ticket.afterHoursDepartmentId, ticketFacts);
}

type Storable = {
  message: InboundMessage;
  sender: Sender;
  ticket: OpenTicket;
  relatedId: Id | null;
  /** What campaigns sent, which stands before it. */
  campaigns: readonly CampaignMessage[];
  now: Date;
  sentAt: Date;
  isQuiet: boolean;
  isRecovered: boolean;
  /** Whether a flow is about to have the ticket. */
  hasFlow: boolean;
  /** Whether a flow hears it, which says how long the customer has waited when it leaves the ticket. */
  isHeld: boolean;
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
  /** Nobody waits for people: it is quiet, or a flow hears it. */
  waitsForNobody: boolean;
  /** An edit doesn't extend the 24-hour window: for the provider it is no new message. */
  isCorrection: boolean;
  /** The customer's additional number that it came from; null: their main one. */
  alias: string | null;
  isRecovered: boolean;
  parentId: Id | null;
  replyToId: Id | null;
  documentName: string | null;
  documentType: string | null;
  media: string | null;
  content: string | null;
  isForwarded: boolean;
};

/** Stores the message and updates its ticket; returns the ticket's frame afterwards. */
const storing = (value: (name: keyof Values) => RawBuilder<unknown>, { view, frame }: typeof ANY) =>
  sql<{ frame: ChatTicketFrame }>`
    with stored as (
      insert into message as m (tenant_id, ticket_id, customer_id, instance_id, type, whatsapp_message_id, sent_at,
        created_at, body, tag_type, unseen, is_quiet, attendant_id, parent_id, reply_to_id, document_name,
        document_mimetype, media, recovered, content, is_forwarded)
      values (${value('tenantId')}, ${value('ticketId')}, ${value('customerId')}, ${value('instanceId')}, 1,
        ${value('providerId')}, ${value('sentAt')}, ${value('now')}, ${value('body')}, ${value('tagType')},
        not ${value('isQuiet')}::boolean, ${value('isQuiet')}::boolean, ${value('ownerId')}, ${value('parentId')},
        ${value('replyToId')}, ${value('documentName')}, ${value('documentType')}, ${value('media')},
        ${value('isRecovered')}, ${value('content')}, ${value('isForwarded')})
      returning m.id, ${view} as view)
    update chat_ticket t set last_message_id = stored.id, last_message_at = ${value('now')},
      unseen_count = t.unseen_count + case when ${value('isQuiet')} then 0 else 1 end,
      is_not_responded = t.is_not_responded or not ${value('isQuiet')},
      waiting_since = case when ${value('waitsForNobody')} then t.waiting_since
        else coalesce(t.waiting_since, ${value('now')}) end,
      snoozed_until = case when ${value('isQuiet')} then t.snoozed_until end,
      last_received_at = case when ${value('isQuiet')} or ${value('isCorrection')} then t.last_received_at
        else greatest(t.last_received_at, ${value('sentAt')}) end,
      last_received_from = case when ${value('isQuiet')} or ${value('isCorrection')}
        or ${value('sentAt')} < t.last_received_at then t.last_received_from else ${value('alias')} end
    from stored
    join customer c on c.tenant_id = ${value('tenantId')} and c.id = ${value('customerId')}
    join instance i on i.tenant_id = ${value('tenantId')} and i.id = ${value('instanceId')}
    where t.tenant_id = ${value('tenantId')} and t.id = ${value('ticketId')}
    returning ${frame} as frame`;

const storeMessage = prepared<Values, { frame: ChatTicketFrame }>((value) => storing(value, ANY));
const storeText = prepared<Values, { frame: ChatTicketFrame }>((value) => storing(value, PLAIN));

async function store(
  { tx, tenantId, append }: Change,
  { instanceId }: InstancePlace,
  storable: Storable,
): Promise<ChatTicketFrame> {
  const { message, sender, ticket, relatedId, campaigns, now, sentAt, isQuiet, isRecovered } = storable;
  const isReaction = message.kind === 'reaction';
  const media = 'media' in message ? message.media : undefined;
  const content = storedContent(message);
  const isPlain = media === undefined && content === null && relatedId === null && ticket.offeredTo === null;
  const [row] = await (isPlain ? storeText : storeMessage)(tx, {
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
    waitsForNobody: isQuiet || storable.isHeld,
    isCorrection: message.kind === 'edit',
    alias: sender.alias,
    isRecovered,
    parentId: isReaction ? relatedId : null,
    replyToId: isReaction ? null : relatedId,
    documentName: media?.filename ?? null,
    documentType: media?.mimeType ?? null,
    media: media === undefined ? null : JSON.stringify({ provider_id: media.id, sha256: media.sha256 }),
    content,
    isForwarded: message.forwarded,
  });
  const chatTicket = row && storable.hasFlow ? inFlowFrame(row.frame) : row?.frame;
  const customerChat = chatTicket?.customerLastChat;
  if (!chatTicket || !customerChat) throw new Error(`Ticket ${ticket.id} is not there`);
  const audience = ticketAudience({ instanceId, ownerId: ticket.ownerId, offeredTo: ticket.offeredTo });
  if (ticket.isNew) append('CustomerCreatedToChat', { chatTicket }, audience);
  for (const { view } of campaigns) append('CustomerChatCreated', { customerChat: view, chatTicket }, audience);
  append('CustomerChatCreated', { customerChat, chatTicket }, audience);
  if (isQuiet) return chatTicket;
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
      sent_at: customerChat.sent_at,
    },
    audience,
  );
  return chatTicket;
}
