import { assign, emit, enqueueActions } from 'xstate';
import type { EventFrom, SnapshotFrom } from 'xstate';
import { SOCKET_RECONNECT_MS } from '../../../contract/facts/limits.ts';
import { SOCKET_OFFLINE_MS, SOCKET_OPENING_MS } from '../limits.ts';
import type { FrameEvent } from '../log/events-chat.ts';
import { withShortcut } from '../shortcut.ts';
import { initialSocketContext, socketTimers } from './socket.context.ts';
import type { SocketContext } from './socket.context.ts';
import { socketSetup } from './socket.setup.ts';

/*
 *                                 ┌────────────── gap: at once, with `since` ──────────────┐
 *                                 ▼                                                        │
 *   idle ── session.started ──▶ connecting ── greeted ──▶ catchingUp ── all held ──▶ live ─┤
 *    ▲                          ▲  │ ticket, opening,       │                         │    │
 *    │ session.ended            │  │ greeting               └── closed, silent, ──────┤    │
 *   (any)          1000 ms      │  └── failed ──▶ waiting ◀──── offline, second gap ───┘    │
 *                  network back └─────────────────┘                                        │
 *   closed ◀── 4400-4499, no ticket without a login, page.closing ─────────────────────────┘
 *
 * idle         nobody is logged in
 * connecting   `ticket`: fetching the one-time ticket; `opening`: the socket is being opened;
 *              `greeting`: it is open, the server hasn't said where the stream continues
 * catchingUp   receiving missed frames, or fetching the list and the open conversation again
 * live         everything up to `position` was received
 * waiting      retries after a second; less often while the browser is offline
 * closed       won't reconnect by itself; `reason` says why
 */

// A frame received before matches none of these and is ignored.
const onFrame = [
  { guard: 'isNext', actions: 'advance' },
  { guard: 'isSecondGap', target: '#socket.waiting', actions: ['hangUp', 'stopTimers', 'forgetPosition'] },
  { guard: 'isGap', target: '#socket.connecting', actions: ['hangUp', 'stopTimers', 'noteGap'] },
] as const;

const onFrames = {
  'message.arrived': onFrame,
  'message.ackChanged': onFrame,
  'line.changed': onFrame,
  'customer.arrived': onFrame,
  'customer.blacklisted': onFrame,
  'customer.pinned': onFrame,
  'customer.updated': onFrame,
  'customers.merged': onFrame,
  'list.updated': onFrame,
  'ticket.closed': onFrame,
  'transfer.arrived': onFrame,
  'ticket.transferred': onFrame,
  'transfer.removed': onFrame,
  'notice.arrived': onFrame,
  'unseen.wasReset': onFrame,
  'instance.updated': onFrame,
  'permissions.outdated': onFrame,
  'campaign.updated': onFrame,
  'customerGroup.updated': onFrame,
} as const satisfies Record<FrameEvent['type'], typeof onFrame>;

// The socket was closed, by either side.
const onClosed = [
  {
    guard: 'isTicketRejected',
    target: '#socket.connecting',
    // Also from within connecting.
    reenter: true,
    actions: ['stopTimers', 'noteTicketRejected'],
  },
  {
    guard: 'isDisconnected',
    target: '#socket.closed',
    actions: ['stopTimers', { type: 'setReason', params: 'disconnected' }],
  },
  { guard: 'isTooMany', target: '#socket.closed', actions: ['stopTimers', { type: 'setReason', params: 'tooMany' }] },
  { guard: 'isRefused', target: '#socket.closed', actions: ['stopTimers', { type: 'setReason', params: 'refused' }] },
  {
    guard: 'isCurrent',
    target: '#socket.waiting',
    actions: ['stopTimers', { type: 'setReason', params: 'closedByServer' }],
  },
] as const;

// Closed before the greeting. The ticket may have expired; if the next one is rejected too, a login is needed.
const onClosedOpening = [
  {
    guard: 'isTicketRejectedAgain',
    target: '#socket.closed',
    actions: ['stopTimers', { type: 'setReason', params: 'unauthenticated' }],
  },
  ...onClosed,
] as const;

const onNetwork = [
  {
    guard: 'isOffline',
    target: '#socket.waiting',
    actions: ['hangUp', 'stopTimers', 'noteNetwork', { type: 'setReason', params: 'network' }],
  },
  { guard: 'isNetworkChange', actions: 'noteNetwork' },
] as const;

// While the socket is open.
const onTimer = [
  { guard: { type: 'isTimer', params: socketTimers.ping }, actions: 'ping' },
  {
    guard: 'isQuiet',
    target: '#socket.waiting',
    actions: ['hangUp', 'stopTimers', { type: 'setReason', params: 'silent' }],
  },
  { guard: { type: 'isTimer', params: socketTimers.silence }, actions: 'watchSilence' },
] as const;

const onOpeningTimer = {
  guard: { type: 'isTimer', params: socketTimers.opening },
  target: '#socket.waiting',
  actions: ['hangUp', 'stopTimers', { type: 'setReason', params: 'network' }],
} as const;

export const socketMachine = socketSetup.createMachine({
  id: 'socket',
  context: initialSocketContext,
  initial: 'idle',
  on: {
    'app.opened': {
      guard: ({ context: { online, openTickets, staleSince, lastHeardAt, reloadedFor, otherVersion }, event }) =>
        online !== event.online ||
        openTickets.length > 0 ||
        (staleSince === null && lastHeardAt > 0) ||
        reloadedFor !== (event.reloadedFor ?? null) ||
        otherVersion !== null,
      actions: assign(({ context: { staleSince, lastHeardAt }, event: { online, reloadedFor = null } }) => ({
        online,
        openTickets: [],
        // An earlier page that was never live was stale itself, since the page before it.
        staleSince: staleSince ?? (lastHeardAt > 0 ? lastHeardAt : null),
        reloadedFor,
        otherVersion: null,
      })),
    },
    'reload.chosen': {
      guard: ({ context }) => context.otherVersion !== null,
      actions: enqueueActions(({ context: { otherVersion: version }, enqueue }) => {
        if (version !== null) enqueue.emit({ type: 'page.reload', version });
      }),
    },
    'session.started': {
      target: '.connecting',
      reenter: true,
      actions: assign(({ context, event }) => {
        const { online, openTickets, attempt, epoch, position, staleSince, reloadedFor, otherVersion } = context;
        const ofPage = { online, attempt, reloadedFor, otherVersion };
        const asked = { ...initialSocketContext, ...ofPage, userId: event.viewer.userId };
        if (event.isFresh) return asked;
        // Continuing from that position, the loss before it would go unnoticed.
        const held = event.isBroken ? {} : { epoch, position };
        return { ...asked, ...held, openTickets, staleSince };
      }),
    },
    'session.ended': { target: '.idle', actions: ['hangUp', 'stopTimers', assign({ reason: null })] },
    'page.closing': {
      target: '.closed',
      actions: ['hangUp', 'stopTimers', { type: 'setReason', params: 'leaving' }],
    },
    'network.changed': { guard: 'isNetworkChange', actions: 'noteNetwork' },
    'ticket.opened': {
      guard: ({ context, event }) => !context.openTickets.includes(event.ticketId),
      actions: assign({ openTickets: ({ context, event }) => [...context.openTickets, event.ticketId] }),
    },
    'ticket.left': {
      guard: ({ context, event }) => context.openTickets.includes(event.ticketId),
      actions: [
        assign({ openTickets: ({ context, event }) => context.openTickets.filter((id) => id !== event.ticketId) }),
        'chatSettled',
      ],
    },
    // A ticket that came too late to be used.
    'socket.ticketIssued': { actions: emit(({ event }) => ({ type: 'token.drop', token: event.ticket })) },
  },
  states: {
    idle: {
      on: { 'page.closing': {} },
    },
    connecting: {
      initial: 'ticket',
      entry: 'startAttempt',
      on: { 'socket.closed': onClosedOpening, 'network.changed': onNetwork },
      states: {
        ticket: {
          on: {
            'socket.ticketIssued': {
              guard: 'isCurrent',
              target: 'opening',
              actions: enqueueActions(({ context, event, enqueue }) => {
                if (context.userId === null) return;
                const { attempt, userId, epoch, position } = context;
                enqueue.emit({ type: 'socket.open', attempt, ticket: event.ticket, userId, epoch, since: position });
                enqueue.emit({ type: 'timer.start', timer: socketTimers.opening, ms: SOCKET_OPENING_MS });
              }),
            },
            'socket.ticketFailed': [
              {
                // An expired token would have been renewed first, so the session is over.
                guard: ({ context, event }) =>
                  event.attempt === context.attempt && event.failure.code === 'UNAUTHENTICATED',
                target: '#socket.closed',
                actions: { type: 'setReason', params: 'unauthenticated' },
              },
              { guard: 'isCurrent', target: '#socket.waiting', actions: { type: 'setReason', params: 'ticket' } },
            ],
          },
        },
        opening: {
          on: {
            'socket.opened': { guard: 'isCurrent', target: 'greeting', actions: ['noteHeard', 'ping', 'watchSilence'] },
            'timer.fired': onOpeningTimer,
          },
        },
        greeting: {
          on: {
            'socket.greeted': {
              guard: 'isCurrent',
              target: '#socket.catchingUp',
              actions: enqueueActions(({ context, event, enqueue }) => {
                const { attempt, openTickets, position, reloadedFor } = context;
                const isNews = event.otherVersion !== undefined && event.otherVersion !== reloadedFor;
                const recovered = event.recovered && event.epoch === context.epoch && position !== null;
                enqueue.assign({
                  epoch: event.epoch,
                  position: recovered ? position : event.head,
                  head: event.head,
                  quietUpTo: quietAfter(context, event.head, recovered),
                  lastHeardAt: event.loggedAt,
                  ticketTurnedDown: false,
                  awaitsList: !recovered,
                  awaitsChats: recovered ? [] : openTickets,
                  otherVersion: isNews ? event.otherVersion : context.otherVersion,
                });
                enqueue.emit({ type: 'timer.cancel', timer: socketTimers.opening });
                enqueue.emit({ type: 'presence.connect' });
                // The answer comes after the missed frames, so it marks their end.
                if (recovered && position < event.head) enqueue.emit({ type: 'socket.ping', attempt });
              }),
            },
            'timer.fired': [onOpeningTimer, ...onTimer],
          },
        },
      },
    },
    catchingUp: {
      always: { guard: 'isCaughtUp', target: 'live' },
      on: {
        ...onFrames,
        'socket.closed': onClosed,
        'network.changed': onNetwork,
        'timer.fired': onTimer,
        'tickets.listed': {
          guard: ({ context, event }) =>
            context.awaitsList && event.purpose === 'resync' && event.streamPosition >= context.head,
          actions: assign({ awaitsList: false }),
        },
        // Without permission to see tickets there is nothing to fetch.
        'tickets.listFailed': {
          guard: ({ context, event }) => context.awaitsList && event.failure.code === 'FORBIDDEN',
          actions: assign({ awaitsList: false }),
        },
        // A failure counts too: the conversation shows it and offers a retry.
        'chat.settled': { guard: 'awaitsChat', actions: 'chatSettled' },
        'socket.ponged': [
          {
            // No frame after `position` was sent to us.
            guard: ({ context, event }) =>
              event.attempt === context.attempt && context.position !== null && event.head <= context.position,
            // Never raised: a list read after the greeting is recent enough.
            actions: ['noteHeard', assign({ head: ({ context, event }) => Math.min(context.head, event.head) })],
          },
          { guard: 'isCurrent', actions: 'noteHeard' },
        ],
      },
    },
    live: {
      entry: assign({ failures: 0, reason: null, staleSince: null }),
      on: {
        ...onFrames,
        'socket.closed': onClosed,
        'network.changed': onNetwork,
        'timer.fired': onTimer,
        'socket.ponged': [
          { guard: 'isSecondGap', target: '#socket.waiting', actions: ['hangUp', 'stopTimers', 'forgetPosition'] },
          { guard: 'isGap', target: '#socket.connecting', actions: ['hangUp', 'stopTimers', 'noteGap'] },
          { guard: 'isCurrent', actions: 'noteHeard' },
        ],
      },
    },
    waiting: {
      entry: [
        assign({ failures: ({ context }) => context.failures + 1 }),
        emit(({ context }) => ({
          type: 'timer.start',
          timer: socketTimers.retry,
          ms: context.online ? SOCKET_RECONNECT_MS : SOCKET_OFFLINE_MS,
        })),
      ],
      exit: emit({ type: 'timer.cancel', timer: socketTimers.retry }),
      on: {
        'timer.fired': { guard: { type: 'isTimer', params: socketTimers.retry }, target: 'connecting' },
        'network.changed': [
          { guard: 'isOnline', target: 'connecting', actions: 'noteNetwork' },
          { guard: 'isNetworkChange', actions: 'noteNetwork' },
        ],
      },
    },
    closed: {
      on: {
        'page.closing': {},
        // With the new token a ticket can be fetched.
        'session.renewed': { guard: ({ context }) => context.reason === 'unauthenticated', target: 'connecting' },
      },
    },
  },
});

export type SocketSnapshot = SnapshotFrom<typeof socketMachine>;

/** The socket's machine; frames that arrive in order while it is live take the shortcut, as every frame passes here. */
export const socketLogic = withShortcut(socketMachine, { begin: () => initialSocketContext, fold: foldPosition });

/** Set by a page's first greeting: what comes after that happens while it is open. Positions of another epoch say nothing. */
function quietAfter({ quietUpTo, staleSince }: SocketContext, head: number, recovered: boolean): number {
  if (recovered && quietUpTo >= 0) return quietUpTo;
  return staleSince === null ? -1 : head;
}

function foldPosition(
  known: SocketContext,
  event: EventFrom<typeof socketMachine>,
  value: SocketSnapshot['value'],
): SocketContext | null {
  if (value !== 'live' || !('stream' in event)) return null;
  const { epoch, prev, seq } = event.stream;
  if (epoch !== known.epoch || known.position === null || prev > known.position) return null;
  return seq > known.position ? { ...known, position: seq, lastHeardAt: event.loggedAt } : known;
}
