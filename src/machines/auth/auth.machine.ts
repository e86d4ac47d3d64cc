import { assign, emit, enqueueActions } from 'xstate';
import type { SnapshotFrom } from 'xstate';
import { fromStored, isRefusal, loginFailure, sessionUser, toStored, withRoutes, withUser } from './auth.session.ts';
import { authSetup, nobody, remember } from './auth.setup.ts';

/*
 *                app.opened (no session)
 *   starting ──────────────────────────────▶ anonymous ◀───────────── logout.finished ── loggingOut
 *      │                                      │     ▲                                        ▲
 *      │                      login.submitted │     │ refused, cancelled                     │
 *      │                                      ▼     │                                        │
 *      │                                     loggingIn ──▶ secondFactor                      │
 *      │ app.opened (session)                 │ login.succeeded (of both steps)              │
 *      ▼                                      ▼                                              │
 *   authenticated ┌ refreshing ◀── call.expired ── fresh ┐ ── logout.requested, no such user ┘
 *                 └─────── token.refreshed, unreachable ─┘ ── call.unauthorized, refresh refused, shut out ──▶ anonymous
 *
 * starting       before the first event
 * anonymous      nobody is logged in; calls carry no token
 * loggingIn      e-mail and password were sent
 * secondFactor   they were right; a code is needed
 * confirming     the code was sent
 * fresh          calls carry the token of `generation`
 * refreshing     a renewal is in flight; calls whose token expired wait for it
 * loggingOut     the token is no longer used; the server is being notified
 */

export const authMachine = authSetup.createMachine({
  id: 'auth',
  context: {
    generation: 0,
    tenant: '',
    session: null,
    login: null,
    failure: null,
    atStartup: false,
    waiting: [],
    retried: [],
  },
  initial: 'starting',
  on: {
    // Calls of an earlier page are gone.
    'app.opened': [
      {
        guard: ({ event }) => event.session !== null,
        target: '.authenticated.refreshing',
        actions: enqueueActions(({ context, event, enqueue }) => {
          if (event.session === null) return;
          const session = fromStored(event.session);
          const generation = context.generation + 1;
          enqueue.assign({ ...nobody, generation, tenant: event.tenant, session, failure: null, atStartup: true });
          enqueue.emit({ type: 'token.adopt', token: session.token, generation });
          enqueue.emit({ type: 'token.refresh', generation, userId: session.user.id });
          enqueue.emit({ type: 'user.fetch' });
          enqueue.emit({ type: 'tabs.join', userId: session.user.id });
          enqueue.emit({ type: 'outbox.load', userId: session.user.id });
        }),
      },
      {
        target: '.anonymous',
        actions: assign(({ context, event }) => ({
          ...nobody,
          generation: context.generation + 1,
          tenant: event.tenant,
          failure: null,
        })),
      },
    ],
    'call.expired': { actions: 'abandonCall' },
    'token.refreshed': { actions: 'dropToken' },
    'login.succeeded': { actions: 'dropToken' },
    // Out of place while a login is in flight or done, so the secret is dropped.
    'login.submitted': { actions: 'dropSecret' },
    'login.secondFactorRequired': { actions: 'dropSecret' },
    'login.codeSubmitted': { actions: 'dropSecret' },
  },
  states: {
    starting: {},
    anonymous: {
      on: {
        'login.submitted': {
          target: 'loggingIn',
          actions: enqueueActions(({ context, event, enqueue }) => {
            const { path, email, secret, remember, to } = event;
            const generation = context.generation + 1;
            enqueue.assign({ generation, login: { path, email, to, remember, challenge: null }, failure: null });
            enqueue.emit({ type: 'login.send', generation, path, email, secret, remember });
          }),
        },
      },
    },
    loggingIn: {
      on: {
        'login.succeeded': { guard: 'isOurs', target: 'authenticated.fresh', actions: 'enter' },
        'login.refused': {
          guard: 'isOurs',
          target: 'anonymous',
          actions: enqueueActions(({ context, event, enqueue }) => {
            enqueue.assign({ login: null, failure: loginFailure(context.login?.path ?? 'rest', event.failure) });
            enqueue.emit({ type: 'token.clear' });
            enqueue.emit({ type: 'session.forget' });
          }),
        },
        'login.secondFactorRequired': {
          guard: 'isOurs',
          target: 'secondFactor',
          actions: assign({
            login: ({ context, event }) => context.login && { ...context.login, challenge: event.challenge },
          }),
        },
        'login.cancelled': { target: 'anonymous', actions: 'forgetLogin' },
      },
    },
    secondFactor: {
      on: {
        'login.codeSubmitted': {
          target: 'confirming',
          actions: enqueueActions(({ context, event, enqueue }) => {
            const { generation, login } = context;
            enqueue.assign({ failure: null });
            if (login === null || login.challenge === null) return;
            const { path, email, challenge } = login;
            enqueue.emit({ type: 'login.confirm', generation, path, email, challenge, code: event.code });
          }),
        },
        'login.cancelled': { target: 'anonymous', actions: ['dropChallenge', 'forgetLogin'] },
      },
    },
    confirming: {
      on: {
        'login.succeeded': { guard: 'isOurs', target: 'authenticated.fresh', actions: ['dropChallenge', 'enter'] },
        'login.codeRefused': {
          guard: 'isOurs',
          target: 'secondFactor',
          actions: assign({ failure: ({ event }) => event.failure }),
        },
        // The challenge expired, or the password was changed meanwhile.
        'login.refused': {
          guard: 'isOurs',
          target: 'anonymous',
          actions: ['dropChallenge', assign({ login: null, failure: ({ event }) => event.failure })],
        },
        'login.cancelled': { target: 'anonymous', actions: ['dropChallenge', 'forgetLogin'] },
      },
    },
    authenticated: {
      initial: 'fresh',
      on: {
        'call.expired': [
          {
            guard: 'wasRetried',
            actions: [
              assign({ retried: ({ context, event }) => context.retried.filter((call) => call !== event.call) }),
              'abandonCall',
            ],
          },
          {
            guard: 'isStale',
            actions: [
              assign({ retried: ({ context, event }) => remember(context.retried, [event.call]) }),
              emit(({ context, event }) => ({ type: 'call.retry', call: event.call, generation: context.generation })),
            ],
          },
        ],
        'call.unauthorized': { guard: 'isOurs', target: 'anonymous', actions: 'endSession' },
        'socket.closed': { guard: 'isShutOut', target: 'anonymous', actions: 'endSession' },
        'logout.requested': { target: 'loggingOut', actions: 'leave' },
        'logout.inOtherTab': { target: 'anonymous', actions: 'leaveWithOthers' },
        'tab.led': {
          actions: enqueueActions(({ context: { session }, enqueue }) => {
            if (session === null) return;
            enqueue.emit({ type: 'outbox.load', userId: session.user.id });
            enqueue.emit({ type: session.remembered ? 'log.keep' : 'log.drop', userId: session.user.id });
          }),
        },
        'api.responseFailed': {
          guard: ({ event }) => event.command === 'user.fetch' && isRefusal(event.failure),
          target: 'loggingOut',
          actions: 'leave',
        },
        'user.loaded': {
          guard: ({ context, event }) => context.session?.user.id === event.user.id,
          actions: enqueueActions(({ context, event, enqueue }) => {
            if (context.session === null) return;
            const session = withUser(context.session, sessionUser(event.user));
            if (session !== context.session) {
              enqueue.assign({ session });
              enqueue.emit({ type: 'session.keep', session: toStored(session) });
            }
            enqueue.emit({ type: 'permissions.fetch', email: session.user.email });
          }),
        },
        // The user comes first: their role may have changed, which decides what is visible, and their e-mail, by which
        // permissions are fetched.
        'permissions.outdated': { actions: emit({ type: 'user.fetch' }) },
        'permissions.listed': {
          guard: ({ context, event }) =>
            context.session !== null && withRoutes(context.session, event.routes) !== context.session,
          actions: enqueueActions(({ context, event, enqueue }) => {
            if (context.session === null) return;
            const session = withRoutes(context.session, event.routes);
            enqueue.assign({ session });
            enqueue.emit({ type: 'session.keep', session: toStored(session) });
          }),
        },
      },
      states: {
        fresh: {
          on: {
            'call.expired': {
              guard: ({ context, event }) =>
                event.generation >= context.generation && !context.retried.includes(event.call),
              target: 'refreshing',
              actions: [assign({ waiting: ({ event }) => [event.call] }), 'renew'],
            },
          },
        },
        refreshing: {
          on: {
            'call.expired': [
              // Reported twice: the call is waiting already.
              { guard: 'isWaiting' },
              {
                guard: ({ context, event }) =>
                  event.generation >= context.generation && !context.retried.includes(event.call),
                actions: assign({ waiting: ({ context, event }) => [...context.waiting, event.call] }),
              },
            ],
            'token.refreshed': {
              guard: 'isOurs',
              target: 'fresh',
              actions: enqueueActions(({ context, event, enqueue }) => {
                if (context.session === null) return;
                const { waiting } = context;
                const session = { ...withRoutes(context.session, event.routes), token: event.token };
                const generation = context.generation + 1;
                const retried = remember(context.retried, waiting);
                enqueue.assign({ generation, session, waiting: [], retried, atStartup: false });
                enqueue.emit({ type: 'token.adopt', token: event.token, generation });
                enqueue.emit({ type: 'session.keep', session: toStored(session) });
                for (const call of waiting) enqueue.emit({ type: 'call.retry', call, generation });
              }),
            },
            'token.refreshFailed': [
              {
                // At startup a refusal ends the session only if a call proved that the token expired.
                guard: ({ context, event }) =>
                  event.generation === context.generation &&
                  event.reason === 'refused' &&
                  (!context.atStartup || context.waiting.length > 0),
                target: '#auth.anonymous',
                actions: 'endSession',
              },
              { guard: 'isOurs', target: 'fresh', actions: 'failWaiting' },
            ],
          },
        },
      },
    },
    loggingOut: {
      on: {
        'logout.finished': {
          guard: ({ context, event }) => event.generation === context.generation - 1,
          target: 'anonymous',
        },
      },
    },
  },
});

export type AuthSnapshot = SnapshotFrom<typeof authMachine>;
