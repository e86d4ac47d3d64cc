import { describe, expect, test } from 'vitest';
import {
  selectIsBackoffice,
  selectLoginFailure,
  selectRoutes,
  selectUser,
  selectViewer,
} from '../../src/machines/auth/auth.selectors.ts';
import { logged } from '../support/builders-events.ts';
import { aFailure, aUser, networkFailure } from '../support/builders.ts';
import {
  auth,
  challenged,
  codeSubmitted,
  expired,
  loggedIn,
  logoutFinished,
  logoutRequested,
  refreshFailed,
  refreshed,
  refused,
  stored,
  submitted,
  succeeded,
  unauthorized,
} from './auth-support.ts';
import type { Sent } from './auth-support.ts';
import { opened } from './session-support.ts';

describe('opening', () => {
  test('starting -> anonymous without a stored session', () => {
    const { phase, commands } = auth(opened(null));
    expect(phase()).toBe('anonymous');
    expect(commands).toEqual([]);
  });

  test('starting -> refreshing with a stored session: its token is in use at once', () => {
    const { phase, snapshot, commands } = auth(opened(stored));
    expect(phase()).toBe('authenticated');
    expect(snapshot().matches({ authenticated: 'refreshing' })).toBe(true);
    expect(selectViewer(snapshot())).toEqual({ userId: '3', name: 'Carla Reis', roleName: 'atendente' });
    expect(commands).toEqual([
      { type: 'token.adopt', token: 'stored-token', generation: 1 },
      { type: 'token.refresh', generation: 1, userId: '3' },
      { type: 'user.fetch' },
      { type: 'tabs.join', userId: '3' },
      { type: 'outbox.load', userId: '3' },
    ]);
  });

  test.each(['refused', 'unreachable'] as const)('a renewal that is %s at the opening is only noted', (reason) => {
    const { phase, after, snapshot } = auth(opened(stored));
    expect(after(refreshFailed(1, reason))).toEqual([{ type: 'console.note', key: 'notice.session.notRenewed' }]);
    expect(phase()).toBe('authenticated');
    expect(snapshot().matches({ authenticated: 'refreshing' })).toBe(false);
  });

  test('a call that met the expired token meanwhile decides: refused -> anonymous', () => {
    const { phase, send, types } = auth(opened(stored), expired('call-1', 1));
    send(refreshFailed(1, 'refused'));
    expect(phase()).toBe('anonymous');
    expect(types()).not.toContain('console.note');
  });

  test('a stored session without a role is an administrador’s', () => {
    const { snapshot } = auth(opened({ ...stored, roleName: '' }));
    expect(selectViewer(snapshot())?.roleName).toBe('administrador');
  });
});

describe('logging in', () => {
  test('anonymous -> loggingIn -> authenticated, then to the asked page', () => {
    const { after, phase, snapshot } = auth(opened(null));
    expect(after(submitted({ path: 'rest', to: '/chat/5' }))).toEqual([
      {
        type: 'login.send',
        generation: 2,
        path: 'rest',
        email: 'carla@aurora.example',
        secret: 'password-1',
        remember: true,
      },
    ]);
    expect(phase()).toBe('loggingIn');
    expect(after(succeeded(2)).map(({ type }) => type)).toEqual([
      'token.adopt',
      'session.keep',
      'tabs.join',
      'outbox.load',
      'page.navigate',
    ]);
    expect(phase()).toBe('authenticated');
    expect(selectUser(snapshot())).toMatchObject({ id: '3', email: 'carla@aurora.example', roleLabel: 'Atendente' });
    expect(selectRoutes(snapshot())).toEqual(['chat', 'users']);
    expect(selectIsBackoffice(snapshot())).toBe(true);
  });

  test('leads to the asked page, or home', () => {
    const to = (asked: string | null) => {
      const { given } = auth(opened(null), submitted({ to: asked }), succeeded(2));
      return given('page.navigate');
    };
    expect(to('/users')).toEqual([{ type: 'page.navigate', to: '/users', replace: true, returnHere: false }]);
    expect(to(null)).toEqual([{ type: 'page.navigate', to: '/', replace: true, returnHere: false }]);
  });

  test.each([
    ['rest', 'error.login.failed'],
    ['graphql', 'error.login.noToken'],
  ] as const)('loggingIn (%s) -> anonymous: the words of its path, token and e-mail cleared', (path, key) => {
    const { after, phase, snapshot } = auth(opened(null), submitted({ path }));
    expect(after(refused(2))).toEqual([{ type: 'token.clear' }, { type: 'session.forget' }]);
    expect(phase()).toBe('anonymous');
    expect(selectLoginFailure(snapshot())?.key).toBe(key);
  });

  test('a login that found no server says so', () => {
    const { snapshot } = auth(opened(null), submitted(), refused(2, networkFailure));
    expect(selectLoginFailure(snapshot())?.key).toBe('error.network');
  });

  test('the failure is gone with the next try', () => {
    const { snapshot, send } = auth(opened(null), submitted(), refused(2));
    send(submitted());
    expect(selectLoginFailure(snapshot())).toBeNull();
  });

  test('loggingIn -> secondFactor -> anonymous by cancelling; the challenge isn’t kept', () => {
    const { after, phase } = auth(opened(null), submitted(), challenged(2));
    expect(phase()).toBe('secondFactor');
    expect(after(logged({ type: 'login.cancelled' }))).toEqual([{ type: 'token.drop', token: 'challenge-2' }]);
    expect(phase()).toBe('anonymous');
  });

  test.each(['rest', 'graphql'] as const)(
    'secondFactor -> confirming -> refused -> confirming -> authenticated, by the path of the login (%s)',
    (path) => {
      const { after, phase, send, snapshot } = auth(opened(null), submitted({ path, to: '/users' }), challenged(2));
      const confirm = { type: 'login.confirm', generation: 2, path, email: 'carla@aurora.example' };
      expect(after(codeSubmitted('code-1'))).toEqual([{ ...confirm, challenge: 'challenge-2', code: 'code-1' }]);
      expect(phase()).toBe('confirming');
      const failure = aFailure({ code: 'INVALID', key: 'error.login.code' });
      send(logged({ type: 'login.codeRefused', generation: 2, failure }));
      expect(phase()).toBe('secondFactor');
      expect(selectLoginFailure(snapshot())?.key).toBe('error.login.code');
      expect(after(codeSubmitted('code-2'))).toEqual([{ ...confirm, challenge: 'challenge-2', code: 'code-2' }]);
      expect(selectLoginFailure(snapshot())).toBeNull();
      expect(after(succeeded(2))).toEqual(
        expect.arrayContaining([
          { type: 'token.drop', token: 'challenge-2' },
          { type: 'page.navigate', to: '/users', replace: true, returnHere: false },
        ]),
      );
      expect(phase()).toBe('authenticated');
    },
  );

  test('confirming -> anonymous when the password counts no more, in the server’s words', () => {
    const { after, phase, snapshot } = auth(opened(null), submitted(), challenged(2), codeSubmitted('code-1'));
    const failure = aFailure({ code: 'UNAUTHENTICATED', key: 'error.login.challengeExpired' });
    expect(after(refused(2, failure))).toEqual([{ type: 'token.drop', token: 'challenge-2' }]);
    expect(phase()).toBe('anonymous');
    expect(selectLoginFailure(snapshot())?.key).toBe('error.login.challengeExpired');
  });

  test('a code nobody asked for, and a second one while the first is on its way, are not kept', () => {
    const drop = { type: 'token.drop', token: 'code-2' };
    expect(auth(opened(null)).after(codeSubmitted('code-2'))).toEqual([drop]);
    const held = auth(opened(null), submitted(), challenged(2), codeSubmitted('code-1'));
    expect(held.after(codeSubmitted('code-2'))).toEqual([drop]);
    expect(held.phase()).toBe('confirming');
  });

  test('who owes a second factor is led to set one up, wherever they were going', () => {
    const { after } = auth(opened(null), submitted({ to: '/users' }));
    expect(after(logged({ ...succeeded(2), owesSecondFactor: true }))).toContainEqual({
      type: 'page.navigate',
      to: '/two-factor',
      replace: true,
      returnHere: false,
    });
  });

  test('a success that comes after cancelling is dropped', () => {
    const { after, phase } = auth(opened(null), submitted(), logged({ type: 'login.cancelled' }));
    expect(after(succeeded(2))).toEqual([{ type: 'token.drop', token: 'token-1' }]);
    expect(phase()).toBe('anonymous');
  });

  test('a success of an older try is dropped, the present one goes on', () => {
    const { after, phase } = auth(opened(null), submitted(), logged({ type: 'login.cancelled' }), submitted());
    expect(after(succeeded(2, 'late'))).toEqual([{ type: 'token.drop', token: 'late' }]);
    expect(phase()).toBe('loggingIn');
  });

  test('a password that is submitted while one is logged in isn’t kept', () => {
    const { after, phase } = auth(...loggedIn);
    expect(after(submitted({ secret: 'password-2' }))).toEqual([{ type: 'token.drop', token: 'password-2' }]);
    expect(phase()).toBe('authenticated');
  });
});

describe('an expired token', () => {
  test('five calls -> one refresh -> each retried once with the new token', () => {
    const calls = ['a', 'b', 'c', 'd', 'e'];
    const { after, snapshot } = auth(...loggedIn);
    expect(after(...calls.map((call) => expired(call, 2)))).toEqual([
      { type: 'token.refresh', generation: 2, userId: '3' },
    ]);
    expect(after(refreshed(2, 'token-2'))).toEqual([
      { type: 'token.adopt', token: 'token-2', generation: 3 },
      expect.objectContaining({ type: 'session.keep' }),
      ...calls.map((call) => ({ type: 'call.retry', call, generation: 3 })),
    ]);
    expect(snapshot().context.generation).toBe(3);
  });

  test('a call of an older token is retried at once', () => {
    const { after } = auth(...loggedIn, expired('a', 2), refreshed(2, 'token-2'));
    expect(after(expired('late', 2))).toEqual([{ type: 'call.retry', call: 'late', generation: 3 }]);
  });

  test('a call that expires again after its retry is given up', () => {
    const { after } = auth(...loggedIn, expired('a', 2), refreshed(2, 'token-2'));
    expect(after(expired('a', 3))).toEqual([{ type: 'call.abandon', call: 'a' }]);
  });

  test('the same for one that was retried at once', () => {
    const { after } = auth(...loggedIn, expired('a', 2), refreshed(2, 'token-2'), expired('late', 2));
    expect(after(expired('late', 3))).toEqual([{ type: 'call.abandon', call: 'late' }]);
  });

  test('refreshing -> fresh when nobody could be reached: the calls fail, the session stays', () => {
    const { after, phase, snapshot } = auth(...loggedIn, expired('a', 2), expired('b', 2));
    expect(after(refreshFailed(2, 'unreachable'))).toEqual([
      { type: 'call.fail', call: 'a' },
      { type: 'call.fail', call: 'b' },
    ]);
    expect(phase()).toBe('authenticated');
    expect(snapshot().context.generation).toBe(2);
    expect(after(expired('c', 2))).toEqual([{ type: 'token.refresh', generation: 2, userId: '3' }]);
  });

  test('refreshing -> anonymous when refused: to the login, and back here afterwards', () => {
    const { after, phase, snapshot } = auth(...loggedIn, expired('a', 2));
    expect(after(refreshFailed(2, 'refused'))).toEqual([
      { type: 'token.clear' },
      { type: 'session.forget' },
      { type: 'tabs.leave' },
      { type: 'call.abandon', call: 'a' },
      { type: 'page.navigate', to: '/login', replace: true, returnHere: true },
    ]);
    expect(phase()).toBe('anonymous');
    expect(selectLoginFailure(snapshot())?.key).toBe('error.session.expired');
  });

  test('nobody logged in -> the call is given up', () => {
    const { after } = auth(opened(null));
    expect(after(expired('a', 0))).toEqual([{ type: 'call.abandon', call: 'a' }]);
  });
});

describe('the end of a session', () => {
  test('call.unauthorized -> anonymous, to the login', () => {
    const { after, phase } = auth(...loggedIn);
    expect(after(unauthorized(2)).map(({ type }) => type)).toEqual([
      'token.clear',
      'session.forget',
      'tabs.leave',
      'page.navigate',
    ]);
    expect(phase()).toBe('anonymous');
  });

  test('an administrator disconnects them -> anonymous, to the login, which says so', () => {
    const { after, phase, snapshot } = auth(...loggedIn);
    const closed = (code: number) => logged({ type: 'socket.closed', attempt: 1, code, reason: '' });
    expect(after(closed(1006))).toEqual([]);
    expect(after(closed(4403)).map(({ type }) => type)).toEqual([
      'token.clear',
      'session.forget',
      'tabs.leave',
      'page.navigate',
    ]);
    expect(phase()).toBe('anonymous');
    expect(selectLoginFailure(snapshot())?.key).toBe('error.session.closedByAdmin');
    const other = auth(...loggedIn);
    other.after(logged({ type: 'socket.closed', attempt: 1, code: 4403, reason: 'company' }));
    expect(selectLoginFailure(other.snapshot())?.key).toBe('error.login.companyClosed');
  });

  test('logout: the token is dropped and storage erased before the server is called', () => {
    const { after, phase, snapshot } = auth(...loggedIn);
    expect(after(logoutRequested)).toEqual([
      { type: 'token.clear' },
      { type: 'session.forget' },
      { type: 'storage.erase' },
      { type: 'tabs.leave' },
      { type: 'logout.send', generation: 2 },
      { type: 'page.navigate', to: '/login', replace: true, returnHere: false },
    ]);
    expect(phase()).toBe('loggingOut');
    expect(selectViewer(snapshot())).toBeNull();
    expect(after(logoutFinished(2))).toEqual([]);
    expect(phase()).toBe('anonymous');
  });

  test('refreshing -> loggingOut: a refresh that answers then is dropped', () => {
    const { after, phase } = auth(...loggedIn, expired('a', 2));
    expect(after(logoutRequested)).toContainEqual({ type: 'call.abandon', call: 'a' });
    expect(after(refreshed(2, 'late'))).toEqual([{ type: 'token.drop', token: 'late' }]);
    expect(phase()).toBe('loggingOut');
    expect(after(logoutFinished(2), refreshed(2, 'later'))).toContainEqual({ type: 'token.drop', token: 'later' });
    expect(phase()).toBe('anonymous');
  });

  test('a refresh of the session before is dropped in the next one', () => {
    const { after } = auth(...loggedIn, expired('a', 2), logoutRequested, logoutFinished(2), submitted(), succeeded(4));
    expect(after(refreshed(2, 'late'))).toEqual([{ type: 'token.drop', token: 'late' }]);
  });

  test('a user who is not found is logged out', () => {
    const failure = aFailure({ code: 'NOT_FOUND', key: 'error.notFound' });
    const { after, phase } = auth(...loggedIn);
    const failed = logged({ type: 'api.responseFailed', call: 'call-1', command: 'user.fetch', failure });
    expect(after(failed).map(({ type }) => type)).toContain('logout.send');
    expect(phase()).toBe('loggingOut');
  });
});

describe('the user’s data', () => {
  test('user.loaded renews name and role, and asks for the permissions', () => {
    const { after, snapshot } = auth(opened(stored), refreshed(1, 'token-2'));
    const loaded = logged({ type: 'user.loaded', user: aUser({ name: 'Carla R.', roleName: 'administrador' }) });
    expect(after(loaded)).toEqual([
      expect.objectContaining({ type: 'session.keep' }),
      { type: 'permissions.fetch', email: 'carla@aurora.example' },
    ]);
    expect(selectViewer(snapshot())).toEqual({
      userId: '3',
      name: 'Carla R.',
      roleName: 'administrador',
      departmentId: null,
    });
  });

  test('another e-mail or image leaves who is looking the same', () => {
    const { send, snapshot } = auth(...loggedIn);
    const before = selectViewer(snapshot());
    send(logged({ type: 'user.loaded', user: aUser({ email: 'outra@aurora.example', image: 'foto.png' }) }));
    expect(selectUser(snapshot())?.image).toBe('foto.png');
    expect(selectViewer(snapshot())).toBe(before);
  });

  test('permissions.outdated asks who one is, and then for the permissions by the e-mail of now', () => {
    const { after } = auth(...loggedIn);
    const outdated = logged({ type: 'permissions.outdated', stream: { epoch: 'e', seq: 2, prev: 1, id: 'e:2' } });
    expect(after(outdated)).toEqual([{ type: 'user.fetch' }]);
    const loaded = logged({ type: 'user.loaded', user: aUser({ email: 'outra@aurora.example' }) });
    expect(after(loaded)).toContainEqual({ type: 'permissions.fetch', email: 'outra@aurora.example' });
  });

  test('permissions.listed replaces the routes', () => {
    const { send, snapshot } = auth(...loggedIn);
    send(logged({ type: 'permissions.listed', routes: ['tenants'] }));
    expect(selectRoutes(snapshot())).toEqual(['tenants']);
  });
});

describe('what changes nothing', () => {
  const cases: readonly (readonly [string, readonly Sent[], Sent])[] = [
    ['a second opening of a waiting call', [...loggedIn, expired('a', 2)], expired('a', 2)],
    ['unauthorized from an older token', [...loggedIn, expired('a', 2), refreshed(2, 't')], unauthorized(2)],
    [
      'a failed refresh of an older token',
      [...loggedIn, expired('a', 2), refreshed(2, 't')],
      refreshFailed(2, 'refused'),
    ],
    ['a failed refresh when none is under way', [...loggedIn], refreshFailed(2, 'refused')],
    ['a refusal of an older login', [opened(null), submitted()], refused(1)],
    [
      'a refused code of an older login',
      [opened(null), submitted(), challenged(2), codeSubmitted('code-1')],
      logged({ type: 'login.codeRefused', generation: 1, failure: networkFailure }),
    ],
    ['cancelling when nobody logs in', [opened(null)], logged({ type: 'login.cancelled' })],
    ['a logout when nobody is logged in', [opened(null)], logoutRequested],
    ['the end of a logout that was none', [...loggedIn], logoutFinished(2)],
    ['the end of another logout', [...loggedIn, logoutRequested], logoutFinished(1)],
    ['the same permissions', [...loggedIn], logged({ type: 'permissions.listed', routes: ['chat', 'users'] })],
    ['somebody else’s data', [...loggedIn], logged({ type: 'user.loaded', user: aUser({ id: '99' }) })],
    ['the user when nobody is logged in', [opened(null)], logged({ type: 'user.loaded', user: aUser() })],
    [
      'a lookup that found no server',
      [...loggedIn],
      logged({ type: 'api.responseFailed', call: 'c', command: 'user.fetch', failure: networkFailure }),
    ],
    [
      'another call that was refused',
      [...loggedIn],
      logged({
        type: 'api.responseFailed',
        call: 'c',
        command: 'ticket.finish',
        failure: aFailure({ code: 'NOT_FOUND' }),
      }),
    ],
  ];

  test.each(cases)('%s', (_name, before, event) => {
    const { snapshot, after } = auth(...before);
    const held = snapshot();
    expect(after(event)).toEqual([]);
    expect(snapshot()).toBe(held);
  });
});
