import type { Message } from '../entities/entities.ts';
import { compareIds } from '../entities/ids.ts';
import type { MessageId } from '../entities/ids.ts';
import { keepSame } from '../entities/same.ts';
import { CONVERSATION_PAGE_SIZE } from '../../../contract/facts/limits.ts';
import type { EventOf, Logged } from '../log/event.ts';
import type { InternalEventOf } from '../log/internal.ts';
import { emptyChat } from './conversation.context.ts';
import type { AckNews, ConversationContext, History } from './conversation.context.ts';
import {
  withHeldTexts,
  withTextFailure,
  withTextFolded,
  withTextPart,
  withTextRequested,
} from './conversation.long-texts.ts';
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
import { isUnreadable, latest, withReadable, withTold } from './conversation.visibility.ts';

/** Facts: what they tell is kept, whatever the conversation is doing. */
type ConversationNews =
  | Logged<
      EventOf<
        | 'app.opened'
        | 'message.arrived'
        | 'message.ackChanged'
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
        | 'draft.told'
        | 'draft.changed'
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
  | ConversationNews
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

/** The context after an event; the same reference if it told nothing new. */
export function fold(context: ConversationContext, event: ConversationEvent): ConversationContext {
  switch (event.type) {
    case 'app.opened':
      return reopened(context);
    case 'ticket.listed':
      return withTold(context, event.ticket, event.streamPosition);
    case 'message.arrived':
      return withArrived(withTold(context, event.ticket, event.stream.seq), event.message);
    case 'customer.arrived':
    case 'ticket.closed':
    case 'transfer.arrived':
    case 'ticket.transferred':
    case 'transfer.removed':
      return withTold(context, event.ticket, event.stream.seq);
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
    case 'draft.told':
    case 'draft.changed':
      return event.text === context.draft ? context : { ...context, draft: event.text };
    case 'drafts.restored':
      return withRestoredDraft(context, event);
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

/** The stream goes on at `head` with something lost: what was visible then may not be any more. */
export function restartedAt(context: ConversationContext, head: number): ConversationContext {
  return { ...context, early: {}, visibility: { upTo: null, asOf: head - 1, tickets: {} } };
}

/**
 * What an earlier page had on the screen and on its way is gone with it. Drafts and messages that were not sent come
 * back out of their own store.
 */
function reopened(context: ConversationContext): ConversationContext {
  const { optimistic, draft, watchers, awaited, chatFailure, longTexts } = context;
  const isClosed = watchers.length === 0 && awaited === null && chatFailure === null;
  if (isClosed && optimistic.length === 0 && draft === '' && Object.keys(longTexts).length === 0) return context;
  const closed = { optimistic: [], draft: '', watchers: [], awaited: null, chatFailure: null, longTexts: {} };
  return { ...context, ...closed, chat: context.chat && trimmed(context.chat, CONVERSATION_PAGE_SIZE) };
}

function withArrived(context: ConversationContext, message: Message): ConversationContext {
  return isUnreadable(context, message) ? context : withMessageOf(context, message);
}

/** A message that the server has: it takes the place of its optimistic twin. */
function withMessageOf(context: ConversationContext, message: Message): ConversationContext {
  const told = withEarlyAck(context.early, message);
  let next = message.clientId === null ? context : withoutOptimistic(context, message.clientId);
  if (next.chat !== null && (context.awaited?.older === false || !isBefore(next.chat, message.id))) {
    const chat = withMessage(next.chat, told);
    if (chat !== next.chat) next = { ...next, chat };
  }
  if (message.id in next.early) next = { ...next, early: withoutKeys(next.early, (id) => id === message.id) };
  if (isReaction(message)) return next;
  const lastMessage = newerMessage(next.lastMessage, told);
  const lastReceivedAt = isWritten(message) ? latest(next.lastReceivedAt, message.at) : next.lastReceivedAt;
  if (lastMessage === next.lastMessage && lastReceivedAt === next.lastReceivedAt) return next;
  return { ...next, lastMessage, lastReceivedAt };
}

/** A page of messages. Acks that waited for it and didn't meet their message are of no use any more. */
export function withPage(
  context: ConversationContext,
  { items, complete, older }: Pick<EventOf<'chat.listed'>, 'items' | 'complete' | 'older'>,
): ConversationContext {
  const told = items.map((message) => withEarlyAck(context.early, message));
  const held = context.chat ?? emptyChat;
  const heldTo = context.awaited?.heldTo ?? null;
  const chat = older ? withOlderPage(held, told, complete) : withNewestPage(held, told, complete, heldTo);
  const early = withoutKeys(context.early, (id) => isBefore(chat, id) || heldMessage(chat, id) !== null);
  const next = withReadable(withHeldTexts({ ...context, chat, early, awaited: null, chatFailure: null }), items);
  return told.reduce<ConversationContext>(
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
 * The ack of a message that isn't known is kept while the message can still come: by its frame, or by
 * the page on its way. Else a later page tells it by itself.
 */
function withAckOf(context: ConversationContext, id: MessageId, { ack, errorCode, errorKey }: AckNews) {
  const told = { ack, errorCode, errorKey };
  let next = context;
  if (context.chat !== null) {
    const chat = withAck(context.chat, id, told);
    if (chat !== context.chat) next = { ...next, chat };
  }
  const last = context.lastMessage;
  if (last?.id === id) {
    const lastMessage = mergeAck(last, told);
    if (lastMessage !== last) next = { ...next, lastMessage };
  }
  if (!canCome(context, id)) return next;
  const known = context.early[id];
  const early = known === undefined ? told : mergeAck(known, told);
  // By hand: it is on the first page, on which immer's 3.4 KB would weigh.
  return early === known ? next : { ...next, early: { ...context.early, [id]: early } };
}

function canCome({ awaited, chat, lastMessage }: ConversationContext, id: MessageId): boolean {
  if (chat !== null) return heldMessage(chat, id) === null && (awaited !== null || !isBefore(chat, id));
  return lastMessage === null || compareIds(id, lastMessage.id) > 0;
}

/** What was written goes with the message, unless an older one is sent anew. */
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

function withRestoredDraft(context: ConversationContext, { drafts }: EventOf<'drafts.restored'>): ConversationContext {
  const own = drafts.find((draft) => isOfConversation(context, draft));
  return context.draft !== '' || own === undefined || own.text === '' ? context : { ...context, draft: own.text };
}

function withReply(context: ConversationContext, messageId: MessageId | null): ConversationContext {
  const isHeld = messageId === null || heldMessage(context.chat, messageId) !== null;
  return isHeld && messageId !== context.replyTo ? { ...context, replyTo: messageId } : context;
}

function withHistory(context: ConversationContext, told: History): ConversationContext {
  const history = keepSame(context.history, told);
  if (history === context.history && context.historyFailure === null) return context;
  return { ...context, history, historyFailure: null };
}

function withHistoryFailure(context: ConversationContext, { failure }: EventOf<'history.failed'>): ConversationContext {
  const historyFailure = keepSame(context.historyFailure, failure);
  return historyFailure === context.historyFailure ? context : { ...context, historyFailure };
}
