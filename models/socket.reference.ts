import type { App } from '../src/machines/app.ts';
import type { Command } from '../src/machines/log/command.ts';
import type { Logged } from '../src/machines/log/event.ts';
import { initialSocketContext } from '../src/machines/socket/socket.context.ts';
import type { SocketContext } from '../src/machines/socket/socket.context.ts';
import type { SocketSnapshot } from '../src/machines/socket/socket.machine.ts';
import { oraclesOf, wholeContext } from './oracles.ts';
import type { Step } from './oracles.ts';
import { connectionShown } from './shown.reference.ts';

/** Of the connection, part by part: what an event makes of it, and what leaves when. */

interface Around {
  /** Whose state is held. */
  readonly holder: string | null;
  /** Whether it has to be fetched anew. */
  readonly isBroken: boolean;
  readonly asked: number;
  readonly isLoggedIn: boolean;
}
type Linked = Step<SocketSnapshot, Around>;
type Taken = Linked & { readonly before: SocketSnapshot; readonly after: SocketSnapshot };

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

const isUp = (snapshot: SocketSnapshot): boolean => isOpen(snapshot) || snapshot.matches('connecting');
const isOpen = (snapshot: SocketSnapshot): boolean => snapshot.matches('catchingUp') || snapshot.matches('live');
const isAwake = (snapshot: SocketSnapshot): boolean => isOpen(snapshot) || snapshot.matches({ connecting: 'greeting' });

function isCurrent(was: SocketContext, event: Logged): boolean {
  return 'attempt' in event && event.attempt === was.attempt;
}

/** Whether a new attempt begins with the step. */
function tries({ before, after }: Taken): boolean {
  return after.context.attempt !== before.context.attempt;
}

function isSessionBegun({ event, after }: Taken): boolean {
  const isEntry = event.type === 'app.opened' ? event.session !== null : event.type === 'login.succeeded';
  return isEntry && !after.matches('idle');
}

/** The page is new: it has nothing on the screen, and what it shows is as old as what was last heard. */
function opened(was: SocketContext, event: Extract<Logged, { type: 'app.opened' }>): SocketContext {
  const { online, reloadedFor = null } = event;
  const staleSince = was.staleSince ?? (was.lastHeardAt === 0 ? null : was.lastHeardAt);
  return { ...was, online, openTickets: [], staleSince, reloadedFor, otherVersion: null };
}

function begun(was: SocketContext, { event, around, after }: Taken): SocketContext {
  const known = event.type === 'app.opened' ? opened(was, event) : was;
  const { online, openTickets, staleSince, reloadedFor, otherVersion, epoch, position } = known;
  const { userId } = after.context;
  const page = { ...initialSocketContext, online, reloadedFor, otherVersion, userId, attempt: was.attempt + 1 };
  if (around.holder !== userId) return page;
  return { ...page, openTickets, staleSince, ...(!around.isBroken && { epoch, position }) };
}

/** Of a frame: the next one, one that was received before, or one behind a gap. */
function frameIs(was: SocketContext, event: Logged): 'next' | 'old' | 'gap' | null {
  if (event.type === 'socket.ponged')
    return isCurrent(was, event) && was.position !== null && event.head > was.position ? 'gap' : null;
  if (!('stream' in event) || was.position === null) return null;
  const { epoch, prev, seq } = event.stream;
  if (epoch !== was.epoch || prev > was.position) return 'gap';
  return seq > was.position ? 'next' : 'old';
}

function greeted(was: SocketContext, event: Extract<Logged, { type: 'socket.greeted' }>): Partial<SocketContext> {
  const goesOn = event.recovered && event.epoch === was.epoch && was.position !== null;
  const { otherVersion } = event;
  return {
    epoch: event.epoch,
    head: event.head,
    position: goesOn ? was.position : event.head,
    lastHeardAt: event.loggedAt,
    ticketTurnedDown: false,
    awaitsList: !goesOn,
    awaitsChats: goesOn ? [] : was.openTickets,
    ...(was.staleSince !== null && { quietUpTo: event.head }),
    ...(otherVersion !== undefined && otherVersion !== was.reloadedFor && { otherVersion }),
  };
}

function screenAfter(was: SocketContext, event: Logged): Partial<SocketContext> {
  if (event.type === 'ticket.opened') return { openTickets: [...new Set([...was.openTickets, event.ticketId])] };
  if (event.type !== 'ticket.left') return {};
  const but = (ids: readonly string[]) => ids.filter((id) => id !== event.ticketId);
  return { openTickets: but(was.openTickets), awaitsChats: but(was.awaitsChats) };
}

/** What is caught up with. */
function caught(was: SocketContext, { event, around }: Taken): Partial<SocketContext> {
  switch (event.type) {
    case 'tickets.listed':
      return event.request === around.asked && event.purpose === 'resync' && event.streamPosition >= was.head
        ? { awaitsList: false }
        : {};
    case 'tickets.listFailed':
      return event.failure.code === 'FORBIDDEN' ? { awaitsList: false } : {};
    case 'chat.listed':
    case 'chat.listFailed':
    case 'ticket.loadFailed':
      return { awaitsChats: [] };
    case 'socket.ponged':
      return isCurrent(was, event) && event.head <= (was.position ?? -1)
        ? { head: Math.min(was.head, event.head) }
        : {};
    default:
      return {};
  }
}

function reasonAfter(was: SocketContext, { event, before, after }: Taken): SocketContext['reason'] {
  if (after.matches('live') && !before.matches('live')) return null;
  if (after.matches('idle') && !before.matches('idle')) return null;
  if (event.type === 'page.closing' && !before.matches('idle') && !before.matches('closed')) return 'leaving';
  const isEnd = after.matches('waiting') || after.matches('closed');
  if (!isUp(before)) return was.reason;
  if (isOpen(before) && frameIs(was, event) === 'gap' && !isOpen(after)) return 'gap';
  if (!isEnd) return was.reason;
  switch (event.type) {
    case 'socket.closed':
      return closedFor(event.code);
    case 'socket.ticketFailed':
      return event.failure.code === 'UNAUTHENTICATED' ? 'unauthenticated' : 'ticket';
    case 'timer.fired':
      return event.timer === 'socket:main:silence' ? 'silent' : 'network';
    default:
      return 'network';
  }
}

function closedFor(code: number): SocketContext['reason'] {
  if (code === 4401) return 'unauthenticated';
  if (code === 4403) return 'disconnected';
  if (code === 4429) return 'tooMany';
  return code >= 4400 && code < 4500 ? 'refused' : 'closedByServer';
}

function changes(was: SocketContext, step: Taken): Partial<SocketContext> {
  const { event, before, after } = step;
  const isNewlyLive = after.matches('live') && !before.matches('live');
  const settled: Partial<SocketContext> = isNewlyLive ? { failures: 0, reason: null, staleSince: null } : {};
  if (isSessionBegun(step)) return begun(was, step);
  if (event.type === 'app.opened') return { ...opened(was, event), ...(!before.matches('idle') && { reason: null }) };
  const frame = isOpen(before) ? frameIs(was, event) : null;
  const isHeard =
    isCurrent(was, event) &&
    isAwake(after) &&
    ((event.type === 'socket.opened' && before.matches({ connecting: 'opening' })) ||
      (event.type === 'socket.ponged' && isOpen(before) && isOpen(after)));
  const isGreeting =
    event.type === 'socket.greeted' && isCurrent(was, event) && before.matches({ connecting: 'greeting' });
  const isTurnedDown =
    event.type === 'socket.closed' &&
    isCurrent(was, event) &&
    event.code === 4401 &&
    isUp(before) &&
    !(was.ticketTurnedDown && before.matches('connecting'));
  return {
    reason: reasonAfter(was, step),
    ...screenAfter(was, event),
    ...(event.type === 'network.changed' && { online: event.online }),
    ...(tries(step) && { attempt: was.attempt + 1 }),
    ...(after.matches('waiting') && !before.matches('waiting') && { failures: was.failures + 1 }),
    ...(before.matches('catchingUp') && caught(was, step)),
    ...(frame === 'next' && 'stream' in event && { position: event.stream.seq, lastHeardAt: event.loggedAt }),
    ...(frame === 'gap' && after.matches('connecting') && { gapAt: was.position }),
    ...(frame === 'gap' && after.matches('waiting') && { epoch: null, position: null, gapAt: null }),
    ...(isHeard && { lastHeardAt: event.loggedAt }),
    ...(isTurnedDown && { ticketTurnedDown: true }),
    ...(isGreeting && greeted(was, event)),
    ...settled,
  };
}

const cancels: readonly Command[] = ['opening', 'ping', 'silence'].map((name) => ({
  type: 'timer.cancel',
  timer: `socket:main:${name}`,
}));

/** Hung up on whatever ends a connection but the other side, which needs no telling. */
function hangsUp({ event, before, after, around }: Taken): boolean {
  // A session that goes on in a new page ends first.
  if (event.type === 'app.opened') return around.isLoggedIn;
  if (event.type === 'page.closing') return !before.matches('idle') && !before.matches('closed');
  if (after.matches('idle')) return !before.matches('idle');
  if (event.type === 'socket.closed' || event.type === 'socket.ticketFailed') return false;
  if (event.type === 'login.succeeded') return false;
  return isUp(before) && (after.matches('waiting') || (isOpen(before) && after.matches('connecting')));
}

function leaving(step: Taken): readonly Command[] {
  const { event, before, after } = step;
  const was = before.context;
  const { attempt } = was;
  const start = (name: string, ms: number): Command => ({ type: 'timer.start', timer: `socket:main:${name}`, ms });
  const left: Command[] = [];
  const isWaitOver = before.matches('waiting') && !after.matches('waiting');
  if (isWaitOver) left.push({ type: 'timer.cancel', timer: 'socket:main:retry' });
  const isClosed = event.type === 'socket.closed' && isCurrent(was, event) && isUp(before);
  const isHungUp = hangsUp(step);
  if (isClosed) left.push(...cancels);
  if (isHungUp) left.push({ type: 'socket.close', attempt }, ...cancels);
  if (event.type === 'reload.chosen' && was.otherVersion !== null)
    left.push({ type: 'page.reload', version: was.otherVersion });
  if (event.type === 'socket.ticketIssued') {
    const { epoch, position: since, userId } = was;
    const isUsed = before.matches({ connecting: 'ticket' }) && isCurrent(was, event) && userId !== null;
    if (isUsed) {
      left.push({ type: 'socket.open', attempt, ticket: event.ticket, userId, epoch, since });
      left.push(start('opening', 15 * SECOND));
    } else left.push({ type: 'token.drop', token: event.ticket });
  }
  const pings: readonly Command[] = [{ type: 'socket.ping', attempt }, start('ping', 5 * MINUTE)];
  if (
    event.type === 'socket.opened' &&
    after.matches({ connecting: 'greeting' }) &&
    !before.matches({ connecting: 'greeting' })
  )
    left.push(...pings, start('silence', MINUTE));
  if (event.type === 'timer.fired' && isAwake(before) && isAwake(after)) {
    if (event.timer === 'socket:main:ping') left.push(...pings);
    const quiet = event.loggedAt - was.lastHeardAt;
    if (event.timer === 'socket:main:silence') left.push(start('silence', MINUTE - quiet));
  }
  if (event.type === 'socket.greeted' && before.matches({ connecting: 'greeting' }) && isCurrent(was, event)) {
    left.push({ type: 'timer.cancel', timer: 'socket:main:opening' }, { type: 'presence.connect' });
    const isBehind = event.recovered && event.epoch === was.epoch && was.position !== null && was.position < event.head;
    if (isBehind) left.push({ type: 'socket.ping', attempt });
  }
  if (after.matches('waiting') && !before.matches('waiting'))
    left.push(start('retry', after.context.online ? SECOND : 30 * SECOND));
  if (tries(step)) left.push({ type: 'socket.fetchTicket', attempt: attempt + 1 });
  return left;
}

function isOf(command: Command): boolean {
  if ('timer' in command) return command.timer.startsWith('socket:');
  if (command.type === 'token.drop') return command.token === 'ticket';
  return command.type.startsWith('socket.') || command.type === 'presence.connect' || command.type === 'page.reload';
}

function lookAt({ directory }: App): SocketSnapshot {
  return directory.socket.getSnapshot();
}

export const socketOracles = oraclesOf<SocketSnapshot, Around>(
  lookAt,
  ({ directory }) => {
    const { broken, request, viewer } = directory.inbox.getSnapshot().context;
    const isBroken = broken || directory.socket.getSnapshot().context.awaitsList;
    const isLoggedIn = directory.auth.getSnapshot().matches('authenticated');
    return { holder: viewer?.userId ?? null, isBroken, asked: request, isLoggedIn };
  },
  {
    'what is known of it': wholeContext(changes),
    'what is shown of it': connectionShown,
    'what leaves': (step) => {
      const { before, after } = step;
      if (before === undefined || after === undefined) return null;
      return { expected: leaving({ ...step, before, after }), came: step.commands.filter(isOf) };
    },
  },
);
