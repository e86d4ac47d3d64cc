import type { App } from '../src/machines/app.ts';
import { SOCKET_OFFLINE_MS, SOCKET_PING_MS, SOCKET_RECONNECT_MS, SOCKET_SILENCE_MS } from '../src/machines/limits.ts';
import { socketTimers } from '../src/machines/socket/socket.context.ts';
import type { SocketSnapshot } from '../src/machines/socket/socket.machine.ts';
import type { Invariant } from './model.ts';
import { followTimers } from './timers.ts';

function socketOf(app: App): SocketSnapshot {
  return app.directory.socket.getSnapshot();
}

function isOpen(snapshot: SocketSnapshot): boolean {
  return snapshot.matches({ connecting: 'greeting' }) || snapshot.matches('catchingUp') || snapshot.matches('live');
}

/** At most one socket: an opening is asked for only when the one before was given up or closed. */
const oneSocket: Invariant = {
  name: 'socket: one at a time',
  follow: () => {
    let open: number | null = null;
    return ({ event, commands }) => {
      if (event.type === 'app.opened') open = null;
      if (event.type === 'socket.closed' && event.attempt === open) open = null;
      for (const command of commands) {
        if (command.type === 'socket.close' && command.attempt === open) open = null;
        if (command.type !== 'socket.open') continue;
        if (open !== null) return `opening ${command.attempt} while ${open} is open`;
        open = command.attempt;
      }
      return null;
    };
  },
};

/** It pings at once and every five minutes, and takes a minute of silence for death. */
const keptAlive: Invariant = {
  name: 'socket: pings at once and every 300000 ms, watches for 60 s of silence',
  follow: () => {
    const timers = followTimers();
    let wasOpen = false;
    return (moment) => {
      const running = timers(moment);
      const snapshot = socketOf(moment.app);
      const opens = isOpen(snapshot) && !wasOpen;
      wasOpen = isOpen(snapshot);
      if (!wasOpen) return null;
      if (opens && !moment.commands.some(({ type }) => type === 'socket.ping')) return 'no ping when it opened';
      if (running.get(socketTimers.ping) !== SOCKET_PING_MS) return 'the next ping is not due';
      const silence = running.get(socketTimers.silence);
      return silence !== undefined && silence <= SOCKET_SILENCE_MS ? null : 'nobody watches for silence';
    };
  },
};

/** While it waits it comes back by itself; where it is closed nothing of it goes on. */
const comesBack: Invariant = {
  name: 'socket: comes back 1000 ms after it closed, and never from where a login is needed',
  follow: () => {
    const timers = followTimers();
    let wasClosed = false;
    return (moment) => {
      const running = timers(moment);
      const { app, event, commands } = moment;
      const snapshot = socketOf(app);
      if (snapshot.matches('waiting')) {
        const ms = running.get(socketTimers.retry);
        const { online } = snapshot.context;
        // The network's going only makes the next try rarer; one that was due comes as it was.
        if (ms !== SOCKET_RECONNECT_MS && (online || ms !== SOCKET_OFFLINE_MS)) return `the next try is due in ${ms}`;
      } else if (running.has(socketTimers.retry)) {
        return 'another try is due';
      }
      const isClosed = snapshot.matches('closed') || snapshot.matches('idle');
      const left = Object.values(socketTimers).filter((timer) => running.has(timer));
      if (isClosed && left.length > 0) return `${left.join(', ')} runs though it is closed`;
      const reopens = wasClosed && commands.some(({ type }) => type === 'socket.fetchTicket');
      wasClosed = isClosed;
      return reopens && !reopening.has(event.type) ? `${event.type} opened it again` : null;
    };
  },
};

const reopening = new Set(['app.opened', 'login.succeeded', 'token.refreshed', 'page.visibilityChanged']);

/** The position only goes on over what was received: a gap is never taken for held. */
const noGapSwallowed: Invariant = {
  name: 'socket: a gap in the stream is fetched, never passed over',
  follow: () => {
    let held: { readonly epoch: string | null; readonly position: number | null } = { epoch: null, position: null };
    return ({ app, event }) => {
      const before = held;
      const { epoch, position } = socketOf(app).context;
      held = { epoch, position };
      if (position === before.position && epoch === before.epoch) return null;
      if (event.type === 'socket.greeted' || position === null || before.position === null) return null;
      if (!('stream' in event)) return `${event.type} moved the position from ${before.position} to ${position}`;
      const { seq, prev } = event.stream;
      if (epoch !== before.epoch || position < before.position) return `it went back to ${position} of ${epoch}`;
      return position === seq && prev <= before.position
        ? null
        : `${before.position} → ${position}, though ${prev} was missed`;
    };
  },
};

/** After a break it is live only when list and open conversations were fetched afresh. */
const liveMeansHeld: Invariant = {
  name: 'socket: live only when everything is held',
  follow: () => {
    let listFrom: number | null = null;
    let chats = new Set<string>();
    return ({ app, event, commands }) => {
      const snapshot = socketOf(app);
      const isGreeted = event.type === 'socket.greeted' && commands.some(({ type }) => type === 'presence.connect');
      if (isGreeted && snapshot.context.awaitsList) {
        listFrom = event.head;
        chats = new Set(snapshot.context.openTickets);
      } else if (isGreeted) {
        listFrom = null;
        chats = new Set();
      }
      if (event.type === 'tickets.listed' && event.purpose === 'resync' && listFrom !== null) {
        if (event.streamPosition >= listFrom) listFrom = null;
      }
      // Nothing of it is theirs to hold.
      if (event.type === 'tickets.listFailed' && event.failure.code === 'FORBIDDEN') listFrom = null;
      if (
        event.type === 'chat.listed' ||
        event.type === 'chat.listFailed' ||
        event.type === 'ticket.loadFailed' ||
        event.type === 'ticket.left'
      ) {
        chats.delete(event.ticketId);
      }
      if (!snapshot.matches('live')) return null;
      if (listFrom !== null) return 'live without the list';
      return chats.size === 0 ? null : `live without the conversation ${[...chats].join(', ')}`;
    };
  },
};

export const socketInvariants: readonly Invariant[] = [oneSocket, keptAlive, comesBack, noGapSwallowed, liveMeansHeld];
