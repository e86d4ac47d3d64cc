import type { App } from '../src/machines/app.ts';
import type { FrameEvent } from '../src/machines/log/events-chat.ts';
import { socketTimers } from '../src/machines/socket/socket.context.ts';
import type { SocketContext } from '../src/machines/socket/socket.context.ts';
import { socketMachine } from '../src/machines/socket/socket.machine.ts';
import { frames } from './frames.ts';
import type { Lead, MachineModel, Sample } from './model.ts';
import { EPOCH, ana, atWork, attempt, failure, opened, renewed, storedSession, stream, ticket } from './samples.ts';
import { socketInvariants } from './socket.invariants.ts';
import { leavesOf, stateKey } from './state-key.ts';

type State =
  | 'idle'
  | 'connecting'
  | 'connecting.ticket'
  | 'connecting.opening'
  | 'connecting.greeting'
  | 'catchingUp'
  | 'live'
  | 'waiting'
  | 'closed';

function contextOf(app: App): SocketContext {
  return app.directory.socket.getSnapshot().context;
}

/** Where the next frame goes on from. */
function held(app: App): number {
  return contextOf(app).position ?? 0;
}

function epochOf(app: App): string {
  return contextOf(app).epoch ?? EPOCH;
}

function otherEpoch(app: App): string {
  return epochOf(app) === EPOCH ? 'epoch-2' : EPOCH;
}

/** The frame after the last one held; with `missed` others between the two that didn't come. */
function frame(type: FrameEvent['type'], missed: number): Sample {
  return (app) => frames[type](stream(held(app) + missed + 1, { prev: held(app) + missed, epoch: epochOf(app) }));
}

function greeted(head: (app: App) => number, recovered: boolean, epoch = epochOf): Sample {
  return (app) => ({ type: 'socket.greeted', attempt: attempt(app), epoch: epoch(app), head: head(app), recovered });
}

function closed(code: number, back = 0): Sample {
  return (app) => ({ type: 'socket.closed', attempt: attempt(app) - back, code, reason: '' });
}

function fired(timer: string): { readonly type: 'timer.fired'; readonly timer: string } {
  return { type: 'timer.fired', timer };
}

/** An answer to the inbox's last question. */
function listed(purpose: 'page' | 'resync', position: (app: App) => number): Sample {
  return (app) => {
    const { request, query } = app.directory.inbox.getSnapshot().context;
    const streamPosition = position(app);
    const page = { page: 1, limit: 10, totalPages: 1, totalItems: 0, items: [] };
    return { type: 'tickets.listed', request, query, purpose, streamPosition, ...page };
  };
}

const kinds = Object.keys(frames).filter((type): type is FrameEvent['type'] => type in frames);

type FrameName = `${FrameEvent['type']}: next` | `${FrameEvent['type']}: after a gap`;

const frameSamples = Object.fromEntries(
  kinds.flatMap((type) => [
    [`${type}: next`, frame(type, 0)],
    [`${type}: after a gap`, frame(type, 1)],
  ]),
) as Record<FrameName, Sample>;

/** Number of the open conversation's last question. */
function chatRequest(app: App): number {
  return app.directory.ticket('20')?.getSnapshot().context.request ?? 1;
}

const samples = {
  'app.opened: with a kept session': opened(storedSession(ana)),
  'app.opened: with a kept session, offline': opened(storedSession(ana), { online: false }),
  'app.opened: nobody was logged in': opened(null),
  'logout.requested': { type: 'logout.requested' },
  'call.expired': (app) => ({
    type: 'call.expired',
    call: 'call-1',
    generation: app.directory.auth.getSnapshot().context.generation,
  }),
  'token.refreshed': renewed,
  'page.closing': { type: 'page.closing' },
  'page.visibilityChanged: shown': { type: 'page.visibilityChanged', visible: true },
  'page.visibilityChanged: hidden': { type: 'page.visibilityChanged', visible: false },
  'network.changed: gone': { type: 'network.changed', online: false },
  'network.changed: back': { type: 'network.changed', online: true },
  'ticket.opened': { type: 'ticket.opened', ticketId: '20' },
  'ticket.left': { type: 'ticket.left', ticketId: '20' },
  'socket.ticketIssued': (app) => ({ type: 'socket.ticketIssued', attempt: attempt(app), ticket: 'ticket' }),
  'socket.ticketIssued: of an older opening': (app) => ({
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
  'socket.ticketFailed: of an older opening': (app) => ({
    type: 'socket.ticketFailed',
    attempt: attempt(app) - 1,
    failure: failure('UNAUTHENTICATED'),
  }),
  'socket.opened': (app) => ({ type: 'socket.opened', attempt: attempt(app) }),
  'socket.opened: of an older opening': (app) => ({ type: 'socket.opened', attempt: attempt(app) - 1 }),
  'socket.greeted: missed frames follow': greeted((app) => held(app) + 1, true),
  'socket.greeted: nothing was missed': greeted(held, true),
  'socket.greeted: too much was missed': greeted((app) => held(app) + 5, false),
  'socket.greeted: another stream': greeted(held, true, otherEpoch),
  'socket.greeted: of an older opening': (app) => ({
    type: 'socket.greeted',
    attempt: attempt(app) - 1,
    epoch: EPOCH,
    head: held(app),
    recovered: true,
  }),
  'socket.ponged: nothing more was sent': (app) => ({ type: 'socket.ponged', attempt: attempt(app), head: held(app) }),
  'socket.ponged: more was sent': (app) => ({ type: 'socket.ponged', attempt: attempt(app), head: held(app) + 2 }),
  'socket.ponged: of an older opening': (app) => ({
    type: 'socket.ponged',
    attempt: attempt(app) - 1,
    head: held(app) + 2,
  }),
  'socket.closed: 1006': closed(1006),
  'socket.closed: 4401, needs a token': closed(4401),
  'socket.closed: 4403, by an administrator': closed(4403),
  'socket.closed: 4400, refused': closed(4400),
  'socket.closed: 4429, too many are open': closed(4429),
  'socket.closed: of an older opening': closed(4403, 1),
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
    ticketId: '20',
    request: chatRequest(app),
    older: false,
    items: [],
    complete: true,
  }),
  'chat.listFailed': (app) => ({
    type: 'chat.listFailed',
    ticketId: '20',
    request: chatRequest(app),
    failure: failure('NETWORK'),
  }),
  'ticket.loadFailed': { type: 'ticket.loadFailed', ticketId: '20', failure: failure('NOT_FOUND') },
  'message.arrived: seen already': (app) => frames['message.arrived'](stream(held(app), { epoch: epochOf(app) })),
  'message.arrived: of another stream': (app) =>
    frames['message.arrived'](stream(held(app) + 1, { epoch: otherEpoch(app) })),
  ...frameSamples,
} satisfies Record<string, Sample>;

type Name = keyof typeof samples;

const everyFrame = Object.keys(frameSamples) as FrameName[];

const openings = [
  'app.opened: with a kept session',
  'app.opened: with a kept session, offline',
  'app.opened: nobody was logged in',
] as const satisfies readonly Name[];

const network = ['network.changed: gone', 'network.changed: back'] as const satisfies readonly Name[];

/** All it needs to get from nothing to live, to lose it and to have it again. */
const connecting = [
  'socket.ticketIssued',
  'socket.opened',
  'socket.greeted: too much was missed',
  'socket.greeted: nothing was missed',
  'tickets.listed: resync',
  'socket.closed: 1006',
  'timer.fired: retry',
] as const satisfies readonly Name[];

/** What each kind of frame does in a state. */
function framesLead(next: Lead<State>, afterGap: Lead<State>): Partial<Record<Name, Lead<State>>> {
  return Object.fromEntries(everyFrame.map((name) => [name, name.endsWith('next') ? next : afterGap]));
}

/** Whichever state it is in, once it is open. */
const whileOpen = {
  'timer.fired: silence, a minute long': 'waiting',
  'socket.ponged: nothing more was sent': 'stays',
} as const;

const gap = ['connecting.ticket', 'waiting'] as const;

export const socketModel: MachineModel<State, Name> = {
  name: 'socket',
  machine: socketMachine,
  actor: 'socket',
  samples,
  scenes: {
    'before anybody is logged in': {
      given: [],
      only: [...openings, ...network, 'page.closing', 'ticket.opened', 'ticket.left', 'logout.requested'],
    },
    'at work': {
      given: atWork(ana),
      only: [
        ...connecting,
        'socket.ticketIssued: of an older opening',
        'socket.ticketFailed: no answer',
        'socket.ticketFailed: of an older opening',
        'socket.opened: of an older opening',
        'socket.greeted: missed frames follow',
        'socket.greeted: another stream',
        'socket.greeted: of an older opening',
        'socket.ponged: nothing more was sent',
        'socket.ponged: more was sent',
        'socket.ponged: of an older opening',
        'socket.closed: 4401, needs a token',
        'socket.closed: of an older opening',
        'timer.fired: opening',
        'timer.fired: ping',
        'timer.fired: silence, a minute long',
        'timer.fired: silence, something came meanwhile',
        'tickets.listed: resync, from before the break',
        'tickets.listed: a page',
        'tickets.listFailed: not permitted',
        'tickets.listFailed: no answer',
        'message.arrived: next',
        'message.arrived: after a gap',
        'message.arrived: seen already',
        'message.arrived: of another stream',
      ],
    },
    'with a conversation open': {
      given: [...atWork(ana), samples['ticket.opened'], samples['ticket.loaded']],
      only: [...connecting, 'ticket.opened', 'ticket.left', 'chat.listed', 'chat.listFailed', 'ticket.loadFailed'],
    },
    'the network comes and goes': { given: atWork(ana), only: [...connecting, ...network, ...openings] },
    'the session ends': {
      given: atWork(ana),
      only: [
        'app.opened: with a kept session',
        'app.opened: nobody was logged in',
        'socket.ticketIssued',
        'socket.opened',
        'socket.greeted: too much was missed',
        'tickets.listed: resync',
        'timer.fired: retry',
        'logout.requested',
        'call.expired',
        'token.refreshed',
        'page.closing',
        'page.visibilityChanged: shown',
        'page.visibilityChanged: hidden',
        'socket.ticketFailed: needs a login',
        'socket.closed: 4401, needs a token',
        'socket.closed: 4403, by an administrator',
        'socket.closed: 4400, refused',
        'socket.closed: 4429, too many are open',
      ],
    },
    'its token is out of date': {
      given: [
        ...atWork(ana),
        samples['socket.ticketIssued'],
        samples['socket.opened'],
        samples['socket.closed: 4401, needs a token'],
      ],
      only: ['call.expired', 'token.refreshed', 'socket.ticketIssued', 'socket.closed: 4401, needs a token'],
    },
    'every kind of frame': {
      given: [...atWork(ana), samples['socket.ticketIssued'], samples['socket.opened']],
      only: [...everyFrame, ...connecting, 'socket.greeted: missed frames follow'],
    },
  },
  expected: {
    anywhere: {
      'app.opened: with a kept session': 'connecting.ticket',
      'app.opened: with a kept session, offline': 'connecting.ticket',
      'app.opened: nobody was logged in': 'idle',
      'logout.requested': 'idle',
      'page.closing': 'closed',
      'network.changed: gone': 'stays',
      'network.changed: back': 'stays',
      'ticket.opened': 'stays',
      'ticket.left': 'stays',
    },
    states: {
      none: {},
      idle: {
        'app.opened: nobody was logged in': 'stays',
        'logout.requested': 'ignored',
        'page.closing': 'ignored',
      },
      connecting: {
        'network.changed: gone': 'waiting',
        'socket.closed: 1006': 'waiting',
        // Its ticket may just have been too old; the second time a login is needed.
        'socket.closed: 4401, needs a token': ['connecting.ticket', 'closed'],
        // Nobody is logged in any more.
        'socket.closed: 4403, by an administrator': 'idle',
        'socket.closed: 4400, refused': 'closed',
        'socket.closed: 4429, too many are open': 'closed',
      },
      'connecting.ticket': {
        'socket.ticketIssued': 'connecting.opening',
        'socket.ticketFailed: needs a login': 'closed',
        'socket.ticketFailed: no answer': 'waiting',
      },
      'connecting.opening': {
        'socket.opened': 'connecting.greeting',
        'timer.fired: opening': 'waiting',
      },
      'connecting.greeting': {
        'socket.greeted: missed frames follow': 'catchingUp',
        'socket.greeted: nothing was missed': ['live', 'catchingUp'],
        'socket.greeted: too much was missed': 'catchingUp',
        'socket.greeted: another stream': 'catchingUp',
        'timer.fired: opening': 'waiting',
        'timer.fired: silence, a minute long': 'waiting',
      },
      catchingUp: {
        ...whileOpen,
        ...framesLead(['live', 'stays'], gap),
        'message.arrived: of another stream': gap,
        'network.changed: gone': 'waiting',
        'socket.closed: 1006': 'waiting',
        'socket.closed: 4401, needs a token': 'connecting.ticket',
        // Nobody is logged in any more.
        'socket.closed: 4403, by an administrator': 'idle',
        'socket.closed: 4400, refused': 'closed',
        'socket.closed: 4429, too many are open': 'closed',
        'socket.ponged: nothing more was sent': ['live', 'stays'],
        'socket.ponged: more was sent': 'stays',
        'tickets.listed: resync': ['live', 'stays'],
        'tickets.listFailed: not permitted': ['live', 'stays'],
        'chat.listed': ['live', 'stays'],
        'chat.listFailed': ['live', 'stays'],
        'ticket.loadFailed': ['live', 'stays'],
        'ticket.left': ['live', 'stays'],
      },
      live: {
        ...whileOpen,
        ...framesLead('stays', gap),
        'message.arrived: of another stream': gap,
        'network.changed: gone': 'waiting',
        'socket.closed: 1006': 'waiting',
        'socket.closed: 4401, needs a token': 'connecting.ticket',
        // Nobody is logged in any more.
        'socket.closed: 4403, by an administrator': 'idle',
        'socket.closed: 4400, refused': 'closed',
        'socket.closed: 4429, too many are open': 'closed',
        'socket.ponged: more was sent': gap,
      },
      waiting: {
        'timer.fired: retry': 'connecting.ticket',
        'network.changed: back': 'connecting.ticket',
      },
      closed: {
        'page.closing': 'ignored',
        // Where it was closed for want of a token.
        'token.refreshed': ['connecting.ticket', 'stays'],
        // Where the page was leaving, and the browser kept it.
        'page.visibilityChanged: shown': ['connecting.ticket', 'stays'],
      },
    },
  },
  key: (app) => {
    const { value, context } = app.directory.socket.getSnapshot();
    const { online, reason, position, head, gapAt, openTickets, awaitsList, awaitsChats, ticketTurnedDown } = context;
    return stateKey(value, {
      auth: leavesOf(app.directory.auth.getSnapshot().value)[0],
      // Of the reasons only these two decide anything.
      reason: value === 'closed' && (reason === 'unauthenticated' || reason === 'leaving') ? reason : null,
      offline: !online,
      knows: position !== null,
      behind: position !== null && position < head,
      gapHere: gapAt !== null && gapAt === position,
      openTickets: openTickets.length > 0,
      awaitsList,
      awaitsChats: awaitsChats.length > 0,
      ticketTurnedDown,
    });
  },
  stopWhen: () => false,
  invariants: socketInvariants,
  onlyInTheLog: {
    'closed · session.renewed → connecting':
      'What refuses a socket’s ticket for want of a login ends the session as well.',
  },
};
