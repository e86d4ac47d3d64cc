import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { SERVICE_WINDOW_MS } from '../../../contract/facts/limits.ts';
import { takesCaption } from '../../../contract/facts/outgoing-file.ts';
import type { TagType } from '../../../contract/facts/tag-type.ts';
import type { ChatTicketFrame } from '../../../contract/entities/chat-ticket.ts';
import type { CustomerChat } from '../../../contract/entities/customer-chat.ts';
import type { SharedContent } from '../../channels/channel.ts';
import { canonicalAddress, isUserId, phoneDigits } from '../../channels/phone-number.ts';
import type { Change } from '../../db/change.ts';
import { CommitUncertain } from '../../db/failures.ts';
import { prepared } from '../../db/prepared.ts';
import type { Id } from '../../db/tables.ts';
import { ticketAudience } from '../audience/audience.ts';
import { changeAsAttendant } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { conflict, DomainError, invalid, notFound } from '../errors.ts';
import { parseId, parseOptionalId } from '../ids.ts';
import { firstResponse, waitedMs } from '../reports/waits.ts';
import { openTicket } from '../tickets/open-ticket.ts';
import { hiddenConversationRefusal } from '../tickets/passed-on.ts';
import type { SentTemplate } from '../templates/filled.ts';
import { publishTaken, settleOffer } from '../transfers/settle-offer.ts';
import { ownerRead } from '../unseen/read-rows.ts';
import { ownMessageView } from '../views/message-view.ts';
import { FRAME_WITH_STORED, STORED_TEXT_VIEW, STORED_VIEW } from '../views/ticket-view.ts';
import { parseOptionalClientId } from './client-id.ts';
import { findDestination } from './find-destination.ts';
import type { Destination, SendTarget } from './find-destination.ts';
import { requireWithinMonthlyLimit } from './monthly-limit.ts';
import { takeOutgoingFile } from './outgoing-file.ts';
import type { OutgoingFile } from './outgoing-file.ts';

/** Accepting a message also wakes the outbox. */
export type SendServices = Services & { wakeOutbox: (tenantId: Id) => void };

/**
 * A parsed message to send. The provider fetches `imageUrl`; `isFile`: it has the file uploaded under its client id;
 * `text` is the caption of either.
 */
export type Outgoing = SendTarget & {
  text: string;
  imageUrl: string | null;
  isFile: boolean;
  /**
   * The message that it repeats, and that one's file. `isRetry`: to the same customer, whom that one didn't reach;
   * `isMarked`: it is shown as forwarded.
   */
  forwarded?: { id: Id; file: OutgoingFile | null; isRetry: boolean; isMarked: boolean };
  /** The place or the contact cards that it is; the text stands for it where it can't be drawn. */
  shared?: SharedContent;
  /** The template that it is; the text is what it says. */
  template?: SentTemplate & { isMarketing: boolean };
};

/** In whose name a message is sent. */
export type Sender = Pick<Actor, 'userId' | 'userName' | 'isAdmin'>;

/** The arguments of a send, unparsed. */
type Given = {
  user_id?: string | null;
  to_number: string;
  instance_id: string;
  client_id?: string | null;
};

/**
 * Accepts a message to a customer: stores it with its outbox entry and event, and returns it. Assigns an unowned ticket
 * to the sender, which ends its offer, and opens one if none is open. Idempotent by user and `clientId`. Refuses a reply to a message outside
 * the conversation, a closed 24-hour window, a used-up monthly limit, a blacklisted customer, an instance that is deactivated
 * or not on Meta's API, and with FORBIDDEN a
 * ticket that another attendant has, or that the sender transferred away.
 */
export function acceptOutgoing(services: SendServices, actor: Actor, outgoing: Outgoing): Promise<CustomerChat> {
  return takeOnce(services, actor, outgoing.clientId, (change) => acceptOnce(change, services.now(), actor, outgoing));
}

/** Accepts what is to be sent, and wakes the outbox. `accept` finds what it has accepted before by its client id. */
export async function takeOnce<T>(
  services: SendServices,
  actor: Actor,
  clientId: string | null,
  accept: (change: Change) => Promise<T>,
): Promise<T> {
  const take = () => changeAsAttendant(services, actor, accept);
  const accepted = await take().catch((error: unknown) => {
    // Whether it was stored is unknown here, but the database knows: with a client id a retry is safe.
    if (error instanceof CommitUncertain && clientId !== null) return take();
    throw error;
  });
  services.wakeOutbox(actor.tenantId);
  return accepted;
}

/** Parses the target of a send. Not found for another tenant's name, and malformed numbers and instances. */
export function parseTarget(actor: Actor, input: Given): Omit<SendTarget, 'replyToId'> {
  if ((parseOptionalId(input.user_id) ?? actor.userId) !== actor.userId) throw notFound();
  const clientId = parseOptionalClientId(input.client_id);
  const address = isUserId(input.to_number) ? input.to_number : phoneDigits(input.to_number);
  // A malformed number belongs to no customer.
  if (address === undefined) throw notFound();
  return { instanceId: parseId(input.instance_id), address: canonicalAddress(address), clientId };
}

/** The message to reply to; null for none. */
export function parseReplyId(input: string | null | undefined): Id | null {
  if (input === null || input === undefined) return null;
  try {
    return parseId(input);
  } catch {
    throw replyNotFound();
  }
}

function replyNotFound(): DomainError {
  return new DomainError('NOT_FOUND', 'error.reply.notFound', { fields: { reply_message_id: 'error.reply.notFound' } });
}

/** Accepts a message in a transaction, or finds it by its client id if it was accepted before. */
export async function acceptOnce(change: Change, now: Date, actor: Actor, outgoing: Outgoing): Promise<CustomerChat> {
  const { earlierId, destination } = await findDestination(change.tx, actor, outgoing);
  if (earlierId !== null) return ownMessageView(change.tx, actor, earlierId);
  if (destination === undefined) throw await hiddenConversationRefusal(change.tx, actor, outgoing);
  return acceptFor(change, now, actor, outgoing, destination);
}

/** Accepts a message for a conversation that the actor may write to. */
export async function acceptFor(
  change: Change,
  now: Date,
  actor: Actor,
  outgoing: Outgoing,
  destination: Destination,
): Promise<CustomerChat> {
  requireSendable(now, actor, destination, outgoing.template);
  await requireWithinMonthlyLimit(change, destination.monthlyLimit, now);
  const file = outgoing.isFile ? await requireFile(change, actor, outgoing) : (outgoing.forwarded?.file ?? null);
  return storeOutgoing(change, now, actor, { ...outgoing, file }, destination);
}

async function requireFile(change: Change, actor: Actor, { clientId, text }: Outgoing): Promise<OutgoingFile> {
  const file = await takeOutgoingFile(change.tx, { tenantId: change.tenantId, userId: actor.userId, clientId });
  if (text === '' || takesCaption(file.sentAs)) return file;
  throw invalid('error.file.caption', { caption: 'error.file.caption' });
}

/** Refuses a message to a conversation, as `acceptOutgoing` says. A template needs no open window. */
export function requireSendable(now: Date, sender: Sender, to: Destination, template?: { isMarketing: boolean }): void {
  requireWritable(sender, to);
  if (template?.isMarketing === true && to.declinedMarketing) throw conflict('error.customer.declinedMarketing');
  if (template === undefined && !isWindowOpen(now, to)) throw conflict('error.window.closed');
}

/** The same, whatever the 24-hour window. */
export function requireWritable(sender: Sender, to: Destination): void {
  if (!sender.isAdmin && to.ticket !== null && to.ticket.ownerId !== null && to.ticket.ownerId !== sender.userId) {
    throw new DomainError('FORBIDDEN', 'error.ticket.notYours');
  }
  if (!to.isActivated) throw conflict('error.instance.disconnected');
  // Before the window, which only Meta's API has.
  if (!to.isOfficial) throw conflict('error.instance.noGateway');
  if (to.isBlacklisted) throw conflict('error.customer.blacklisted');
  if (!to.hasReplyTo) throw replyNotFound();
}

/** Whether a free text may be sent: for 24 hours after the customer's last message. */
export function isWindowOpen(now: Date, { lastReceivedAt }: Pick<Destination, 'lastReceivedAt'>): boolean {
  return lastReceivedAt !== null && now.getTime() - lastReceivedAt.getTime() < SERVICE_WINDOW_MS;
}

type Values = {
  tenantId: Id;
  ticketId: Id;
  customerId: Id;
  instanceId: Id;
  userId: Id;
  /** Of the ticket afterwards; null: it stays in its queue. */
  ownerId: Id | null;
  clientId: string | null;
  now: Date;
  body: string;
  tagType: TagType;
  media: string | null;
  replyToId: Id | null;
  documentName: string | null;
  documentType: string | null;
  isForwarded: boolean;
  repeatsId: Id | null;
  /** As JSON. */
  template: string | null;
  /** As JSON. */
  content: string | null;
  /** The message whose file is repeated. */
  sourceId: Id | null;
};

type Value = (name: keyof Values) => RawBuilder<unknown>;

const storeText = prepared<Values, { frame: ChatTicketFrame }>((value) =>
  storing(value, sql`'queued'`, STORED_TEXT_VIEW),
);
const storeMessage = prepared<Values, { frame: ChatTicketFrame }>((value) => storing(value, sql`'queued'`));
const storeTemplate = prepared<Values, { frame: ChatTicketFrame }>((value) => storing(value, sql`'template'`));
const storeWithFile = prepared<Values, { frame: ChatTicketFrame }>((value) =>
  storing(value, sql`'upload'`, STORED_VIEW, withFile(value)),
);
const storeWithFileOfAnother = prepared<Values, { frame: ChatTicketFrame }>((value) =>
  storing(value, sql`'upload'`, STORED_VIEW, withFileOfAnother(value)),
);

/**
 * Stores the message with its outbox entry and updates its ticket; returns the ticket's frame afterwards. `more` are
 * further parts of the statement, which see the message as `stored`.
 */
function storing(
  value: Value,
  outboxState: RawBuilder<unknown>,
  view: RawBuilder<CustomerChat> = STORED_VIEW,
  more: RawBuilder<unknown> = sql``,
): RawBuilder<{ frame: ChatTicketFrame }> {
  return sql`
    with stored as (
      insert into message as m (tenant_id, ticket_id, customer_id, instance_id, type, client_id, user_id, sent_at,
        created_at, body, tag_type, media, document_name, document_mimetype, reply_to_id, attendant_id, is_forwarded, repeats_id, template, content, waited_ms)
      values (${value('tenantId')}, ${value('ticketId')}, ${value('customerId')}, ${value('instanceId')}, 0,
        ${value('clientId')}, ${value('userId')}, ${value('now')}, ${value('now')}, ${value('body')}, ${value('tagType')},
        ${value('media')}, ${value('documentName')}, ${value('documentType')}, ${value('replyToId')}, ${value('userId')},
        ${value('isForwarded')}, ${value('repeatsId')}, ${value('template')}, ${value('content')}, ${waitedMs(value)})
      returning m.id, m.waited_ms, ${view} as view),
    queued as (
      insert into outbox (tenant_id, message_id, instance_id, customer_id, state)
      select ${value('tenantId')}::bigint, stored.id, ${value('instanceId')}::bigint, ${value('customerId')}::bigint,
        ${outboxState} from stored)${more}
    update chat_ticket t set user_id = ${value('ownerId')}, is_not_responded = false, last_message_id = stored.id,
      last_message_at = ${value('now')},
      taken_at = coalesce(t.taken_at, case when ${value('ownerId')}::bigint is not null then ${value('now')}::timestamptz end),
      owned_since = case when t.user_id is distinct from ${value('ownerId')}::bigint then ${value('now')}::timestamptz
        else t.owned_since end, ${firstResponse(value)}
    from stored
    join customer c on c.tenant_id = ${value('tenantId')} and c.id = ${value('customerId')}
    join instance i on i.tenant_id = ${value('tenantId')} and i.id = ${value('instanceId')}
    where t.tenant_id = ${value('tenantId')} and t.id = ${value('ticketId')}
    returning ${FRAME_WITH_STORED} as frame`;
}

/** The message gets the uploaded file, which is done with. */
function withFile(value: Value): RawBuilder<unknown> {
  const isIts = sql`f.tenant_id = ${value('tenantId')} and f.user_id = ${value('userId')}
        and f.client_id = ${value('clientId')}`;
  return sql`,
    kept as (
      insert into message_media (tenant_id, message_id, state, mime_type, size_bytes, sha256, width, height, has_preview)
      select f.tenant_id, stored.id, 'ready', f.mime_type, f.size_bytes, f.sha256, f.width, f.height, f.has_preview
      from stored, outgoing_file f where ${isIts}),
    taken as (update outgoing_file f set state = 'sent' where ${isIts})`;
}

/** The message gets the same file as another one. */
function withFileOfAnother(value: Value): RawBuilder<unknown> {
  return sql`,
    kept as (
      insert into message_media (tenant_id, message_id, state, mime_type, size_bytes, sha256, width, height, has_preview)
      select f.tenant_id, stored.id, 'ready', f.mime_type, f.size_bytes, f.sha256, f.width, f.height, f.has_preview
      from stored, message_media f where f.tenant_id = ${value('tenantId')} and f.message_id = ${value('sourceId')})`;
}

/**
 * Stores a message that may be sent, with its outbox entry and events. It takes its ticket from the queue, unless
 * `keepsQueue`.
 */
export async function storeOutgoing(
  change: Change,
  now: Date,
  actor: Sender,
  outgoing: Outgoing & { file: OutgoingFile | null },
  to: Destination,
  { keepsQueue = false } = {},
): Promise<CustomerChat> {
  const { tx, tenantId, append } = change;
  const { customerId } = to;
  const { instanceId, file } = outgoing;
  const opened = { ownerId: actor.userId, openedBy: actor.userId, address: to.address ?? null, at: now };
  const opening = { tenantId, customerId, instanceId, ...opened };
  const ticketId = to.ticket?.id ?? (await openTicket(change, opening));
  const before = { instanceId, ownerId: to.ticket?.ownerId ?? null, offeredTo: to.ticket?.offeredTo ?? null };
  const isTaken = to.ticket !== null && to.ticket.ownerId === null && !keepsQueue;
  const ownerId = before.ownerId ?? (keepsQueue ? null : actor.userId);
  const after = { ...before, ownerId, ...(isTaken && { offeredTo: null }) };
  const offer = isTaken ? await settleOffer(change, now, actor, { id: ticketId, offeredTo: before.offeredTo }) : null;

  const { userId } = actor;
  const { clientId, replyToId, text: body } = outgoing;
  const ids = { tenantId, ticketId, customerId, instanceId, userId, ownerId: after.ownerId };
  const { forwarded } = outgoing;
  const template = outgoing.template === undefined ? null : JSON.stringify(outgoing.template);
  const values: Values = {
    ...ids,
    ...kindOf(outgoing),
    clientId,
    now,
    body,
    replyToId,
    isForwarded: forwarded?.isMarked ?? false,
    repeatsId: forwarded?.isRetry === true ? forwarded.id : null,
    template,
    content: outgoing.shared === undefined ? null : JSON.stringify(outgoing.shared),
    sourceId: forwarded?.id ?? null,
  };
  const isPlain = values.media === null && values.content === null && replyToId === null;
  const storeQueued = isPlain ? storeText : storeMessage;
  const storePlain = template === null ? storeQueued : storeTemplate;
  const storeAll = file === null ? storePlain : forwarded !== undefined ? storeWithFileOfAnother : storeWithFile;
  // Who answers has read it; a scheduled one says nothing of that.
  const isReadByOwner = !keepsQueue && ownerId === userId;
  const [[row]] = await Promise.all([
    storeAll(tx, values),
    isReadByOwner && ownerRead(tx, { tenantId, ticketId, upToId: null }),
  ]);
  const chatTicket = row?.frame;
  const customerChat = chatTicket?.customerLastChat;
  if (!chatTicket || !customerChat) throw new Error(`Ticket ${ticketId} is not there`);
  if (to.ticket === null) append('CustomerCreatedToChat', { chatTicket }, ticketAudience(after));
  if (isTaken) {
    const unread = { ...chatTicket, customerLastChat: null };
    await publishTaken(change, actor, { before, chatTicket: unread, offer, messageId: customerChat.id });
  }
  append('CustomerChatCreated', { customerChat, chatTicket }, ticketAudience(after));
  return customerChat;
}

function kindOf({
  imageUrl,
  file,
  template,
  shared,
}: Pick<Outgoing, 'imageUrl' | 'template' | 'shared'> & { file: OutgoingFile | null }): Pick<
  Values,
  'tagType' | 'media' | 'documentName' | 'documentType'
> {
  const none = { documentName: null, documentType: null };
  if (file !== null) {
    const { tagType, sentAs, name, mimeType } = file;
    // As of received files, only documents have a name.
    const documentName = sentAs === 'document' ? name : null;
    return { tagType, media: JSON.stringify({ sent_as: sentAs }), documentName, documentType: mimeType };
  }
  if (imageUrl !== null) return { tagType: 'image', media: JSON.stringify({ url: imageUrl }), ...none };
  if (shared !== undefined) return { tagType: shared.kind, media: null, ...none };
  return { tagType: template === undefined ? 'stop_flow' : 'template', media: null, ...none };
}
