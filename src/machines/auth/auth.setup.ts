import { assign, emit, enqueueActions, setup } from 'xstate';
import { CLOSE, COMPANY_CLOSED } from '../../../contract/facts/close-codes.ts';
import type { Failure } from '../entities/failure.ts';
import type { Command } from '../log/command.ts';
import type { EventOf, Logged } from '../log/event.ts';
import type { CallId } from '../log/events-session.ts';
import {
  SESSION_CLOSED,
  SESSION_EXPIRED,
  SESSION_OF_CLOSED_COMPANY,
  createSession,
  sessionUser,
  toStored,
} from './auth.session.ts';
import type { LoginUnderWay, Session } from './auth.session.ts';

export interface AuthContext {
  /** Number of the current token; grows with every login, renewal and logout. */
  readonly generation: number;
  readonly tenant: string;
  readonly session: Session | null;
  /** The login in progress. */
  readonly login: LoginUnderWay | null;
  readonly failure: Failure | null;
  /** Whether the renewal in flight is the one at page load, whose failure alone doesn't end the session. */
  readonly atStartup: boolean;
  /** Calls that wait for the renewal in flight. */
  readonly waiting: readonly CallId[];
  /** Retried calls, newest last; one that expires again is abandoned. */
  readonly retried: readonly CallId[];
}

type AuthInput = Logged<
  EventOf<
    | 'app.opened'
    | 'login.submitted'
    | 'login.succeeded'
    | 'login.refused'
    | 'login.secondFactorRequired'
    | 'login.codeSubmitted'
    | 'login.codeRefused'
    | 'login.cancelled'
    | 'call.expired'
    | 'call.unauthorized'
    | 'token.refreshed'
    | 'token.refreshFailed'
    | 'logout.requested'
    | 'logout.inOtherTab'
    | 'tab.led'
    | 'logout.finished'
    | 'user.loaded'
    | 'permissions.listed'
    | 'permissions.outdated'
    | 'api.responseFailed'
    | 'socket.closed'
  >
>;

/** Maximum number of retried calls remembered; those that succeed are never removed. */
const RETRIED_MAX = 100;

/** The context of a session that ended. */
export const nobody = {
  session: null,
  login: null,
  atStartup: false,
  waiting: [],
  retried: [],
} satisfies Partial<AuthContext>;

/** Guards and actions of the auth machine. */
export const authSetup = setup({
  types: {
    context: {} as AuthContext,
    events: {} as AuthInput,
    emitted: {} as Command,
  },
  guards: {
    isOurs: ({ context, event }) => 'generation' in event && event.generation === context.generation,
    /** The server closed the socket for good: an administrator disconnected or blocked the user. */
    isShutOut: ({ event }) => event.type === 'socket.closed' && event.code === CLOSE.disconnected,
    isStale: ({ context, event }) => event.type === 'call.expired' && event.generation < context.generation,
    wasRetried: ({ context, event }) => event.type === 'call.expired' && context.retried.includes(event.call),
    isWaiting: ({ context, event }) => event.type === 'call.expired' && context.waiting.includes(event.call),
  },
  actions: {
    abandonCall: emit(({ event }) => {
      if (event.type !== 'call.expired') throw new Error(`No call in ${event.type}`);
      return { type: 'call.abandon', call: event.call };
    }),
    dropToken: emit(({ event }) => {
      if (event.type !== 'token.refreshed' && event.type !== 'login.succeeded')
        throw new Error(`No token in ${event.type}`);
      return { type: 'token.drop', token: event.token };
    }),
    /** Starts the session and navigates to where the user was going. */
    enter: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'login.succeeded') return;
      const session = createSession(
        sessionUser(event.user),
        event.token,
        event.routes,
        event.originBackoffice,
        context.login?.remember === true,
      );
      const to = event.owesSecondFactor === true ? '/two-factor' : (context.login?.to ?? '/');
      enqueue.assign({ ...nobody, session, failure: null });
      enqueue.emit({ type: 'token.adopt', token: event.token, generation: context.generation });
      enqueue.emit({ type: 'session.keep', session: toStored(session) });
      enqueue.emit({ type: 'tabs.join', userId: session.user.id });
      enqueue.emit({ type: 'outbox.load', userId: session.user.id });
      enqueue.emit({ type: 'page.navigate', to, replace: true, returnHere: false });
    }),
    /** Drops the challenge kept for the second step. */
    dropChallenge: enqueueActions(({ context, enqueue }) => {
      const challenge = context.login?.challenge ?? null;
      if (challenge !== null) enqueue.emit({ type: 'token.drop', token: challenge });
    }),
    dropSecret: emit(({ event }) => {
      if (event.type === 'login.submitted') return { type: 'token.drop', token: event.secret };
      if (event.type === 'login.codeSubmitted') return { type: 'token.drop', token: event.code };
      if (event.type === 'login.secondFactorRequired') return { type: 'token.drop', token: event.challenge };
      throw new Error(`No secret in ${event.type}`);
    }),
    forgetLogin: assign({ login: null, failure: null }),
    renew: enqueueActions(({ context: { generation, session }, enqueue }) => {
      if (session === null) return;
      enqueue.emit({ type: 'token.refresh', generation, userId: session.user.id });
    }),
    /** The server ended the session: waiting calls fail, and the login returns to the current page. */
    endSession: enqueueActions(({ context, event, enqueue }) => {
      const closed =
        event.type === 'socket.closed' && event.reason === COMPANY_CLOSED ? SESSION_OF_CLOSED_COMPANY : SESSION_CLOSED;
      const failure = event.type === 'socket.closed' ? closed : SESSION_EXPIRED;
      enqueue.assign({ ...nobody, generation: context.generation + 1, failure });
      enqueue.emit({ type: 'token.clear' });
      enqueue.emit({ type: 'session.forget' });
      enqueue.emit({ type: 'tabs.leave' });
      for (const call of context.waiting) enqueue.emit({ type: 'call.abandon', call });
      enqueue.emit({ type: 'page.navigate', to: '/login', replace: true, returnHere: true });
    }),
    /** Logs out. The token stops being used before anything else. */
    leave: enqueueActions(({ context, event, enqueue }) => {
      const failure = event.type === 'api.responseFailed' ? event.failure : null;
      enqueue.assign({ ...nobody, generation: context.generation + 1, failure });
      enqueue.emit({ type: 'token.clear' });
      enqueue.emit({ type: 'session.forget' });
      for (const call of context.waiting) enqueue.emit({ type: 'call.abandon', call });
      // Without waiting for the server: the user may close the page at once.
      enqueue.emit({ type: 'storage.erase' });
      enqueue.emit({ type: 'tabs.leave' });
      enqueue.emit({ type: 'logout.send', generation: context.generation });
      // At once: otherwise a route's guard would navigate to the login first, with a way back.
      enqueue.emit({ type: 'page.navigate', to: '/login', replace: true, returnHere: false });
    }),
    /** Follows a logout in another tab, which has notified the server and erased what was stored. */
    leaveWithOthers: enqueueActions(({ context, enqueue }) => {
      enqueue.assign({ ...nobody, generation: context.generation + 1, failure: null });
      enqueue.emit({ type: 'token.clear' });
      enqueue.emit({ type: 'session.forget' });
      enqueue.emit({ type: 'tabs.leave' });
      for (const call of context.waiting) enqueue.emit({ type: 'call.abandon', call });
      enqueue.emit({ type: 'page.navigate', to: '/login', replace: true, returnHere: false });
    }),
    /** The renewal got no answer: waiting calls fail, the session goes on. */
    failWaiting: enqueueActions(({ context, enqueue }) => {
      enqueue.assign({ waiting: [], atStartup: false });
      for (const call of context.waiting) enqueue.emit({ type: 'call.fail', call });
      if (context.atStartup) enqueue.emit({ type: 'console.note', key: 'notice.session.notRenewed' });
    }),
  },
});

/** Adds calls to the retried ones. */
export function remember(calls: readonly CallId[], more: readonly CallId[]): readonly CallId[] {
  return [...calls, ...more].slice(-RETRIED_MAX);
}
