import type { App } from '../src/machines/app.ts';
import type { Message, Owner, PastTicket, Person, Ticket, Transfer } from '../src/machines/entities/entities.ts';
import type { AppEvent, EventOf } from '../src/machines/log/event.ts';
import type { StreamPosition } from '../src/machines/log/stream.ts';
import type { ConversationContext } from '../src/machines/conversation/conversation.context.ts';
import type { TicketContext } from '../src/machines/ticket/ticket.context.ts';
import { HEAD, connection, held, listed, next } from './connection.ts';
import type { Sample } from './model.ts';
import {
  START,
  ana,
  bruno,
  carla,
  customer,
  failure,
  line,
  listing,
  message,
  opened,
  person,
  sales,
  storedSession,
  stream,
  ticket,
  framed,
  transfer,
} from './samples.ts';
import { ofConversation, reaction, real, writtenSamples } from './written.samples.ts';

/** Id of a message long before those, and of one before that. */
export const OLD = '300';
const OLDER = '200';

/** Id of a message whose text is truncated. */
const CUT = 803;

/** The server's messages: the newest five, and the five before them. */
const newest = [800, 801, 802, 803, 804].map((id) =>
  message(String(id), id === 802 ? { received: false, author: ana, ack: 3 } : { cut: id === CUT }),
);
const older = [795, 796, 797, 798, 799].map((id) => message(String(id)));

const last = newest.at(-1) ?? null;

/** The ticket at the beginning. */
export const known: Ticket = ticket({ lastMessage: last });

export function contextOf(app: App): TicketContext | undefined {
  return app.directory.ticket('20')?.getSnapshot().context;
}

export function conversationIn(app: App): ConversationContext | undefined {
  return app.directory.conversation('40@5')?.getSnapshot().context;
}

/** Answers the conversation's fetch in flight; with `back`, an earlier one. `complete`: nothing is left on that side. */
function chatListed(complete: boolean, back = 0): (app: App) => EventOf<'chat.listed'> {
  return (app) => {
    const { awaited, request } = conversationIn(app) ?? { awaited: null, request: 1 };
    const isOlder = awaited?.older ?? false;
    const ends = { complete, ...(awaited?.of === 'around' && { latest: complete }) };
    const page = awaited?.of === 'newer' ? { complete: false, latest: complete } : ends;
    return {
      type: 'chat.listed',
      ...ofConversation,
      request: request - back,
      older: isOlder,
      items: itemsFor(app),
      lines: awaited?.of === undefined ? [isOlder ? line('295', { afterId: '796' }) : line('300')] : [],
      ...page,
    };
  };
}

/** The answer to the fetch in flight: the newest messages, or those adjacent to the past held. */
function itemsFor(app: App): readonly Message[] {
  const { awaited, past, sought } = conversationIn(app) ?? { awaited: null };
  const near = (id: string | undefined, steps: readonly number[]) =>
    steps.map((step) => message(String(Number(id ?? OLD) + step)));
  if (awaited?.of === 'around') return near(sought?.messageId, [-2, -1, 0, 1, 2]);
  if (awaited?.of === 'older') return near(past?.messages[0]?.id, [-2, -1]);
  if (awaited?.of === 'newer') return near(past?.messages.at(-1)?.id, [1, 2]);
  return awaited?.older === true ? older : newest;
}

/** The next part of the long text. */
function textLoaded(next: number | null): (app: App) => AppEvent {
  return (app) => {
    const from = conversationIn(app)?.longTexts[String(CUT)]?.next ?? 0;
    return { type: 'text.loaded', ...ofConversation, messageId: String(CUT), from, text: `desde ${from}`, next };
  };
}

/** The ticket's pending transfer. */
function offeredIn(app: App): string {
  return contextOf(app)?.ticket?.pendingTransfer?.id ?? transfer().id;
}

/** A stream position later than all that is known of the ticket. Positions may skip frames for other users. */
function later(app: App): StreamPosition {
  return stream(Math.max(held(app), contextOf(app)?.asOf.ticket ?? 0) + 1, { prev: held(app) });
}

/** The ticket as a call returns it, which may be ahead of the frames. */
function loaded(changes: Partial<Ticket>): (app: App) => AppEvent {
  return (app) => ({ type: 'ticket.loaded', ticket: { ...known, ...changes }, streamPosition: later(app).seq });
}

/** The ticket as it was at a frame. */
function asOf(streamPosition: number): AppEvent {
  return { type: 'ticket.loaded', ticket: known, streamPosition };
}

function arrived(news: (seq: number) => Message, changes: Partial<Ticket> = {}): (app: App) => AppEvent {
  return (app) => {
    const place = later(app);
    const lastMessage = news(place.seq);
    return {
      type: 'message.arrived',
      message: lastMessage,
      ticket: framed({ ...changes, lastMessage }),
      stream: place,
    };
  };
}

function acked(messageId: string, ack: 1 | 2 | 3, errorCode: string | null = null): (app: App) => AppEvent {
  return (app) => ({
    type: 'message.ackChanged',
    messageId,
    clientId: null,
    ticketId: '20',
    customerId: '40',
    instanceId: '5',
    ack,
    errorCode,
    errorKey: errorCode === null ? null : 'error.whatsapp.unknown',
    stream: later(app),
  });
}

/** The page is reloaded; for a conversation it matters what was loaded. */
const reopened = opened(storedSession(ana));

function past(id: string): PastTicket {
  const [startedAt, finishedAt] = [START - 9_000, START - 1_000];
  return { id, protocol: `2026030200000${id}`, startedAt, finishedAt, owner: null, instance: sales };
}

function passedOn(app: App, offer: Transfer | null, owner: Owner | null, by: Person): AppEvent {
  const ticket = framed({ lastMessage: last, owner });
  return { type: 'ticket.transferred', transfer: offer, ticket, by, stream: later(app) };
}

/** By an administrator. */
const fromCarlaToAna = { previousOwner: carla, triggeredBy: bruno, nextOwner: { id: ana.id, name: ana.name } };

export const ticketSamples = {
  'app.opened: the page is reloaded': reopened,
  'app.opened: its history is loaded': reopened,
  'app.opened: its history is not loaded': reopened,
  'app.opened: a message is quoted': reopened,
  'app.opened: somebody else': opened(storedSession(bruno)),
  'ticket.opened': { type: 'ticket.opened', ticketId: '20' },
  'ticket.left': { type: 'ticket.left', ticketId: '20' },
  'ticket.opened: the next attendance': { type: 'ticket.opened', ticketId: '21' },
  'ticket.left: the next attendance': { type: 'ticket.left', ticketId: '21' },
  'chat.endShown': { type: 'chat.endShown', ticketId: '20', isShown: true },
  'chat.endShown: scrolled up': { type: 'chat.endShown', ticketId: '20', isShown: false },
  'chat.listed': chatListed(false),
  'chat.listed: all there is': chatListed(true),
  'chat.listed: with ours': (app) => ({ ...chatListed(false)(app), items: [...newest, real] }),
  'chat.listed: of an earlier call': chatListed(false, 1),
  'chat.listFailed': (app) => ({
    type: 'chat.listFailed',
    ...ofConversation,
    request: conversationIn(app)?.request ?? 1,
    failure: failure('NETWORK'),
  }),
  'chat.olderRequested': { type: 'chat.olderRequested', ticketId: '20' },
  'chat.sought': { type: 'chat.sought', ticketId: '20', messageId: OLD },
  'chat.sought: an even older one': { type: 'chat.sought', ticketId: '20', messageId: OLDER },
  'chat.sought: one of the newest': { type: 'chat.sought', ticketId: '20', messageId: '802' },
  'chat.sought: by a search': { type: 'chat.sought', ticketId: '20', messageId: OLD, keepsFocus: true },
  'chat.sought: what the reader has before their eyes': {
    type: 'chat.sought',
    ticketId: '20',
    messageId: OLD,
    isPlace: true,
  },
  'chat.newerRequested': { type: 'chat.newerRequested', ticketId: '20' },
  'chat.latestRequested': { type: 'chat.latestRequested', ticketId: '20' },
  'chat.retried': { type: 'chat.retried', ticketId: '20' },
  'history.listed': { type: 'history.listed', ...ofConversation, tickets: [], total: 0 },
  'history.listed: several': {
    type: 'history.listed',
    ...ofConversation,
    tickets: Array.from({ length: 11 }, (_, at) => past(String(19 - at))),
    total: 14,
  },
  'history.listed: with this one': {
    type: 'history.listed',
    ...ofConversation,
    tickets: [past('20'), past('19')],
    total: 2,
  },
  'history.failed': { type: 'history.failed', ...ofConversation, failure: failure('NETWORK') },
  'history.retried': { type: 'history.retried', ticketId: '20' },
  'text.requested': { type: 'text.requested', ticketId: '20', messageId: String(CUT) },
  'text.requested: of one that is whole': { type: 'text.requested', ticketId: '20', messageId: '802' },
  'text.loaded: its beginning': textLoaded(65_536),
  'text.loaded: its end': textLoaded(null),
  'text.loaded: a part that was not asked for': {
    type: 'text.loaded',
    ...ofConversation,
    messageId: String(CUT),
    from: 9,
    text: 'de outra pergunta',
    next: null,
  },
  'text.loadFailed': {
    type: 'text.loadFailed',
    ...ofConversation,
    messageId: String(CUT),
    failure: failure('NETWORK'),
  },
  'text.folded': { type: 'text.folded', ticketId: '20', messageId: String(CUT) },
  'ticket.loaded': loaded({}),
  'ticket.loaded: as it was long before': {
    type: 'ticket.loaded',
    ticket: ticket({ protocol: 'older', notResponded: true }),
    streamPosition: 1,
  },
  'ticket.loaded: as of the last frame': (app) => asOf(held(app)),
  'ticket.loaded: as of the frame before': (app) => asOf(held(app) - 1),
  'ticket.loaded: a transfer of it waits': (app) => {
    const id = contextOf(app)?.settledTransfer ?? offeredIn(app);
    return loaded({ pendingTransfer: transfer({ id }) })(app);
  },
  'ticket.loaded: it is being finished': loaded({ finishing: true }),
  'ticket.loaded: finished': loaded({ finishedAt: START }),
  'ticket.loaded: waits for an answer': loaded({ notResponded: true, lastReceivedAt: START - 1_000 }),
  'ticket.loaded: the last message is ours': loaded({ lastMessage: real }),
  'ticket.loaded: of the customer it was merged into': loaded({ customer: customer({ id: '41' }) }),
  'ticket.loaded: asked for at the same time, and from before the merge': (app) => ({
    type: 'ticket.loaded',
    ticket: known,
    streamPosition: contextOf(app)?.asOf.ticket ?? 0,
  }),
  'ticket.loadFailed': { type: 'ticket.loadFailed', ticketId: '20', failure: failure('NOT_FOUND') },
  'ticket.finishRequested': { type: 'ticket.finishRequested', ticketId: '20' },
  'ticket.finishRequested: with an outcome': { type: 'ticket.finishRequested', ticketId: '20', outcomeId: '70' },
  'ticket.finished': { type: 'ticket.finished', ticket: { ...known, finishedAt: START } },
  'ticket.finished: with its outcome': {
    type: 'ticket.finished',
    ticket: { ...known, finishedAt: START, outcome: 'Venda feita' },
  },
  'ticket.finishFailed': { type: 'ticket.finishFailed', ticketId: '20', failure: failure('NETWORK') },
  'ticket.finishFailed: refused': {
    type: 'ticket.finishFailed',
    ticketId: '20',
    failure: failure('FORBIDDEN', 'error.ticket.notYours'),
  },
  'timer.fired: the backoff of the finish is over': { type: 'timer.fired', timer: 'ticket:20:finish' },
  'ticket.closed': (app) => ({
    type: 'ticket.closed',
    ticket: framed({ finishedAt: START, outcome: 'Venda feita', lastMessage: last }),
    by: bruno,
    stream: later(app),
  }),
  'message.arrived': arrived((seq) => message(String(900 + seq)), { notResponded: true }),
  'message.arrived: of a bot': arrived((seq) => message(String(900 + seq), { received: false, bot: true })),
  'message.arrived: ours': arrived(() => real),
  'message.arrived: a colleague’s': arrived((seq) => message(String(900 + seq), { received: false, author: bruno })),
  'message.arrived: it was read': arrived(() => message('804', { unseen: false })),
  'message.arrived: reported unread again': arrived(() => message('804')),
  'message.arrived: a reaction to one of the page before': arrived((seq) =>
    message(String(900 + seq), { tag: 'reaction', text: '🙏', parentId: '797' }),
  ),
  'message.arrived: a reaction in the next attendance': (app) => {
    const place = later(app);
    const news = message(String(900 + place.seq), { ticketId: '21', tag: 'reaction', text: '🙏', parentId: '802' });
    return { type: 'message.arrived', message: news, ticket: framed({ id: '21', lastMessage: last }), stream: place };
  },
  'message.arrived: in the next attendance': (app) => {
    const place = later(app);
    const news = message(String(900 + place.seq), { ticketId: '21' });
    return { type: 'message.arrived', message: news, ticket: framed({ id: '21', lastMessage: news }), stream: place };
  },
  'message.arrived: seen already': (app) => ({
    type: 'message.arrived',
    message: message('804'),
    ticket: framed({ lastMessage: last }),
    stream: stream(held(app)),
  }),
  'message.ackChanged: ours is read': acked(real.id, 3),
  'message.ackChanged: ours is delivered': acked(real.id, 2),
  'message.ackChanged: ours failed': acked(real.id, 1, '131026'),
  'message.arrived: a reaction to an old one': arrived((seq) =>
    message(String(900 + seq), { tag: 'reaction', text: '❤️', parentId: OLD }),
  ),
  'message.arrived: an earlier reaction': arrived(() =>
    message('845', { tag: 'reaction', text: '🙏', parentId: '802' }),
  ),
  'message.ackChanged: an old one is read': acked(OLD, 3),
  'message.ackChanged: lower than known': acked('802', 1),
  ...writtenSamples,
  'message.ackChanged: the reaction failed': acked(reaction.id, 1, '131047'),
  'reply.chosen: an old one': { type: 'reply.chosen', ticketId: '20', messageId: OLD },
  'customer.updated': (app) => ({
    type: 'customer.updated',
    customerId: '40',
    name: 'Marina Alves Costa',
    image: '/api/user-images/1/marina',
    tags: [{ id: '60', name: 'VIP', color: 'purple' }],
    stream: later(app),
  }),
  'customer.updated: another number, no image': (app) => ({
    type: 'customer.updated',
    customerId: '40',
    name: 'Marina Alves Costa',
    phone: '5511900000040',
    tags: [],
    stream: later(app),
  }),
  'customer.blacklisted': (app) => ({
    type: 'customer.blacklisted',
    customerId: '40',
    blacklisted: true,
    stream: later(app),
  }),
  'customer.updated: behind its report': (app) => ({
    type: 'customer.updated',
    customerId: '40',
    name: 'Marina antes',
    tags: [],
    stream: next(app),
  }),
  'customer.blacklisted: behind its report': (app) => ({
    type: 'customer.blacklisted',
    customerId: '40',
    blacklisted: true,
    stream: next(app),
  }),
  'line.changed': (app) => ({ type: 'line.changed', ...ofConversation, line: line('301'), stream: later(app) }),
  'line.changed: a later version': (app) => ({
    type: 'line.changed',
    ...ofConversation,
    line: line('300', { version: 2, deleted: true }),
    stream: later(app),
  }),
  'line.changed: an earlier version': (app) => ({
    type: 'line.changed',
    ...ofConversation,
    line: line('300', { version: 0 }),
    stream: later(app),
  }),
  'customer.arrived': (app) => ({
    type: 'customer.arrived',
    ticket: framed({ lastMessage: last }),
    stream: later(app),
  }),
  'customer.arrived: snoozed': (app) => ({
    type: 'customer.arrived',
    ticket: framed({ lastMessage: last, snoozedUntil: START + 3_600_000 }),
    stream: later(app),
  }),
  'customer.arrived: it came back': (app) => ({
    type: 'customer.arrived',
    ticket: framed({ lastMessage: last, wokenAt: START + 3_600_000, lastReceivedAt: START - 3_600_000 }),
    woken: true,
    stream: later(app),
  }),
  'customer.arrived: its finish was undone': (app) => ({
    type: 'customer.arrived',
    ticket: framed({ lastMessage: last }),
    reopened: true,
    stream: later(app),
  }),
  'transfer.arrived': (app) => {
    const place = later(app);
    // One at a time: reported again, it is the same one.
    const offered = transfer({ id: contextOf(app)?.ticket?.pendingTransfer?.id ?? String(60 + place.seq) });
    const news = framed({ lastMessage: last, pendingTransfer: offered });
    return { type: 'transfer.arrived', transfer: offered, ticket: news, by: ana, addressed: false, stream: place };
  },
  'transfer.removed': (app) => ({
    type: 'transfer.removed',
    transfer: transfer({ id: offeredIn(app), deletedAt: START }),
    ticket: framed({ lastMessage: last }),
    by: ana,
    stream: later(app),
  }),
  'ticket.transferred': (app) => ({
    type: 'ticket.transferred',
    transfer: transfer({ id: offeredIn(app), confirmedAt: START }),
    ticket: framed({ lastMessage: last, owner: person(bruno) }),
    by: bruno,
    stream: later(app),
  }),
  'ticket.transferred: the next attendance': (app) => ({
    type: 'ticket.transferred',
    transfer: null,
    ticket: framed({ id: '21', owner: person(bruno) }),
    by: bruno,
    stream: later(app),
  }),
  'ticket.transferred: taken by a colleague': (app) => passedOn(app, null, person(carla), carla),
  'ticket.transferred: into the queue': (app) => passedOn(app, null, null, bruno),
  'ticket.transferred: by nobody': (app) =>
    passedOn(app, transfer({ id: offeredIn(app), triggeredBy: null, confirmedAt: START }), person(carla), carla),
  'ticket.transferred: to us': (app) => ({
    type: 'ticket.transferred',
    transfer: transfer({ id: '71', ...fromCarlaToAna, confirmedAt: START }),
    ticket: framed({ lastMessage: last, owner: person(ana), ownedSince: START }),
    by: ana,
    stream: later(app),
  }),
  'transfer.confirmed': (app) => ({
    type: 'transfer.confirmed',
    transfer: transfer({ id: offeredIn(app), confirmedAt: START }),
  }),
  'transfer.deleted': (app) => ({
    type: 'transfer.deleted',
    transfer: transfer({ id: offeredIn(app), deletedAt: START }),
  }),
  'tickets.listed: after the break': listed([known]),
  'tickets.listed: as it was before': (app) => listing([known], HEAD, 'resync')(app),
  'tickets.listed: after the break, without it': listed([]),
  ...connection,
} satisfies Record<string, Sample>;

export type TicketSampleName = keyof typeof ticketSamples;
