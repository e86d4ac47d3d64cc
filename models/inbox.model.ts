import { CHAT_PAGE_SIZE } from '../contract/facts/limits.ts';
import type { App } from '../src/machines/app.ts';
import { selectViewer } from '../src/machines/auth/auth.selectors.ts';
import type { Ticket } from '../src/machines/entities/entities.ts';
import { ADMIN_ROLE } from '../contract/facts/roles.ts';
import { inboxMachine, inboxResyncTimer } from '../src/machines/inbox/inbox.machine.ts';
import type { AppEvent } from '../src/machines/log/event.ts';
import type { InboxQuery } from '../src/machines/log/events-chat.ts';
import { awaitsGreeting, connection, held, live, next } from './connection.ts';
import { inboxInvariants } from './inbox.invariants.ts';
import { when } from './model.ts';
import type { MachineModel, Sample } from './model.ts';
import {
  START,
  ana,
  atWork,
  bruno,
  customer,
  failure,
  message,
  opened,
  person,
  preferences,
  storedSession,
  ticket,
  framed,
  user,
} from './samples.ts';
import { stateKey } from './state-key.ts';

type State = 'idle' | 'loading' | 'ready' | 'loadingMore' | 'failed' | 'moreFailed';

/** The n-th ticket of the list: an old pinned one, then newest first. */
function row(n: number): Ticket {
  const id = String(100 + n);
  const at = n === 0 ? START - 90_000 : START - n * 1_000;
  const lastMessage = message(String(500 - n), { ticketId: id, at });
  const name = n % 2 === 0 ? 'MARINA Alves' : 'Paulo Reis';
  return ticket({ id, lastMessage, customer: customer({ id: String(300 + n), name }), pinned: n === 0 });
}

/** The answer to the inbox's last fetch if the server has that many rows. */
function answered(total: number): (app: App) => AppEvent {
  return (app) => {
    const { value, context } = app.directory.inbox.getSnapshot();
    const { request, query, stale, nextPage } = context;
    const isMore = value === 'loadingMore';
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
      ...(page === 1 && { pinnedCustomers: total === 0 ? [] : [row(0).customer.id] }),
      items: Array.from({ length: Math.max(0, Math.min(total, from + limit) - from) }, (_, at) => row(from + at)),
    };
  };
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

function failed(app: App): AppEvent {
  const { request } = app.directory.inbox.getSnapshot().context;
  return { type: 'tickets.listFailed', request, failure: failure('NETWORK') };
}

const samples = {
  'app.opened: with a kept session': opened(storedSession(ana)),
  'app.opened: nobody was logged in': opened(null),
  'app.opened: nobody, another instance was chosen': opened(null, {
    preferences: { ...preferences, activeInstanceId: '6' },
  }),
  'app.opened: an administrator by now': opened(storedSession(ana, ADMIN_ROLE)),
  'user.loaded: as they were': { type: 'user.loaded', user: user(ana) },
  'user.loaded: an attendant by now': { type: 'user.loaded', user: user(ana) },
  'user.loaded: an administrator by now': { type: 'user.loaded', user: user(ana, { roleName: ADMIN_ROLE }) },
  'logout.requested': { type: 'logout.requested' },
  'inbox.filtered: finished ones': { type: 'inbox.filtered', instanceId: null, status: 'finished', scope: 'mine' },
  'inbox.filtered: mine, open': { type: 'inbox.filtered', instanceId: null, status: 'open', scope: 'mine' },
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
  'tickets.listFailed': failed,
  'tickets.listFailed: of an earlier call': older(failed),
  'timer.fired: resync': { type: 'timer.fired', timer: inboxResyncTimer },
  'message.arrived': (app) => {
    const place = next(app);
    const news = message(String(900 + place.seq), { ticketId: '102', at: START + place.seq });
    const { pinned: _, ...known } = row(2);
    return { type: 'message.arrived', message: news, ticket: framed({ ...known, lastMessage: news }), stream: place };
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
  ...connection,
} satisfies Record<string, Sample>;

type Name = keyof typeof samples;

const answers = [
  'tickets.listed: of 25',
  'tickets.listed: of 3',
  'tickets.listFailed',
] as const satisfies readonly Name[];
const paging = ['inbox.endReached', 'inbox.retried'] as const satisfies readonly Name[];
const filters = [
  'inbox.filtered: finished ones',
  'inbox.filtered: mine, open',
  'inbox.searched: “mar”',
  'inbox.searched: nothing',
  'instance.chosen',
] as const satisfies readonly Name[];

function contextOf({ directory }: App) {
  return directory.inbox.getSnapshot().context;
}

/** Whether the query is for the user's own tickets, of all instances. */
function asksForAll(app: App, status: InboxQuery['status']): boolean {
  const { query } = contextOf(app);
  return query.status === status && query.scope === 'mine' && query.instanceId === null;
}

/** What outcomes depend on: the current query, and what is still to be fetched. */
const facts = {
  'finished ones of every instance are asked for': (app: App) => asksForAll(app, 'finished'),
  'open ones of every instance are asked for': (app: App) => asksForAll(app, 'open'),
  '“mar” is asked for': (app: App) => contextOf(app).query.search === 'mar',
  'an instance is asked for': (app: App) => contextOf(app).query.instanceId !== null,
  'all is held': (app: App) => contextOf(app).complete,
  'more is wanted': (app: App) => contextOf(app).wantsMore,
  'a resync is due': (app: App) => contextOf(app).stale,
  'the greeting is awaited': awaitsGreeting,
};

/** The current query isn't fetched again. */
const onFilters = {
  'inbox.filtered: finished ones': when('finished ones of every instance are asked for', 'stays', 'loading'),
  'inbox.filtered: mine, open': when('open ones of every instance are asked for', 'stays', 'loading'),
  'inbox.searched: “mar”': when('“mar” is asked for', 'stays', 'loading'),
  'inbox.searched: nothing': when('“mar” is asked for', 'loading', 'stays'),
  'instance.chosen': when('an instance is asked for', 'stays', 'loading'),
} as const;

/** Before a login, or while an answer is pending, these fetch nothing. */
const onFiltersBefore = {
  'inbox.filtered: finished ones': 'stays',
  'inbox.filtered: mine, open': 'stays',
  'inbox.searched: “mar”': 'stays',
  'inbox.searched: nothing': 'stays',
  'instance.chosen': 'stays',
} as const;

export const inboxModel: MachineModel<State, Name, keyof typeof facts> = {
  name: 'inbox',
  machine: inboxMachine,
  actor: 'inbox',
  samples,
  facts,
  scenes: {
    'before anybody is logged in': {
      given: [],
      only: [
        ...filters,
        'app.opened: with a kept session',
        'app.opened: nobody was logged in',
        'app.opened: nobody, another instance was chosen',
        'logout.requested',
      ],
    },
    'page by page': {
      given: atWork(ana),
      only: [
        ...answers,
        ...paging,
        'tickets.listed: none',
        'tickets.listed: of an earlier call',
        'tickets.listFailed: of an earlier call',
        'timer.fired: resync',
        'message.arrived',
      ],
    },
    'a row leaves between two pages': {
      given: [...live(ana, 'atendente', []), samples['inbox.filtered: mine, open'], answered(25)],
      only: ['inbox.endReached', 'tickets.listed: of 25, as of a later position', 'ticket.closed'],
    },
    'a row leaves during a resync, or after it': {
      given: [
        ...atWork(ana),
        connection['socket.ticketIssued'],
        connection['socket.opened'],
        answered(25),
        connection['socket.greeted: something was lost'],
      ],
      only: [
        'inbox.endReached',
        'tickets.listed: of 25',
        'tickets.listed: of 25, from before the last frame',
        'ticket.closed',
      ],
    },
    pins: {
      given: [...live(ana, 'atendente', []), samples['inbox.filtered: mine, open'], answered(3)],
      only: ['customer.pinToggled: on', 'customer.pinToggled: off', 'customer.pinFailed', 'customer.pinned'],
    },
    'the page is reloaded': {
      given: [...live(ana, 'atendente', []), samples['inbox.filtered: mine, open']],
      only: [...answers, ...paging, 'app.opened: with a kept session'],
    },
    'the page is reloaded with a pending pin': {
      given: [...live(ana, 'atendente', []), samples['inbox.filtered: mine, open'], answered(3)],
      only: [
        'app.opened: with a kept session',
        'customer.pinToggled: on',
        'customer.pinToggled: off',
        'customer.pinFailed',
        'tickets.listed: of 3',
      ],
    },
    'their role changes': {
      given: [...live(ana, 'atendente', [row(1), ticket({ owner: person(bruno) })])],
      only: [
        'app.opened: with a kept session',
        'app.opened: an administrator by now',
        'user.loaded: an attendant by now',
        'user.loaded: an administrator by now',
      ],
    },
    'they are who they were': { given: live(ana, 'atendente', [row(1)]), only: ['user.loaded: as they were'] },
    'frames of tickets that are not held': {
      given: [...live(ana, 'atendente', []), samples['inbox.filtered: mine, open']],
      only: ['tickets.listed: something is unseen elsewhere', 'unseen.wasReset: elsewhere'],
    },
    'other filters': { given: atWork(ana), only: [...filters, 'tickets.listed: of 3', 'tickets.listFailed'] },
    'other filters while more is asked for': {
      given: [...atWork(ana), answered(25), samples['inbox.endReached']],
      only: [...filters, 'tickets.listFailed'],
    },
    'the connection breaks': {
      given: [...atWork(ana), connection['socket.ticketIssued'], connection['socket.opened']],
      only: [...answers, ...paging, 'socket.greeted: something was lost', 'timer.fired: resync'],
    },
    'a resync fails': {
      given: [
        ...atWork(ana),
        samples['tickets.listed: of 25'],
        connection['socket.ticketIssued'],
        connection['socket.opened'],
        connection['socket.greeted: something was lost'],
        samples['tickets.listFailed'],
      ],
      only: ['timer.fired: resync', 'tickets.listed: of 25', 'tickets.listFailed', 'inbox.endReached'],
    },
  },
  expected: {
    anywhere: {
      'app.opened: with a kept session': 'loading',
      'app.opened: nobody was logged in': 'idle',
      'app.opened: nobody, another instance was chosen': 'idle',
      'app.opened: an administrator by now': 'loading',
      'user.loaded: an attendant by now': 'stays',
      'user.loaded: an administrator by now': 'stays',
      'logout.requested': 'idle',
      // Every answer may change the number of rows held.
      'tickets.listed: of an earlier call': 'stays',
      'tickets.listed: of 25': 'stays',
      'tickets.listed: of 3': 'stays',
      'tickets.listed: none': 'stays',
      'inbox.endReached': 'stays',
      'inbox.retried': 'stays',
      'ticket.closed': 'stays',
      'customer.pinToggled: on': 'stays',
      'customer.pinToggled: off': 'stays',
      'customer.pinFailed': 'stays',
      'customer.pinned': 'stays',
      'unseen.wasReset: elsewhere': 'stays',
    },
    states: {
      none: {},
      idle: {
        ...onFiltersBefore,
        'app.opened: nobody was logged in': 'stays',
        'app.opened: nobody, another instance was chosen': 'stays',
        'logout.requested': 'ignored',
      },
      loading: {
        ...onFiltersBefore,
        'tickets.listed: of 25': when('more is wanted', 'loadingMore', 'ready'),
        'tickets.listed: of 25, from before the last frame': when('more is wanted', 'loadingMore', 'ready'),
        'tickets.listed: of 3': 'ready',
        'tickets.listed: none': 'ready',
        'tickets.listed: something is unseen elsewhere': 'ready',
        'tickets.listFailed': 'failed',
        'socket.greeted: something was lost': 'stays',
      },
      ready: {
        ...onFilters,
        'tickets.listed: of 25': when('more is wanted', 'loadingMore', 'stays'),
        'tickets.listed: of 25, from before the last frame': when('more is wanted', 'loadingMore', 'stays'),
        'tickets.listed: of 3': 'stays',
        'tickets.listed: none': 'stays',
        'tickets.listed: of 25, as of a later position': when('more is wanted', 'loadingMore', 'stays'),
        'inbox.endReached': when('all is held', 'stays', when('a resync is due', 'stays', 'loadingMore')),
        'socket.greeted: something was lost': 'stays',
        'timer.fired: resync': 'stays',
      },
      loadingMore: {
        ...onFilters,
        'tickets.listed: of 25': 'ready',
        'tickets.listed: of 25, from before the last frame': 'ready',
        'tickets.listed: of 25, as of a later position': 'ready',
        'tickets.listed: of 3': 'ready',
        'tickets.listed: none': 'ready',
        'tickets.listFailed': 'moreFailed',
        'socket.greeted: something was lost': when('the greeting is awaited', 'ready', 'stays'),
      },
      failed: {
        ...onFilters,
        'inbox.retried': 'loading',
        'timer.fired: resync': when('a resync is due', 'loading', 'stays'),
        'socket.greeted: something was lost': when('the greeting is awaited', 'loading', 'stays'),
      },
      moreFailed: {
        ...onFilters,
        'inbox.retried': 'loadingMore',
        'socket.greeted: something was lost': when('the greeting is awaited', 'ready', 'stays'),
      },
    },
  },
  key: (app) => {
    const { directory } = app;
    const { value, context } = directory.inbox.getSnapshot();
    const { answered: isAnswered, complete, held: rows, nextPage, query, stale, wantsMore } = context;
    const { pagedAt, shrunkAt, torn } = context;
    return stateKey(value, {
      status: query.status === 'open' ? null : query.status,
      search: query.search,
      instance: query.instanceId,
      answered: isAnswered,
      complete,
      rows,
      next: nextPage > 1 ? nextPage : null,
      stale,
      paged: pagedAt !== null,
      shrunk: shrunkAt !== null,
      torn,
      wantsMore,
      pinned: context.pins.updated['301']?.pinned ?? context.pins.listed['301'],
      wanted: context.pins.wanted['301'],
      unheld: Math.min(1, context.unheld.frames.length),
      elsewhere: Object.keys(context.unheld.unseen).length,
      order: directory.ticketOrder.getSnapshot().ids.length,
      role: selectViewer(directory.auth.getSnapshot())?.roleName,
      anonymous: context.viewer === null,
      socket: stateKey(directory.socket.getSnapshot().value),
    });
  },
  stopWhen: () => false,
  invariants: inboxInvariants,
  onlyInTheLog: {},
};
