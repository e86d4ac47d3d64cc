import { SMS_MAX_LENGTH } from '../../../contract/facts/channels.ts';
import { CAPTION_MAX_LENGTH, MESSAGE_MAX_LENGTH, SERVICE_WINDOW_MS } from '../../../contract/facts/limits.ts';
import { isNeverTaken, takesCaption } from '../../../contract/facts/outgoing-file.ts';
import type { CustomerChat } from '../../../contract/entities/customer-chat.ts';
import { signatureOf } from '../../../contract/facts/signature.ts';
import { fitsHeader } from '../../../contract/facts/templates.ts';
import type { HeaderFile } from '../../../contract/facts/templates.ts';
import type { Shareable } from '../../channels/channel.ts';
import { canonicalAddress, isUserId, phoneDigits } from '../../channels/phone-number.ts';
import type { Change } from '../../db/change.ts';
import { CommitUncertain } from '../../db/failures.ts';
import type { Id } from '../../db/tables.ts';
import { ticketAudience } from '../audience/audience.ts';
import { changeAsAttendant } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { conflict, DomainError, invalid, notFound } from '../errors.ts';
import { parseId, parseOptionalId } from '../ids.ts';
import { isTaken } from '../media/outgoing-type.ts';
import { stopFlow } from '../flows/stop-flow.ts';
import { openTicket } from '../tickets/open-ticket.ts';
import { hiddenConversationRefusal, requireTheirs } from '../tickets/passed-on.ts';
import type { Claim } from '../outbound/outbox-rows.ts';
import { waitingState } from '../outbound/outbox-states.ts';
import type { OutboxAccess, SendSlot } from '../outbound/outbox.ts';
import type { SentTemplate } from '../templates/filled.ts';
import { publishTaken, settleOffer } from '../transfers/settle-offer.ts';
import { ownerRead } from '../unseen/read-rows.ts';
import { ownMessageView } from '../views/message-view.ts';
import { parseOptionalClientId } from './client-id.ts';
import { findDestination } from './find-destination.ts';
import type { Destination, SendTarget } from './find-destination.ts';
import { requireWithinMonthlyLimit } from './monthly-limit.ts';
import { takeOutgoingFile } from './outgoing-file.ts';
import type { OutgoingFile } from './outgoing-file.ts';
import { storeMessage, storeText, storeWithFile, storeWithFileOfAnother } from './outgoing-rows.ts';
import type { OutgoingValues } from './outgoing-rows.ts';

/** Accepting a message also wakes the outbox, or takes a slot of it. */
export type SendServices = Services & OutboxAccess;

/**
 * A parsed message to send. The provider fetches `imageUrl`; `isFile`: it has the file uploaded under its client id;
 * `text` is the caption of either.
 */
export type Outgoing = SendTarget & {
  text: string;
  imageUrl: string | null;
  isFile: boolean;
  /**
   * The message that it repeats, and its file. `isRetry`: to the same customer, whom the first attempt didn't reach;
   * `isMarked`: it is shown as forwarded; `signedAs`: the name that was prefixed to the repeated text.
   */
  forwarded?: { id: Id; file: OutgoingFile | null; isRetry: boolean; isMarked: boolean; signedAs: string | null };
  /** Its location, contacts or choices; `text` is the fallback. */
  shared?: Shareable;
  /** Its template; `text` is the filled-in body. */
  template?: SentTemplate & { isMarketing: boolean; headerFile?: HeaderFile | null };
  /** Claims a text as it is stored, unless others are queued before it. */
  direct?: Pick<SendSlot, 'lockedBy' | 'leaseMs'> & { claimed: (claim: Claim) => void };
};

type ToStore = Outgoing & { file: OutgoingFile | null };

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
 * to the sender, which ends its offer, and opens one if none is open. Idempotent by user and `clientId`. Refuses a
 * reply to a message outside the conversation, a closed 24-hour window, a used-up monthly limit, a blacklisted
 * customer, an instance that is deactivated or not on Meta's API, and with FORBIDDEN a ticket that another attendant
 * has, or that the sender transferred away.
 */
export function acceptOutgoing(services: SendServices, actor: Actor, outgoing: Outgoing): Promise<CustomerChat> {
  const slot = isPlain(outgoing) ? services.reserveSend(actor.tenantId) : undefined;
  const accept = (change: Change, claimed: (claim: Claim | undefined) => void) => {
    // It may run more than once.
    claimed(undefined);
    return acceptOnce(change, services.now(), actor, { ...outgoing, ...(slot && { direct: { ...slot, claimed } }) });
  };
  return takeOnce(services, actor, outgoing.clientId, accept, slot);
}

/**
 * Accepts what is to be sent, and sends it if it was claimed for `slot`, else wakes the outbox. `accept` finds what it
 * has accepted before by its client id.
 */
export async function takeOnce<T>(
  services: SendServices,
  actor: Actor,
  clientId: string | null,
  accept: (change: Change, claimed: (claim: Claim | undefined) => void) => Promise<T>,
  slot?: SendSlot,
): Promise<T> {
  let claim: Claim | undefined;
  let isUncertain = false;
  const take = () => changeAsAttendant(services, actor, (change) => accept(change, (claimed) => (claim = claimed)));
  try {
    const accepted = await take().catch((error: unknown) => {
      isUncertain = error instanceof CommitUncertain;
      // Whether it was stored is unknown here, but the database knows: with a client id a retry is safe.
      if (isUncertain && clientId !== null) return take();
      throw error;
    });
    if (slot !== undefined && claim !== undefined) {
      slot.begin(claim);
      return accepted;
    }
    services.wakeOutbox(actor.tenantId);
    slot?.release(isUncertain);
    return accepted;
  } catch (error) {
    slot?.release(isUncertain);
    throw error;
  }
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
  requireFitting(destination, outgoing);
  await requireWithinMonthlyLimit(change, destination.monthlyLimit, now);
  const file = outgoing.isFile ? await requireFile(change, actor, outgoing) : (outgoing.forwarded?.file ?? null);
  if (file !== null && !destination.hasGateway) requireTaken(file, outgoing);
  return storeOutgoing(change, now, actor, { ...outgoing, file }, destination);
}

async function requireFile(
  change: Change,
  actor: Actor,
  { clientId, text, template }: Outgoing,
): Promise<OutgoingFile> {
  const file = await takeOutgoingFile(change.tx, { tenantId: change.tenantId, userId: actor.userId, clientId });
  const header = template?.headerFile ?? null;
  if (header !== null && !fitsHeader(header, file))
    throw invalid('error.template.file', { file: 'error.template.file' });
  if (text === '' || takesCaption(file.sentAs)) return file;
  throw invalid('error.file.caption', { caption: 'error.file.caption' });
}

/** Refuses a document that only a gateway takes. Of a received one that is forwarded, its name alone tells. */
function requireTaken(file: OutgoingFile, { isFile }: Outgoing): void {
  if (isFile ? isTaken(file) : !isNeverTaken(file.name)) return;
  throw invalid('error.file.notTaken', { file: 'error.file.notTaken' });
}

/** Refuses a message to a conversation, as `acceptOutgoing` says. A template needs no open window. */
export function requireSendable(now: Date, sender: Sender, to: Destination, template?: { isMarketing: boolean }): void {
  requireWritable(sender, to);
  if (template?.isMarketing === true && to.declinedMarketing) throw conflict('error.customer.declinedMarketing');
  if (template === undefined && !isWindowOpen(now, to)) throw conflict('error.window.closed');
}

/** The same, whatever the 24-hour window. */
export function requireWritable(sender: Sender, to: Destination): void {
  requireTheirs(sender, to.ticket?.ownerId ?? null);
  // Before the window, which not each channel has.
  requireChannel(to);
  if (to.isErased) throw conflict('error.customer.erased');
  if (to.isBlacklisted) throw conflict('error.customer.blacklisted');
  if (!to.hasReplyTo) throw replyNotFound();
}

/** Refuses an instance that is switched off, or has no channel. */
export function requireChannel({
  isActivated,
  isOfficial,
  hasGateway,
}: Pick<Destination, 'isActivated' | 'isOfficial' | 'hasGateway'>): void {
  if (!isActivated) throw conflict('error.instance.disconnected');
  if (!isOfficial && !hasGateway) throw conflict('error.instance.noGateway');
}

/** Refuses what the channel doesn't support: SMS has only short texts, without quotes. */
export function requireFitting({ channel }: Pick<Destination, 'channel'>, outgoing: Outgoing): void {
  if (channel !== 'sms') return;
  if (!isPlain(outgoing)) throw conflict(TEXT_ONLY);
  if (outgoing.text.length <= SMS_MAX_LENGTH) return;
  throw new DomainError('INVALID', 'error.message.tooLong', {
    params: { max: SMS_MAX_LENGTH },
    fields: { message: 'error.message.tooLong' },
  });
}

/** Refusal of anything but texts on a channel with only texts. */
export const TEXT_ONLY = 'error.channel.textOnly';

/** Whether a free text may be sent: by Meta's API for 24 hours after the customer's last message. */
export function isWindowOpen(
  now: Date,
  { lastReceivedAt, channel, hasGateway }: Pick<Destination, 'lastReceivedAt' | 'channel' | 'hasGateway'>,
): boolean {
  if (channel === 'sms' || hasGateway) return true;
  return lastReceivedAt !== null && now.getTime() - lastReceivedAt.getTime() < SERVICE_WINDOW_MS;
}

/**
 * Stores a message that may be sent, with its outbox entry and events. It takes its ticket from the queue, unless
 * `keepsQueue`.
 */
export async function storeOutgoing(
  change: Change,
  now: Date,
  actor: Sender,
  outgoing: ToStore,
  to: Destination,
  { keepsQueue = false } = {},
): Promise<CustomerChat> {
  const { tx, tenantId, append } = change;
  const { customerId } = to;
  const { instanceId, file } = outgoing;
  if (to.ticket !== null && to.ticket.flowRunId !== null)
    await stopFlow(change, to.ticket.id, now, { isAnswered: true });
  const opened = { ownerId: actor.userId, openedBy: actor, address: to.address ?? null, at: now };
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
  const values: OutgoingValues = {
    ...ids,
    ...kindOf(outgoing),
    clientId,
    now,
    body,
    replyToId,
    isForwarded: forwarded?.isMarked ?? false,
    repeatsId: forwarded?.isRetry === true ? forwarded.id : null,
    template: outgoing.template === undefined ? null : JSON.stringify(outgoing.template),
    content: outgoing.shared === undefined ? null : JSON.stringify(outgoing.shared),
    begins: !isWindowOpen(now, to),
    signedAs: signerOf(actor, outgoing, to),
    outboxState: waitingState({ ...outgoing, channel: to.channel, hasGateway: to.hasGateway }),
    sourceId: forwarded?.id ?? null,
    lockedBy: outgoing.direct?.lockedBy ?? null,
    leaseMs: outgoing.direct?.leaseMs ?? 0,
  };
  const storePlain = isPlain(outgoing) && after.offeredTo === null ? storeText : storeMessage;
  const storeAll = file === null ? storePlain : forwarded !== undefined ? storeWithFileOfAnother : storeWithFile;
  // Answering implies having read the messages, unless the answer was scheduled.
  const isReadByOwner = !keepsQueue && ownerId === userId;
  const [[row]] = await Promise.all([
    storeAll(tx, values),
    isReadByOwner && ownerRead(tx, { tenantId, ticketId, upToId: null }),
  ]);
  const chatTicket = row?.frame;
  const customerChat = chatTicket?.customerLastChat;
  if (!chatTicket || !customerChat) throw new Error(`Ticket ${ticketId} is not there`);
  if (row?.claimed)
    outgoing.direct?.claimed(claimOf({ ...ids, text: body, signedAs: values.signedAs }, customerChat.id, row.claimed));
  if (to.ticket === null) append('CustomerCreatedToChat', { chatTicket }, ticketAudience(after));
  if (isTaken) {
    const unread = { ...chatTicket, customerLastChat: null };
    await publishTaken(change, actor, { before, chatTicket: unread, offer, messageId: customerChat.id });
  }
  append('CustomerChatCreated', { customerChat, chatTicket }, ticketAudience(after));
  return customerChat;
}

/** The name that is prefixed to the text; null for none, also if the text leaves no room. */
function signerOf({ userName }: Sender, outgoing: ToStore, to: Destination): string | null {
  const { text, template, shared, imageUrl, file, forwarded } = outgoing;
  // A forwarded or repeated text isn't signed again.
  if (forwarded !== undefined) return forwarded.signedAs;
  if (!to.isSigned || text === '' || template !== undefined || shared !== undefined) return null;
  const isCaption = imageUrl !== null || file !== null;
  const most = isCaption ? CAPTION_MAX_LENGTH : to.channel === 'sms' ? SMS_MAX_LENGTH : MESSAGE_MAX_LENGTH;
  return text.length + signatureOf(userName, to.channel).length <= most ? userName : null;
}

/** A text that refers to no other message. */
function isPlain({ imageUrl, isFile, forwarded, shared, template, replyToId }: Outgoing): boolean {
  const isText = imageUrl === null && !isFile && shared === undefined && template === undefined;
  return isText && replyToId === null && (forwarded?.file ?? null) === null;
}

function claimOf(
  { tenantId, instanceId, text, signedAs }: Pick<Claim, 'tenantId' | 'instanceId' | 'text' | 'signedAs'>,
  messageId: Id,
  to: Pick<Claim, 'address' | 'phoneNumberId' | 'sealedToken'>,
): Claim {
  const none = { imageUrl: null, file: null, reactsTo: null, shared: null, template: null, quotedProviderId: null };
  return { tenantId, messageId, instanceId, attempts: 1, text, signedAs, ...none, ...to };
}

function kindOf({
  imageUrl,
  file,
  template,
  shared,
}: Pick<Outgoing, 'imageUrl' | 'template' | 'shared'> & { file: OutgoingFile | null }): Pick<
  OutgoingValues,
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
  if (shared !== undefined) {
    return { tagType: shared.kind === 'choices' ? 'interactive' : shared.kind, media: null, ...none };
  }
  return { tagType: template === undefined ? 'stop_flow' : 'template', media: null, ...none };
}
