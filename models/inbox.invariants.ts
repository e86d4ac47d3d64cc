import { CHAT_PAGE_SIZE, PAGE_SIZE_MAX } from '../contract/facts/limits.ts';
import { selectViewer } from '../src/machines/auth/auth.selectors.ts';
import type { App } from '../src/machines/app.ts';
import type { Attendance } from '../src/machines/entities/entities.ts';
import { isSame } from '../src/machines/entities/same.ts';
import { conversationKey } from '../src/machines/entities/ids.ts';
import { isAdmin } from '../src/machines/entities/viewer.ts';
import type { Viewer } from '../src/machines/entities/viewer.ts';
import type { InboxQuery } from '../src/machines/log/events-inbox.ts';
import { selectIsPinned } from '../src/machines/inbox/inbox.selectors.ts';
import { selectIsLeftOut, selectLoadFailure, selectTicket } from '../src/machines/ticket/ticket.selectors.ts';
import { inboxViewsTimer } from '../src/machines/inbox/inbox.machine.ts';
import { selectHasUnseen } from '../src/machines/unseen/unseen.selectors.ts';
import { keysOf } from './actors.ts';
import { numberInvariants } from './inbox.numbers.ts';
import type { Invariant } from './model.ts';
import { isLater } from './reference.ts';
import { followTimers } from './timers.ts';

interface Row {
  readonly ticket: Attendance;
  readonly pinned: boolean;
  /** When the server accepted the last message. */
  readonly at: number;
  /** Since when the customer waits, by a frame or a list; null if they don't. */
  readonly since: number | null;
}

function rowsOf({ directory }: App): readonly (Row | null)[] {
  return directory.ticketOrder.getSnapshot().ids.map((id) => {
    const snapshot = directory.ticket(id)?.getSnapshot();
    const ticket = snapshot === undefined ? null : selectTicket(snapshot);
    if (ticket === null) return null;
    const { customer, instance } = ticket;
    const conversation = directory.conversation(conversationKey(customer.id, instance.id))?.getSnapshot();
    return {
      ticket,
      pinned: selectIsPinned(directory.inbox.getSnapshot(), customer.id),
      at: Math.max(conversation?.context.lastMessage?.takenAt ?? ticket.startedAt, ticket.wokenAt ?? 0),
      since: ticket.waitingSince ?? null,
    };
  });
}

/** Pinned first, then by end, longest wait or newest last message. */
function isAbove(a: Row, b: Row, { status, sort }: InboxQuery): boolean {
  if (a.pinned !== b.pinned) return a.pinned;
  // Of one moment the newer ticket is first: so that every page cuts the same list.
  const isNewer = isLater(a.ticket.id, b.ticket.id);
  const [endA, endB] = [a.ticket.finishedAt ?? 0, b.ticket.finishedAt ?? 0];
  if (status === 'finished') return endA === endB ? isNewer : endA > endB;
  if (sort === 'longest_wait' && (a.since !== null || b.since !== null)) {
    if (a.since === b.since) return isNewer;
    return a.since !== null && (b.since === null || a.since < b.since);
  }
  return a.at === b.at ? isNewer : a.at > b.at;
}

const inOrder: Invariant = {
  name: 'inbox: pinned first, then newest last message, longest wait or latest end; each conversation once',
  ofState: true,
  follow:
    () =>
    ({ app }) => {
      const rows = rowsOf(app);
      const { query } = app.directory.inbox.getSnapshot().context;
      const ids = new Set<string>();
      for (const [at, row] of rows.entries()) {
        if (row === null) return `row ${at + 1} has no ticket`;
        if (ids.has(row.ticket.id)) return `ticket ${row.ticket.id} is listed twice`;
        ids.add(row.ticket.id);
        const above = rows[at - 1];
        if (above && !isAbove(above, row, query)) return `ticket ${above.ticket.id} is above ${row.ticket.id}`;
      }
      return null;
    },
};

/** As many of a protocol are searched for as nobody types of a name. */
const PROTOCOL_MIN = 9;

/** A mobile number as it is also written: with its ninth digit, or without. */
function writtenOtherwise(digits: string): string {
  const [, before = '', nine = '', rest = ''] = /^((?:55)?[1-9]\d)?(9?)([6-9]\d{7})$/.exec(digits) ?? [];
  if (rest === '') return digits;
  return nine === '' && before !== '' ? `${before}9${rest}` : `${before}${rest}`;
}

/** By a part of the name as it sounds, of a number, or the beginning of the protocol. */
function isFound({ customer, protocol }: Attendance, search: string): boolean {
  const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  if (plain(customer.name).includes(plain(search))) return true;
  if (search.length >= PROTOCOL_MIN && protocol.startsWith(search)) return true;
  const digits = /[^\d\s()+-]/.test(search) ? '' : search.replaceAll(/\D/g, '');
  const numbers = [customer.phone, ...(customer.numbers ?? [])];
  return digits !== '' && [digits, writtenOtherwise(digits)].some((part) => numbers.some((one) => one.includes(part)));
}

/** What a row's height depends on: tags, whoever has it instead of the viewer, a snooze. */
function isTall(
  { customer: { tags = [] }, owner, snoozedUntil }: Attendance,
  scope: string,
  viewerId?: string,
): boolean {
  return tags.length > 0 || snoozedUntil !== undefined || (scope === 'all' && owner?.id !== viewerId);
}

const asDrawn: Invariant = {
  name: 'inbox: it is known which rows are taller, and how many are pinned',
  ofState: true,
  follow:
    () =>
    ({ app }) => {
      const { tall, pinnedCount } = app.directory.ticketOrder.getSnapshot();
      const { query, viewer } = app.directory.inbox.getSnapshot().context;
      const rows = rowsOf(app);
      for (const [at, row] of rows.entries()) {
        if (row === null || (tall[at] === true) === isTall(row.ticket, query.scope, viewer?.userId)) continue;
        return `ticket ${row.ticket.id} is ${tall[at] === true ? 'tall' : 'low'}`;
      }
      const pinned = rows.filter((row) => row?.pinned).length;
      return pinned === pinnedCount ? null : `${pinnedCount} pinned, and there are ${pinned}`;
    },
};

/** Why a ticket doesn't match the filters; null if it does. */
function misfit(app: App, ticket: Attendance, query: InboxQuery, viewer: Viewer): string | null {
  const { customer, finishedAt, instance, owner, pendingTransfer } = ticket;
  if ((finishedAt === null) !== (query.status === 'open')) return `it is not ${query.status}`;
  if (query.instanceId !== null && instance.id !== query.instanceId) return `it is of ${instance.name}`;
  const { only = {} } = query;
  if (only.ownerId !== undefined && only.ownerId !== owner?.id) return `it is not ${only.ownerId}’s`;
  if (only.departmentId !== undefined && only.departmentId !== ticket.departmentId) return 'it is another department’s';
  if (only.tagId !== undefined && !(customer.tags ?? []).some(({ id }) => id === only.tagId))
    return 'it has no such tag';
  if (only.blacklisted === true && !customer.blacklisted) return 'nobody is blocked';
  if (only.ended !== undefined && finishedAt !== null) {
    const { from = 0, to = Infinity, outcome } = only.ended;
    // The day's first moment is in it, the next day's isn't.
    if (finishedAt < from || finishedAt >= to) return 'it ended on another day';
    if (outcome !== undefined && ticket.outcome !== outcome) return `it ended as ${ticket.outcome}`;
  }
  if (only.notResponded === true && !ticket.notResponded) return 'nobody waits';
  const counter = app.directory.unseen(conversationKey(customer.id, instance.id))?.getSnapshot();
  if (only.unseen === true && (counter === undefined || !selectHasUnseen(counter))) return 'it is read';
  const isMine = owner?.id === viewer.userId || pendingTransfer?.nextOwner.id === viewer.userId;
  if ((query.scope === 'mine' || query.scope === 'waiting') && !isMine) return 'it is not the viewer’s';
  const isSnoozed = owner?.id === viewer.userId && typeof ticket.snoozedUntil === 'number';
  if ((query.scope === 'mine' || query.scope === 'waiting') && isSnoozed) return 'it is put off';
  if (query.scope === 'snoozed' && !isSnoozed) return 'it is not put off';
  if (query.scope === 'waiting' && ticket.notResponded) return 'the customer waits';
  if (query.scope === 'queue' && owner !== null) return 'somebody has it';
  if (query.scope === 'queue' && ticket.inFlow === true) return 'a flow has it';
  if (query.scope === 'flow' && ticket.inFlow !== true) return 'no flow has it';
  if (query.scope === 'all' && !isMine && owner !== null && !isAdmin(viewer)) return 'it is somebody else’s';
  return isFound(ticket, query.search) ? null : `${customer.name} is not what “${query.search}” looks for`;
}

function rowsFit(isChecked: (query: InboxQuery) => boolean): Invariant['follow'] {
  return () =>
    ({ app }) => {
      const { directory } = app;
      const { complete, query } = directory.inbox.getSnapshot().context;
      const viewer = selectViewer(directory.auth.getSnapshot());
      if (viewer === null || !isChecked(query)) return null;
      const shown = new Set(directory.ticketOrder.getSnapshot().ids);
      for (const id of keysOf({ directory }, 'ticket')) {
        const snapshot = directory.ticket(id)?.getSnapshot();
        const ticket = snapshot === undefined ? null : selectTicket(snapshot);
        if (snapshot === undefined || ticket === null) continue;
        // It may be stale, as a resync left it out.
        if (selectLoadFailure(snapshot) !== null && !shown.has(ticket.id)) continue;
        const isOut = selectIsLeftOut(snapshot) && !snapshot.context.watched;
        const wrong = isOut ? 'a resync left it out' : misfit(app, ticket, query, viewer);
        if (wrong !== null && shown.has(ticket.id)) return `ticket ${ticket.id} is shown: ${wrong}`;
        if (wrong === null && complete && !shown.has(ticket.id)) return `ticket ${ticket.id} matches, and is not shown`;
      }
      return null;
    };
}

const fits: Invariant = {
  name: 'inbox: all tickets that match the filters, and no others',
  ofState: true,
  follow: rowsFit(({ search }) => search === ''),
};

/** Not of a report: there a search finds nothing, as names are hidden. */
const found: Invariant = {
  name: 'inbox: all tickets that match filters and search (a part of the name, ignoring case), and no others',
  follow: rowsFit(({ search }) => search !== ''),
};

/** Each open ticket of a view once: those held, and those only listed. */
const counted: Invariant = {
  name: 'inbox: the number beside a view is that of its tickets, held or only listed',
  follow: () => {
    let listed: ReadonlyMap<string, ReadonlySet<string>> = new Map();
    let request: number | null = null;
    let reported = new Map<string, number>();
    let heldBefore: ReadonlySet<string> = new Set();
    return ({ app, event, commands }) => {
      const { directory } = app;
      const { query, viewer } = directory.inbox.getSnapshot().context;
      if ('ticket' in event && 'stream' in event) reported.set(event.ticket.id, event.stream.seq);
      // A finished one that nobody looks at is held no longer.
      if (event.type === 'ticket.loaded' && heldBefore.has(event.ticket.id))
        reported.set(event.ticket.id, event.streamPosition);
      heldBefore = new Set(keysOf({ directory }, 'ticket'));
      const isAwaited = 'request' in event && event.request === request;
      if (event.type === 'tickets.listFailed' && isAwaited) request = null;
      if (event.type === 'tickets.listed' && isAwaited) {
        request = null;
        if (event.views !== undefined) {
          reported = new Map([...reported].filter(([, seq]) => seq > event.streamPosition));
          const { finished: _, ...open } = event.views;
          listed = new Map(Object.entries(open).map(([view, ids]) => [view, new Set(ids)]));
        }
      }
      for (const command of commands) if (command.type === 'tickets.fetch') ({ request } = command);
      const counts = directory.viewCounts.getSnapshot();
      if (counts === null || viewer === null) return null;
      const held = new Map<string, Attendance>();
      for (const id of keysOf({ directory }, 'ticket')) {
        const snapshot = directory.ticket(id)?.getSnapshot();
        // A ticket missing in a newer list isn't counted.
        const ticket = snapshot === undefined || selectIsLeftOut(snapshot) ? null : selectTicket(snapshot);
        if (ticket !== null) held.set(ticket.id, ticket);
      }
      for (const view of ['mine', 'queue', 'flow', 'waiting', 'snoozed', 'all'] as const) {
        const asked: InboxQuery = { ...query, status: 'open', scope: view, search: '' };
        const ids = new Set([...(listed.get(view) ?? [])].filter((id) => !held.has(id) && !reported.has(id)));
        for (const [id, ticket] of held) if (misfit(app, ticket, asked, viewer) === null) ids.add(id);
        if (ids.size !== counts[view]) return `${view} shows ${counts[view]}, and has ${ids.size}`;
      }
      return null;
    };
  },
};

const asksInDoubt: Invariant = {
  name: 'inbox: numbers in doubt are asked for soon, and one at a time',
  ofState: true,
  follow: (begun) => {
    const timers = followTimers(begun);
    let awaited: number | null = null;
    return (moment) => {
      const running = timers(moment);
      const { app, commands, event } = moment;
      if ('request' in event && event.request === awaited) awaited = null;
      for (const command of commands) {
        if (command.type !== 'tickets.fetch') continue;
        if (command.purpose === 'views' && awaited !== null) return `asked for again, with ${awaited} in flight`;
        awaited = command.purpose === 'views' ? command.request : null;
      }
      const { value, context } = app.directory.inbox.getSnapshot();
      const isLeft =
        value !== 'idle' &&
        context.views.doubt !== undefined &&
        !running.has(inboxViewsTimer) &&
        !running.mayRun(inboxViewsTimer);
      return isLeft ? 'nothing will settle the doubt' : null;
    };
  },
};

const pages: Invariant = {
  name: 'inbox: fetches pages of ten, each with a number of its own',
  ofState: true,
  follow: () => {
    let last = 0;
    return ({ commands }) => {
      for (const command of commands) {
        if (command.type !== 'tickets.fetch') continue;
        const { limit, page, purpose, request } = command;
        if (request <= last) return `fetch ${request} after ${last}`;
        last = request;
        if (purpose === 'views' && (page !== 1 || limit !== 1)) return `the views with ${limit} rows of page ${page}`;
        if (purpose === 'page' && limit !== CHAT_PAGE_SIZE) return `a page of ${limit}`;
        if (purpose === 'resync' && (page !== 1 || limit % CHAT_PAGE_SIZE !== 0 || limit > PAGE_SIZE_MAX)) {
          return `a resync of ${limit} from page ${page}`;
        }
      }
      return null;
    };
  },
};

/** On scrolling, a page that begins below the rows held would skip some, unless the last page brought no further rows. */
const noRowSkipped: Invariant = {
  name: 'inbox: a further page begins at the rows held, or after a page that brought none',
  ofState: true,
  follow: ({ directory }) => {
    let asked = directory.inbox.getSnapshot().context.request;
    let shown = directory.ticketOrder.getSnapshot().ids.length;
    /** Rows down to the end of a page that brought none, which only the pages before can tell. */
    let covered = Infinity;
    return ({ app, event, commands }) => {
      const before = shown;
      shown = app.directory.ticketOrder.getSnapshot().ids.length;
      if (event.type === 'tickets.listed' && event.request === asked) {
        const broughtNone = event.purpose === 'page' && shown <= before;
        covered = broughtNone ? event.page * CHAT_PAGE_SIZE : 0;
      }
      for (const command of commands) {
        if (command.type !== 'tickets.fetch' || command.purpose === 'views') continue;
        const { page, purpose, request } = command;
        asked = request;
        const begin = (page - 1) * CHAT_PAGE_SIZE;
        if (purpose === 'page' && begin > Math.max(shown, covered)) {
          return `page ${page} is fetched with ${shown} rows held`;
        }
      }
      return null;
    };
  },
};

function isLeftOut({ directory }: App, id: string): boolean {
  const snapshot = directory.ticket(id)?.getSnapshot();
  return snapshot !== undefined && selectIsLeftOut(snapshot);
}

/** What a page shows; a ticket that a resync left out stays only while it is on the screen. */
function listOf(app: App) {
  const { query, viewer } = app.directory.inbox.getSnapshot().context;
  const { ids } = app.directory.ticketOrder.getSnapshot();
  return { viewer, query, ids: ids.filter((id) => !isLeftOut(app, id)) };
}

const OF_NOBODY: ReadonlySet<string> = new Set(['auth', 'socket', 'inbox', 'shell', 'noticeLog']);

/** A page shows the list of the same user's earlier page at once, and nothing of another user's. */
const shownAtOnce: Invariant = {
  name: 'inbox: a page shows its user’s list before any answer, and nothing of another user’s',
  ofState: true,
  follow: (begun) => {
    let before = listOf(begun);
    return ({ app, event }) => {
      const { directory } = app;
      const { query, viewer } = directory.inbox.getSnapshot().context;
      const { ids } = directory.ticketOrder.getSnapshot();
      const was = before;
      before = listOf(app);
      if (event.type !== 'app.opened') return null;
      if (viewer === null || viewer.userId !== was.viewer?.userId) {
        if (directory.noticeLog.getSnapshot().context.entries.length > 0) return 'notices are left of somebody else';
        const left = [...directory.actors()].map(([name]) => name).find((name) => !OF_NOBODY.has(name));
        return left === undefined ? null : `${left} is left of what somebody else saw`;
      }
      if (!isSame([query, viewer], [was.query, was.viewer])) return null;
      const gone = was.ids.find((id) => !ids.includes(id));
      return gone === undefined ? null : `ticket ${gone} is shown no more`;
    };
  },
};

const rightViewer: Invariant = {
  name: 'inbox: lists for the logged-in user, in their current role',
  ofState: true,
  follow:
    () =>
    ({ app: { directory } }) => {
      const viewer = selectViewer(directory.auth.getSnapshot());
      const listed = directory.inbox.getSnapshot().context.viewer;
      return viewer === null || isSame(viewer, listed) ? null : `lists for a ${listed?.roleName} ${listed?.name}`;
    },
};

/** A pending pin change is sent again by a new page, as the server may not have received it. */
const pinsAsked: Invariant = {
  name: 'inbox: a pending pin change was sent by the page that shows it',
  ofState: true,
  follow: (begun) => {
    const asked = new Map(Object.entries(begun.directory.inbox.getSnapshot().context.pins.wanted));
    return ({ app, event, commands }) => {
      if (event.type === 'app.opened') asked.clear();
      for (const command of commands) {
        if (command.type === 'customer.pin') asked.set(command.customerId, command.pinned);
      }
      const { wanted } = app.directory.inbox.getSnapshot().context.pins;
      const stray = Object.entries(wanted).find(([id, pinned]) => asked.get(id) !== pinned);
      return stray === undefined ? null : `the pin of customer ${stray[0]} was never sent`;
    };
  },
};

export const inboxInvariants: readonly Invariant[] = [
  inOrder,
  asDrawn,
  fits,
  found,
  counted,
  ...numberInvariants,
  asksInDoubt,
  pages,
  noRowSkipped,
  shownAtOnce,
  rightViewer,
  pinsAsked,
];
