import { SOCKET_PING_MS, SOCKET_RECONNECT_MS, SOCKET_SILENCE_MS } from '../contract/facts/limits.ts';
import type { App } from '../src/machines/app.ts';
import { SOCKET_OFFLINE_MS } from '../src/machines/limits.ts';
import { socketTimers } from '../src/machines/socket/socket.context.ts';
import type { SocketSnapshot } from '../src/machines/socket/socket.machine.ts';
import type { Invariant } from './model.ts';
import { followScreen } from './on-screen.ts';
import { followTimers } from './timers.ts';

function socketOf(app: App): SocketSnapshot {
  return app.directory.socket.getSnapshot();
}

function isOpen(snapshot: SocketSnapshot): boolean {
  return snapshot.matches({ connecting: 'greeting' }) || snapshot.matches('catchingUp') || snapshot.matches('live');
}

function isClosed(snapshot: SocketSnapshot): boolean {
  return snapshot.matches('closed') || snapshot.matches('idle');
}

/** At most one socket: another is opened only after the last one was closed or given up. */
const oneSocket: Invariant = {
  name: 'socket: one at a time',
  ofState: true,
  follow: () => {
    let open: number | null = null;
    return ({ event, commands }) => {
      if (event.type === 'app.opened') open = null;
      if (event.type === 'socket.closed' && event.attempt === open) open = null;
      for (const command of commands) {
        if (command.type === 'socket.close' && command.attempt === open) open = null;
        if (command.type !== 'socket.open') continue;
        if (open !== null) return `attempt ${command.attempt} while ${open} is open`;
        open = command.attempt;
      }
      return null;
    };
  },
};

/** It pings at once and every five minutes, and treats a minute of silence as a lost connection. */
const keptAlive: Invariant = {
  name: 'socket: pings at once and every 300000 ms, watches for 60 s of silence',
  ofState: true,
  follow: (begun) => {
    const timers = followTimers(begun);
    let wasOpen = isOpen(socketOf(begun));
    return (moment) => {
      const running = timers(moment);
      const snapshot = socketOf(moment.app);
      const opens = isOpen(snapshot) && !wasOpen;
      wasOpen = isOpen(snapshot);
      if (!wasOpen) return null;
      if (opens && !moment.commands.some(({ type }) => type === 'socket.ping')) return 'no ping when it opened';
      const { ping, silence } = socketTimers;
      if (running.get(ping) !== SOCKET_PING_MS && !running.mayRun(ping)) return 'the next ping is not due';
      const isWatched = (running.get(silence) ?? Infinity) <= SOCKET_SILENCE_MS || running.mayRun(silence);
      return isWatched ? null : 'nobody watches for silence';
    };
  },
};

/** While waiting it reconnects by itself; closed, no timer of it runs. */
const comesBack: Invariant = {
  name: 'socket: reconnects 1000 ms after it closed, and never by itself where a login is needed',
  ofState: true,
  follow: (begun) => {
    const timers = followTimers(begun);
    let wasClosed = isClosed(socketOf(begun));
    return (moment) => {
      const running = timers(moment);
      const { app, event, commands } = moment;
      const snapshot = socketOf(app);
      if (snapshot.matches('waiting')) {
        const ms = running.get(socketTimers.retry);
        const { online } = snapshot.context;
        // Going offline delays only later retries, not one that is scheduled already.
        const isDue = ms === SOCKET_RECONNECT_MS || (!online && ms === SOCKET_OFFLINE_MS);
        if (!isDue && !running.mayRun(socketTimers.retry)) return `the next retry is due in ${ms}`;
      } else if (running.has(socketTimers.retry)) {
        return 'another try is due';
      }
      const left = Object.values(socketTimers).filter((timer) => running.has(timer));
      if (isClosed(snapshot) && left.length > 0) return `${left.join(', ')} runs though it is closed`;
      const reopens = wasClosed && commands.some(({ type }) => type === 'socket.fetchTicket');
      wasClosed = isClosed(snapshot);
      return reopens && !reopening.has(event.type) ? `${event.type} opened it again` : null;
    };
  },
};

const reopening = new Set(['app.opened', 'login.succeeded', 'token.refreshed']);

/** The position advances only over received frames, never over a gap. */
const noGapSwallowed: Invariant = {
  name: 'socket: a gap in the stream is fetched, never skipped',
  ofState: true,
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

/** After lost frames it is live only once the list and open conversations were fetched again. */
const liveMeansHeld: Invariant = {
  name: 'socket: live only when everything was received',
  ofState: true,
  follow: () => {
    let listFrom: number | null = null;
    let chats = new Set<string>();
    /** An earlier page was closed before its resync was complete. */
    let isOwed = false;
    let holder: string | null = null;
    return ({ app, event, commands }) => {
      const snapshot = socketOf(app);
      const isGreeted = event.type === 'socket.greeted' && commands.some(({ type }) => type === 'presence.connect');
      if (isGreeted && snapshot.context.awaitsList) {
        listFrom = event.head;
        chats = new Set(snapshot.context.openTickets);
      } else if (isGreeted && !isOwed) {
        listFrom = null;
        chats = new Set();
      }
      const now = app.directory.inbox.getSnapshot().context.viewer?.userId ?? null;
      if (event.type === 'app.opened') {
        if (now !== holder) listFrom = null;
        chats = new Set();
        isOwed = listFrom !== null;
      }
      holder = now;
      if (event.type === 'tickets.listed' && event.purpose === 'resync' && listFrom !== null) {
        if (event.streamPosition >= listFrom) listFrom = null;
      }
      // Without permission there is nothing to fetch.
      if (event.type === 'tickets.listFailed' && event.failure.code === 'FORBIDDEN') listFrom = null;
      if (event.type === 'ticket.loadFailed' || event.type === 'ticket.left') {
        chats.delete(event.ticketId);
      }
      if (event.type === 'chat.listed' || event.type === 'chat.listFailed') {
        for (const id of chats) {
          const { customer, instance } = app.directory.ticket(id)?.getSnapshot().context.ticket ?? {};
          if (customer?.id === event.customerId && instance?.id === event.instanceId) chats.delete(id);
        }
      }
      if (!snapshot.matches('live')) return null;
      if (listFrom !== null) return 'live without the list';
      return chats.size === 0 ? null : `live without the conversation ${[...chats].join(', ')}`;
    };
  },
};

/** Another version of the server never reloads the page by itself: the reload is offered, once per version. */
const reloadIsOffered: Invariant = {
  name: 'socket: another version is offered, never again the one it was reloaded for, and only the user reloads',
  ofState: true,
  follow: () => {
    /** Undefined before the first event that is followed. */
    let offered: number | null | undefined;
    return ({ app, event, commands }) => {
      const { otherVersion, reloadedFor } = socketOf(app).context;
      const before = event.type === 'app.opened' ? null : offered;
      offered = otherVersion;
      const reloads = commands.flatMap((command) => (command.type === 'page.reload' ? [command.version] : []));
      if (reloads.length > 0 && event.type !== 'reload.chosen') return `${event.type} reloaded the page`;
      if (event.type === 'reload.chosen' && before !== undefined && reloads[0] !== (before ?? undefined))
        return 'it reloads for another version';
      if (otherVersion !== null && otherVersion === reloadedFor) return 'what it was reloaded for is offered again';
      return typeof before === 'number' && otherVersion === null ? `${event.type} took the offer back` : null;
    };
  },
};

/** A page continues at the position of the user's last one, unless frames were lost there; another user's starts afresh. */
const goesOn: Invariant = {
  name: 'socket: a page continues at its user’s position, and opens with nothing on the screen',
  ofState: true,
  follow: (begun) => {
    const screen = followScreen(begun);
    let before = goingOf(begun);
    return (moment) => {
      const { app, event, commands } = moment;
      const shown = screen(moment);
      const was = before;
      const { epoch, openTickets, position } = socketOf(app).context;
      before = goingOf(app);
      for (const command of commands) {
        if (command.type !== 'socket.open') continue;
        if (command.epoch !== epoch || command.since !== position) return `opened from ${command.since}`;
      }
      const stray = openTickets.find((id) => !shown.has(id));
      if (stray !== undefined) return `ticket ${stray} is on no screen`;
      if (event.type !== 'app.opened' || event.session === null) return null;
      if (!commands.some(({ type }) => type === 'socket.fetchTicket')) return 'the page does not connect';
      const goesOnFrom = event.session.userId === was.holder && !was.isBroken ? was.position : null;
      return position === goesOnFrom ? null : `it goes on from ${position}, and ${goesOnFrom} was held`;
    };
  },
};

function goingOf(app: App) {
  const { awaitsList, position } = socketOf(app).context;
  const { broken, viewer } = app.directory.inbox.getSnapshot().context;
  return { holder: viewer?.userId ?? null, isBroken: broken || awaitsList, position };
}

/**
 * The stored state of an earlier page stays stale until the socket is live; what happened before its first greeting raises
 * no notices. One that is shown may get another number in it.
 */
const oldUntilLive: Invariant = {
  name: 'socket: stored state is stale until the socket is live, and what happened while no page was open raises no notices',
  ofState: true,
  follow: (begun) => {
    let { staleSince: since, lastHeardAt } = socketOf(begun).context;
    let holder = begun.directory.inbox.getSnapshot().context.viewer?.userId ?? null;
    let quietUpTo = -1;
    let { epoch } = socketOf(begun).context;
    let notices = begun.directory.notices.getSnapshot();
    return ({ app, event, commands }) => {
      const snapshot = socketOf(app);
      const now = app.directory.inbox.getSnapshot().context.viewer?.userId ?? null;
      if (event.type === 'app.opened') since = now === null || now !== holder ? null : (since ?? (lastHeardAt || null));
      lastHeardAt = snapshot.context.lastHeardAt;
      if (event.type === 'app.opened' || now !== holder) quietUpTo = -1;
      if (now === null) since = null;
      holder = now;
      const isGreeted = event.type === 'socket.greeted' && commands.some(({ type }) => type === 'presence.connect');
      if (isGreeted) {
        if (quietUpTo < 0 || event.epoch !== epoch) quietUpTo = since === null ? -1 : event.head;
        ({ epoch } = event);
      }
      if (snapshot.matches('live')) since = null;
      const before = notices;
      notices = app.directory.notices.getSnapshot();
      const isQuiet = 'stream' in event && event.stream.seq <= quietUpTo;
      const isNew = (id: string) => !before.some((shown) => id === shown || id.startsWith(`${shown}:`));
      const isHeard = commands.some(({ type }) => type === 'sound.play' || type === 'desktop.show');
      if (isQuiet && (isHeard || notices.some(isNew))) return `frame ${event.stream.seq} raised a notice`;
      const { staleSince } = snapshot.context;
      if (snapshot.matches('idle')) return null;
      return staleSince === since ? null : `stale since ${staleSince}, and it was stored at ${since}`;
    };
  },
};

export const socketInvariants: readonly Invariant[] = [
  oneSocket,
  keptAlive,
  comesBack,
  noGapSwallowed,
  liveMeansHeld,
  reloadIsOffered,
  goesOn,
  oldUntilLive,
];
