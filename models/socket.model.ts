import type { App } from '../src/machines/app.ts';
import { socketMachine } from '../src/machines/socket/socket.machine.ts';
import { when } from './model.ts';
import type { Lead, MachineModel } from './model.ts';
import { held } from './connection.ts';
import { ana, atWork } from './samples.ts';
import { socketInvariants } from './socket.invariants.ts';
import { socketOracles } from './socket.reference.ts';
import { RELOADED_FOR, frameSamples, samples } from './socket.samples.ts';
import type { FrameName } from './socket.samples.ts';
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

type Name = keyof typeof samples;

const everyFrame = Object.keys(frameSamples) as FrameName[];

const openings = [
  'app.opened: with a kept session',
  'app.opened: with a kept session, offline',
  'app.opened: nobody was logged in',
] as const satisfies readonly Name[];

const network = ['network.changed: gone', 'network.changed: back'] as const satisfies readonly Name[];

/** The samples that connect, lose the connection and restore it. */
const connecting = [
  'socket.ticketIssued',
  'socket.opened',
  'socket.greeted: too much was missed',
  'socket.greeted: nothing was missed',
  'tickets.listed: resync',
  'socket.closed: 1006',
  'timer.fired: retry',
] as const satisfies readonly Name[];

function contextOf({ directory }: App) {
  return directory.socket.getSnapshot().context;
}

/** What catching up still waits for. */
function missing(app: App): readonly ('frame' | 'list' | 'conversation')[] {
  const { position, head, awaitsList, awaitsChats } = contextOf(app);
  const frames = Array.from({ length: Math.max(0, head - (position ?? head)) }, () => 'frame' as const);
  return [...frames, ...(awaitsList ? ['list' as const] : []), ...awaitsChats.map(() => 'conversation' as const)];
}

/** What outcomes depend on: what is missing, earlier gaps, and why it is closed. */
const facts = {
  'only a frame is missing': (app: App) => missing(app).join() === 'frame',
  'only the list is missing': (app: App) => missing(app).join() === 'list',
  'only a conversation is missing': (app: App) => missing(app).join() === 'conversation',
  'the list is missing': (app: App) => contextOf(app).awaitsList,
  'a conversation is missing': (app: App) => contextOf(app).awaitsChats.length > 0,
  'a conversation is open': (app: App) => contextOf(app).openTickets.length > 0,
  'there is a network': (app: App) => contextOf(app).online,
  'an earlier page left something': (app: App) => {
    const { online, openTickets, staleSince, lastHeardAt, otherVersion } = contextOf(app);
    return !online || openTickets.length > 0 || (staleSince === null && lastHeardAt > 0) || otherVersion !== null;
  },
  'another version is offered': (app: App) => contextOf(app).otherVersion !== null,
  'there was a gap here before': (app: App) => contextOf(app).gapAt !== null && contextOf(app).gapAt === held(app),
  'a position is held': (app: App) => contextOf(app).position !== null,
  'a ticket was rejected': (app: App) => contextOf(app).ticketTurnedDown,
  'it needs a token': (app: App) => contextOf(app).reason === 'unauthenticated',
  'a renewal is in flight': ({ directory }: App) =>
    directory.auth.getSnapshot().matches({ authenticated: 'refreshing' }),
};

type ByFacts = Lead<State, keyof typeof facts>;

const afterFrame = when('only a frame is missing', 'live', 'stays');
const afterList = when('only the list is missing', 'live', when('the list is missing', 'stays', 'ignored'));
const afterChat = when('only a conversation is missing', 'live', when('a conversation is missing', 'stays', 'ignored'));
const whenOpen = when('a conversation is open', 'stays', 'ignored');

/** A gap leads to reconnecting at once; a second one at the same position, after a delay. */
const gap = when('there was a gap here before', 'waiting', 'connecting.ticket');

/** Frames can only be missed after a known position. */
const greetedWell = when('a position is held', 'live', 'catchingUp');

/** Where each type of frame leads in a state. */
function framesLead(next: ByFacts, afterGap: ByFacts): Partial<Record<Name, ByFacts>> {
  return Object.fromEntries(everyFrame.map((name) => [name, name.endsWith('next') ? next : afterGap]));
}

/** Common to all states in which the socket is open. */
const whileOpen = {
  'timer.fired: ping': 'acts',
  'timer.fired: silence, something came meanwhile': 'acts',
  'timer.fired: silence, a minute long': 'waiting',
  'socket.ponged: nothing more was sent': 'stays',
} as const;

export const socketModel: MachineModel<State, Name, keyof typeof facts> = {
  name: 'socket',
  machine: socketMachine,
  actor: 'socket',
  samples,
  facts,
  scenes: {
    'before anybody is logged in': {
      given: [],
      only: [...openings, ...network, 'page.closing', 'ticket.opened', 'ticket.left', 'logout.requested'],
    },
    'at work': {
      given: atWork(ana),
      only: [
        ...connecting,
        'socket.ticketIssued: of an earlier attempt',
        'socket.ticketFailed: no answer',
        'socket.ticketFailed: of an earlier attempt',
        'socket.opened: of an earlier attempt',
        'socket.greeted: missed frames follow',
        'socket.greeted: another stream',
        'socket.greeted: of an earlier attempt',
        'socket.ponged: nothing more was sent',
        'socket.ponged: more was sent',
        'socket.ponged: of an earlier attempt',
        'socket.closed: 4401, needs a token',
        'socket.closed: of an earlier attempt',
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
        'socket.ticketFailed: needs a login',
        'socket.closed: 4401, needs a token',
        'socket.closed: 4403, by an administrator',
        'socket.closed: 4400, refused',
        'socket.closed: 4429, too many are open',
      ],
    },
    'a page opens on what an earlier one stored': {
      given: atWork(ana),
      only: [
        'app.opened: with a kept session',
        'app.opened: somebody else',
        'app.opened: nobody was logged in',
        'socket.ticketIssued',
        'socket.opened',
        'socket.greeted: too much was missed',
        'socket.greeted: missed frames follow',
        'tickets.listed: resync',
        'notice.arrived: next',
        'socket.closed: 1006',
        'socket.closed: 4400, refused',
      ],
    },
    'a page opens while a conversation is on the screen': {
      given: [
        ...atWork(ana),
        samples['ticket.opened'],
        samples['ticket.loaded'],
        samples['socket.ticketIssued'],
        samples['socket.opened'],
        samples['socket.greeted: too much was missed'],
      ],
      only: [
        'app.opened: with a kept session',
        'socket.ticketIssued',
        'socket.opened',
        'socket.greeted: too much was missed',
        'tickets.listed: resync',
        'chat.listed',
        'ticket.opened',
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
    'the server speaks another version': {
      given: atWork(ana, 'atendente', { reloadedFor: RELOADED_FOR }),
      only: [
        ...connecting,
        'socket.greeted: by another version',
        'socket.greeted: by the version that it was reloaded for',
        'reload.chosen',
        'logout.requested',
      ],
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
      'app.opened: somebody else': 'connecting.ticket',
      'logout.requested': 'idle',
      'page.closing': 'closed',
      'network.changed: gone': when('there is a network', 'stays', 'ignored'),
      'network.changed: back': when('there is a network', 'ignored', 'stays'),
      'ticket.opened': when('a conversation is open', 'ignored', 'stays'),
      'ticket.left': whenOpen,
      'reload.chosen': when('another version is offered', 'acts', 'ignored'),
      // A socket ticket that nobody waits for is dropped.
      'socket.ticketIssued': 'acts',
      'socket.ticketIssued: of an earlier attempt': 'acts',
    },
    states: {
      none: {},
      idle: {
        'app.opened: nobody was logged in': when('an earlier page left something', 'stays', 'ignored'),
        'logout.requested': 'ignored',
        'page.closing': 'ignored',
      },
      connecting: {
        'network.changed: gone': 'waiting',
        'socket.closed: 1006': 'waiting',
        // The ticket may have expired; a second rejection means that a login is needed.
        'socket.closed: 4401, needs a token': when('a ticket was rejected', 'closed', 'connecting.ticket'),
        // Nobody is logged in any more.
        'socket.closed: 4403, by an administrator': 'idle',
        'socket.closed: 4400, refused': 'closed',
        'socket.closed: 4429, too many are open': 'closed',
      },
      'connecting.ticket': {
        'app.opened: with a kept session': 'stays',
        'app.opened: with a kept session, offline': 'stays',
        'app.opened: somebody else': 'stays',
        'socket.closed: 4401, needs a token': when('a ticket was rejected', 'closed', 'stays'),
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
        'socket.greeted: nothing was missed': greetedWell,
        'socket.greeted: too much was missed': 'catchingUp',
        'socket.greeted: another stream': 'catchingUp',
        'socket.greeted: by another version': greetedWell,
        'socket.greeted: by the version that it was reloaded for': greetedWell,
        'timer.fired: opening': 'waiting',
        'timer.fired: ping': 'acts',
        'timer.fired: silence, a minute long': 'waiting',
        'timer.fired: silence, something came meanwhile': 'acts',
      },
      catchingUp: {
        ...whileOpen,
        ...framesLead(afterFrame, gap),
        'message.arrived: of another stream': gap,
        'network.changed: gone': 'waiting',
        'socket.closed: 1006': 'waiting',
        'socket.closed: 4401, needs a token': 'connecting.ticket',
        // Nobody is logged in any more.
        'socket.closed: 4403, by an administrator': 'idle',
        'socket.closed: 4400, refused': 'closed',
        'socket.closed: 4429, too many are open': 'closed',
        'socket.ponged: nothing more was sent': afterFrame,
        'socket.ponged: more was sent': 'stays',
        'tickets.listed: resync': afterList,
        'tickets.listFailed: not permitted': afterList,
        'chat.listed': afterChat,
        'chat.listFailed': afterChat,
        'ticket.loadFailed': afterChat,
        'ticket.left': when('only a conversation is missing', 'live', whenOpen),
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
        'token.refreshed': when(
          'it needs a token',
          when('a renewal is in flight', 'connecting.ticket', 'ignored'),
          'ignored',
        ),
      },
    },
  },
  key: (app) => {
    const { value, context } = app.directory.socket.getSnapshot();
    const {
      online,
      reason,
      position,
      head,
      gapAt,
      openTickets,
      awaitsList,
      awaitsChats,
      ticketTurnedDown,
      otherVersion,
    } = context;
    return stateKey(value, {
      auth: leavesOf(app.directory.auth.getSnapshot().value)[0],
      // No other reason influences transitions.
      needsToken: value === 'closed' && reason === 'unauthenticated',
      offline: !online,
      knows: position !== null,
      behind: position !== null && position < head,
      gapHere: gapAt !== null && gapAt === position,
      openTickets: openTickets.length > 0,
      awaitsList,
      awaitsChats: awaitsChats.length > 0,
      ticketTurnedDown,
      stored: context.staleSince !== null,
      // A resync is still missing.
      broken: app.directory.inbox.getSnapshot().context.broken,
      offersReload: otherVersion !== null,
    });
  },
  stopWhen: () => false,
  invariants: socketInvariants,
  oracles: socketOracles,
  onlyInTheLog: {
    'closed · session.renewed → connecting':
      'What refuses a socket’s ticket for want of a login ends the session as well.',
  },
};
