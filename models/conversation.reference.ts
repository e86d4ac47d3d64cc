import { CONVERSATION_PAGE_MAX, CONVERSATION_PAGE_SIZE } from '../contract/facts/limits.ts';
import type { ConversationContext, Delivery } from '../src/machines/conversation/conversation.context.ts';
import type { ConversationSnapshot } from '../src/machines/conversation/conversation.machine.ts';
import type { Message, RelatedMessage, ThreadLine } from '../src/machines/entities/entities.ts';
import { conversationKey } from '../src/machines/entities/ids.ts';
import type { Command } from '../src/machines/log/command.ts';
import type { Logged } from '../src/machines/log/event.ts';
import type { OutgoingMessage } from '../src/machines/log/events-send.ts';
import { oraclesOf } from './oracles.ts';
import type { Step } from './oracles.ts';
import { isLater } from './reference.ts';
import { broughtBy, sees } from './unseen.reference.ts';

/** A conversation as a list: each message once, in the order of ids, with all that was said of it. */

interface Around {
  readonly isGreeted: boolean;
  /** The stream position up to which all was received: a frame of before is one that came again. */
  readonly received: number;
  /** Client ids of our messages that are on their way. */
  readonly sends: readonly string[];
}
type Talked = Step<ConversationSnapshot, Around>;
type Taken = Talked & { readonly before: ConversationSnapshot; readonly after: ConversationSnapshot };

/** The conversation that is looked at. */
export const key = conversationKey('40', '5');

/** Whether a page is the one that is waited for: once somebody went elsewhere it isn't any more. */
export function isAnswer(
  value: ConversationSnapshot['value'],
  { awaited }: ConversationContext,
  { request }: { readonly request: number },
): boolean {
  return request === awaited?.request && value.chat !== 'ready' && value.chat !== 'failed' && value.chat !== 'cold';
}

/** The messages that an event brings, in order. */
export function newsIn({ context: was, value }: ConversationSnapshot, event: Logged): readonly Message[] {
  switch (event.type) {
    case 'message.arrived':
      return broughtBy(event, key) === null ? [] : [event.message];
    case 'message.accepted':
    case 'message.resolved':
      return event.message === null ? [] : [event.message];
    case 'chat.listed':
      return isAnswer(value, was, event) ? event.items : [];
    default:
      return [];
  }
}

function rankOf({ errorCode }: Delivery): number {
  return errorCode === null ? 0 : errorCode === 'uncertain' ? 1 : 2;
}

/** Of all that was said of a delivery the furthest: an ack only rises, and of one ack an error is the last word. */
function furthest(told: readonly Delivery[]): Delivery | undefined {
  const [last] = told.toSorted((a, b) => b.ack - a.ack || rankOf(b) - rankOf(a));
  return last && { ack: last.ack, errorCode: last.errorCode, errorKey: last.errorKey };
}

/** What is said of the delivery of a message: when it came, before it came, and now. */
function toldOf(was: ConversationSnapshot, event: Logged, id: string): readonly Delivery[] {
  const early = was.context.early[id];
  const acked = event.type === 'message.ackChanged' && event.messageId === id ? [event] : [];
  return [...newsIn(was, event).filter((news) => news.id === id), ...(early === undefined ? [] : [early]), ...acked];
}

function isReaction(message: Message): boolean {
  return message.tag === 'reaction' && message.parentId !== null;
}

function quoted({ id, received, text, tag, documentName, bot, author }: Message): RelatedMessage {
  return { id, received, text, tag, documentName, bot, author };
}

function byId(a: { readonly id: string }, b: { readonly id: string }): number {
  return Number(a.id) - Number(b.id);
}

/** A message as all that is known says, with the reactions that are held and were delivered. */
function asKnown(was: Message | null, step: Taken, id: string, around: readonly Message[]): Message | null {
  const { event, before, after } = step;
  const news = newsIn(before, event).find((one) => one.id === id) ?? null;
  const known = was ?? news;
  if (known === null) return null;
  const reactions = new Map([...(was?.reactions ?? []), ...(news?.reactions ?? [])].map((one) => [one.id, one]));
  for (const other of around) {
    if (!isReaction(other) || other.parentId !== id) continue;
    if (other.errorCode === null) reactions.set(other.id, reactions.get(other.id) ?? quoted(other));
    else reactions.delete(other.id);
  }
  // What may not be read any more isn't shown on what may.
  for (const { id: other, ticketId } of before.context.chat?.messages ?? [])
    if (!isReadable(after.context, ticketId)) reactions.delete(other);
  const delivery = furthest([...(was === null ? [] : [was]), ...toldOf(before, event, id)]);
  return {
    ...known,
    ...delivery,
    unseen: known.unseen && news?.unseen !== false,
    reactions: [...reactions.values()].toSorted(byId),
  };
}

export function isReadable({ visibility: { upTo } }: ConversationContext, ticketId: string): boolean {
  return upTo === null || !isLater(ticketId, upTo);
}

/** Which messages are held after a step, of those that were held and those that it brings; null where that isn't said. */
function heldAfter(step: Taken): readonly string[] | null {
  const { event, before, after } = step;
  const { chat, awaited } = before.context;
  const held = keptOf(step);
  const news = newsIn(before, event);
  const readable = (messages: readonly Message[]) =>
    messages.filter(({ ticketId }) => isReadable(after.context, ticketId));
  const ids = (messages: readonly Message[]) =>
    [...new Map(messages.map((one) => [one.id, one])).values()].toSorted(byId).map(({ id }) => id);
  if (event.type === 'chat.listed' && news.length > 0) {
    if (awaited?.of !== undefined) return null;
    if (event.older) return ids([...news, ...held]);
    const [first, last, heldTo] = [news.at(0)?.id ?? null, news.at(-1)?.id ?? null, awaited?.heldTo ?? null];
    // The page says what there is; what came since it was asked for isn't in it.
    const kept = held.filter(
      ({ id }) => !isLater(first, id) && (!isLater(id, last) || heldTo === null || isLater(id, heldTo)),
    );
    return ids([...kept, ...news]);
  }
  const oldest = held[0]?.id ?? null;
  const isNewestAwaited = awaited !== null && !awaited.older && awaited.of === undefined;
  const isAtEnd = (id: string) => isNewestAwaited || chat?.complete === true || !isLater(oldest, id);
  return ids(readable([...held, ...(chat === null ? [] : news.filter(({ id }) => isAtEnd(id)))]));
}

/** Off the screen the newest are enough: as many as a page has. */
function keptOf(step: Taken): readonly Message[] {
  const held = step.before.context.chat?.messages ?? [];
  const isLeft = step.event.type === 'app.opened' || step.event.type === 'ticket.left';
  return isLeft && step.after.context.watchers.length === 0 ? held.slice(-CONVERSATION_PAGE_SIZE) : held;
}

function linesAfter(step: Taken): readonly ThreadLine[] {
  const { before, event } = step;
  const { chat, awaited } = before.context;
  const isOfPast = awaited?.of !== undefined;
  const listed =
    event.type === 'chat.listed' && isAnswer(before.value, before.context, event) && !isOfPast
      ? (event.lines ?? [])
      : [];
  const told = event.type === 'line.changed' ? [event.line] : listed;
  const lines = new Map((chat?.lines ?? []).map((one) => [one.id, one]));
  for (const one of told) if (one.version > (lines.get(one.id)?.version ?? 0)) lines.set(one.id, one);
  const kept = keptOf(step);
  const isWhole = kept.length === (chat?.messages.length ?? 0);
  return [...lines.values()].filter(({ afterId }) => isWhole || !isLater(kept[0]?.id ?? null, afterId)).toSorted(byId);
}

/** Client ids that an event proves the server to have. */
function provenBy(step: Taken): readonly (string | null)[] {
  const { event, before, after } = step;
  const brought = broughtBy(event, key)?.ticket;
  const last =
    brought !== undefined && sees(before.context.viewer, brought) ? (brought.lastMessage?.clientId ?? null) : null;
  const ofAnswer = 'clientId' in event && 'message' in event && event.message !== null ? [event.clientId] : [];
  const isGone = event.type === 'message.discarded' || event.type === 'message.refused';
  const gone =
    isGone && step.app.directory.send(event.clientId) === undefined && step.around.sends.includes(event.clientId)
      ? [event.clientId]
      : [];
  const news = newsIn(before, event).filter(({ ticketId }) => isReadable(after.context, ticketId));
  return [...news.map(({ clientId }) => clientId), last, ...ofAnswer, ...gone];
}

export function isOurs({ customerId, instanceId }: OutgoingMessage): boolean {
  return conversationKey(customerId, instanceId) === key;
}

/** What a message is, before the server says so. */
function tagOf({ file, forwards, imageUrl, reactsTo, template, shares }: OutgoingMessage): string {
  if (reactsTo !== undefined) return 'reaction';
  if (shares !== undefined) return 'choices' in shares ? 'interactive' : 'place' in shares ? 'location' : 'contacts';
  const other = template !== undefined ? 'template' : imageUrl !== undefined ? 'image' : 'stop_flow';
  return file?.tag ?? forwards?.tag ?? other;
}

/** It shows all that was written, and what it answers. */
function shownOf(message: OutgoingMessage, { chat, past }: ConversationContext): object {
  const { tempId: id, clientId, userId, text, submittedAt, replyTo } = message;
  const { file, imageUrl, reactsTo, forwards, template, shares } = message;
  const answered = [...(past?.messages ?? []), ...(chat?.messages ?? [])].find((one) => one.id === replyTo);
  const plain = { id, clientId, userId, text, tag: tagOf(message), submittedAt };
  const parts = { file, imageUrl, reactsTo, forwards, template, shares };
  return { ...plain, ...parts, quoted: answered === undefined ? null : quoted(answered) };
}

/** What is shown of our messages before the server has them: in the order in which they were written, each once. */
function optimisticAfter(step: Taken): readonly object[] {
  const { event, before } = step;
  if (event.type === 'app.opened') return [];
  const written =
    event.type === 'message.submitted' ? [event.message] : event.type === 'outbox.restored' ? event.messages : [];
  const { chat, lastMessage, optimistic } = before.context;
  const there = new Set([...optimistic, ...(chat?.messages ?? []), lastMessage].map((one) => one?.clientId));
  const added = written.filter((one) => isOurs(one) && !there.has(one.clientId));
  const proven = provenBy(step);
  return [
    ...optimistic.filter(({ clientId }) => !proven.includes(clientId)),
    ...added.filter(({ clientId }) => !proven.includes(clientId)).map((one) => shownOf(one, before.context)),
  ];
}

/** The newest message that may be read, reactions aside, as all that is known says. */
function lastAfter(step: Taken): Message | null {
  const { event, before, after } = step;
  const { lastMessage, viewer } = before.context;
  const brought = broughtBy(event, key)?.ticket;
  const ofTicket = brought !== undefined && sees(viewer, brought) ? brought.lastMessage : null;
  const news = event.type === 'chat.listed' ? [] : newsIn(before, event).filter((one) => !isReaction(one));
  const all = [lastMessage, ofTicket, ...news].flatMap((one) =>
    one !== null && isReadable(after.context, one.ticketId) ? [one] : [],
  );
  const newest = all.reduce<Message | null>((last, one) => (isLater(one.id, last?.id ?? null) ? one : last), null);
  if (newest === null) return null;
  const told = all.filter(({ id }) => id === newest.id);
  return {
    ...newest,
    ...furthest([...told, ...toldOf(before, event, newest.id)]),
    unseen: told.every(({ unseen }) => unseen),
  };
}

export function enters(
  { before, after }: Pick<Taken, 'before' | 'after'>,
  chat: 'loading' | 'loadingOlder' | 'loadingNewer' | 'seeking',
): boolean {
  const isNew = !before.matches({ chat }) && after.matches({ chat });
  return isNew || (after.matches({ chat }) && after.context.request !== before.context.request);
}

function cameAgain({ event, around }: Taken): boolean {
  return 'stream' in event && event.stream.seq <= around.received;
}

/** When the customer last wrote: as a ticket says, and by each message of theirs; for as long it may be answered freely. */
function receivedAfter(step: Taken): number | null {
  const { event, before, after } = step;
  const { lastReceivedAt, viewer } = before.context;
  const brought = broughtBy(event, key)?.ticket;
  const isTold =
    brought !== undefined &&
    sees(viewer, brought) &&
    (brought.lastMessage === null || isReadable(after.context, brought.lastMessage.ticketId));
  const none = ['reaction', 'system', 'edited', 'revoked'];
  const written = (event.type === 'chat.listed' ? [] : newsIn(before, event)).filter(
    ({ received, tag, ticketId }) => received && !none.includes(tag) && isReadable(after.context, ticketId),
  );
  const times = [lastReceivedAt, isTold ? brought.lastReceivedAt : null, ...written.map(({ at }) => at)];
  return times.reduce((last, at) => (at === null || (last !== null && last >= at) ? last : at), null);
}

/** Each attendance: whether it is the viewer's to see, else whose it is, by the latest that was told. */
function attendances({ event, before }: Taken): ConversationContext['visibility']['tickets'] {
  const { visibility, viewer } = before.context;
  const brought = broughtBy(event, key);
  if (brought === null || (visibility.tickets[brought.ticket.id]?.asOf ?? -1) > brought.at) return visibility.tickets;
  const { ticket, at: asOf } = brought;
  const visible = sees(viewer, ticket);
  const owner = visible || ticket.owner === null ? {} : { owner: ticket.owner.name };
  return { ...visibility.tickets, [ticket.id]: { visible, open: ticket.finishedAt === null, asOf, ...owner } };
}

/** What is asked for on entering a state: the newest, those before, around and after what is shown. */
function asked(step: Taken): readonly Command[] {
  const { before, after, event } = step;
  const { chat, past, request } = before.context;
  const shown = (past ?? chat)?.messages ?? [];
  const page = {
    type: 'chat.fetch',
    request: request + 1,
    customerId: '40',
    instanceId: '5',
    beforeId: null,
    limit: CONVERSATION_PAGE_SIZE,
  } as const;
  const history = { type: 'history.fetch', customerId: '40', instanceId: '5', limit: 11 } as const;
  if (enters(step, 'loading')) {
    const held = after.context.chat?.messages.length ?? 0;
    const limit = held === 0 ? CONVERSATION_PAGE_SIZE : Math.min(held + CONVERSATION_PAGE_SIZE, CONVERSATION_PAGE_MAX);
    return [{ ...page, limit }, history];
  }
  if (event.type === 'history.retried') return before.context.historyFailure === null ? [] : [history];
  if (enters(step, 'loadingOlder')) return [{ ...page, beforeId: shown[0]?.id ?? null }];
  if (enters(step, 'loadingNewer')) return [{ ...page, afterId: shown.at(-1)?.id ?? '' }];
  if (!enters(step, 'seeking')) return [];
  const { messageId = '', isPlace } = after.context.sought ?? {};
  return [{ ...page, aroundId: messageId, ...(isPlace === true && { limit: CONVERSATION_PAGE_MAX }) }];
}

function watchersAfter({ event, before, app }: Taken): readonly string[] {
  const { watchers } = before.context;
  if (event.type === 'app.opened') return [];
  if (event.type === 'ticket.left') return watchers.filter((id) => id !== event.ticketId);
  if (event.type !== 'ticket.opened' && event.type !== 'ticket.loaded') return watchers;
  const id = event.type === 'ticket.opened' ? event.ticketId : event.ticket.id;
  // Until it is known, nobody knows whose conversation a ticket is of.
  const { ticket = null, watched = false } = app.directory.ticket(id)?.getSnapshot().context ?? {};
  return ticket !== null && watched ? [...new Set([...watchers, id])] : watchers;
}

function taken(step: Talked): Taken | null {
  const { before, after } = step;
  return before === undefined || after === undefined ? null : { ...step, before, after };
}

export const conversationOracles = oraclesOf<ConversationSnapshot, Around>(
  ({ directory }) => directory.conversation(key)?.getSnapshot(),
  ({ directory }) => ({
    isGreeted: directory.socket.getSnapshot().matches({ connecting: 'greeting' }),
    received: directory.socket.getSnapshot().context.position ?? -1,
    sends: directory.sendsOf(key).getSnapshot(),
  }),
  {
    'the messages held': (each) => {
      const step = taken(each);
      if (step === null || step.after.context.chat === null) return null;
      const expected = heldAfter(step);
      return expected === null ? null : { expected, came: step.after.context.chat.messages.map(({ id }) => id) };
    },
    'what each message says': (each) => {
      const step = taken(each);
      if (step === null) return null;
      const [held, now] = [step.before, step.after].map(({ context: { chat, past } }) => [
        ...(past?.messages ?? []),
        ...(chat?.messages ?? []),
      ]);
      const known = now?.map(({ id }) => asKnown(held?.find((one) => one.id === id) ?? null, step, id, now));
      return { expected: known, came: now };
    },
    'the last message': (each) => {
      const step = taken(each);
      if (step === null || step.event.type === 'app.opened') return null;
      const { lastMessage, visibility } = step.before.context;
      // Of what is no longer visible the server says what is last.
      if (lastMessage !== null && !isReadable(step.after.context, lastMessage.ticketId)) return null;
      if (isLater(visibility.upTo, step.after.context.visibility.upTo)) return null;
      const { reactions: _, ...expected } = lastAfter(step) ?? { reactions: [] };
      const { reactions: _came, ...came } = step.after.context.lastMessage ?? { reactions: [] };
      return { expected, came };
    },
    'when the customer last wrote': (each) => {
      const step = taken(each);
      if (step === null || step.event.type === 'app.opened' || cameAgain(step)) return null;
      const { lastMessage, visibility } = step.before.context;
      // As of the last message.
      if (lastMessage !== null && !isReadable(step.after.context, lastMessage.ticketId)) return null;
      if (isLater(visibility.upTo, step.after.context.visibility.upTo)) return null;
      return { expected: receivedAfter(step), came: step.after.context.lastReceivedAt };
    },
    'whose its attendances are': (each) => {
      const step = taken(each);
      // A list may bring more, and lost frames leave nothing sure.
      if (step === null || ['tickets.listed', 'socket.greeted'].includes(step.event.type) || cameAgain(step))
        return null;
      return { expected: attendances(step), came: step.after.context.visibility.tickets };
    },
    'the lines between them': (each) => {
      const step = taken(each);
      if (step === null || step.after.context.chat === null) return null;
      return { expected: linesAfter(step), came: step.after.context.chat.lines ?? [] };
    },
    'our messages on their way': (each) => {
      const step = taken(each);
      if (step === null) return null;
      return { expected: optimisticAfter(step), came: step.after.context.optimistic };
    },
    'what is asked for': (each) => {
      const step = taken(each);
      if (step === null) return null;
      const came = step.commands.filter(({ type }) => type === 'chat.fetch' || type === 'history.fetch');
      return { expected: asked(step), came };
    },
    'where it is on the screen': (each) => {
      const step = taken(each);
      return step === null ? null : { expected: watchersAfter(step), came: step.after.context.watchers };
    },
  },
);
