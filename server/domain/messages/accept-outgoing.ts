import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { SERVICE_WINDOW_MS } from '../../../contract/facts/limits.ts';
import { takesCaption } from '../../../contract/facts/outgoing-file.ts';
import type { TagType } from '../../../contract/facts/tag-type.ts';
import type { ChatTicketFrame } from '../../../contract/entities/chat-ticket.ts';
import type { CustomerChat } from '../../../contract/entities/customer-chat.ts';
import { canonicalAddress, isUserId, phoneDigits } from '../../channels/phone-number.ts';
import type { Change } from '../../db/change.ts';
import { CommitUncertain } from '../../db/failures.ts';
import { prepared } from '../../db/prepared.ts';
import type { Id } from '../../db/tables.ts';
import { changedOwnerAudience, ticketAudience } from '../audience/audience.ts';
import { changeAsAttendant } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { conflict, DomainError, invalid, notFound } from '../errors.ts';
import { parseId, parseOptionalId } from '../ids.ts';
import { firstResponse, waitedMs } from '../reports/waits.ts';
import { openTicket } from '../tickets/open-ticket.ts';
import { hiddenConversationRefusal } from '../tickets/passed-on.ts';
import { publishOwnerChange } from '../transfers/publish-owner-change.ts';
import { ownMessageView } from '../views/message-view.ts';
import { FRAME_WITH_STORED, STORED_VIEW } from '../views/ticket-view.ts';
import { parseClientId } from './client-id.ts';
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
export type Outgoing = SendTarget & { text: string; imageUrl: string | null; isFile: boolean };

/** The arguments of a send, unparsed. */
type Given = {
  user_id?: string | null;
  to_number: string;
  instance_id: string;
  client_id?: string | null;
};

/**
 * Accepts a message to a customer: stores it with its outbox entry and event, and returns it. Assigns an unowned ticket
 * to the sender, and opens one if none is open. Idempotent by user and `clientId`. Refuses a reply to a message outside
 * the conversation, a closed 24-hour window, a used-up monthly limit, a blacklisted customer, a deactivated instance, and with FORBIDDEN a
 * ticket that another attendant has, or that the sender transferred away.
 */
export async function acceptOutgoing(services: SendServices, actor: Actor, outgoing: Outgoing): Promise<CustomerChat> {
  const take = () =>
    changeAsAttendant(services, actor, (change) => acceptOnce(change, services.now(), actor, outgoing));
  const message = await take().catch((error: unknown) => {
    // Whether it was stored is unknown here, but the database knows: with a client id a retry is safe.
    if (error instanceof CommitUncertain && outgoing.clientId !== null) return take();
    throw error;
  });
  services.wakeOutbox(actor.tenantId);
  return message;
}

/** Parses the target of a send. Not found for another tenant's name, and malformed numbers and instances. */
export function parseTarget(actor: Actor, input: Given): Omit<SendTarget, 'replyToId'> {
  if ((parseOptionalId(input.user_id) ?? actor.userId) !== actor.userId) throw notFound();
  const clientId = input.client_id === null || input.client_id === undefined ? null : parseClientId(input.client_id);
  if (clientId === undefined) throw invalid('error.invalid', { client_id: 'error.invalid' });
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

async function acceptOnce(change: Change, now: Date, actor: Actor, outgoing: Outgoing): Promise<CustomerChat> {
  const { earlierId, destination } = await findDestination(change.tx, actor, outgoing);
  if (earlierId !== null) return ownMessageView(change.tx, actor, earlierId);
  if (destination === undefined) throw await hiddenConversationRefusal(change.tx, actor, outgoing);
  requireSendable(now, actor, destination);
  await requireWithinMonthlyLimit(change, destination.monthlyLimit, now);
  const file = outgoing.isFile ? await requireFile(change, actor, outgoing) : null;
  return store(change, now, actor, { ...outgoing, file }, destination);
}

async function requireFile(change: Change, actor: Actor, { clientId, text }: Outgoing): Promise<OutgoingFile> {
  const file = await takeOutgoingFile(change.tx, { tenantId: change.tenantId, userId: actor.userId, clientId });
  if (text === '' || takesCaption(file.sentAs)) return file;
  throw invalid('error.file.caption', { caption: 'error.file.caption' });
}

/** Refuses a message to a conversation, as `acceptOutgoing` says. */
export function requireSendable(now: Date, actor: Actor, to: Destination): void {
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
  documentName: string | null;
  documentType: string | null;
};

type Value = (name: keyof Values) => RawBuilder<unknown>;

const storeMessage = prepared<Values, { frame: ChatTicketFrame }>((value) => storing(value, sql`'queued'`));
const storeWithFile = prepared<Values, { frame: ChatTicketFrame }>((value) =>
  storing(value, sql`'upload'`, withFile(value)),
);

/**
 * Stores the message with its outbox entry and updates its ticket; returns the ticket's frame afterwards. `more` are
 * further parts of the statement, which see the message as `stored`.
 */
function storing(
  value: Value,
  outboxState: RawBuilder<unknown>,
  more: RawBuilder<unknown> = sql``,
): RawBuilder<{ frame: ChatTicketFrame }> {
  return sql`
    with stored as (
      insert into message as m (tenant_id, ticket_id, customer_id, instance_id, type, client_id, user_id, sent_at,
        created_at, body, tag_type, media, document_name, document_mimetype, reply_to_id, attendant_id, waited_ms)
      values (${value('tenantId')}, ${value('ticketId')}, ${value('customerId')}, ${value('instanceId')}, 0,
        ${value('clientId')}, ${value('userId')}, ${value('now')}, ${value('now')}, ${value('body')}, ${value('tagType')},
        ${value('media')}, ${value('documentName')}, ${value('documentType')}, ${value('replyToId')}, ${value('userId')},
        ${waitedMs(value)})
      returning m.id, m.waited_ms, ${STORED_VIEW} as view),
    queued as (
      insert into outbox (tenant_id, message_id, instance_id, customer_id, state)
      select ${value('tenantId')}::bigint, stored.id, ${value('instanceId')}::bigint, ${value('customerId')}::bigint,
        ${outboxState} from stored)${more}
    update chat_ticket t set user_id = ${value('ownerId')}, is_not_responded = false, last_message_id = stored.id,
      last_message_at = ${value('now')}, taken_at = coalesce(t.taken_at, ${value('now')}), ${firstResponse(value)}
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

async function store(
  change: Change,
  now: Date,
  actor: Actor,
  outgoing: Outgoing & { file: OutgoingFile | null },
  to: Destination,
): Promise<CustomerChat> {
  const { tx, tenantId, append } = change;
  const { customerId } = to;
  const { instanceId, file } = outgoing;
  const opening = { tenantId, customerId, instanceId, ownerId: actor.userId, openedBy: actor.userId, at: now };
  const ticketId = to.ticket?.id ?? (await openTicket(change, opening));
  const before = { instanceId, ownerId: to.ticket?.ownerId ?? null, offeredTo: to.ticket?.offeredTo ?? null };
  const isTaken = to.ticket !== null && to.ticket.ownerId === null;
  const after = { ...before, ownerId: before.ownerId ?? actor.userId };

  const { userId } = actor;
  const { clientId, replyToId, text: body } = outgoing;
  const ids = { tenantId, ticketId, customerId, instanceId, userId, ownerId: after.ownerId };
  const values: Values = { ...ids, ...kindOf(outgoing), clientId, now, body, replyToId };
  const [row] = await (file === null ? storeMessage : storeWithFile)(tx, values);
  const chatTicket = row?.frame;
  const customerChat = chatTicket?.customerLastChat;
  if (!chatTicket || !customerChat) throw new Error(`Ticket ${ticketId} is not there`);
  if (to.ticket === null) append('CustomerCreatedToChat', { chatTicket }, ticketAudience(after));
  if (isTaken) {
    const user = { id: actor.userId, name: actor.userName };
    // Without the message: those who had the ticket in their queue no longer see it, nor what is written in it.
    const unread = { ...chatTicket, customerLastChat: null };
    await publishOwnerChange(
      change,
      { ticketTransfer: null, chatTicket: unread, user },
      changedOwnerAudience(before, after, []),
      { beforeMessageId: customerChat.id },
    );
  }
  append('CustomerChatCreated', { customerChat, chatTicket }, ticketAudience(after));
  return customerChat;
}

function kindOf({
  imageUrl,
  file,
}: Pick<Outgoing, 'imageUrl'> & { file: OutgoingFile | null }): Pick<
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
  return { tagType: 'stop_flow', media: null, ...none };
}
