import type { App } from '../src/machines/app.ts';
import type { ManagedUser } from '../src/machines/entities/administration.ts';
import { listingMachine } from '../src/machines/listing/listing.machine.ts';
import type { AppEvent } from '../src/machines/log/event.ts';
import type { ListQuery } from '../src/machines/log/events-administration.ts';
import { listingInvariants } from './listing.invariants.ts';
import { outdatedOracle, outdatedSamples, outdatedScenes } from './listing.outdated.ts';
import { listingOracles } from './listing.reference.ts';
import { when } from './model.ts';
import type { MachineModel, Sample } from './model.ts';
import { ana, atWork, failure, instance, opened, sales, storedSession } from './samples.ts';
import { stateKey } from './state-key.ts';

type State = 'loading' | 'ready' | 'stale' | 'failed';

const LIMIT = 2;
const first: ListQuery = {
  page: 1,
  limit: LIMIT,
  search: '',
  sort: { by: 'name', descending: false },
  filters: {},
  renewMs: 60_000,
};

/** The n-th user of the list. */
function row(n: number): ManagedUser {
  return {
    id: String(n),
    name: `Usuário ${n}`,
    username: `usuario.${n}`,
    email: `${n}@aurora.example`,
    image: null,
    role: { id: '2', name: 'atendente', label: 'Atendente' },
    department: null,
    instances: [instance()],
    links: { [sales.id]: '95' },
    connected: false,
    blocked: false,
    twoFactor: false,
    since: 0,
  };
}

function questionOf(app: App): { readonly request: number; readonly query: ListQuery } {
  const { request, query } = app.directory.list('users')?.getSnapshot().context ?? { request: 0, query: first };
  return { request, query };
}

/** The answer to the last fetch if there are that many users. */
function answered(total: number): (app: App) => AppEvent {
  return (app) => {
    const { request, query } = questionOf(app);
    const from = (query.page - 1) * LIMIT;
    const rows = Array.from({ length: Math.max(0, Math.min(LIMIT, total - from)) }, (_, at) => row(from + at + 1));
    return {
      type: 'list.answered',
      list: 'users',
      request,
      page: { list: 'users', rows, total, facts: { count: total, limit: null } },
    };
  };
}

/** The same, with what the pages before and after go on from. */
function withEdges(total: number): (app: App) => AppEvent {
  return (app) => {
    const answer = answered(total)(app);
    if (answer.type !== 'list.answered' || answer.page.list !== 'users') return answer;
    const [start, end] = [answer.page.rows.at(0)?.id, answer.page.rows.at(-1)?.id];
    if (start === undefined || end === undefined) return answer;
    return { ...answer, page: { ...answer.page, edges: { start, end } } };
  };
}

function failed(app: App): AppEvent {
  return { type: 'list.failed', list: 'users', request: questionOf(app).request, failure: failure('NETWORK') };
}

/** The same event, but of the previous fetch. */
function older(event: (app: App) => AppEvent): (app: App) => AppEvent {
  return (app) => {
    const answer = event(app);
    return 'request' in answer && typeof answer.request === 'number'
      ? { ...answer, request: answer.request - 1 }
      : answer;
  };
}

const samples = {
  'list.opened': { type: 'list.opened', list: 'users', query: first },
  'list.queried: the second page': { type: 'list.queried', list: 'users', change: { page: 2 } },
  'list.opened: one that grows': { type: 'list.opened', list: 'users', query: { ...first, grows: true } },
  'list.queried: the first page': { type: 'list.queried', list: 'users', change: { page: 1 } },
  'list.queried: the third page': { type: 'list.queried', list: 'users', change: { page: 3 } },
  'list.answered: of 5, from their edges on': withEdges(5),
  'list.queried: “mar”': { type: 'list.queried', list: 'users', change: { search: 'mar' } },
  'list.answered: of 3': answered(3),
  'list.answered: of 1': answered(1),
  'list.answered: none': answered(0),
  'list.answered: of an earlier call': older(answered(3)),
  'list.failed': failed,
  'list.failed: of an earlier call': older(failed),
  'list.retried': { type: 'list.retried', list: 'users' },
  'list.outdated': { type: 'list.outdated', list: 'users' },
  // The sample opens and submits a form first; its calls are numbered from the log position at which it was opened.
  'form.saved: of a form that shows in it': (app) => ({
    type: 'form.saved',
    form: 'user.block',
    key: '1',
    request: app.log.position + 3,
    id: '1',
    version: null,
    lists: ['users', 'connectedUsers', 'roles'],
  }),
  'logout.requested': { type: 'logout.requested' },
  'app.opened: somebody else': opened(storedSession(ana)),
  ...outdatedSamples,
} satisfies Record<string, Sample>;

type Name = keyof typeof samples;

/** What outcomes depend on: the page that is fetched, and whether there are earlier rows. */
const facts = {
  'a later page is asked for': (app: App) => questionOf(app).query.page > 1 && questionOf(app).query.grows !== true,
  'there is a page to show': ({ directory }: App) =>
    (directory.list('users')?.getSnapshot().context.page ?? null) !== null,
  'the logout is under way': ({ directory }: App) => directory.auth.getSnapshot().value === 'loggingOut',
};

/** If the page is past the end, the last page is fetched instead. */
const unlessGone = when('a later page is asked for', 'stale', 'ready');
const lastInstead = when('a later page is asked for', 'stays', 'ready');

/** Earlier rows stay on the screen. */
const again = when('there is a page to show', 'stale', 'loading');

/** Whatever is asked for. */
function asked<const To>(to: To) {
  return {
    'list.queried: the first page': to,
    'list.queried: the second page': to,
    'list.queried: the third page': to,
    'list.queried: “mar”': to,
  } as const;
}

const onAnswer = {
  'list.answered: of 3': 'ready',
  'list.answered: of 5, from their edges on': 'ready',
  'list.answered: of 1': unlessGone,
  'list.answered: none': unlessGone,
  'list.failed': 'failed',
} as const;

export const listingModel: MachineModel<State, Name, keyof typeof facts> = {
  name: 'listing',
  machine: listingMachine,
  actor: 'list:users',
  samples,
  facts,
  scenes: {
    'an administrator looks at the users': {
      given: atWork(ana, 'administrador'),
      only: (Object.keys(samples) as Name[]).filter(
        (name) => name !== 'app.opened: somebody else' && !/updated|grows|edges|the (?:first|third) page/u.test(name),
      ),
    },
    'page by page': {
      given: atWork(ana, 'administrador'),
      only: [
        'list.opened',
        'list.queried: the first page',
        'list.queried: the second page',
        'list.queried: the third page',
        'list.queried: “mar”',
        'list.answered: of 5, from their edges on',
        'list.answered: none',
      ],
    },
    'a list that grows': {
      given: atWork(ana, 'administrador'),
      only: [
        'list.opened: one that grows',
        'list.queried: the first page',
        'list.queried: the second page',
        'list.queried: the third page',
        'list.answered: of 5, from their edges on',
        'list.failed',
        'list.outdated',
      ],
    },
    ...outdatedScenes,
  },
  expected: {
    anywhere: { 'logout.requested': when('the logout is under way', 'ignored', 'removed') },
    states: {
      none: { 'list.opened': 'loading', 'list.opened: one that grows': 'loading', 'logout.requested': 'ignored' },
      loading: {
        ...onAnswer,
        ...asked('stays'),
        'list.outdated': 'stays',
        'form.saved: of a form that shows in it': 'stays',
      },
      ready: {
        'list.opened': 'stale',
        'list.opened: one that grows': 'stale',
        ...asked('stale'),
        'list.outdated': 'stale',
        'form.saved: of a form that shows in it': 'stale',
      },
      stale: {
        ...onAnswer,
        'list.answered: of 1': lastInstead,
        'list.answered: none': lastInstead,
        ...asked('stays'),
        'list.outdated': 'stays',
        'form.saved: of a form that shows in it': 'stays',
      },
      failed: {
        'list.opened': again,
        'list.opened: one that grows': again,
        'list.retried': again,
        'list.outdated': again,
        ...asked(again),
        'form.saved: of a form that shows in it': again,
      },
    },
  },
  key: (app) => {
    const snapshot = app.directory.list('users')?.getSnapshot();
    const context = snapshot?.context;
    return stateKey(snapshot?.value ?? null, {
      page: context !== undefined && context.query.page > 1 ? context.query.page : null,
      search: context?.query.search,
      rows: context?.page?.rows.length,
      seek: context?.query.seek,
      edges: context?.edges,
      earlier: context?.earlier.length,
      // After a logout the numbers continue.
      anonymous: app.directory.auth.getSnapshot().value === 'loggingOut',
    });
  },
  stopWhen: () => false,
  invariants: listingInvariants,
  oracles: [...listingOracles, outdatedOracle],
  onlyInTheLog: {},
};
