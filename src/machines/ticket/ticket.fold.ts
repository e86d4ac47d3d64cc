import type { Message, Ticket } from '../entities/entities.ts';
import type { Failure } from '../entities/failure.ts';
import { keepSame } from '../entities/same.ts';
import { compareIds } from '../entities/ids.ts';
import type { MessageId } from '../entities/ids.ts';
import type { EventOf, Logged } from '../log/event.ts';
import type { InternalEventOf } from '../log/internal.ts';
import { emptyChat } from './ticket.context.ts';
import type { AckNews, History, TicketContext } from './ticket.context.ts';
import {
  heldMessage,
  isBefore,
  isReaction,
  isWritten,
  mergeAck,
  newerMessage,
  withAck,
  withMessage,
  withNewestPage,
  withOlderPage,
} from './ticket.messages.ts';
import {
  withHeldTexts,
  withTextFailure,
  withTextFolded,
  withTextPart,
  withTextRequested,
} from './ticket.long-texts.ts';
import { shareTicket } from './ticket.share.ts';
import { isOutdated, lastAfter, sightAfter } from './ticket.sight.ts';
import { isOfConversation, withTemp, withoutTemp, withoutTwin } from './ticket.temps.ts';

/** Events that `fold` reads, whatever the conversation is doing. */
type TicketNews =
  | Logged<
      EventOf<
        | 'ticket.loadFailed'
        | 'message.arrived'
        | 'message.ackChanged'
        | 'customer.arrived'
        | 'customer.blacklisted'
        | 'customer.pinned'
        | 'customer.pinFailed'
        | 'ticket.closed'
        | 'ticket.finished'
        | 'transfer.arrived'
        | 'ticket.transferred'
        | 'transfer.removed'
        | 'outbox.restored'
        | 'message.accepted'
        | 'message.resolved'
        | 'drafts.restored'
        | 'reply.chosen'
        | 'history.listed'
        | 'history.failed'
        | 'text.requested'
        | 'text.loaded'
        | 'text.loadFailed'
        | 'text.folded'
      >
    >
  | InternalEventOf<'ticket.listed' | 'conversation.heard' | 'temp.dropped' | 'pin.known'>;

export type TicketMachineEvent =
  | TicketNews
  | Logged<
      EventOf<
        | 'ticket.opened'
        | 'ticket.left'
        | 'chat.olderRequested'
        | 'chat.retried'
        | 'chat.listed'
        | 'chat.listFailed'
        | 'history.retried'
        | 'draft.changed'
        | 'message.submitted'
        | 'ticket.finishRequested'
        | 'ticket.finishFailed'
        | 'customer.pinToggled'
        | 'socket.greeted'
      >
    >
  | InternalEventOf<'conversation.widened' | 'conversation.narrowed'>;

/** The context after an event; the same reference if it told nothing new. */
export function fold(context: TicketContext, event: TicketMachineEvent): TicketContext {
  switch (event.type) {
    case 'ticket.listed':
      return withTicket(context, event.ticket, event.streamPosition);
    case 'ticket.loadFailed':
      return withLoadFailure(context, event.failure);
    case 'message.arrived':
      return withReal(withTicket(context, event.ticket, event.stream.seq), event.message);
    case 'conversation.heard':
      return withHeard(context, event);
    case 'message.accepted':
      return withReal(withoutTemp(context, event.clientId), event.message);
    case 'message.resolved':
      return event.message === null ? context : withReal(withoutTemp(context, event.clientId), event.message);
    case 'message.ackChanged':
      return withAckOf(context, event.messageId, event);
    case 'customer.arrived':
    case 'ticket.closed':
    case 'transfer.arrived':
    case 'ticket.transferred':
    case 'transfer.removed':
      return withTicket(context, event.ticket, event.stream.seq);
    case 'ticket.finished':
      return withFinished(context, event.ticket);
    case 'customer.blacklisted':
      return withBlacklisted(context, event.blacklisted, event.stream.seq);
    case 'customer.pinned':
      return withPinned(context, event.pinned, event.stream.seq);
    case 'customer.pinFailed':
      return context.pinWanted === event.pinned ? { ...context, pinWanted: null } : context;
    case 'outbox.restored':
      return event.messages.filter((message) => isOfConversation(context, message)).reduce(withTemp, context);
    case 'temp.dropped':
      return withoutTemp(context, event.clientId);
    case 'pin.known':
      return withPinned(context, event.pinned, event.streamPosition);
    case 'drafts.restored':
      return withRestoredDraft(context, event.drafts);
    case 'reply.chosen':
      return withReply(context, event.messageId);
    case 'history.listed':
      return withHistory(context, { tickets: event.tickets, total: event.total });
    case 'history.failed':
      return withHistoryFailure(context, event.failure);
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

/**
 * What the server said of the ticket at a position of the stream. Older news is ignored, but for the
 * last message, which is known by its id. A finished ticket stays finished.
 */
export function withTicket(context: TicketContext, told: Ticket, position: number): TicketContext {
  const { asOf, ticket: known } = context;
  // Asked before a break, after which it was asked anew: whoever has it now isn't told by this.
  if (known === null && position >= 0 && position <= asOf.ticket) return context;
  const isNew = known === null || position > asOf.ticket;
  const tellsPin = told.pinned !== undefined && (known === null || position > asOf.pinned);
  const base = isNew ? told : known;
  const finishedAt = known?.finishedAt ?? base.finishedAt;
  const keepsBlacklisted = known !== null && isNew && position <= asOf.blacklisted;
  const lastMessageTold = told.lastMessage && withEarly(context, told.lastMessage);
  const { sight, lastMessage, lastReceivedAt } = lastAfter(
    context,
    lastMessageTold === told.lastMessage ? told : { ...told, lastMessage: lastMessageTold },
    position,
  );
  const ticket = shareTicket(known, {
    ...base,
    finishedAt,
    finishing: finishedAt === null && base.finishing,
    customer: keepsBlacklisted ? { ...base.customer, blacklisted: known.customer.blacklisted } : base.customer,
    lastMessage,
    lastReceivedAt,
    pinned: tellsPin ? told.pinned : known?.pinned,
  });
  if (!isNew && !tellsPin && ticket === known && sight === context.sight) return context;
  const next: TicketContext = {
    ...context,
    ticket,
    sight,
    asOf: {
      ticket: isNew ? position : asOf.ticket,
      pinned: tellsPin ? position : asOf.pinned,
      blacklisted: isNew ? Math.max(position, asOf.blacklisted) : asOf.blacklisted,
    },
    pinWanted: tellsPin && context.pinWanted === told.pinned ? null : context.pinWanted,
    loadFailure: null,
  };
  return withoutTwin(next);
}

/** Asked as of then it isn't ours to see, which says nothing where something was told since. */
function withLoadFailure(context: TicketContext, told: Failure): TicketContext {
  if (context.ticket !== null && context.asOf.ticket !== context.askedAsOf) return context;
  const loadFailure = keepSame(context.loadFailure, told);
  return loadFailure === context.loadFailure ? context : { ...context, loadFailure };
}

function withHistoryFailure(context: TicketContext, told: Failure): TicketContext {
  const historyFailure = keepSame(context.historyFailure, told);
  return historyFailure === context.historyFailure ? context : { ...context, historyFailure };
}

function withHistory(context: TicketContext, told: History): TicketContext {
  const history = keepSame(context.history, told);
  if (history === context.history && context.historyFailure === null) return context;
  return { ...context, history, historyFailure: null };
}

/** The stream goes on at `head` with something lost: what is told from there on is newer, whatever its epoch. */
export function restartedAt(context: TicketContext, head: number): TicketContext {
  const position = head - 1;
  return {
    ...context,
    early: {},
    pinWanted: null,
    asOf: { ticket: position, pinned: position, blacklisted: position },
    sight: { ...context.sight, asOf: position },
  };
}

/** A real message: it takes the place of its temporary twin. */
function withReal(context: TicketContext, message: Message): TicketContext {
  const told = withEarly(context, message);
  let next = message.clientId === null ? context : withoutTemp(context, message.clientId);
  if (next.chat !== null && (context.awaited?.older === false || !isBefore(next.chat, message.id))) {
    const chat = withMessage(next.chat, told);
    if (chat !== next.chat) next = { ...next, chat };
  }
  if (message.id in next.early) next = { ...next, early: withoutKeys(next.early, (id) => id === message.id) };
  if (next.ticket === null || isReaction(message)) return next;
  const lastMessage = newerMessage(next.ticket.lastMessage, told);
  const lastReceivedAt = isWritten(message)
    ? latest(next.ticket.lastReceivedAt, message.at)
    : next.ticket.lastReceivedAt;
  if (lastMessage === next.ticket.lastMessage && lastReceivedAt === next.ticket.lastReceivedAt) return next;
  return { ...next, ticket: { ...next.ticket, lastMessage, lastReceivedAt } };
}

/** A message of another ticket of the conversation: the conversation is one, the tickets' own facts aren't. */
function withHeard(
  context: TicketContext,
  { message, lastMessage, lastReceivedAt, streamPosition }: InternalEventOf<'conversation.heard'>,
): TicketContext {
  if (isOutdated(context, message, streamPosition)) return context;
  const sight = sightAfter(context, message, streamPosition);
  const next = withReal(sight === context.sight ? context : { ...context, sight }, message);
  const { ticket } = next;
  if (ticket === null) return next;
  const last = newerMessage(ticket.lastMessage, lastMessage && withEarly(next, lastMessage));
  const receivedAt = latest(ticket.lastReceivedAt, lastReceivedAt);
  if (last === ticket.lastMessage && receivedAt === ticket.lastReceivedAt) return next;
  return withoutTwin({ ...next, ticket: { ...ticket, lastMessage: last, lastReceivedAt: receivedAt } });
}

/** A page of the conversation. Acks that waited for it and didn't meet their message are of no use any more. */
export function withPage(
  context: TicketContext,
  { items, complete, older }: Pick<EventOf<'chat.listed'>, 'items' | 'complete' | 'older'>,
): TicketContext {
  const told = items.map((message) => withEarly(context, message));
  const held = context.chat ?? emptyChat;
  const heldTo = context.awaited?.heldTo ?? null;
  const chat = older ? withOlderPage(held, told, complete) : withNewestPage(held, told, complete, heldTo);
  const early = withoutKeys(context.early, (id) => isBefore(chat, id) || heldMessage(chat, id) !== null);
  const next = withHeldTexts({ ...context, chat, early, awaited: null, chatFailure: null });
  return told.reduce<TicketContext>(
    (known, { clientId }) => (clientId === null ? known : withoutTemp(known, clientId)),
    next,
  );
}

function withEarly(context: TicketContext, message: Message): Message {
  const news = context.early[message.id];
  return news === undefined ? message : mergeAck(message, news);
}

function withoutKeys(early: TicketContext['early'], drops: (id: MessageId) => boolean): TicketContext['early'] {
  const kept = Object.entries(early).filter(([id]) => !drops(id));
  return kept.length === Object.keys(early).length ? early : Object.fromEntries(kept);
}

/**
 * Of a message that isn't known it is kept while that can still come: by its frame, or by the page on
 * its way. Else a later page tells it by itself.
 */
function withAckOf(context: TicketContext, id: MessageId, { ack, errorCode, errorKey }: AckNews): TicketContext {
  const told = { ack, errorCode, errorKey };
  let next = context;
  if (context.chat !== null) {
    const chat = withAck(context.chat, id, told);
    if (chat !== context.chat) next = { ...next, chat };
  }
  const last = context.ticket?.lastMessage ?? null;
  if (next.ticket !== null && last?.id === id) {
    const lastMessage = mergeAck(last, told);
    if (lastMessage !== last) next = { ...next, ticket: { ...next.ticket, lastMessage } };
  }
  if (!canCome(context, id)) return next;
  const known = context.early[id];
  const early = known === undefined ? told : mergeAck(known, told);
  return early === known ? next : { ...next, early: { ...context.early, [id]: early } };
}

function canCome({ awaited, chat, ticket }: TicketContext, id: MessageId): boolean {
  if (chat !== null) return heldMessage(chat, id) === null && (awaited !== null || !isBefore(chat, id));
  const last = ticket?.lastMessage ?? null;
  return last === null || compareIds(id, last.id) > 0;
}

/** Our own finish was answered: the answer bears no position, but finished is for good. */
function withFinished(context: TicketContext, told: Ticket): TicketContext {
  const { ticket } = context;
  if (ticket === null) return withTicket(context, told, -1);
  if (ticket.finishedAt !== null) return context;
  const { finishedAt, pendingTransfer } = told;
  const finishing = finishedAt === null && told.finishing;
  return { ...context, finishAsked: false, ticket: { ...ticket, finishedAt, finishing, pendingTransfer } };
}

function withBlacklisted(context: TicketContext, blacklisted: boolean, position: number): TicketContext {
  const { asOf, ticket } = context;
  if (ticket === null || position <= asOf.blacklisted) return context;
  const { customer } = ticket;
  const told = customer.blacklisted === blacklisted ? ticket : { ...ticket, customer: { ...customer, blacklisted } };
  return { ...context, ticket: told, asOf: { ...asOf, blacklisted: position } };
}

function withPinned(context: TicketContext, pinned: boolean, position: number): TicketContext {
  const { asOf, pinWanted, ticket } = context;
  if (ticket === null || position <= asOf.pinned) return context;
  return {
    ...context,
    ticket: ticket.pinned === pinned ? ticket : { ...ticket, pinned },
    asOf: { ...asOf, pinned: position },
    pinWanted: pinWanted === pinned ? null : pinWanted,
  };
}

function withRestoredDraft(context: TicketContext, drafts: EventOf<'drafts.restored'>['drafts']): TicketContext {
  const { draft, ticket } = context;
  if (ticket === null || draft !== '') return context;
  const own = drafts.find(
    ({ customerId, instanceId }) => customerId === ticket.customer.id && instanceId === ticket.instance.id,
  );
  return own === undefined || own.text === '' ? context : { ...context, draft: own.text };
}

function withReply(context: TicketContext, messageId: MessageId | null): TicketContext {
  const isHeld = messageId === null || heldMessage(context.chat, messageId) !== null;
  return isHeld && messageId !== context.replyTo ? { ...context, replyTo: messageId } : context;
}

function latest(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.max(a, b);
}
