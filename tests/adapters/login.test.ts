import { describe, expect, test } from 'vitest';
import type { Command } from '../../src/machines/log/command.ts';
import type { LoginPath } from '../../src/machines/log/events-session.ts';
import { data, graphqlError, ok } from '../support/scripted-server.ts';
import { wireUser } from '../support/wire.ts';
import { startBench, TENANT } from './harness.ts';
import type { Bench } from './harness.ts';

const EMAIL = 'ana@aurora.example';
const PASSWORD = 'Balcao#2026';
const CHALLENGE = 'challenge-1';
const ROUTES = [{ route_name: 'users' }, { route_name: 'tenants' }];
const renewedFor = (user_id: string) => ({ token: 'token-2', user_id, has_permission_routes: ROUTES });

function submit({ adapters }: Bench, path: LoginPath): void {
  const secret = adapters.vault.keep(PASSWORD);
  adapters.run({ type: 'login.send', generation: 4, path, email: EMAIL, secret, remember: true });
}

function restAnswer(changes: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  return {
    access_token: 'token-1',
    origin_backoffice: false,
    has_permission_routes: ROUTES,
    tenantName: TENANT,
    ...changes,
  };
}

function scriptPerson({ server }: Bench): void {
  server.on('POST /api/users/email', ok({ id: '7', name: 'Ana Souza', email: EMAIL }));
  server.on('userInfos', data({ userInfos: wireUser() }));
  server.on('POST /api/auth/logout', ok({ ok: true }));
}

/** Neither the password nor a token may be read out of the log. */
function expectNoSecrets({ events }: Bench): void {
  const log = JSON.stringify(events.items);
  expect(log).not.toContain(PASSWORD);
  expect(log).not.toContain('token-1');
  expect(log).not.toContain(CHALLENGE);
}

describe('login at the tenant (GraphQL)', () => {
  test('right -> login.succeeded; the token stays in the vault', async () => {
    const bench = await startBench();
    const answer = { token: 'token-1', has_permission_routes: ROUTES, origin_backoffice: true, user: wireUser() };
    bench.server.on('logIn', data({ logIn: answer }));
    submit(bench, 'graphql');
    const succeeded = await bench.next('login.succeeded');
    expect(succeeded).toMatchObject({
      generation: 4,
      user: { id: '7', name: 'Ana Souza', roleName: 'administrador', roleLabel: 'Administrador', department: 'Vendas' },
      routes: ['users', 'tenants'],
      originBackoffice: true,
    });
    expect(bench.adapters.vault.read(succeeded.token)).toBe('token-1');
    expect(bench.server.requests.items).toMatchObject([
      { token: null, body: { email: EMAIL, password: PASSWORD, remember: true } },
    ]);
    expectNoSecrets(bench);
  });

  test('without a token -> refused in the specification’s words', async () => {
    const bench = await startBench();
    const answer = { token: null, has_permission_routes: [], origin_backoffice: false, user: null };
    bench.server.on('logIn', data({ logIn: answer }));
    submit(bench, 'graphql');
    expect(await bench.next('login.refused')).toMatchObject({
      generation: 4,
      failure: { code: 'UNAUTHENTICATED', key: 'error.login.noToken' },
    });
  });

  test('a token in an answer that doesn’t parse is not told', async () => {
    const bench = await startBench();
    bench.server.on('logIn', data({ logIn: { token: 'token-1' } }));
    submit(bench, 'graphql');
    await bench.next('login.refused');
    expect(bench.had('input.rejected')).toHaveLength(1);
    expectNoSecrets(bench);
  });

  test('too many tries -> refused', async () => {
    const bench = await startBench();
    bench.server.on('logIn', graphqlError('slow down', { code: 'TOO_MANY', key: 'error.tooMany' }));
    submit(bench, 'graphql');
    expect((await bench.next('login.refused')).failure.key).toBe('error.tooMany');
    expect(bench.had('call.unauthorized')).toEqual([]);
  });

  test('a password is good for one try', async () => {
    const bench = await startBench();
    bench.server.on('logIn', 'drop');
    const secret = bench.adapters.vault.keep(PASSWORD);
    const command: Command = {
      type: 'login.send',
      generation: 1,
      path: 'graphql',
      email: EMAIL,
      secret,
      remember: false,
    };
    bench.adapters.run(command);
    bench.adapters.run(command);
    expect(await bench.all('login.refused', 2)).toHaveLength(2);
    expect(bench.server.requests.items).toHaveLength(1);
  });
});

describe('login with the company’s identity provider', () => {
  test('its code -> login.succeeded, for whomever the session is: no e-mail is asked about', async () => {
    const bench = await startBench();
    scriptPerson(bench);
    bench.server.on('POST /api/auth/identity', ok(restAnswer()));
    submit(bench, 'identity');
    const succeeded = await bench.next('login.succeeded');
    expect(succeeded).toMatchObject({ generation: 4, user: { id: '7' }, routes: ['users', 'tenants'] });
    expect(bench.adapters.vault.read(succeeded.token)).toBe('token-1');
    const asked = await bench.server.requests.count(3);
    expect(asked[0]).toMatchObject({ name: 'POST /api/auth/identity', token: null });
    expect(new Map(asked.slice(1).map(({ name, token }) => [name, token]))).toEqual(
      new Map([
        ['userPreferences', 'token-1'],
        ['userInfos', 'token-1'],
      ]),
    );
    expect(bench.server.requests.items[0]?.body).toEqual({
      tenantName: TENANT,
      code: PASSWORD,
      ip: null,
      remember: true,
    });
    expectNoSecrets(bench);
  });

  test('a second factor -> asked for, confirmed by the same call as after a password', async () => {
    const bench = await startBench();
    scriptPerson(bench);
    const owed = { access_token: null, second_factor: true, second_factor_token: CHALLENGE };
    bench.server.on('POST /api/auth/identity', ok(restAnswer(owed)));
    submit(bench, 'identity');
    const { challenge } = await bench.next('login.secondFactorRequired');
    bench.server.on('POST /api/auth/second-factor', ok(restAnswer()));
    const code = bench.adapters.vault.keep('123456');
    bench.adapters.run({ type: 'login.confirm', generation: 4, path: 'identity', email: '', challenge, code });
    await bench.next('login.succeeded');
    expectNoSecrets(bench);
  });

  test('too late, or another browser’s -> refused in the server’s words', async () => {
    const bench = await startBench();
    const error = { code: 'INVALID', key: 'error.identity.expired' };
    bench.server.on('POST /api/auth/identity', {
      status: 400,
      json: { status: 'Bad Request', error, request_id: 'r' },
    });
    submit(bench, 'identity');
    expect((await bench.next('login.refused')).failure.key).toBe('error.identity.expired');
  });
});

describe('login at the back-office (REST)', () => {
  test('right -> address, login, e-mail and person -> login.succeeded', async () => {
    const bench = await startBench({ lookup: '/api/ip' });
    scriptPerson(bench);
    bench.server.on('GET /api/ip', ok({ ip: '10.1.2.3' }));
    bench.server.on('POST /api/auth/login', ok(restAnswer()));
    submit(bench, 'rest');
    const succeeded = await bench.next('login.succeeded');
    expect(succeeded).toMatchObject({
      generation: 4,
      user: { id: '7' },
      routes: ['users', 'tenants'],
      originBackoffice: false,
    });
    expect(bench.adapters.vault.read(succeeded.token)).toBe('token-1');
    // The login doesn't wait for the preferences.
    const asked = await bench.server.requests.count(5);
    const requests = asked.map(({ name, token, body }) => ({ name, token, body }));
    expect(requests.slice(0, 2)).toEqual([
      { name: 'GET /api/ip', token: null, body: null },
      {
        name: 'POST /api/auth/login',
        token: null,
        body: { email: EMAIL, password: PASSWORD, ip: '10.1.2.3', remember: true },
      },
    ]);
    expect(new Map(requests.slice(2).map(({ name, token }) => [name, token]))).toEqual(
      new Map([
        ['userInfos', 'token-1'],
        ['userPreferences', 'token-1'],
        ['POST /api/users/email', 'token-1'],
      ]),
    );
    expectNoSecrets(bench);
  });

  test('the address can’t be found -> null, an error in Portuguese, the login goes on', async () => {
    const bench = await startBench({ lookup: '/api/ip' });
    scriptPerson(bench);
    bench.server.on('GET /api/ip', 'drop');
    bench.server.on('POST /api/auth/login', ok(restAnswer()));
    submit(bench, 'rest');
    await bench.next('login.succeeded');
    expect(bench.environment.lines.items).toContain('Erro ao buscar o endereço IP');
    const login = bench.server.requests.items.find((request) => request.name === 'POST /api/auth/login');
    expect(login?.body).toMatchObject({ ip: null });
  });

  test('wrong password -> refused with the server’s key, no session is over', async () => {
    const bench = await startBench();
    const error = { code: 'UNAUTHENTICATED', key: 'error.login.failed' };
    bench.server.on('POST /api/auth/login', {
      status: 401,
      json: { status: 'Unauthorized', error, request_id: 'r-9' },
    });
    submit(bench, 'rest');
    expect((await bench.next('login.refused')).failure).toMatchObject({ key: 'error.login.failed', requestId: 'r-9' });
    expect(bench.had('call.unauthorized')).toEqual([]);
  });

  test('a code is still needed -> login.secondFactorRequired; of another company -> refused before a code is asked for', async () => {
    const bench = await startBench();
    const answer = restAnswer({ access_token: null, second_factor: true, second_factor_token: CHALLENGE });
    bench.server.on('POST /api/auth/login', ok(answer));
    submit(bench, 'rest');
    const { challenge } = await bench.next('login.secondFactorRequired');
    expect(bench.adapters.vault.read(challenge)).toBe(CHALLENGE);
    expectNoSecrets(bench);
    bench.server.on('POST /api/auth/login', ok({ ...answer, tenantName: 'brisa' }));
    submit(bench, 'rest');
    expect((await bench.next('login.refused')).failure.key).toBe('error.login.otherTenant');
  });

  test('a token in an answer that doesn’t parse is not told', async () => {
    const bench = await startBench();
    bench.server.on('POST /api/auth/login', ok({ access_token: 'token-1' }));
    submit(bench, 'rest');
    expect((await bench.next('login.refused')).failure.code).toBe('REJECTED_INPUT');
    expect(bench.had('input.rejected')).toHaveLength(1);
    expectNoSecrets(bench);
  });

  test('no token and no code needed -> refused', async () => {
    const bench = await startBench();
    bench.server.on('POST /api/auth/login', ok(restAnswer({ access_token: null })));
    submit(bench, 'rest');
    expect((await bench.next('login.refused')).failure.key).toBe('error.login.failed');
  });

  test.each([
    ['the e-mail’s lookup fails', 'POST /api/users/email'],
    ['the person can’t be loaded', 'userInfos'],
  ])('%s -> refused, and the new session is ended', async (_what, name) => {
    const bench = await startBench();
    scriptPerson(bench);
    bench.server.on('POST /api/auth/login', ok(restAnswer()));
    bench.server.on(name, 'drop');
    submit(bench, 'rest');
    expect((await bench.next('login.refused')).failure.code).toBe('NETWORK');
    const logout = await bench.server.requests.find((request) => request.name === 'POST /api/auth/logout');
    expect(logout.token).toBe('token-1');
    expect(bench.had('login.succeeded')).toEqual([]);
  });

  test('a person of another company -> refused, and the new session is ended', async () => {
    const bench = await startBench();
    scriptPerson(bench);
    bench.server.on('POST /api/auth/login', ok(restAnswer({ tenantName: 'brisa' })));
    submit(bench, 'rest');
    expect((await bench.next('login.refused')).failure.key).toBe('error.login.otherTenant');
    const logout = await bench.server.requests.find((request) => request.name === 'POST /api/auth/logout');
    expect(logout.token).toBe('token-1');
  });
});

describe('the second step', () => {
  const CODE = '123 456';

  function confirm({ adapters }: Bench, path: LoginPath, challenge = adapters.vault.keep(CHALLENGE)): string {
    const code = adapters.vault.keep(CODE);
    adapters.run({ type: 'login.confirm', generation: 4, path, email: EMAIL, challenge, code });
    return challenge;
  }

  test('over REST: right -> login.succeeded, neither code nor challenge in the log', async () => {
    const bench = await startBench();
    scriptPerson(bench);
    bench.server.on('POST /api/auth/second-factor', ok(restAnswer({ second_factor_owed: false })));
    confirm(bench, 'rest');
    const succeeded = await bench.next('login.succeeded');
    expect(succeeded).toMatchObject({ generation: 4, user: { id: '7' }, routes: ['users', 'tenants'] });
    expect(succeeded.owesSecondFactor).toBeUndefined();
    expect(bench.server.requests.items[0]).toMatchObject({
      name: 'POST /api/auth/second-factor',
      token: null,
      body: { second_factor_token: CHALLENGE, code: CODE, ip: null },
    });
    expectNoSecrets(bench);
    expect(JSON.stringify(bench.events.items)).not.toContain(CODE);
  });

  test('at the tenant: challenge -> code -> login.succeeded', async () => {
    const bench = await startBench();
    const nobody = { token: null, has_permission_routes: [], origin_backoffice: false, user: null };
    bench.server.on('logIn', data({ logIn: { ...nobody, second_factor_token: CHALLENGE } }));
    submit(bench, 'graphql');
    const { challenge } = await bench.next('login.secondFactorRequired');
    const answer = { ...nobody, token: 'token-1', user: wireUser(), second_factor_owed: true };
    bench.server.on('confirmSecondFactor', data({ confirmSecondFactor: answer }));
    confirm(bench, 'graphql', challenge);
    expect(await bench.next('login.succeeded')).toMatchObject({ generation: 4, owesSecondFactor: true });
    expectNoSecrets(bench);
  });

  const no = (code: string, key: string) => ({
    rest: {
      status: code === 'UNAUTHENTICATED' ? 401 : 400,
      json: { status: 'Unauthorized', error: { code, key }, request_id: 'r-1' },
    },
    graphql: graphqlError(key, { code, key }, code === 'UNAUTHENTICATED' ? 401 : 200),
  });
  test.each(['rest', 'graphql'] as const)(
    'a wrong code may be tried again, a password that counts no more ends it (%s)',
    async (path) => {
      const bench = await startBench();
      const call = path === 'rest' ? 'POST /api/auth/second-factor' : 'confirmSecondFactor';
      bench.server.on(call, no('INVALID', 'error.login.code')[path]);
      const challenge = confirm(bench, path);
      expect((await bench.next('login.codeRefused')).failure.key).toBe('error.login.code');
      bench.server.on(call, 'drop');
      confirm(bench, path, challenge);
      expect((await bench.all('login.codeRefused', 2)).at(-1)?.failure.code).toBe('NETWORK');
      bench.server.on(call, no('UNAUTHENTICATED', 'error.login.challengeExpired')[path]);
      confirm(bench, path, challenge);
      expect((await bench.next('login.refused')).failure.key).toBe('error.login.challengeExpired');
      expect(bench.had('call.unauthorized')).toEqual([]);
    },
  );

  test('a code is good for one try', async () => {
    const bench = await startBench();
    const command: Command = {
      type: 'login.confirm',
      generation: 4,
      path: 'rest',
      email: EMAIL,
      challenge: bench.adapters.vault.keep(CHALLENGE),
      code: 'gone',
    };
    bench.adapters.run(command);
    await bench.next('login.refused');
    expect(bench.server.requests.items).toEqual([]);
  });
});

describe('renewal', () => {
  test('the refresh cookie goes to its path alone; the new token stays in the vault', async () => {
    const bench = await startBench();
    bench.server.on('POST /api/auth/login', {
      status: 200,
      json: restAnswer(),
      cookies: [`balcao_refresh=r1; Path=/${TENANT}/graphql; HttpOnly; SameSite=Strict; Max-Age=1000`],
    });
    scriptPerson(bench);
    bench.server.on('refreshToken', data({ refreshToken: renewedFor('7') }));
    submit(bench, 'rest');
    await bench.next('login.succeeded');
    bench.adapters.run({ type: 'token.refresh', generation: 4, userId: '7' });
    const refreshed = await bench.next('token.refreshed');
    expect(refreshed).toMatchObject({ generation: 4, routes: ['users', 'tenants'] });
    expect(bench.adapters.vault.read(refreshed.token)).toBe('token-2');
    const cookies = bench.server.requests.items.map(({ name, headers }) => [name, headers.cookie]);
    expect(cookies).toContainEqual(['refreshToken', 'balcao_refresh=r1']);
    expect(cookies).toContainEqual(['POST /api/users/email', undefined]);
  });

  test.each([
    ['the server says no', graphqlError('Unauthorized', { code: 'UNAUTHENTICATED' }, 401), 'refused'],
    ['its cookie is too old', graphqlError('Token has expired', undefined, 401), 'refused'],
    ['no answer', 'drop', 'unreachable'],
    ['a proxy answers', { status: 503, text: 'maintenance' }, 'unreachable'],
    ['the database is gone', graphqlError('no', { code: 'UNAVAILABLE', key: 'error.unavailable' }), 'unreachable'],
  ] as const)('%s -> token.refreshFailed', async (_what, reply, reason) => {
    const bench = await startBench();
    bench.server.on('refreshToken', reply);
    bench.adapters.run({ type: 'token.refresh', generation: 2, userId: '7' });
    expect(await bench.next('token.refreshFailed')).toEqual({ type: 'token.refreshFailed', generation: 2, reason });
    expect(bench.had('call.expired')).toEqual([]);
    expect(bench.had('call.unauthorized')).toEqual([]);
  });
});

test('renewal: a token that is somebody else’s is not used', async () => {
  const bench = await startBench();
  bench.server.on('refreshToken', data({ refreshToken: renewedFor('8') }));
  bench.adapters.run({ type: 'token.refresh', generation: 2, userId: '7' });
  const failed = await bench.next('token.refreshFailed');
  expect(failed).toEqual({ type: 'token.refreshFailed', generation: 2, reason: 'refused' });
  expect(bench.had('token.refreshed')).toEqual([]);
});

test('logout ends even when the server can’t be reached', async () => {
  const bench = await startBench();
  bench.server.on('POST /api/auth/logout', 'drop');
  bench.adopt('token-1', 1);
  bench.adapters.run({ type: 'logout.send', generation: 1 });
  expect(await bench.next('logout.finished')).toEqual({ type: 'logout.finished', generation: 1 });
});
