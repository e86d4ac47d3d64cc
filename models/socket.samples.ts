import type { App } from '../src/machines/app.ts';
import type { EventOf } from '../src/machines/log/event.ts';
import type { FrameEvent } from '../src/machines/log/events-chat.ts';
import { socketTimers } from '../src/machines/socket/socket.context.ts';
import type { SocketContext } from '../src/machines/socket/socket.context.ts';
import { frames } from './frames.ts';
import type { Sample } from './model.ts';
import { EPOCH, ana, attempt, bruno, failure, opened, renewed, storedSession, stream, ticket } from './samples.ts';

function contextOf(app: App): SocketContext {
  return app.directory.socket.getSnapshot().context;
}

/** The position that the next frame follows. */
function held(app: App): number {
  return contextOf(app).position ?? 0;
}

function epochOf(app: App): string {
  return contextOf(app).epoch ?? EPOCH;
}

function otherEpoch(app: App): string {
  return epochOf(app) === EPOCH ? 'epoch-2' : EPOCH;
}

/** The frame after the last one received; with `missed`, that many between them were lost. */
function frame(type: FrameEvent['type'], missed: number): Sample {
  return (app) => frames[type](stream(held(app) + missed + 1, { prev: held(app) + missed, epoch: epochOf(app) }));
}

function greeted(head: (app: App) => number, recovered: boolean, epoch = epochOf): Sample {
  return (app) => ({ type: 'socket.greeted', attempt: attempt(app), epoch: epoch(app), head: head(app), recovered });
}

/** The version of the contract that the page was reloaded for. */
export const RELOADED_FOR = 1_000;
const OTHER_VERSION = 1_001;

function greetedBy(app: App, otherVersion: number): EventOf<'socket.greeted'> {
  const { attempt: number, epoch, position } = contextOf(app);
  const base = { attempt: number, epoch: epoch ?? EPOCH, head: position ?? 0, recovered: true };
  return { type: 'socket.greeted', ...base, otherVersion };
}

function closed(code: number, back = 0): Sample {
  return (app) => ({ type: 'socket.closed', attempt: attempt(app) - back, code, reason: '' });
}

function fired(timer: string): { readonly type: 'timer.fired'; readonly timer: string } {
  return { type: 'timer.fired', timer };
}

/** An answer to the inbox's last fetch. */
function listed(purpose: 'page' | 'resync', position: (app: App) => number): Sample {
  return (app) => {
    const { request, query } = app.directory.inbox.getSnapshot().context;
    const streamPosition = position(app);
    const page = { page: 1, limit: 10, totalPages: 1, totalItems: 0, items: [] };
    return { type: 'tickets.listed', request, query, purpose, streamPosition, ...page };
  };
}

const kinds = Object.keys(frames).filter((type): type is FrameEvent['type'] => type in frames);

export type FrameName = `${FrameEvent['type']}: next` | `${FrameEvent['type']}: after a gap`;

export const frameSamples = Object.fromEntries(
  kinds.flatMap((type) => [
    [`${type}: next`, frame(type, 0)],
    [`${type}: after a gap`, frame(type, 1)],
  ]),
) as Record<FrameName, Sample>;

const ofTicket = { customerId: '40', instanceId: '5' } as const;

/** Number of the open conversation's last fetch. */
function chatRequest(app: App): number {
  return app.directory.conversation('40@5')?.getSnapshot().context.request ?? 1;
}

/** What the model tries in every state. */
export const samples = {
  'app.opened: with a kept session': opened(storedSession(ana)),
  'app.opened: with a kept session, offline': opened(storedSession(ana), { online: false }),
  'app.opened: nobody was logged in': opened(null),
  'app.opened: somebody else': opened(storedSession(bruno)),
  'logout.requested': { type: 'logout.requested' },
  'call.expired': (app) => ({
    type: 'call.expired',
    call: 'call-1',
    generation: app.directory.auth.getSnapshot().context.generation,
  }),
  'token.refreshed': renewed,
  'page.closing': { type: 'page.closing' },
  'network.changed: gone': { type: 'network.changed', online: false },
  'network.changed: back': { type: 'network.changed', online: true },
  'ticket.opened': { type: 'ticket.opened', ticketId: '20' },
  'ticket.left': { type: 'ticket.left', ticketId: '20' },
  'socket.ticketIssued': (app) => ({ type: 'socket.ticketIssued', attempt: attempt(app), ticket: 'ticket' }),
  'socket.ticketIssued: of an earlier attempt': (app) => ({
    type: 'socket.ticketIssued',
    attempt: attempt(app) - 1,
    ticket: 'ticket',
  }),
  'socket.ticketFailed: needs a login': (app) => ({
    type: 'socket.ticketFailed',
    attempt: attempt(app),
    failure: failure('UNAUTHENTICATED'),
  }),
  'socket.ticketFailed: no answer': (app) => ({
    type: 'socket.ticketFailed',
    attempt: attempt(app),
    failure: failure('NETWORK'),
  }),
  'socket.ticketFailed: of an earlier attempt': (app) => ({
    type: 'socket.ticketFailed',
    attempt: attempt(app) - 1,
    failure: failure('UNAUTHENTICATED'),
  }),
  'socket.opened': (app) => ({ type: 'socket.opened', attempt: attempt(app) }),
  'socket.opened: of an earlier attempt': (app) => ({ type: 'socket.opened', attempt: attempt(app) - 1 }),
  'socket.greeted: missed frames follow': greeted((app) => held(app) + 1, true),
  'socket.greeted: nothing was missed': greeted(held, true),
  'socket.greeted: too much was missed': greeted((app) => held(app) + 5, false),
  'socket.greeted: another stream': greeted(held, true, otherEpoch),
  'socket.greeted: of an earlier attempt': (app) => ({
    type: 'socket.greeted',
    attempt: attempt(app) - 1,
    epoch: EPOCH,
    head: held(app),
    recovered: true,
  }),
  'socket.greeted: by another version': (app) => greetedBy(app, OTHER_VERSION),
  'socket.greeted: by the version that it was reloaded for': (app) => greetedBy(app, RELOADED_FOR),
  'reload.chosen': { type: 'reload.chosen' },
  'socket.ponged: nothing more was sent': (app) => ({ type: 'socket.ponged', attempt: attempt(app), head: held(app) }),
  'socket.ponged: more was sent': (app) => ({ type: 'socket.ponged', attempt: attempt(app), head: held(app) + 2 }),
  'socket.ponged: of an earlier attempt': (app) => ({
    type: 'socket.ponged',
    attempt: attempt(app) - 1,
    head: held(app) + 2,
  }),
  'socket.closed: 1006': closed(1006),
  'socket.closed: 4401, needs a token': closed(4401),
  'socket.closed: 4403, by an administrator': closed(4403),
  'socket.closed: 4400, refused': closed(4400),
  'socket.closed: 4429, too many are open': closed(4429),
  'socket.closed: of an earlier attempt': closed(4403, 1),
  'timer.fired: opening': fired(socketTimers.opening),
  'timer.fired: ping': fired(socketTimers.ping),
  'timer.fired: silence, a minute long': { later: 60_000, event: fired(socketTimers.silence) },
  'timer.fired: silence, something came meanwhile': fired(socketTimers.silence),
  'timer.fired: retry': fired(socketTimers.retry),
  'tickets.listed: resync': listed('resync', (app) => contextOf(app).head),
  'tickets.listed: resync, from before the break': listed('resync', (app) => contextOf(app).head - 1),
  'tickets.listed: a page': listed('page', (app) => contextOf(app).head),
  'tickets.listFailed: not permitted': { type: 'tickets.listFailed', request: 1, failure: failure('FORBIDDEN') },
  'tickets.listFailed: no answer': { type: 'tickets.listFailed', request: 1, failure: failure('NETWORK') },
  'ticket.loaded': (app) => ({ type: 'ticket.loaded', ticket: ticket(), streamPosition: held(app) }),
  'chat.listed': (app) => ({
    type: 'chat.listed',
    ...ofTicket,
    request: chatRequest(app),
    older: false,
    items: [],
    complete: true,
  }),
  'chat.listFailed': (app) => ({
    type: 'chat.listFailed',
    ...ofTicket,
    request: chatRequest(app),
    failure: failure('NETWORK'),
  }),
  'ticket.loadFailed': { type: 'ticket.loadFailed', ticketId: '20', failure: failure('NOT_FOUND') },
  'message.arrived: seen already': (app) => frames['message.arrived'](stream(held(app), { epoch: epochOf(app) })),
  'message.arrived: of another stream': (app) =>
    frames['message.arrived'](stream(held(app) + 1, { epoch: otherEpoch(app) })),
  ...frameSamples,
} satisfies Record<string, Sample>;
