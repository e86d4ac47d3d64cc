import { ADMIN_ROLE } from '../contract/facts/roles.ts';
import type { AuthSnapshot } from '../src/machines/auth/auth.machine.ts';
import type { AuthContext } from '../src/machines/auth/auth.setup.ts';
import type { Failure } from '../src/machines/entities/failure.ts';
import type { User } from '../src/machines/entities/entities.ts';
import type { Command } from '../src/machines/log/command.ts';
import type { Logged } from '../src/machines/log/event.ts';
import type { StoredSession } from '../src/machines/log/events-session.ts';
import { oraclesOf, wholeContext } from './oracles.ts';
import type { Step } from './oracles.ts';
import { sessionShown } from './shown.reference.ts';

/** Of a session: whose it is, which calls wait for its token, and what leaves when it begins, is renewed and ends. */

interface Around {
  /** How many notices are on the screen. */
  readonly notices: number;
}
type Authed = Step<AuthSnapshot, Around>;
type Taken = Authed & { readonly before: AuthSnapshot; readonly after: AuthSnapshot };
type Session = NonNullable<AuthContext['session']>;

const over = { session: null, login: null, atStartup: false, waiting: [], retried: [] } as const;

const isIn = (snapshot: AuthSnapshot): boolean => snapshot.matches('authenticated');

function isCurrent(was: AuthContext, event: Logged): boolean {
  return 'generation' in event && event.generation === was.generation;
}

/** Why a session ended that nobody left. */
function ending(key: string): Failure {
  return { code: 'UNAUTHENTICATED', key, params: {}, fields: {}, requestId: null };
}

type End = 'left' | 'left with the others' | 'ended' | null;

function endOf({ event, before, after }: Taken): End {
  if (!isIn(before) || isIn(after) || event.type === 'app.opened') return null;
  if (event.type === 'logout.inOtherTab') return 'left with the others';
  return after.matches('loggingOut') ? 'left' : 'ended';
}

function failureOfEnd(event: Logged): Failure | null {
  if (event.type === 'api.responseFailed') return event.failure;
  if (event.type === 'logout.requested' || event.type === 'logout.inOtherTab') return null;
  if (event.type !== 'socket.closed') return ending('error.session.expired');
  return ending(event.reason === 'company' ? 'error.login.companyClosed' : 'error.session.closedByAdmin');
}

function roleOf(name: string): string {
  return name === '' ? ADMIN_ROLE : name;
}

function personOf({ id, name, email, roleName, roleLabel, image, departmentId, away }: User): Session['user'] {
  const known = { ...(departmentId !== undefined && { departmentId }), ...(away === true && { away }) };
  return { id, name, email, roleName: roleOf(roleName), roleLabel, image, ...known };
}

function viewerOf({ id, name, roleName, departmentId }: Session['user']): Session['viewer'] {
  return { userId: id, name, roleName, ...(departmentId !== undefined && { departmentId }) };
}

function sessionAfter(was: AuthContext, step: Taken): Session | null {
  const { event, before } = step;
  const { session } = was;
  if (event.type === 'app.opened') {
    if (event.session === null) return null;
    const {
      userId,
      name,
      email,
      token,
      routes,
      originBackoffice,
      remembered = false,
      departmentId,
      roleName,
      ...support
    } = event.session;
    const user = {
      id: userId,
      name,
      email,
      roleName: roleOf(roleName),
      roleLabel: '',
      image: null,
      ...(departmentId !== undefined && { departmentId }),
    };
    return { token, user, viewer: viewerOf(user), routes, originBackoffice, remembered, ...support };
  }
  if (event.type === 'login.succeeded' && isEntered(step)) {
    const user = personOf(event.user);
    const { token, routes, originBackoffice } = event;
    return { token, user, viewer: viewerOf(user), routes, originBackoffice, remembered: was.login?.remember === true };
  }
  if (session === null) return null;
  if (event.type === 'token.refreshed' && isCurrent(was, event) && before.matches({ authenticated: 'refreshing' }))
    return { ...session, token: event.token, routes: event.routes };
  if (event.type === 'user.loaded' && event.user.id === session.user.id) {
    const user = personOf(event.user);
    return { ...session, user, viewer: viewerOf(user) };
  }
  return event.type === 'permissions.listed' ? { ...session, routes: event.routes } : session;
}

function isEntered(step: Taken): boolean {
  return step.event.type === 'login.succeeded' && isIn(step.after) && !isIn(step.before);
}

/** Calls whose token is no longer good: each waits for the renewal, is retried once, or is let go. */
function callsAfter(was: AuthContext, { event, before }: Taken): Pick<AuthContext, 'waiting' | 'retried'> {
  const { waiting, retried } = was;
  if (event.type === 'call.expired' && isIn(before)) {
    const isKnown = retried.includes(event.call);
    if (waiting.includes(event.call)) return { waiting, retried };
    if (isKnown) return { waiting, retried: retried.filter((call) => call !== event.call) };
    if (event.generation < was.generation) return { waiting, retried: [...retried, event.call] };
    return { waiting: [...waiting, event.call], retried };
  }
  if (event.type === 'token.refreshed' && isCurrent(was, event))
    return { waiting: [], retried: [...retried, ...waiting] };
  return event.type === 'token.refreshFailed' && isCurrent(was, event)
    ? { waiting: [], retried }
    : { waiting, retried };
}

/** What is shown where the login is wrong: the back-office says that, the tenant's that there is no such user. */
function refusal(was: AuthContext, failure: Failure): Failure {
  // The server knows better what isn't there.
  const isSaid = failure.key === 'error.company.unknown' || failure.key === 'error.login.noToken';
  const isWrong = !isSaid && (failure.code === 'UNAUTHENTICATED' || failure.code === 'NOT_FOUND');
  const key = was.login?.path === 'graphql' ? 'error.login.noToken' : 'error.login.failed';
  return isWrong ? { ...failure, key } : failure;
}

function loginAfter(was: AuthContext, { event, before, after }: Taken): Pick<AuthContext, 'login' | 'failure'> {
  const { login, failure } = was;
  const isMoved = JSON.stringify(before.value) !== JSON.stringify(after.value);
  if (!isMoved) return { login, failure };
  switch (event.type) {
    case 'login.submitted': {
      const { path, email, to, remember } = event;
      return { login: { path, email, to, remember, challenge: null }, failure: null };
    }
    case 'login.refused':
      return { login: null, failure: before.matches('loggingIn') ? refusal(was, event.failure) : event.failure };
    case 'login.cancelled':
      return { login: null, failure: null };
    case 'login.secondFactorRequired':
      return { login: login && { ...login, challenge: event.challenge }, failure };
    case 'login.codeSubmitted':
      return { login, failure: null };
    case 'login.codeRefused':
      return { login, failure: event.failure };
    default:
      return { login, failure };
  }
}

function changes(was: AuthContext, step: Taken): Partial<AuthContext> {
  const { event, before, after } = step;
  const next = was.generation + 1;
  const session = isIn(after) ? sessionAfter(was, step) : null;
  if (event.type === 'app.opened')
    return { ...over, generation: next, tenant: event.tenant, failure: null, session, atStartup: session !== null };
  if (endOf(step) !== null) return { ...over, generation: next, failure: failureOfEnd(event) };
  if (isEntered(step)) return { ...over, session, failure: null };
  const isNumbered =
    (event.type === 'login.submitted' && after.matches('loggingIn') && before.matches('anonymous')) || isRenewed(step);
  const isSettled = before.matches({ authenticated: 'refreshing' }) && after.matches({ authenticated: 'fresh' });
  return {
    ...loginAfter(was, step),
    ...(isIn(before) && { session, ...callsAfter(was, step) }),
    ...(isNumbered && { generation: next }),
    ...(isSettled && { atStartup: false }),
  };
}

function isRenewed({ event, before, after }: Taken): boolean {
  return (
    event.type === 'token.refreshed' &&
    before.matches({ authenticated: 'refreshing' }) &&
    after.matches({ authenticated: 'fresh' })
  );
}

function stored({ token, user, routes, originBackoffice, supportFrom, supportIn, remembered }: Session): StoredSession {
  const { id, email, name, roleName, departmentId } = user;
  return {
    token,
    userId: id,
    email,
    name,
    roleName,
    departmentId,
    originBackoffice,
    routes,
    supportFrom,
    supportIn,
    remembered,
  };
}

function leavingAtEnd(was: AuthContext, end: Exclude<End, null>): readonly Command[] {
  const { generation, waiting } = was;
  const forgotten: readonly Command[] = [{ type: 'token.clear' }, { type: 'session.forget' }];
  const abandoned = waiting.map((call): Command => ({ type: 'call.abandon', call }));
  const out: Command = { type: 'page.navigate', to: '/login', replace: true, returnHere: end === 'ended' };
  const left: Command = { type: 'tabs.leave' };
  if (end !== 'left') return [...forgotten, left, ...abandoned, out];
  return [...forgotten, ...abandoned, { type: 'storage.erase' }, left, { type: 'logout.send', generation }, out];
}

function leaving(step: Taken): readonly Command[] {
  const { event, before, after } = step;
  const [was, now] = [before.context, after.context];
  const { login, generation, waiting, retried } = was;
  const end = endOf(step);
  if (end !== null) return leavingAtEnd(was, end);
  const challenge = login?.challenge ?? null;
  const isDone = challenge !== null && now.login === null && event.type !== 'app.opened';
  const left: Command[] = isDone ? [{ type: 'token.drop', token: challenge }] : [];
  const session = now.session;
  const isMoved = JSON.stringify(before.value) !== JSON.stringify(after.value);
  const drop = (token: string): readonly Command[] => [{ type: 'token.drop', token }];
  switch (event.type) {
    case 'app.opened': {
      if (session === null) return [];
      const userId = session.user.id;
      const renewal: Command = { type: 'token.refresh', generation: generation + 1, userId };
      const own: readonly Command[] = [
        { type: 'user.fetch' },
        { type: 'tabs.join', userId },
        { type: 'outbox.load', userId },
      ];
      return [{ type: 'token.adopt', token: session.token, generation: generation + 1 }, renewal, ...own];
    }
    case 'login.submitted': {
      const { path, email, secret, remember } = event;
      return isMoved
        ? [{ type: 'login.send', generation: generation + 1, path, email, secret, remember }]
        : drop(secret);
    }
    case 'login.secondFactorRequired':
      return isMoved ? [] : drop(event.challenge);
    case 'login.codeSubmitted': {
      if (!isMoved || login === null || challenge === null) return drop(event.code);
      const { path, email } = login;
      return [{ type: 'login.confirm', generation, path, email, challenge, code: event.code }];
    }
    case 'login.refused':
      return isMoved && before.matches('loggingIn') ? [{ type: 'token.clear' }, { type: 'session.forget' }] : left;
    case 'login.succeeded': {
      if (!isEntered(step) || session === null) return drop(event.token);
      const userId = session.user.id;
      const to = event.owesSecondFactor === true ? '/two-factor' : (login?.to ?? '/');
      return [
        ...left,
        { type: 'token.adopt', token: event.token, generation },
        { type: 'session.keep', session: stored(session) },
        { type: 'tabs.join', userId },
        { type: 'outbox.load', userId },
        { type: 'page.navigate', to, replace: true, returnHere: false },
      ];
    }
    case 'token.refreshed':
      if (!isRenewed(step) || session === null) return drop(event.token);
      return [
        { type: 'token.adopt', token: event.token, generation: generation + 1 },
        { type: 'session.keep', session: stored(session) },
        ...waiting.map((call): Command => ({ type: 'call.retry', call, generation: generation + 1 })),
      ];
    case 'token.refreshFailed': {
      if (!isMoved) return [];
      const failed = waiting.map((call): Command => ({ type: 'call.fail', call }));
      return was.atStartup ? [...failed, { type: 'console.note', key: 'notice.session.notRenewed' }] : failed;
    }
    case 'call.expired': {
      const { call } = event;
      if (!isIn(before) || (retried.includes(call) && !waiting.includes(call))) return [{ type: 'call.abandon', call }];
      if (waiting.includes(call)) return [];
      if (event.generation < generation) return [{ type: 'call.retry', call, generation }];
      const isFirst = before.matches({ authenticated: 'fresh' });
      return isFirst ? [{ type: 'token.refresh', generation, userId: session?.user.id ?? '' }] : [];
    }
    case 'tab.led': {
      if (session === null) return [];
      const userId = session.user.id;
      return [
        { type: 'outbox.load', userId },
        { type: session.remembered ? 'log.keep' : 'log.drop', userId },
      ];
    }
    case 'user.loaded': {
      if (session === null || event.user.id !== session.user.id) return [];
      const isNews = JSON.stringify(personOf(event.user)) !== JSON.stringify(was.session?.user);
      const kept: readonly Command[] = isNews ? [{ type: 'session.keep', session: stored(session) }] : [];
      return [...kept, { type: 'permissions.fetch', email: event.user.email }];
    }
    case 'permissions.listed': {
      const isNews = session !== null && session.routes.join() !== was.session?.routes.join();
      return isNews ? [{ type: 'session.keep', session: stored(session) }] : [];
    }
    case 'permissions.outdated':
      return isIn(before) ? [{ type: 'user.fetch' }] : [];
    default:
      return left;
  }
}

/** Of its own: others navigate, note and load too. */
const OWN: ReadonlySet<Command['type']> = new Set<Command['type']>([
  'call.abandon',
  'call.fail',
  'call.retry',
  'login.confirm',
  'login.send',
  'logout.send',
  'outbox.load',
  'permissions.fetch',
  'session.forget',
  'session.keep',
  'storage.erase',
  'tabs.join',
  'tabs.leave',
  'token.adopt',
  'token.clear',
  'token.drop',
  'token.refresh',
  'user.fetch',
  'page.navigate',
  'log.keep',
  'log.drop',
]);

export const authOracles = oraclesOf<AuthSnapshot, Around>(
  ({ directory }) => directory.auth.getSnapshot(),
  ({ directory }) => ({ notices: directory.notices.getSnapshot().length }),
  {
    'who enters is told so once': ({ before, after, around, ...step }) => {
      if (step.event.type !== 'login.succeeded' || before === undefined || after === undefined) return null;
      const expected = around.notices + (isEntered({ ...step, around, before, after }) ? 1 : 0);
      return { expected, came: step.app.directory.notices.getSnapshot().length };
    },
    'whose it is, and which calls wait': wholeContext(changes),
    'what is shown of it': sessionShown,
    'what leaves': ({ before, after, ...step }) => {
      if (before === undefined || after === undefined) return null;
      return {
        expected: leaving({ ...step, before, after }).filter(({ type }) => OWN.has(type)),
        came: step.commands.filter(({ type }) => OWN.has(type)),
      };
    },
  },
);
