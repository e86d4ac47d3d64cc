import type { App } from '../src/machines/app.ts';
import { selectViewer } from '../src/machines/auth/auth.selectors.ts';
import { inboxMachine } from '../src/machines/inbox/inbox.machine.ts';
import type { InboxQuery } from '../src/machines/log/events-inbox.ts';
import { awaitsGreeting, connection, live } from './connection.ts';
import { inboxInvariants } from './inbox.invariants.ts';
import { answered, inboxSamples, row } from './inbox.samples.ts';
import { when } from './model.ts';
import type { MachineModel } from './model.ts';
import { ana, atWork, bruno, person, ticket } from './samples.ts';
import { stateKey } from './state-key.ts';

type State = 'idle' | 'loading' | 'ready' | 'loadingMore' | 'failed' | 'moreFailed';

type Name = keyof typeof inboxSamples;

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
const views = ['inbox.filtered: the queue', 'inbox.filtered: waiting'] as const satisfies readonly Name[];
const narrowings = ['inbox.narrowed: not answered', 'inbox.narrowed: nothing'] as const satisfies readonly Name[];
const sorts = ['inbox.sorted: longest wait', 'inbox.sorted: last message'] as const satisfies readonly Name[];

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
  'the queue is asked for': (app: App) => contextOf(app).query.scope === 'queue',
  'those waiting for a customer are asked for': (app: App) => contextOf(app).query.scope === 'waiting',
  'the not answered are asked for': (app: App) => contextOf(app).query.only?.notResponded === true,
  'the unread are asked for': (app: App) => contextOf(app).query.only?.unseen === true,
  'the numbers are asked for': (app: App) => contextOf(app).views.asked === contextOf(app).request,
  'by wait': (app: App) => contextOf(app).query.sort === 'longest_wait',
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
  'inbox.filtered: the queue': when('the queue is asked for', 'stays', 'loading'),
  'inbox.filtered: waiting': when('those waiting for a customer are asked for', 'stays', 'loading'),
  'inbox.narrowed: not answered': when('the not answered are asked for', 'stays', 'loading'),
  'inbox.narrowed: the unread': when('the unread are asked for', 'stays', 'loading'),
  'inbox.narrowed: nothing': when(
    'the not answered are asked for',
    'loading',
    when('the unread are asked for', 'loading', 'stays'),
  ),
  'inbox.sorted: longest wait': when('by wait', 'stays', 'loading'),
  'inbox.sorted: last message': when('by wait', 'loading', 'stays'),
  'inbox.searched: “mar”': when('“mar” is asked for', 'stays', 'loading'),
  'inbox.searched: nothing': when('“mar” is asked for', 'loading', 'stays'),
  'instance.chosen': when('an instance is asked for', 'stays', 'loading'),
} as const;

/** Before a login, or while an answer is pending, these fetch nothing. */
const onFiltersBefore = {
  'inbox.filtered: finished ones': 'stays',
  'inbox.filtered: mine, open': 'stays',
  'inbox.filtered: the queue': 'stays',
  'inbox.filtered: waiting': 'stays',
  'inbox.narrowed: not answered': 'stays',
  'inbox.narrowed: the unread': 'stays',
  'inbox.narrowed: nothing': 'stays',
  'inbox.sorted: longest wait': 'stays',
  'inbox.sorted: last message': 'stays',
  'inbox.searched: “mar”': 'stays',
  'inbox.searched: nothing': 'stays',
  'instance.chosen': 'stays',
} as const;

export const inboxModel: MachineModel<State, Name, keyof typeof facts> = {
  name: 'inbox',
  machine: inboxMachine,
  actor: 'inbox',
  samples: inboxSamples,
  facts,
  scenes: {
    'before anybody is logged in': {
      given: [],
      only: [...filters, 'app.opened: with a kept session', 'app.opened: nobody was logged in', 'logout.requested'],
    },
    'somebody logs in': {
      given: [inboxSamples['app.opened: nobody was logged in'], inboxSamples['login.submitted']],
      only: ['login.succeeded: who had chosen an instance'],
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
      given: [...live(ana, 'atendente', []), inboxSamples['inbox.filtered: mine, open'], answered(25)],
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
      given: [...live(ana, 'atendente', []), inboxSamples['inbox.filtered: mine, open'], answered(3)],
      only: ['customer.pinToggled: on', 'customer.pinToggled: off', 'customer.pinFailed', 'customer.pinned'],
    },
    'the page is reloaded': {
      given: [...live(ana, 'atendente', []), inboxSamples['inbox.filtered: mine, open']],
      only: [...answers, ...paging, 'app.opened: with a kept session'],
    },
    'the page is reloaded with a pending pin': {
      given: [...live(ana, 'atendente', []), inboxSamples['inbox.filtered: mine, open'], answered(3)],
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
    'they are who they were': {
      given: [...live(ana, 'atendente', [row(1)]), inboxSamples['user.loaded: as they were']],
      only: ['user.loaded: as they were'],
    },
    'frames of tickets that are not held': {
      given: [...live(ana, 'atendente', []), inboxSamples['inbox.filtered: mine, open']],
      only: ['tickets.listed: something is unseen elsewhere', 'unseen.wasReset: elsewhere'],
    },
    'the numbers are in doubt': {
      given: [...live(ana, 'atendente', []), inboxSamples['inbox.narrowed: the unread'], answered(0)],
      only: [
        'unseen.wasReset: elsewhere',
        'timer.fired: views',
        'tickets.listed: the views',
        'tickets.listFailed',
        'inbox.narrowed: nothing',
      ],
    },
    'the numbers are in doubt while more is asked for': {
      given: [...live(ana, 'atendente', []), inboxSamples['inbox.filtered: mine, open'], answered(25)],
      only: [
        'inbox.narrowed: the unread',
        'tickets.listed: of 25',
        'inbox.endReached',
        'unseen.wasReset: elsewhere',
        'timer.fired: views',
      ],
    },
    'other filters': { given: atWork(ana), only: [...filters, 'tickets.listed: of 3', 'tickets.listFailed'] },
    'other views': {
      given: atWork(ana),
      only: [...views, 'inbox.filtered: mine, open', 'tickets.listed: of 3', 'message.arrived', 'ticket.closed'],
    },
    'other narrow filters': { given: atWork(ana), only: [...narrowings, 'tickets.listed: of 3', 'message.arrived'] },
    'another order': { given: atWork(ana), only: [...sorts, 'tickets.listed: of 3', 'tickets.listFailed'] },
    'another view or order before anybody is logged in': {
      given: [inboxSamples['app.opened: nobody was logged in']],
      only: [...filters, ...views, ...sorts, ...narrowings],
    },
    'another view or order while more is asked for': {
      given: [...atWork(ana), answered(25), inboxSamples['inbox.endReached']],
      only: [...views, ...sorts, ...narrowings],
    },
    'other filters while more is asked for': {
      given: [...atWork(ana), answered(25), inboxSamples['inbox.endReached']],
      only: [...filters, 'tickets.listFailed'],
    },
    'the connection breaks': {
      given: [...atWork(ana), connection['socket.ticketIssued'], connection['socket.opened']],
      only: [...answers, ...paging, 'socket.greeted: something was lost', 'timer.fired: resync'],
    },
    'a resync fails': {
      given: [
        ...atWork(ana),
        inboxSamples['tickets.listed: of 25'],
        connection['socket.ticketIssued'],
        connection['socket.opened'],
        connection['socket.greeted: something was lost'],
        inboxSamples['tickets.listFailed'],
      ],
      only: ['timer.fired: resync', 'tickets.listed: of 25', 'tickets.listFailed', 'inbox.endReached'],
    },
  },
  expected: {
    anywhere: {
      'app.opened: with a kept session': 'loading',
      'app.opened: nobody was logged in': 'idle',
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
      'timer.fired: views': 'stays',
      'tickets.listed: the views': 'stays',
    },
    states: {
      none: {},
      idle: {
        ...onFiltersBefore,
        'app.opened: nobody was logged in': 'stays',
        'login.succeeded: who had chosen an instance': 'loading',
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
        'tickets.listFailed': when('the numbers are asked for', 'stays', 'ignored'),
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
      scope: query.scope === 'queue' || query.scope === 'waiting' ? query.scope : null,
      sort: query.sort,
      only: query.only && Object.keys(query.only).join(),
      doubt: context.views.doubt !== undefined,
      isAsked: context.views.asked === undefined ? null : context.views.asked === context.request,
      counted: context.views.asOf >= 0,
      finishes: Object.keys(context.views.finishedSince).length,
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
