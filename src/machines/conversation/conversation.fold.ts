import type { Message, ThreadLine } from '../entities/entities.ts';
import { compareIds } from '../entities/ids.ts';
import type { MessageId } from '../entities/ids.ts';
import { keepSame } from '../entities/same.ts';
import { CONVERSATION_PAGE_SIZE } from '../../../contract/facts/limits.ts';
import type { EventOf, Logged } from '../log/event.ts';
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
  withOlderPage,
} from './conversation.messages.ts';
import { withOptimistic, withoutOptimistic } from './conversation.optimistic.ts';
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
        | 'drafts.restored'
        | 'draft.receivedFromTab'
        | 'draft.changed'
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
  | EventOf<'ticket.opened'>
  | Logged<
      EventOf<
        | 'ticket.left'
        | 'chat.olderRequested'
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
      return withoutOptimistic(context, event.clientId);
    case 'message.ackChanged':
      return withAckOf(context, event.messageId, event);
    case 'line.changed':
      return withLine(context, event.line);
    case 'draft.receivedFromTab':
      return withDraft(context, event);
    case 'draft.changed':
      return withDraft(context, { text: event.text });
    case 'noteDraft.changed':
      return withDraft(context, { text: event.text, of: 'note' });
    case 'form.saved':
      return withDraft(context, { text: '', of: 'note' });
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
  const { optimistic, draft, noteDraft = '', watchers, awaited, chatFailure, longTexts } = context;
  const isClosed = watchers.length === 0 && awaited === null && chatFailure === null;
  const isEmpty = optimistic.length === 0 && draft === '' && noteDraft === '' && Object.keys(longTexts).length === 0;
  if (isClosed && isEmpty) return context;
  const closed = { optimistic: [], draft: '', watchers: [], awaited: null, chatFailure: null, longTexts: {} };
  return {
    ...withDraft(context, { text: '', of: 'note' }),
    ...closed,
    chat: context.chat && trimmed(context.chat, CONVERSATION_PAGE_SIZE),
  };
}

function withArrived(context: ConversationContext, message: Message): ConversationContext {
  return isUnreadable(context, message) ? context : withMessageOf(context, message);
}

function withLine(context: ConversationContext, line: ThreadLine): ConversationContext {
  const chat = context.chat && withLines(context.chat, [line]);
  return chat === context.chat ? context : { ...context, chat };
}

/** Adds a message that the server has; it replaces its optimistic message. */
function withMessageOf(context: ConversationContext, message: Message): ConversationContext {
  const acked = withEarlyAck(context.early, message);
  let next = message.clientId === null ? context : withoutOptimistic(context, message.clientId);
  if (next.chat !== null && (context.awaited?.older === false || !isBefore(next.chat, message.id))) {
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

/** Adds a page of messages. Early acks whose message can only come with another page are dropped. */
export function withPage(
  context: ConversationContext,
  { items, lines, complete, older }: Pick<EventOf<'chat.listed'>, 'items' | 'lines' | 'complete' | 'older'>,
): ConversationContext {
  const page = items.map((message) => withEarlyAck(context.early, message));
  const held = withLines(context.chat ?? emptyChat, lines);
  const heldTo = context.awaited?.heldTo ?? null;
  const chat = older ? withOlderPage(held, page, complete) : withNewestPage(held, page, complete, heldTo);
  const early = withoutKeys(context.early, (id) => isBefore(chat, id) || heldMessage(chat, id) !== null);
  const next = withReadable(withHeldTexts({ ...context, chat, early, awaited: null, chatFailure: null }), items);
  return page.reduce<ConversationContext>(
    (known, { clientId }) => (clientId === null ? known : withoutOptimistic(known, clientId)),
    next,
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
    if (chat !== context.chat) next = { ...next, chat };
  }
  const last = context.lastMessage;
  if (last?.id === id) {
    const lastMessage = mergeAck(last, delivery);
    if (lastMessage !== last) next = { ...next, lastMessage };
  }
  if (!canCome(context, id)) return next;
  const known = context.early[id];
  const early = known === undefined ? delivery : mergeAck(known, delivery);
  // Without immer: its 3.4 KB would be part of the first page.
  return early === known ? next : { ...next, early: { ...context.early, [id]: early } };
}

function canCome({ awaited, chat, lastMessage }: ConversationContext, id: MessageId): boolean {
  if (chat !== null) return heldMessage(chat, id) === null && (awaited !== null || !isBefore(chat, id));
  return lastMessage === null || compareIds(id, lastMessage.id) > 0;
}

/** A submit clears draft and reply, unless it resends an older message. */
function withSubmitted(
  context: ConversationContext,
  { message, isResend }: EventOf<'message.submitted'>,
): ConversationContext {
  const next = withOptimistic(context, message);
  if (isResend === true || (next.draft === '' && next.replyTo === null)) return next;
  return { ...next, draft: '', replyTo: null };
}

function isOfConversation(
  { customerId, instanceId }: ConversationContext,
  other: { readonly customerId: string; readonly instanceId: string },
): boolean {
  return other.customerId === customerId && other.instanceId === instanceId;
}

function withDraft(
  context: ConversationContext,
  { text, of }: { readonly text: string; readonly of?: 'note' },
): ConversationContext {
  if (of === 'note') return text === (context.noteDraft ?? '') ? context : { ...context, noteDraft: text };
  return text === context.draft ? context : { ...context, draft: text };
}

/** What was typed before they were read wins. */
function withRestoredDrafts(context: ConversationContext, { drafts }: EventOf<'drafts.restored'>): ConversationContext {
  return drafts
    .filter((draft) => isOfConversation(context, draft) && draftOf(context, draft.of) === '')
    .reduce(withDraft, context);
}

/** What is written of a message, or of a note. */
export function draftOf({ draft, noteDraft = '' }: ConversationContext, of: 'note' | undefined): string {
  return of === 'note' ? noteDraft : draft;
}

function withReply(context: ConversationContext, messageId: MessageId | null): ConversationContext {
  const isHeld = messageId === null || heldMessage(context.chat, messageId) !== null;
  return isHeld && messageId !== context.replyTo ? { ...context, replyTo: messageId } : context;
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
