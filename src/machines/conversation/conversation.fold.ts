import type { Message, ThreadLine } from '../entities/entities.ts';
import type { DraftOrigin } from '../entities/draft-origin.ts';
import { compareIds } from '../entities/ids.ts';
import type { MessageId } from '../entities/ids.ts';
import { keepSame } from '../entities/same.ts';
import { CONVERSATION_PAGE_SIZE } from '../../../contract/facts/limits.ts';
import type { EventOf, Logged } from '../log/event.ts';
import type { OutgoingMessage } from '../log/events-send.ts';
import type { InternalEventOf } from '../log/internal.ts';
import { emptyChat } from './conversation.context.ts';
import type { ConversationContext, Delivery, History } from './conversation.context.ts';
import {
  withHeldTexts,
  withTextFailure,
  withTextFolded,
  withTextPart,
  withTextRequested,
} from './conversation.long-texts.ts';
import { withLines } from './conversation.lines.ts';
import {
  heldAnywhere,
  heldMessage,
  isBefore,
  isReaction,
  isWritten,
  mergeAck,
  newerMessage,
  trimmed,
  withAck,
  withEarlyAck,
  withMessage,
  withNewestPage,
  withNewsOf,
  withOlderPage,
  withParent,
  withGone,
  withOptimistic,
  withoutOptimistic,
} from './conversation.messages.ts';
import { withNewest, withoutPast, withPastLines, withPastPage } from './conversation.past.ts';
import { isUnreadable, latest, withReadable, withTicket } from './conversation.visibility.ts';

/** Events that `fold` reads, whatever state the conversation is in. */
type FoldedEvent =
  | Logged<
      EventOf<
        | 'app.opened'
        | 'message.arrived'
        | 'message.ackChanged'
        | 'line.changed'
        | 'customer.arrived'
        | 'ticket.closed'
        | 'transfer.arrived'
        | 'ticket.transferred'
        | 'transfer.removed'
        | 'outbox.restored'
        | 'message.submitted'
        | 'message.accepted'
        | 'message.resolved'
        | 'reaction.refusalRead'
        | 'drafts.restored'
        | 'draft.receivedFromTab'
        | 'draft.changed'
        | 'draft.discarded'
        | 'noteDraft.changed'
        | 'form.saved'
        | 'reply.chosen'
        | 'history.listed'
        | 'history.failed'
        | 'text.loaded'
        | 'text.loadFailed'
        | 'text.folded'
      >
    >
  | InternalEventOf<'ticket.listed' | 'message.gone'>;

export type ConversationEvent =
  | FoldedEvent
  | EventOf<'ticket.opened' | 'ticket.left'>
  | Logged<
      EventOf<
        | 'chat.olderRequested'
        | 'chat.newerRequested'
        | 'chat.sought'
        | 'chat.latestRequested'
        | 'chat.retried'
        | 'chat.listed'
        | 'chat.listFailed'
        | 'history.retried'
        | 'text.requested'
        | 'socket.greeted'
      >
    >;

/** The context after an event; the same reference if nothing changed. */
export function fold(context: ConversationContext, event: ConversationEvent): ConversationContext {
  switch (event.type) {
    case 'app.opened':
      return reopened(context);
    case 'ticket.listed':
      return withTicket(context, event.ticket, event.streamPosition);
    case 'message.arrived':
      return withArrived(withTicket(context, event.ticket, event.stream.seq), event.message);
    case 'customer.arrived':
    case 'ticket.closed':
    case 'transfer.arrived':
    case 'ticket.transferred':
    case 'transfer.removed':
      return withTicket(context, event.ticket, event.stream.seq);
    case 'message.submitted':
      return withSubmitted(context, event);
    case 'outbox.restored':
      return event.messages.filter((message) => isOfConversation(context, message)).reduce(withOptimistic, context);
    case 'message.accepted':
    case 'message.resolved':
      if (event.message === null) return context;
      return withMessageOf(withReadable(withoutOptimistic(context, event.clientId), [event.message]), event.message);
    case 'message.gone':
      return withGone(context, event);
    case 'reaction.refusalRead':
      return context.refusedReaction ? { ...context, refusedReaction: null } : context;
    case 'message.ackChanged':
      return withAckOf(context, event.messageId, event);
    case 'line.changed':
      return withLine(context, event.line);
    case 'draft.receivedFromTab':
      return withDraft(context, event);
    case 'draft.changed':
      return withDraft(context, { text: event.text, origin: originOf(context, event) });
    case 'draft.discarded':
      return withDraft(context, { ...event, text: '' });
    case 'noteDraft.changed':
      return withDraft(context, { text: event.text, of: 'note' });
    case 'form.saved':
      return withDraft(context, { text: writtenSince(draftOf(context, 'note'), event.text), of: 'note' });
    case 'drafts.restored':
      return withRestoredDrafts(context, event);
    case 'reply.chosen':
      return withReply(context, event.messageId);
    case 'history.listed':
      return withHistory(context, { tickets: event.tickets, total: event.total });
    case 'history.failed':
      return withHistoryFailure(context, event);
    case 'text.requested':
      return withTextRequested(context, event.messageId);
    case 'text.loaded':
      return withTextPart(context, event);
    case 'text.loadFailed':
      return withTextFailure(context, event);
    case 'text.folded':
      return withTextFolded(context, event.messageId);
    default:
      return context;
  }
}

/** The stream continues at `head` after lost frames: the visibility known so far may be stale. */
export function restartedAt(context: ConversationContext, head: number): ConversationContext {
  return { ...context, early: {}, visibility: { upTo: null, asOf: head - 1, tickets: {} } };
}

/**
 * Drops what an earlier page showed and had in flight. Drafts and unsent messages are restored from their own store.
 */
function reopened(context: ConversationContext): ConversationContext {
  const {
    optimistic,
    draft,
    noteDraft = '',
    watchers,
    awaited,
    chatFailure,
    longTexts,
    refusedReaction,
  } = withoutPast(context);
  const isClosed = watchers.length === 0 && awaited === null && chatFailure === null;
  const isEmpty = optimistic.length === 0 && draft === '' && noteDraft === '' && Object.keys(longTexts).length === 0;
  const isPresent = withoutPast(context) === context;
  if (isClosed && isEmpty && isPresent && !refusedReaction) return context;
  const closed = { optimistic: [], draft: '', watchers: [], awaited: null, chatFailure: null, longTexts: {} };
  return {
    ...withDraft(withDraft(withoutPast(context), { text: '', of: 'note' }), { text: '' }),
    ...closed,
    ...(refusedReaction && { refusedReaction: null }),
    chat: context.chat && trimmed(context.chat, CONVERSATION_PAGE_SIZE),
  };
}

function withArrived(context: ConversationContext, message: Message): ConversationContext {
  return isUnreadable(context, message) ? context : withMessageOf(context, message);
}

function withLine(context: ConversationContext, line: ThreadLine): ConversationContext {
  const chat = context.chat && withLines(context.chat, [line]);
  const past = context.past && withPastLines(context.past, [line]);
  if (chat === context.chat && past === context.past) return context;
  return { ...context, chat, ...(past && { past }) };
}

/** Adds a message that the server has; it replaces its optimistic message. */
function withMessageOf(context: ConversationContext, message: Message): ConversationContext {
  const acked = withEarlyAck(context.early, message);
  const past = context.past && withNewsOf(context.past, acked);
  const withPast = past && past !== context.past ? { ...context, past } : context;
  let next = message.clientId === null ? withPast : withoutOptimistic(withPast, message.clientId);
  if (next.chat !== null && (isNewestAwaited(context) || !isBefore(next.chat, message.id))) {
    const chat = withMessage(next.chat, acked);
    if (chat !== next.chat) next = { ...next, chat };
  }
  if (message.id in next.early) next = { ...next, early: withoutKeys(next.early, (id) => id === message.id) };
  if (isReaction(message)) return next;
  const lastMessage = newerMessage(next.lastMessage, acked);
  const lastReceivedAt = isWritten(message) ? latest(next.lastReceivedAt, message.at) : next.lastReceivedAt;
  if (lastMessage === next.lastMessage && lastReceivedAt === next.lastReceivedAt) return next;
  return { ...next, lastMessage, lastReceivedAt };
}

/** Whether the newest page is on its way, which may go farther back than what is held. */
function isNewestAwaited({ awaited }: ConversationContext): boolean {
  return awaited !== null && !awaited.older && awaited.of === undefined;
}

/** Adds a page of messages. Early acks whose message can only come with another page are dropped. */
export function withPage(
  context: ConversationContext,
  listed: Pick<EventOf<'chat.listed'>, 'items' | 'lines' | 'complete' | 'older' | 'latest'>,
): ConversationContext {
  const { items, lines, complete, older } = listed;
  const page = items.map((message) => withEarlyAck(context.early, message));
  if (context.awaited?.of !== undefined) {
    const shown = withPastPage(context, { ...listed, items: page });
    const early = withoutKeys(context.early, (id) => heldAnywhere(shown, id) !== null);
    const next = { ...shown, early, awaited: null, chatFailure: null, newerFailure: null };
    return withConfirmed(withReadable(next, items), page);
  }
  const held = withLines(context.chat ?? emptyChat, lines);
  const heldTo = context.awaited?.heldTo ?? null;
  const chat = older ? withOlderPage(held, page, complete) : withNewestPage(held, page, complete, heldTo);
  const early = withoutKeys(context.early, (id) => isBefore(chat, id) || heldMessage(chat, id) !== null);
  const shown = older ? { ...context, chat } : withNewest(context, chat);
  const next = withReadable(withHeldTexts({ ...shown, early, awaited: null, chatFailure: null }), items);
  return withConfirmed(next, page);
}

/** Removes the optimistic messages that the page confirms. */
function withConfirmed(context: ConversationContext, page: readonly Message[]): ConversationContext {
  return page.reduce<ConversationContext>(
    (known, { clientId }) => (clientId === null ? known : withoutOptimistic(known, clientId)),
    context,
  );
}

function withoutKeys(
  early: ConversationContext['early'],
  drops: (id: MessageId) => boolean,
): ConversationContext['early'] {
  const kept = Object.entries(early).filter(([id]) => !drops(id));
  return kept.length === Object.keys(early).length ? early : Object.fromEntries(kept);
}

/**
 * Keeps the ack of a message that isn't held while the message can still come by a frame or by the page in flight. A
 * later page includes the ack itself.
 */
function withAckOf(context: ConversationContext, id: MessageId, { ack, errorCode, errorKey }: Delivery) {
  const delivery = { ack, errorCode, errorKey };
  let next = context;
  if (context.chat !== null) {
    const chat = withAck(context.chat, id, delivery);
    if (chat !== context.chat) next = { ...next, chat, ...refusedBy(context, id, delivery) };
  }
  if (context.past) {
    const acked = heldMessage(next.chat, id);
    // A reaction is held among the newest messages, and also shown on an old one.
    const reacted = acked === null ? context.past : withParent(context.past, acked);
    const past = withAck(reacted, id, delivery);
    if (past !== context.past) next = { ...next, past };
  }
  const last = context.lastMessage;
  if (last?.id === id) {
    const lastMessage = mergeAck(last, delivery);
    if (lastMessage !== last) next = { ...next, lastMessage };
  }
  if (!canCome(context, id)) return next;
  const known = context.early[id];
  const early = known === undefined ? delivery : mergeAck(known, delivery);
  // Without immer, with which each tick takes 7 µs and not 0.6; it would add 3.4 KB to the first page.
  return early === known ? next : { ...next, early: { ...context.early, [id]: early } };
}

/** A reaction that the provider refused is taken back with the reason, which goes if it was delivered after all. */
function refusedBy(
  context: ConversationContext,
  id: MessageId,
  { errorCode, errorKey }: Delivery,
): Pick<ConversationContext, 'refusedReaction'> {
  const message = heldAnywhere(context, id);
  const isOurs = message !== null && isReaction(message) && message.author?.id === context.viewer.userId;
  if (!isOurs) return {};
  if (errorCode === null)
    return context.refusedReaction?.messageId === message.parentId ? { refusedReaction: null } : {};
  return {
    refusedReaction: { messageId: message.parentId, emoji: message.text ?? '', failure: { errorCode, errorKey } },
  };
}

function canCome(context: ConversationContext, id: MessageId): boolean {
  const { awaited, chat, lastMessage } = context;
  if (chat !== null) return heldAnywhere(context, id) === null && (awaited !== null || !isBefore(chat, id));
  return lastMessage === null || compareIds(id, lastMessage.id) > 0;
}

/**
 * A submit clears draft and reply, unless it resends an older message or wasn't written. An image's address can't reply:
 * the reply stays.
 */
function withSubmitted(
  context: ConversationContext,
  { message, isResend }: EventOf<'message.submitted'>,
): ConversationContext {
  // Sending a message returns to the newest ones.
  const isHere = isResend !== true && message.forwards === undefined && message.reactsTo === undefined;
  const next = withOptimistic(isHere ? withoutPast(context) : context, message);
  if (message.reactsTo !== undefined && next.refusedReaction) return { ...next, refusedReaction: null };
  if (!isWrittenHere(message)) return next;
  const replyTo = message.imageUrl === undefined ? null : next.replyTo;
  if (isResend === true || (next.draft === '' && next.replyTo === replyTo)) return next;
  return { ...withDraft(next, { text: '' }), replyTo };
}

/**
 * Whether it was typed in the composer, possibly with choices: no reaction, template, place, card or forwarded message.
 */
export function isWrittenHere({ forwards, reactsTo, template, shares }: OutgoingMessage): boolean {
  return (
    forwards === undefined &&
    reactsTo === undefined &&
    template === undefined &&
    (shares === undefined || 'choices' in shares)
  );
}

function isOfConversation(
  { customerId, instanceId }: ConversationContext,
  other: { readonly customerId: string; readonly instanceId: string },
): boolean {
  return other.customerId === customerId && other.instanceId === instanceId;
}

interface Drafted {
  readonly text: string;
  readonly of?: 'note';
  readonly origin?: DraftOrigin | null | undefined;
}

/** An empty draft has no origin. */
function withDraft(context: ConversationContext, { text, of, origin }: Drafted): ConversationContext {
  if (of === 'note') return text === (context.noteDraft ?? '') ? context : { ...context, noteDraft: text };
  if (text === context.draft) return context;
  const draftOrigin = text === '' ? null : (origin ?? null);
  return { ...context, draft: text, ...(draftOrigin !== (context.draftOrigin ?? null) && { draftOrigin }) };
}

/** What was typed after a note while it was being saved; all of it if the note itself was changed. */
function writtenSince(draft: string, saved = draft): string {
  return draft.startsWith(saved) ? draft.slice(saved.length).trimStart() : draft;
}

/** A draft that is continued keeps its origin. */
function originOf(
  { draft, draftOrigin, lastMessage }: ConversationContext,
  { ticketId, customerName }: EventOf<'draft.changed'>,
): DraftOrigin | null | undefined {
  if (draft !== '') return draftOrigin;
  return { ticketId, since: lastMessage?.id ?? null, ...(customerName !== undefined && { customerName }) };
}

/** What was typed before the stored drafts were read wins. */
function withRestoredDrafts(context: ConversationContext, { drafts }: EventOf<'drafts.restored'>): ConversationContext {
  return drafts
    .filter((draft) => isOfConversation(context, draft) && draftOf(context, draft.of) === '')
    .reduce(withDraft, context);
}

/** The draft of a message, or of a note. */
function draftOf({ draft, noteDraft = '' }: ConversationContext, of: 'note' | undefined): string {
  return of === 'note' ? noteDraft : draft;
}

function withReply(context: ConversationContext, messageId: MessageId | null): ConversationContext {
  if (messageId === context.replyTo) return context;
  if (messageId === null || heldMessage(context.chat, messageId) !== null) return { ...context, replyTo: messageId };
  const quoted = heldAnywhere(context, messageId);
  return quoted === null ? context : { ...context, replyTo: messageId, quoted };
}

function withHistory(context: ConversationContext, listed: History): ConversationContext {
  const history = keepSame(context.history, listed);
  if (history === context.history && context.historyFailure === null) return context;
  return { ...context, history, historyFailure: null };
}

function withHistoryFailure(context: ConversationContext, { failure }: EventOf<'history.failed'>): ConversationContext {
  const historyFailure = keepSame(context.historyFailure, failure);
  return historyFailure === context.historyFailure ? context : { ...context, historyFailure };
}
