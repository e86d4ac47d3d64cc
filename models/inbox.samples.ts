import { ADMIN_ROLE } from '../contract/facts/roles.ts';
import { CHAT_PAGE_SIZE } from '../contract/facts/limits.ts';
import type { App } from '../src/machines/app.ts';
import type { Ticket } from '../src/machines/entities/entities.ts';
import { inboxResyncTimer, inboxViewsTimer } from '../src/machines/inbox/inbox.machine.ts';
import type { AppEvent } from '../src/machines/log/event.ts';
import type { ListedViews } from '../src/machines/log/events-inbox.ts';
import { connection, held, next } from './connection.ts';
import { narrowSamples } from './inbox.narrow.ts';
import { sessionSamples } from './inbox.session.ts';
import type { Sample } from './model.ts';
import {
  START,
  ana,
  customer,
  failure,
  instance,
  message,
  opened,
  storedSession,
  ticket,
  framed,
  user,
} from './samples.ts';

/** The n-th ticket of the list: an old pinned one, then newest first. */
export function row(n: number): Ticket {
  const id = String(100 + n);
  const at = n === 0 ? START - 90_000 : START - n * 1_000;
  const lastMessage = message(String(500 - n), { ticketId: id, at });
  const name = n % 2 === 0 ? 'MARINA Alves' : 'Paulo Reis';
  return ticket({ id, lastMessage, customer: customer({ id: String(300 + n), name }), pinned: n === 0 });
}

/**
 * The answer to the inbox's last fetch if the server has that many rows. A fetch is answered once: where none is awaited
 * it answers an earlier one.
 */
export function answered(total: number): (app: App) => AppEvent {
  return (app) => {
    const { value, context } = app.directory.inbox.getSnapshot();
    const { query, stale, nextPage, views } = context;
    const isMore = value === 'loadingMore';
    const isAwaited = value === 'loading' || isMore || (value === 'ready' && stale) || views.asked === context.request;
    const request = isAwaited ? context.request : context.request - 1;
    const held = Math.max(1, Math.ceil(context.held / CHAT_PAGE_SIZE)) * CHAT_PAGE_SIZE;
    const limit = stale && !isMore ? held : CHAT_PAGE_SIZE;
    const page = isMore ? Math.max(nextPage, Math.floor(context.held / CHAT_PAGE_SIZE) + 1) : 1;
    const from = (page - 1) * limit;
    return {
      type: 'tickets.listed',
      request,
      query,
      page,
      limit,
      purpose: stale && !isMore ? 'resync' : 'page',
      totalPages: Math.ceil(total / limit),
      totalItems: total,
      streamPosition: heldOrFirst(app),
      ...(page === 1 && { pinnedCustomers: total === 0 ? [] : [row(0).customer.id], views: viewsOf(total) }),
      items: Array.from({ length: Math.max(0, Math.min(total, from + limit) - from) }, (_, at) => row(from + at)),
    };
  };
}

/** The answer that only counts: there is one ticket in the views, which isn't held. */
function counted(app: App): AppEvent {
  const answer = answered(0)(app);
  if (answer.type !== 'tickets.listed') return answer;
  const views = { mine: ['999'], queue: [], flow: [], waiting: [], snoozed: [], all: ['999'], finished: 0 };
  const request = app.directory.inbox.getSnapshot().context.views.asked ?? -1;
  return { ...answer, request, page: 1, limit: 1, purpose: 'views', totalPages: 0, views };
}

/** All rows are the viewer's, and answered. */
function viewsOf(total: number): ListedViews {
  const ids = Array.from({ length: total }, (_, at) => row(at).id);
  return { mine: ids, queue: [], flow: [], waiting: ids, snoozed: [], all: ids, finished: 4 };
}

function heldOrFirst(app: App): number {
  return Math.max(1, held(app));
}

/** The same event, but of the previous fetch. */
function older(event: (app: App) => AppEvent): (app: App) => AppEvent {
  return (app) => {
    const answer = event(app);
    return 'request' in answer ? { ...answer, request: answer.request - 1 } : answer;
  };
}

function failed(code: 'NETWORK' | 'FORBIDDEN'): (app: App) => AppEvent {
  return (app) => {
    const { request } = app.directory.inbox.getSnapshot().context;
    return { type: 'tickets.listFailed', request, failure: failure(code) };
  };
}

/** A ticket in which nobody wrote yet: all of them began at once. */
export function ofOneMoment(id: string): Ticket {
  return ticket({ id, customer: customer({ id: `5${id}` }) });
}

/** What can happen to the inbox, by name. */
export const inboxSamples = {
  'app.opened: with a kept session': opened(storedSession(ana)),
  'app.opened: nobody was logged in': opened(null),
  'login.submitted': {
    type: 'login.submitted',
    path: 'rest',
    email: '7@aurora.example',
    secret: 'password',
    remember: true,
    to: null,
  },
  'app.opened: an administrator by now': opened(storedSession(ana, ADMIN_ROLE)),
  'user.loaded: as they were': { type: 'user.loaded', user: user(ana) },
  'user.loaded: an attendant by now': { type: 'user.loaded', user: user(ana) },
  'user.loaded: an administrator by now': { type: 'user.loaded', user: user(ana, { roleName: ADMIN_ROLE }) },
  'logout.requested': { type: 'logout.requested' },
  'inbox.filtered: finished ones': { type: 'inbox.filtered', instanceId: null, status: 'finished', scope: 'mine' },
  'inbox.filtered: mine, open': { type: 'inbox.filtered', instanceId: null, status: 'open', scope: 'mine' },
  'inbox.filtered: the queue': { type: 'inbox.filtered', instanceId: null, status: 'open', scope: 'queue' },
  'inbox.filtered: with a flow': { type: 'inbox.filtered', instanceId: null, status: 'open', scope: 'flow' },
  'inbox.filtered: waiting': { type: 'inbox.filtered', instanceId: null, status: 'open', scope: 'waiting' },
  'inbox.narrowed: not answered': { type: 'inbox.narrowed', only: { notResponded: true } },
  'inbox.narrowed: the unread': { type: 'inbox.narrowed', only: { unseen: true } },
  'inbox.narrowed: nothing': { type: 'inbox.narrowed', only: {} },
  'inbox.sorted: longest wait': { type: 'inbox.sorted', sort: 'longest_wait' },
  'inbox.sorted: last message': { type: 'inbox.sorted', sort: 'last_message' },
  'inbox.searched: “mar”': { type: 'inbox.searched', search: ' mar ' },
  'inbox.searched: nothing': { type: 'inbox.searched', search: '' },
  'instance.chosen': { type: 'instance.chosen', instanceId: '5' },
  'inbox.endReached': { type: 'inbox.endReached' },
  'inbox.retried': { type: 'inbox.retried' },
  'tickets.listed: of 25': answered(25),
  'tickets.listed: of 3': answered(3),
  'tickets.listed: none': answered(0),
  'tickets.listed: of an earlier call': older(answered(25)),
  'tickets.listed: something is unseen elsewhere': (app) => {
    const answer = answered(3)(app);
    return answer.type === 'tickets.listed' ? { ...answer, unseenConversations: ['999@5'] } : answer;
  },
  'unseen.wasReset: elsewhere': (app) => ({
    type: 'unseen.wasReset',
    customerId: '999',
    instanceId: '5',
    upToId: null,
    unseen: 0,
    stream: next(app),
  }),
  'customer.pinToggled: on': { type: 'customer.pinToggled', customerId: '301', pinned: true },
  'customer.pinToggled: off': { type: 'customer.pinToggled', customerId: '301', pinned: false },
  'customer.pinFailed': { type: 'customer.pinFailed', customerId: '301', pinned: true, failure: failure('NETWORK') },
  'customer.pinned': (app) => ({ type: 'customer.pinned', customerId: '301', pinned: true, stream: next(app) }),
  'tickets.listFailed': failed('NETWORK'),
  'tickets.listFailed: of an earlier call': older(failed('NETWORK')),
  'tickets.listFailed: not permitted': failed('FORBIDDEN'),
  'tickets.listed: the views': counted,
  'timer.fired: views': { type: 'timer.fired', timer: inboxViewsTimer },
  'timer.fired: resync': { type: 'timer.fired', timer: inboxResyncTimer },
  'message.arrived': (app) => {
    const place = next(app);
    const news = message(String(900 + place.seq), { ticketId: '102', at: START + place.seq });
    const { pinned: _, ...known } = row(2);
    return { type: 'message.arrived', message: news, ticket: framed({ ...known, lastMessage: news }), stream: place };
  },
  'customer.arrived: a flow took it': (app) => {
    const { pinned: _, ...known } = row(2);
    const ticket = framed({ ...known, owner: null, inFlow: true });
    return { type: 'customer.arrived', ticket, stream: next(app) };
  },
  'ticket.transferred: a flow handed it over': (app) => {
    const { pinned: _, ...known } = row(2);
    const ticket = framed({ ...known, owner: null, notResponded: true, waitingSince: START });
    return { type: 'ticket.transferred', transfer: null, ticket, by: null, stream: next(app) };
  },
  'tickets.listed: of 25, from before the last frame': (app) => {
    const answer = answered(25)(app);
    return answer.type === 'tickets.listed' ? { ...answer, streamPosition: heldOrFirst(app) - 1 } : answer;
  },
  'tickets.listed: of 25, as of a later position': (app) => {
    const answer = answered(25)(app);
    return answer.type === 'tickets.listed' ? { ...answer, streamPosition: heldOrFirst(app) + 1 } : answer;
  },
  'ticket.closed': (app) => {
    const { pinned: _, ...known } = row(2);
    return { type: 'ticket.closed', ticket: framed({ ...known, finishedAt: START }), by: null, stream: next(app) };
  },
  'customer.pinned: not any more': (app) => ({
    type: 'customer.pinned',
    customerId: '301',
    pinned: false,
    stream: next(app),
  }),
  'instances.listed: another': { type: 'instances.listed', instances: [instance({ id: '6', name: 'Suporte' })] },
  ...sessionSamples,
  ...narrowSamples,
  ...connection,
} satisfies Record<string, Sample>;
