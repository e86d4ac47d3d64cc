import { assign, emit, enqueueActions, setup } from 'xstate';
import { CLOSE, isFinalClose } from '../../../contract/facts/close-codes.ts';
import { SOCKET_PING_MS, SOCKET_SILENCE_MS } from '../../../contract/facts/limits.ts';
import type { Command } from '../log/command.ts';
import type { EventOf, Logged } from '../log/event.ts';
import type { FrameEvent } from '../log/events-chat.ts';
import type { InternalEventOf } from '../log/internal.ts';
import { socketTimers } from './socket.context.ts';
import type { SocketContext, SocketReason } from './socket.context.ts';

type SocketInput =
  | Logged<
      | EventOf<
          | 'app.opened'
          | 'reload.chosen'
          | 'socket.ticketIssued'
          | 'socket.ticketFailed'
          | 'socket.opened'
          | 'socket.greeted'
          | 'socket.ponged'
          | 'socket.closed'
          | 'network.changed'
          | 'page.closing'
          | 'page.visibilityChanged'
          | 'timer.fired'
          | 'ticket.opened'
          | 'ticket.left'
          | 'tickets.listed'
          | 'tickets.listFailed'
        >
      | FrameEvent
    >
  | InternalEventOf<'session.started' | 'session.ended' | 'session.renewed' | 'chat.settled'>;

/** Guards and actions of the socket's machine. */
export const socketSetup = setup({
  types: {
    context: {} as SocketContext,
    events: {} as SocketInput,
    emitted: {} as Command,
  },
  guards: {
    isCurrent: ({ context, event }) => 'attempt' in event && event.attempt === context.attempt,
    isTimer: ({ event }, timer: string) => event.type === 'timer.fired' && event.timer === timer,
    isNext: ({ context, event }) =>
      'stream' in event &&
      event.stream.epoch === context.epoch &&
      context.position !== null &&
      event.stream.prev <= context.position &&
      event.stream.seq > context.position,
    isGap: ({ context, event }) => isGap(context, event),
    isSecondGap: ({ context, event }) => isGap(context, event) && context.gapAt === context.position,
    isQuiet: ({ context, event }) =>
      event.type === 'timer.fired' &&
      event.timer === socketTimers.silence &&
      event.loggedAt - context.lastHeardAt >= SOCKET_SILENCE_MS,
    isCaughtUp: ({ context }) =>
      !context.awaitsList &&
      context.awaitsChats.length === 0 &&
      context.position !== null &&
      context.position >= context.head,
    awaitsChat: ({ context, event }) => 'ticketId' in event && context.awaitsChats.includes(event.ticketId),
    isTicketRejected: ({ context, event }) => closedWith(context, event) === CLOSE.unauthorized,
    isTicketRejectedAgain: ({ context, event }) =>
      closedWith(context, event) === CLOSE.unauthorized && context.ticketTurnedDown,
    isDisconnected: ({ context, event }) => closedWith(context, event) === CLOSE.disconnected,
    isTooMany: ({ context, event }) => closedWith(context, event) === CLOSE.tooMany,
    isRefused: ({ context, event }) => {
      const code = closedWith(context, event);
      return code !== null && isFinalClose(code);
    },
    isNetworkChange: ({ context, event }) => event.type === 'network.changed' && event.online !== context.online,
    isOnline: ({ event }) => event.type === 'network.changed' && event.online,
    isOffline: ({ event }) => event.type === 'network.changed' && !event.online,
  },
  actions: {
    setReason: assign((_, reason: SocketReason) => ({ reason })),
    noteHeard: assign({
      lastHeardAt: ({ context, event }) => ('loggedAt' in event ? event.loggedAt : context.lastHeardAt),
    }),
    /** The next frame in order was received. */
    advance: assign({
      position: ({ context, event }) => ('stream' in event ? event.stream.seq : context.position),
      lastHeardAt: ({ context, event }) => ('loggedAt' in event ? event.loggedAt : context.lastHeardAt),
    }),
    chatSettled: assign({
      awaitsChats: ({ context, event }) =>
        'ticketId' in event ? context.awaitsChats.filter((id) => id !== event.ticketId) : context.awaitsChats,
    }),
    stopTimers: enqueueActions(({ enqueue }) => {
      enqueue.emit({ type: 'timer.cancel', timer: socketTimers.opening });
      enqueue.emit({ type: 'timer.cancel', timer: socketTimers.ping });
      enqueue.emit({ type: 'timer.cancel', timer: socketTimers.silence });
    }),
    hangUp: emit(({ context }) => ({ type: 'socket.close', attempt: context.attempt })),
    noteTicketRejected: assign({ ticketTurnedDown: true }),
    noteNetwork: assign({
      online: ({ context, event }) => (event.type === 'network.changed' ? event.online : context.online),
    }),
    noteGap: assign(({ context }) => ({ gapAt: context.position, reason: 'gap' as const })),
    /** The next connection starts without a position, so everything is resynced. */
    forgetPosition: assign({ epoch: null, position: null, gapAt: null, reason: 'gap' }),
    ping: enqueueActions(({ context, enqueue }) => {
      enqueue.emit({ type: 'socket.ping', attempt: context.attempt });
      enqueue.emit({ type: 'timer.start', timer: socketTimers.ping, ms: SOCKET_PING_MS });
    }),
    watchSilence: emit(({ context, event }) => {
      const quiet = 'loggedAt' in event ? event.loggedAt - context.lastHeardAt : 0;
      // A clock that was set back mustn't lengthen the wait.
      const ms = Math.min(SOCKET_SILENCE_MS, Math.max(0, SOCKET_SILENCE_MS - quiet));
      return { type: 'timer.start', timer: socketTimers.silence, ms };
    }),
    startAttempt: enqueueActions(({ context, enqueue }) => {
      const attempt = context.attempt + 1;
      enqueue.assign({ attempt });
      enqueue.emit({ type: 'socket.fetchTicket', attempt });
    }),
  },
});

function isGap(context: SocketContext, event: SocketInput): boolean {
  if (context.position === null) return false;
  if (event.type === 'socket.ponged') return event.attempt === context.attempt && event.head > context.position;
  if (!('stream' in event)) return false;
  return event.stream.epoch !== context.epoch || event.stream.prev > context.position;
}

/** The close code of the current socket; null for other events. */
function closedWith(context: SocketContext, event: SocketInput): number | null {
  return event.type === 'socket.closed' && event.attempt === context.attempt ? event.code : null;
}
