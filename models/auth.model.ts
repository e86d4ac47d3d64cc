import type { App } from '../src/machines/app.ts';
import { authMachine } from '../src/machines/auth/auth.machine.ts';
import type { Failure } from '../src/machines/entities/failure.ts';
import type { AppEvent, EventOf } from '../src/machines/log/event.ts';
import { authInvariants } from './auth.invariants.ts';
import { authOracles } from './auth.reference.ts';
import { live, next } from './connection.ts';
import { when } from './model.ts';
import type { MachineModel, Sample } from './model.ts';
import { isEqual } from './reference.ts';
import { ana, attempt, bruno, failure, generation, opened, storedSession, user } from './samples.ts';
import { stateKey } from './state-key.ts';

type State =
  | 'starting'
  | 'anonymous'
  | 'loggingIn'
  | 'secondFactor'
  | 'confirming'
  | 'authenticated'
  | 'authenticated.fresh'
  | 'authenticated.refreshing'
  | 'loggingOut';

function submitted(path: 'rest' | 'graphql', to: string | null): AppEvent {
  return { type: 'login.submitted', path, email: '7@aurora.example', secret: 'password', remember: true, to };
}

/** An answer with the number of the token it was requested with: the current one, or an earlier one. */
function numbered(event: (generation: number) => AppEvent, before = 0): Sample {
  return (app: App) => event(generation(app) - before);
}

function succeeded(number: number): EventOf<'login.succeeded'> {
  const token = `login-${number}`;
  return {
    type: 'login.succeeded',
    generation: number,
    token,
    user: user(ana),
    routes: ['users'],
    originBackoffice: false,
  };
}

function challenged(number: number): AppEvent {
  return { type: 'login.secondFactorRequired', generation: number, challenge: `challenge-${number}` };
}

function refreshed(number: number): AppEvent {
  return { type: 'token.refreshed', generation: number, token: `token-${number}`, routes: ['users'] };
}

function expired(call: string): (generation: number) => AppEvent {
  return (number) => ({ type: 'call.expired', call, generation: number });
}

function closed(code: number, reason = ''): Sample {
  return (app) => ({ type: 'socket.closed', attempt: attempt(app), code, reason });
}

/** Nobody is told about themselves. */
function userRefused(code: Failure['code']): AppEvent {
  return { type: 'api.responseFailed', call: 'call-3', command: 'user.fetch', failure: failure(code) };
}

const samples = {
  'app.opened: nobody was logged in': opened(null),
  'app.opened: with a kept session': opened(storedSession(ana)),
  'app.opened: by support, inside a company': opened({
    ...storedSession(ana, ''),
    originBackoffice: true,
    routes: ['users', 'tenants'],
    supportFrom: 'https://plataforma.example',
    supportIn: 'Aurora',
    remembered: true,
    departmentId: '3',
  }),
  'login.submitted: at the back-office': submitted('rest', null),
  'login.submitted: at the tenant, with `to`': submitted('graphql', '/attendance'),
  'login.succeeded': numbered(succeeded),
  'login.succeeded: of an older login': numbered(succeeded, 1),
  'login.refused': numbered((number) => ({
    type: 'login.refused',
    generation: number,
    failure: failure('UNAUTHENTICATED'),
  })),
  'login.refused: no such company': numbered((number) => ({
    type: 'login.refused',
    generation: number,
    failure: failure('NOT_FOUND', 'error.company.unknown'),
  })),
  'login.refused: no such user': numbered((number) => ({
    type: 'login.refused',
    generation: number,
    failure: failure('NOT_FOUND', 'error.login.noToken'),
  })),
  'login.refused: no answer': numbered((number) => ({
    type: 'login.refused',
    generation: number,
    failure: failure('NETWORK'),
  })),
  'login.refused: of an older login': numbered(
    (number) => ({ type: 'login.refused', generation: number, failure: failure('NETWORK') }),
    1,
  ),
  'login.succeeded: owing a second factor': numbered((number) => ({ ...succeeded(number), owesSecondFactor: true })),
  'login.secondFactorRequired': numbered(challenged),
  'login.secondFactorRequired: of an older login': numbered(challenged, 1),
  'login.codeSubmitted': { type: 'login.codeSubmitted', code: 'code' },
  'login.codeRefused': numbered((number) => ({
    type: 'login.codeRefused',
    generation: number,
    failure: failure('INVALID'),
  })),
  'login.codeRefused: of an older login': numbered(
    (number) => ({ type: 'login.codeRefused', generation: number, failure: failure('INVALID') }),
    1,
  ),
  'login.cancelled': { type: 'login.cancelled' },
  'call.expired: call 1': numbered(expired('call-1')),
  'call.expired: call 2': numbered(expired('call-2')),
  'call.expired: call 1, with the token before': numbered(expired('call-1'), 1),
  'call.unauthorized': numbered((number) => ({
    type: 'call.unauthorized',
    call: 'call-1',
    generation: number,
    status: 'Token is Invalid',
  })),
  'call.unauthorized: with the token before': numbered(
    (number) => ({ type: 'call.unauthorized', call: 'call-1', generation: number, status: 'Token is Invalid' }),
    1,
  ),
  'token.refreshed': numbered(refreshed),
  'token.refreshed: of an older session': numbered(refreshed, 1),
  'token.refreshFailed: refused': numbered((number) => ({
    type: 'token.refreshFailed',
    generation: number,
    reason: 'refused',
  })),
  'token.refreshFailed: unreachable': numbered((number) => ({
    type: 'token.refreshFailed',
    generation: number,
    reason: 'unreachable',
  })),
  'token.refreshFailed: refused, of an older session': numbered(
    (number) => ({ type: 'token.refreshFailed', generation: number, reason: 'refused' }),
    1,
  ),
  'socket.closed: by an administrator': closed(4403),
  'socket.closed: its company is closed': closed(4403, 'company'),
  'socket.closed: by the network': closed(1006),
  'logout.requested': { type: 'logout.requested' },
  'logout.inOtherTab': { type: 'logout.inOtherTab' },
  'tab.led': { type: 'tab.led' },
  'logout.finished': numbered((number) => ({ type: 'logout.finished', generation: number }), 1),
  'logout.finished: of an older session': numbered((number) => ({ type: 'logout.finished', generation: number }), 2),
  'user.loaded': { type: 'user.loaded', user: user(ana, { name: 'Ana S. Souza' }) },
  'user.loaded: away, in another department': {
    type: 'user.loaded',
    user: user(ana, { name: 'Ana S. Souza', department: 'Suporte', departmentId: '4', away: true }),
  },
  'user.loaded: somebody else': { type: 'user.loaded', user: user(bruno) },
  'permissions.listed': { type: 'permissions.listed', routes: ['users', 'tenants'] },
  'permissions.outdated': (app) => ({ type: 'permissions.outdated', stream: next(app) }),
  'api.responseFailed: no such user': userRefused('NOT_FOUND'),
  'api.responseFailed: the user, without a session': userRefused('UNAUTHENTICATED'),
  'api.responseFailed: the user, not permitted': userRefused('FORBIDDEN'),
  'api.responseFailed: the user, not valid': userRefused('INVALID'),
  'api.responseFailed: the user, no answer': userRefused('NETWORK'),
  'api.responseFailed: another call': {
    type: 'api.responseFailed',
    call: 'call-3',
    command: 'tickets.fetch',
    failure: failure('NOT_FOUND'),
  },
} satisfies Record<string, Sample>;

function contextOf({ directory }: App) {
  return directory.auth.getSnapshot().context;
}

/** What outcomes depend on: the calls whose token expired, and their retries. */
const facts = {
  'the call was retried': (app: App, event: AppEvent) =>
    event.type === 'call.expired' && contextOf(app).retried.includes(event.call),
  'the call waits already': (app: App, event: AppEvent) =>
    event.type === 'call.expired' && contextOf(app).waiting.includes(event.call),
  'the user is known so': (app: App, event: AppEvent) => {
    const known = contextOf(app).session?.user;
    if (event.type !== 'user.loaded' || known === undefined) return false;
    const { name, departmentId, roleLabel, away = false } = event.user;
    const { away: isAway = false } = known;
    return isEqual([known.name, known.departmentId, known.roleLabel, isAway], [name, departmentId, roleLabel, away]);
  },
  'the routes are known': (app: App, event: AppEvent) =>
    event.type === 'permissions.listed' && isEqual(contextOf(app).session?.routes, event.routes),
  'a call waits': (app: App) => contextOf(app).waiting.length > 0,
};

const unlessItWaits = when('the call waits already', 'ignored', 'stays');

export const authModel: MachineModel<State, keyof typeof samples, keyof typeof facts> = {
  name: 'auth',
  machine: authMachine,
  actor: 'auth',
  scenes: {
    'a new page': { given: [] },
    'at work': {
      given: live(ana, 'administrador', []),
      only: [
        'socket.closed: by an administrator',
        'socket.closed: its company is closed',
        'socket.closed: by the network',
        'permissions.outdated',
        'permissions.listed',
        'call.expired: call 1',
        'token.refreshed',
        'token.refreshFailed: unreachable',
      ],
    },
    'what is known is told again': {
      given: [...live(ana, 'administrador', []), samples['user.loaded'], samples['permissions.listed']],
      only: ['user.loaded', 'permissions.listed', 'user.loaded: away, in another department'],
    },
  },
  samples,
  facts,
  expected: {
    anywhere: {
      'app.opened: nobody was logged in': 'anonymous',
      'app.opened: with a kept session': 'authenticated.refreshing',
      'app.opened: by support, inside a company': 'authenticated.refreshing',
      // A secret that isn't awaited is dropped, and a call that can't be retried is abandoned.
      'login.submitted: at the back-office': 'acts',
      'login.submitted: at the tenant, with `to`': 'acts',
      'login.codeSubmitted': 'acts',
      'login.secondFactorRequired': 'acts',
      'login.secondFactorRequired: of an older login': 'acts',
      'login.succeeded': 'acts',
      'login.succeeded: owing a second factor': 'acts',
      'login.succeeded: of an older login': 'acts',
      'token.refreshed': 'acts',
      'token.refreshed: of an older session': 'acts',
      'call.expired: call 1': 'acts',
      'call.expired: call 2': 'acts',
      'call.expired: call 1, with the token before': 'acts',
    },
    states: {
      none: {},
      starting: {},
      anonymous: {
        'app.opened: nobody was logged in': 'stays',
        'login.submitted: at the back-office': 'loggingIn',
        'login.submitted: at the tenant, with `to`': 'loggingIn',
      },
      loggingIn: {
        'login.succeeded': 'authenticated.fresh',
        'login.succeeded: owing a second factor': 'authenticated.fresh',
        'login.refused': 'anonymous',
        'login.refused: no such company': 'anonymous',
        'login.refused: no such user': 'anonymous',
        'login.refused: no answer': 'anonymous',
        'login.secondFactorRequired': 'secondFactor',
        'login.cancelled': 'anonymous',
      },
      secondFactor: {
        'login.codeSubmitted': 'confirming',
        'login.cancelled': 'anonymous',
      },
      confirming: {
        'login.succeeded': 'authenticated.fresh',
        'login.succeeded: owing a second factor': 'authenticated.fresh',
        'login.codeRefused': 'secondFactor',
        'login.refused': 'anonymous',
        'login.refused: no such company': 'anonymous',
        'login.refused: no such user': 'anonymous',
        'login.refused: no answer': 'anonymous',
        'login.cancelled': 'anonymous',
      },
      authenticated: {
        'call.unauthorized': 'anonymous',
        'socket.closed: by an administrator': 'anonymous',
        'socket.closed: its company is closed': 'anonymous',
        'logout.requested': 'loggingOut',
        'logout.inOtherTab': 'anonymous',
        'tab.led': 'acts',
        'api.responseFailed: no such user': 'loggingOut',
        'api.responseFailed: the user, without a session': 'loggingOut',
        'api.responseFailed: the user, not permitted': 'loggingOut',
        'api.responseFailed: the user, not valid': 'loggingOut',
        'user.loaded': when('the user is known so', 'acts', 'stays'),
        'user.loaded: away, in another department': when('the user is known so', 'acts', 'stays'),
        'permissions.listed': when('the routes are known', 'ignored', 'stays'),
        'permissions.outdated': 'acts',
      },
      'authenticated.fresh': {
        // A retried call that expires again is abandoned.
        'call.expired: call 1': when('the call was retried', 'stays', 'authenticated.refreshing'),
        'call.expired: call 2': when('the call was retried', 'stays', 'authenticated.refreshing'),
        'call.expired: call 1, with the token before': 'stays',
      },
      'authenticated.refreshing': {
        'app.opened: with a kept session': 'stays',
        'app.opened: by support, inside a company': 'stays',
        'call.expired: call 1': unlessItWaits,
        'call.expired: call 2': unlessItWaits,
        'call.expired: call 1, with the token before': unlessItWaits,
        'token.refreshed': 'authenticated.fresh',
        'token.refreshFailed: unreachable': 'authenticated.fresh',
        // A refused renewal at startup ends the session only if a call's token has expired.
        'token.refreshFailed: refused': when('a call waits', 'anonymous', 'authenticated.fresh'),
      },
      loggingOut: {
        'logout.finished': 'anonymous',
      },
    },
  },
  key: (app) => {
    const snapshot = app.directory.auth.getSnapshot();
    const { atStartup, waiting, retried } = snapshot.context;
    return stateKey(snapshot.value, { atStartup, waiting, retried });
  },
  stopWhen: () => false,
  invariants: authInvariants,
  oracles: authOracles,
  onlyInTheLog: {
    'any state · call.expired':
      'The gateway cancels the calls of a session when it ends: none reports an expired token afterwards.',
    'any state · token.refreshed': 'The gateway cancels a renewal when its session ends: a later answer is ignored.',
    'authenticated · logout.inOtherTab → anonymous': 'Sent by another tab: tests/adapters/tabs.test.ts has several.',
    'authenticated.refreshing · call.expired (branch 1)': 'A waiting call is retried only on the machine’s command.',
  },
};
