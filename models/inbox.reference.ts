import type { App } from '../src/machines/app.ts';
import type { InboxContext } from '../src/machines/inbox/inbox.context.ts';
import type { InboxSnapshot } from '../src/machines/inbox/inbox.machine.ts';
import { selectIsPinned } from '../src/machines/inbox/inbox.selectors.ts';
import type { Command } from '../src/machines/log/command.ts';
import type { Logged } from '../src/machines/log/event.ts';
import type { InboxQuery } from '../src/machines/log/events-inbox.ts';
import { pinsBegun, queryBegun } from './inbox.session.ts';
import { oraclesOf } from './oracles.ts';
import type { Step } from './oracles.ts';
import { isEqual } from './reference.ts';

/** The list of tickets: what is asked for, how much of it is there, and who is pinned. */

interface Around {
  readonly rows: number;
  readonly isGreeted: boolean;
  readonly isLoggedIn: boolean;
}
type Listed = Step<InboxSnapshot, Around>;
type Taken = Listed & { readonly before: InboxSnapshot; readonly after: InboxSnapshot };

const PAGE = 10;
const rowsIn = ({ directory }: App): number => directory.ticketOrder.getSnapshot().ids.length;

/** Whether a session or a page begins or ends: then everything does. */
function isNewSession({ event, before, after }: Taken): boolean {
  const wasIdle = before.matches('idle') !== after.matches('idle');
  return (
    event.type === 'app.opened' || event.type === 'logout.requested' || event.type === 'login.succeeded' || wasIdle
  );
}

function queryAfter({ query }: InboxContext, event: Logged): InboxQuery {
  const { only: _only, sort: _sort, ...plain } = query;
  const kept = { ...(query.only && { only: query.only }), ...(query.sort && { sort: query.sort }) };
  switch (event.type) {
    case 'inbox.filtered': {
      const { instanceId, status, scope } = event;
      return { ...query, instanceId, status, scope };
    }
    case 'inbox.searched':
      return { ...query, search: event.search.replaceAll(/^\s+|\s+$/gu, '') };
    case 'inbox.narrowed': {
      const { only: _, ...others } = { only: undefined, ...kept };
      return { ...plain, ...others, ...(Object.keys(event.only).length > 0 && { only: event.only }) };
    }
    case 'inbox.sorted': {
      const { sort: _, ...others } = { sort: undefined, ...kept };
      return { ...plain, ...others, ...(event.sort === 'longest_wait' && { sort: event.sort }) };
    }
    case 'instance.chosen':
      return { ...query, instanceId: event.instanceId };
    case 'instances.listed': {
      const isTheirs = event.instances.some(({ id }) => id === query.instanceId);
      return isTheirs || query.instanceId === null ? query : { ...query, instanceId: null };
    }
    default:
      return query;
  }
}

function isAsked(event: Logged, was: InboxContext): boolean {
  return 'request' in event && event.request === was.request;
}

/** Whether the step took an answer in. */
function isTaken({ event, before }: Taken): boolean {
  const { stale, views, request } = before.context;
  if (event.type !== 'tickets.listed' || !isAsked(event, before.context)) return false;
  return (
    before.matches('loading') ||
    before.matches('loadingMore') ||
    (before.matches('ready') && stale && views.asked !== request)
  );
}

type Known = Pick<
  InboxContext,
  | 'query'
  | 'openScope'
  | 'answered'
  | 'complete'
  | 'total'
  | 'stale'
  | 'broken'
  | 'wantsMore'
  | 'failure'
  | 'nextPage'
  | 'held'
>;

function partOf({
  query,
  openScope,
  answered,
  complete,
  total,
  stale,
  broken,
  wantsMore,
  failure,
  nextPage,
  held,
}: InboxContext): Known {
  return { query, openScope, answered, complete, total, stale, broken, wantsMore, failure, nextPage, held };
}

/** Whether a row is missing between two pages: it left the list before the later one was read, unknown to the earlier. */
function isTorn({ event, before, app, around }: Taken): boolean {
  const { torn, pagedAt, shrunkAt } = before.context;
  const hasLeft = rowsIn(app) < around.rows && 'stream' in event && pagedAt !== null && event.stream.seq <= pagedAt;
  const isLater = event.type === 'tickets.listed' && event.page > 1 && shrunkAt !== null;
  return torn || hasLeft || (isLater && shrunkAt <= event.streamPosition);
}

/** Whether a page ends below the pages before it. */
function goesOn({ frontier }: InboxContext, { items }: Extract<Logged, { type: 'tickets.listed' }>): boolean {
  const end = items.at(-1);
  if (end === undefined || frontier === null) return end !== undefined;
  const at = end.lastMessage?.takenAt ?? end.startedAt;
  if ((end.pinned === true) !== frontier.pinned) return frontier.pinned;
  return at === frontier.at ? Number(end.id) < Number(frontier.id) : at < frontier.at;
}

function knownAfter(step: Taken): Known {
  const { event, before, after, around } = step;
  const was = before.context;
  const known = partOf(was);
  const query = queryAfter(was, event);
  if (!isEqual(query, was.query)) {
    const isOpen = event.type === 'inbox.filtered' && event.status === 'open';
    const none = {
      answered: false,
      complete: false,
      wantsMore: false,
      nextPage: 1,
      failure: before.matches('idle') ? was.failure : null,
    };
    return { ...known, ...none, query, openScope: isOpen ? query.scope : was.openScope, held: after.context.held };
  }
  const isLost = event.type === 'socket.greeted' && around.isGreeted && !event.recovered;
  const isFetch = after.context.request !== was.request && step.after.context.views.asked !== after.context.request;
  const begins = isFetch ? { failure: null } : {};
  const isMore = after.matches('loadingMore') && !before.matches('loadingMore');
  const wants =
    event.type === 'inbox.endReached' && (before.matches('ready') || before.matches('loading')) && !was.complete;
  const counted = { held: after.context.held };
  if (isLost)
    return {
      ...known,
      ...begins,
      ...counted,
      stale: true,
      broken: true,
      wantsMore: was.wantsMore || before.matches('loadingMore'),
    };
  if (event.type === 'tickets.listed' && isTaken(step)) {
    const complete = event.page >= event.totalPages;
    const isWhole = event.purpose === 'resync';
    const isAgain = isWhole || goesOn(was, event) || was.shrunkAt !== null;
    return {
      ...known,
      ...counted,
      complete,
      answered: true,
      total: event.totalItems,
      failure: null,
      stale: (was.stale && !isWhole) || (isTorn(step) && after.matches('ready')),
      broken: was.broken && !isWhole,
      wantsMore: was.wantsMore && !complete && !isMore,
      nextPage: isAgain ? 1 : event.page + 1,
    };
  }
  const isFailed =
    event.type === 'tickets.listFailed' &&
    isAsked(event, was) &&
    (before.matches('loading') || before.matches('loadingMore'));
  return {
    ...known,
    ...begins,
    ...counted,
    ...(isFailed && event.type === 'tickets.listFailed' && { failure: event.failure }),
    wantsMore: (was.wantsMore || wants) && !isMore,
    stale: was.stale || (isTorn(step) && after.matches('ready')),
    nextPage: event.type === 'ticket.closed' ? after.context.nextPage : was.nextPage,
  };
}

/** The fetch of a step, if it has one: the first page, as many rows as are held, the next page, or the numbers alone. */
function fetched(step: Taken): Command | null {
  const { after, before, app } = step;
  const { context } = after;
  const { request, query, stale, views } = context;
  if (request === before.context.request) return null;
  const base = { type: 'tickets.fetch', request, query } as const;
  if (views.asked === request) return { ...base, page: 1, limit: 1, purpose: 'views', withViews: true };
  if (after.matches('loadingMore')) {
    const page = Math.max(context.nextPage, Math.floor(rowsIn(app) / PAGE) + 1);
    return { ...base, page, limit: PAGE, purpose: 'page' };
  }
  // What was held when it was lost, or is held now that a row is missing.
  const held = isTorn(step) ? context.held : before.context.held;
  const pages = Math.max(1, Math.ceil((stale ? held : 0) / PAGE));
  const isCounted = !stale && views.asOf >= 0;
  const limit = Math.min(100, pages * PAGE);
  return { ...base, page: 1, limit, purpose: stale ? 'resync' : 'page', ...(!isCounted && { withViews: true }) };
}

/** Timers: a resync that failed is tried again, unless it isn't permitted; numbers in doubt are asked for soon. */
function timed({ event, before, after, around }: Taken): readonly Command[] {
  const was = before.context;
  const left: Command[] = [];
  const isSessionOver =
    event.type === 'app.opened' ? around.isLoggedIn : after.matches('idle') && !before.matches('idle');
  if (isSessionOver) return ['resync', 'views'].map((name) => ({ type: 'timer.cancel', timer: `inbox:main:${name}` }));
  const isFailed = event.type === 'tickets.listFailed' && isAsked(event, was) && was.stale;
  const isWaiting = before.matches('loading') || (before.matches('ready') && was.views.asked !== was.request);
  if (isFailed && isWaiting && event.failure.code !== 'FORBIDDEN')
    left.push({ type: 'timer.start', timer: 'inbox:main:resync', ms: 1_000 });
  const isDoubted = was.views.doubt === undefined && after.context.views.doubt !== undefined;
  const isDue = event.type === 'timer.fired' && event.timer === 'inbox:main:views' && was.views.doubt !== undefined;
  if (isDoubted || isDue) left.push({ type: 'timer.start', timer: 'inbox:main:views', ms: 2_000 });
  return left;
}

const WHO = '301';

/** What the server last said of a customer's pin: a list as of its position, and frames after it. */
function servedAfter({ event, before }: Taken): boolean {
  const { updated, listed, listedAt } = before.context.pins;
  const own = updated[WHO];
  const served = own?.pinned ?? listed[WHO] ?? false;
  if (event.type === 'customer.pinned' && event.customerId === WHO)
    return event.stream.seq <= Math.max(listedAt, own?.asOf ?? -1) ? served : event.pinned;
  if (event.type !== 'tickets.listed' || event.pinnedCustomers === undefined) return served;
  const isNews = isAsked(event, before.context) && event.streamPosition >= listedAt;
  if (!isNews) return served;
  return own !== undefined && own.asOf > event.streamPosition ? own.pinned : event.pinnedCustomers.includes(WHO);
}

/** What the viewer wishes, until the server says the same, or that it can't be. */
function wishAfter(step: Taken): boolean | null {
  const { event, before, around } = step;
  const { wanted } = before.context.pins;
  const wish = wanted[WHO] ?? null;
  const served = servedAfter(step);
  const isOf = 'customerId' in event && event.customerId === WHO;
  if (event.type === 'customer.pinToggled' && isOf)
    return event.pinned === selectIsPinned(before, WHO) ? wish : event.pinned;
  if (event.type === 'customer.pinFailed' && isOf) return wish === event.pinned ? null : wish;
  // What was lost with the connection, the next list says.
  if (event.type === 'socket.greeted' && around.isGreeted && !event.recovered) return null;
  const isTold = (event.type === 'customer.pinned' && isOf) || event.type === 'tickets.listed';
  const isNews = isTold && (event.type !== 'tickets.listed' || isAsked(event, before.context));
  return isNews && wish === served ? null : wish;
}

function taken(step: Listed): Taken | null {
  const { before, after } = step;
  return before === undefined || after === undefined ? null : { ...step, before, after };
}

export const inboxOracles = oraclesOf<InboxSnapshot, Around>(
  ({ directory }) => directory.inbox.getSnapshot(),
  (app) => ({
    rows: rowsIn(app),
    isGreeted: app.directory.socket.getSnapshot().matches({ connecting: 'greeting' }),
    isLoggedIn: app.directory.auth.getSnapshot().matches('authenticated'),
  }),
  {
    'what is asked for, and how much is there': (each) => {
      const step = taken(each);
      return step === null || isNewSession(step)
        ? null
        : { expected: knownAfter(step), came: partOf(step.after.context) };
    },
    'what is fetched': (each) => {
      const step = taken(each);
      if (step === null) return null;
      // Both by one event: the numbers aren't told.
      const came = step.commands.filter(({ type }) => type === 'tickets.fetch');
      if (step.after.context.request > step.before.context.request + 1) return null;
      return { expected: [fetched(step)].filter((command) => command !== null), came };
    },
    'what is waited for': (each) => {
      const step = taken(each);
      if (step === null) return null;
      return {
        expected: timed(step),
        came: step.commands.filter((command) => 'timer' in command && command.timer.startsWith('inbox:')),
      };
    },
    'what a session begins with': (each) => {
      const step = taken(each);
      const expected = step === null || !isNewSession(step) ? null : queryBegun(step);
      return step === null || expected === null ? null : { expected, came: step.after.context.query };
    },
    'who is pinned': (each) => {
      const step = taken(each);
      if (step === null || isNewSession(step)) return null;
      const [wish, served] = [wishAfter(step), servedAfter(step)];
      const { wanted } = step.after.context.pins;
      const came = { wish: wanted[WHO] ?? null, isPinned: selectIsPinned(step.after, WHO) };
      return { expected: { wish, isPinned: wish ?? served }, came };
    },
    'what is told of pins': (each) => {
      const step = taken(each);
      if (step === null) return null;
      const { event, before } = step;
      const came = step.commands.filter(({ type }) => type === 'customer.pin');
      if (isNewSession(step)) {
        const expected = pinsBegun(step);
        return expected === null ? null : { expected, came };
      }
      const isTold = event.type === 'customer.pinToggled' && selectIsPinned(before, event.customerId) !== event.pinned;
      return {
        expected: isTold ? [{ type: 'customer.pin', customerId: event.customerId, pinned: event.pinned }] : [],
        came,
      };
    },
  },
);
