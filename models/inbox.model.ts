import type { App } from '../src/machines/app.ts';
import type { Ticket } from '../src/machines/entities/entities.ts';
import { inboxMachine, inboxResyncTimer } from '../src/machines/inbox/inbox.machine.ts';
import { CHAT_PAGE_SIZE } from '../src/machines/limits.ts';
import type { AppEvent } from '../src/machines/log/event.ts';
import { connection, held, live, next } from './connection.ts';
import { inboxInvariants } from './inbox.invariants.ts';
import type { MachineModel, Sample } from './model.ts';
import {
  START,
  ana,
  atWork,
  customer,
  failure,
  message,
  opened,
  preferences,
  storedSession,
  ticket,
  told,
} from './samples.ts';
import { stateKey } from './state-key.ts';

type State = 'idle' | 'loading' | 'ready' | 'loadingMore' | 'failed' | 'moreFailed';

/** The n-th ticket of the list: a pinned one that is old, then the newest first. */
function row(n: number): Ticket {
  const id = String(100 + n);
  const at = n === 0 ? START - 90_000 : START - n * 1_000;
  const lastMessage = message(String(500 - n), { ticketId: id, at });
  const name = n % 2 === 0 ? 'MARINA Alves' : 'Paulo Reis';
  return ticket({ id, lastMessage, customer: customer({ id: String(300 + n), name }), pinned: n === 0 });
}

/** What the server answers to the inbox's last question when it has so many rows. */
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
      items: Array.from({ length: Math.max(0, Math.min(total, from + limit) - from) }, (_, at) => row(from + at)),
    };
  };
}

function heldOrFirst(app: App): number {
  return Math.max(1, held(app));
}

/** The same, but of the question before. */
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
  'tickets.listed: of an older question': older(answered(25)),
  'tickets.listFailed': failed,
  'tickets.listFailed: of an older question': older(failed),
  'timer.fired: compare again': { type: 'timer.fired', timer: inboxResyncTimer },
  'message.arrived': (app) => {
    const place = next(app);
    const news = message(String(900 + place.seq), { ticketId: '102', at: START + place.seq });
    const { pinned: _, ...known } = row(2);
    return { type: 'message.arrived', message: news, ticket: told({ ...known, lastMessage: news }), stream: place };
  },
  'tickets.listed: of 25, further on than what was heard': (app) => {
    const answer = answered(25)(app);
    return answer.type === 'tickets.listed' ? { ...answer, streamPosition: heldOrFirst(app) + 1 } : answer;
  },
  'ticket.closed': (app) => {
    const { pinned: _, ...known } = row(2);
    return { type: 'ticket.closed', ticket: told({ ...known, finishedAt: START }), by: null, stream: next(app) };
  },
  ...connection,
} satisfies Record<string, Sample>;

type Name = keyof typeof samples;

const answers = [
  'tickets.listed: of 25',
  'tickets.listed: of 3',
  'tickets.listFailed',
] as const satisfies readonly Name[];
const further = ['inbox.endReached', 'inbox.retried'] as const satisfies readonly Name[];
const filters = [
  'inbox.filtered: finished ones',
  'inbox.filtered: mine, open',
  'inbox.searched: “mar”',
  'inbox.searched: nothing',
  'instance.chosen',
] as const satisfies readonly Name[];

const onFilters = {
  'inbox.filtered: finished ones': ['loading', 'stays'],
  'inbox.filtered: mine, open': ['loading', 'stays'],
  'inbox.searched: “mar”': ['loading', 'stays'],
  'inbox.searched: nothing': ['loading', 'stays'],
  'instance.chosen': ['loading', 'stays'],
} as const;

const toReady = {
  'tickets.listed: of 25': ['ready', 'loadingMore'],
  'tickets.listed: of 3': 'ready',
  'tickets.listed: none': 'ready',
  'tickets.listed: of 25, further on than what was heard': ['ready', 'loadingMore'],
} as const;

export const inboxModel: MachineModel<State, Name> = {
  name: 'inbox',
  machine: inboxMachine,
  actor: 'inbox',
  samples,
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
        ...further,
        'tickets.listed: none',
        'tickets.listed: of an older question',
        'tickets.listFailed: of an older question',
        'timer.fired: compare again',
        'message.arrived',
      ],
    },
    'a row leaves between two pages': {
      given: [...live(ana, 'atendente', []), samples['inbox.filtered: mine, open'], answered(25)],
      only: ['inbox.endReached', 'tickets.listed: of 25, further on than what was heard', 'ticket.closed'],
    },
    'other filters': { given: atWork(ana), only: [...filters, 'tickets.listed: of 3', 'tickets.listFailed'] },
    'the connection breaks': {
      given: [...atWork(ana), connection['socket.ticketIssued'], connection['socket.opened']],
      only: [...answers, ...further, 'socket.greeted: something was lost', 'timer.fired: compare again'],
    },
    'comparing fails': {
      given: [
        ...atWork(ana),
        samples['tickets.listed: of 25'],
        connection['socket.ticketIssued'],
        connection['socket.opened'],
        connection['socket.greeted: something was lost'],
        samples['tickets.listFailed'],
      ],
      only: ['timer.fired: compare again', 'tickets.listed: of 25', 'tickets.listFailed', 'inbox.endReached'],
    },
  },
  expected: {
    anywhere: {
      ...onFilters,
      'app.opened: with a kept session': 'loading',
      'app.opened: nobody was logged in': ['idle', 'stays'],
      'app.opened: nobody, another instance was chosen': ['idle', 'stays'],
      'logout.requested': 'idle',
      // How many rows are held is a fact that every answer may change.
      'tickets.listed: of an older question': 'stays',
      'tickets.listed: of 25': 'stays',
      'tickets.listed: of 3': 'stays',
      'tickets.listed: none': 'stays',
      'tickets.listed: of 25, further on than what was heard': 'stays',
      'inbox.endReached': 'stays',
      'inbox.retried': 'stays',
      'ticket.closed': 'stays',
    },
    states: {
      none: {},
      idle: {
        'inbox.endReached': 'ignored',
        'inbox.retried': 'ignored',
        'logout.requested': 'ignored',
      },
      loading: {
        ...toReady,
        'tickets.listFailed': 'failed',
        'socket.greeted: something was lost': 'stays',
      },
      ready: {
        'tickets.listed: of 25': ['loadingMore', 'stays'],
        'tickets.listed: of 3': 'stays',
        'tickets.listed: none': 'stays',
        'tickets.listed: of 25, further on than what was heard': ['loadingMore', 'stays'],
        'inbox.endReached': ['loadingMore', 'stays'],
        'socket.greeted: something was lost': 'stays',
        'timer.fired: compare again': 'stays',
      },
      loadingMore: {
        ...toReady,
        'tickets.listFailed': 'moreFailed',
        'socket.greeted: something was lost': ['ready', 'stays'],
      },
      failed: {
        'inbox.retried': 'loading',
        'timer.fired: compare again': ['loading', 'stays'],
        // Said twice, it is no second break.
        'socket.greeted: something was lost': ['loading', 'stays'],
      },
      moreFailed: {
        'inbox.retried': 'loadingMore',
        'socket.greeted: something was lost': ['ready', 'stays'],
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
      order: directory.ticketOrder.getSnapshot().ids.length,
      anonymous: context.viewer === null,
      socket: stateKey(directory.socket.getSnapshot().value),
    });
  },
  stopWhen: () => false,
  invariants: inboxInvariants,
  onlyInTheLog: {},
};
