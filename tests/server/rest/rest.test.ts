import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { restErrorSchema } from '../../../contract/errors.ts';
import { loginAnswerSchema } from '../../../contract/rest/login.ts';
import { configAnswerSchema } from '../../../contract/rest/config.ts';
import { users } from '../../../contract/rest/users.ts';
import { textLookup } from '../../../src/views/app/text-lookup.ts';
import { allMessages } from '../../support/all-messages.ts';
import { createClock } from '../../support/clock.ts';
import { DEMO_PASSWORD, startTestServer, TEST_PASSWORD, testConfig } from '../../support/server.ts';
import type { TestServer } from '../../support/server.ts';

const clock = createClock();
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ now: clock.now, attendance: null });
});
afterAll(() => server.stop());

type Answer = { status: number; headers: Headers; body: unknown };

async function call(
  method: string,
  path: string,
  options: { token?: string; body?: unknown; raw?: string } = {},
): Promise<Answer> {
  const text = options.raw ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
  const response = await fetch(server.url + path, {
    method,
    headers: {
      ...(text === undefined ? {} : { 'content-type': 'application/json' }),
      ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
    },
    ...(text === undefined ? {} : { body: text }),
  });
  const received = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(received) : received };
}

const login = (email: string, password = DEMO_PASSWORD) =>
  call('POST', '/api/auth/login', { body: { email, password, ip: null } });
const errorOf = (answer: Answer) => restErrorSchema.parse(answer.body).error;

describe('login and logout', () => {
  test('login: token, routes, tenant, and the refresh token in a cookie that scripts can not read', async () => {
    const answer = await login('ana@aurora.example');
    expect(answer.status).toBe(200);
    expect(loginAnswerSchema.parse(answer.body)).toMatchObject({ origin_backoffice: false, tenantName: 'aurora' });
    expect(answer.headers.get('set-cookie')).toMatch(
      /^balcao_refresh=\S+; Path=\/aurora\/graphql; HttpOnly; SameSite=Strict$/,
    );
  });

  test('remembered: the cookie outlives the browser, and so does the session; else both end', async () => {
    const hoursOf = async (remember: boolean | undefined) => {
      const body = { email: 'ana@aurora.example', password: DEMO_PASSWORD, ip: null, remember };
      const { headers } = await call('POST', '/api/auth/login', { body });
      const [session] = (
        await server.owner.query<{ hours: number }>(
          `select round(extract(epoch from expires_at - created_at) / 3600)::int as hours from session order by id desc limit 1`,
        )
      ).rows;
      return [/Max-Age=(\d+)/.exec(headers.get('set-cookie') ?? '')?.[1], session?.hours];
    };
    expect(await hoursOf(true)).toEqual([String(30 * 24 * 3600), 30 * 24]);
    expect(await hoursOf(false)).toEqual([undefined, 12]);
    expect(await hoursOf(undefined)).toEqual([undefined, 12]);
  });

  test('the back-office is told so', async () => {
    expect((await login('suporte@balcao.example')).body).toMatchObject({
      origin_backoffice: true,
      tenantName: 'balcao',
    });
  });

  test('wrong password and unknown e-mail: the same 401, without a cookie', async () => {
    const answers = [await login('bia@brisa.example', 'wrong'), await login('nobody@brisa.example')];
    for (const answer of answers) {
      expect(answer.status).toBe(401);
      expect(answer.body).toMatchObject({
        status: 'Unauthorized',
        error: { code: 'UNAUTHENTICATED', key: 'error.login.failed' },
      });
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
  });

  test('too many failures: 429 and when to try again', async () => {
    for (let index = 0; index < 10; index += 1) await login('carla@aurora.example', 'wrong');
    const answer = await login('carla@aurora.example');
    expect(answer.status).toBe(429);
    const refusal = errorOf(answer);
    expect(refusal).toMatchObject({ code: 'TOO_MANY', key: 'error.tooManyTries' });
    expect(answer.headers.get('retry-after')).toBe(String(refusal?.params?.['seconds']));
    const says = async (locale: 'pt_BR' | 'en' | 'pt', values = refusal?.params ?? {}) =>
      textLookup(await allMessages(locale)).textOf({ kind: 'message', id: 'error.tooManyTries', values });
    expect(await says('pt_BR')).toBe('Tentativas demais. Tente de novo em 15 minutos.');
    expect(await says('en', { seconds: 61, minutes: 2 })).toContain('in 2 minutes.');
    expect(await says('pt', { seconds: 60, minutes: 1 })).toContain('1 minuto.');
    expect(await says('pt_BR', { seconds: 1, minutes: 0 })).toContain('em 1 segundo.');
  });

  test('logout: the token stops working and the cookie goes', async () => {
    const token = await server.tokenOf('bia@brisa.example');
    const answer = await call('POST', '/api/auth/logout', { token, body: { data: { reason: 'user' }, ip: null } });
    expect(answer).toMatchObject({ status: 200, body: { ok: true } });
    expect(answer.headers.get('set-cookie')).toMatch(/^balcao_refresh=;.*Path=\/brisa\/graphql/);
    expect((await call('GET', '/api/permission', { token })).body).toMatchObject({ status: 'Unauthorized' });
  });
});

test('a client’s data is audited as far as it can be stored, and never makes the logout fail', async () => {
  for (const odd of ['a\u0000b', 'a\ud800b']) {
    const entered = await call('POST', '/api/auth/login', {
      body: { email: 'bruno@aurora.example', password: DEMO_PASSWORD, ip: odd },
    });
    const token = loginAnswerSchema.parse(entered.body).access_token ?? '';
    const left = await call('POST', '/api/auth/logout', { token, body: { data: { [odd]: [odd] }, ip: odd } });
    expect([left.status, (await call('GET', '/api/permission', { token })).status]).toEqual([200, 401]);
  }
  const token = await server.tokenOf('bruno@aurora.example');
  const raw = `{"data":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  // No body is so deep: it is refused before it is parsed.
  expect((await call('POST', '/api/auth/logout', { token, raw })).status).toBe(400);
});

describe('the four 401s', () => {
  test('no token, a forged one, an old one, one whose session is over', async () => {
    const status = async (token?: string) => {
      const answer = await call('GET', '/api/permission', token === undefined ? {} : { token });
      return [answer.status, restErrorSchema.parse(answer.body).status];
    };
    const old = await server.tokenOf('bia@brisa.example');
    expect(await status()).toEqual([401, 'Authorization Token not found']);
    expect(await status(`${old}x`)).toEqual([401, 'Token is Invalid']);
    clock.advance(10 * 60_000 + 1_000);
    expect(await status(old)).toEqual([401, 'Token is Expired']);
    const left = await server.tokenOf('bia@brisa.example');
    await call('POST', '/api/auth/logout', { token: left, body: {} });
    expect(await status(left)).toEqual([401, 'Unauthorized']);
  });

  test('comes before anything is said of the input', async () => {
    expect((await call('POST', '/api/users/email', { body: { email: 5 } })).status).toBe(401);
  });
});

describe('people and permissions', () => {
  test('an e-mail’s user: one’s own, anyone’s for an administrator; else not found', async () => {
    const [ana, bruno] = [await server.tokenOf('ana@aurora.example'), await server.tokenOf('bruno@aurora.example')];
    const find = async (token: string, email: string) => call('POST', '/api/users/email', { token, body: { email } });
    expect((await find(bruno, 'Bruno@aurora.example')).body).toMatchObject({
      name: 'Bruno Carvalho',
      email: 'bruno@aurora.example',
    });
    expect((await find(ana, 'bruno@aurora.example')).status).toBe(200);
    for (const answer of [
      await find(bruno, 'ana@aurora.example'),
      await find(ana, 'bia@brisa.example'),
      await find(ana, 'nobody@aurora.example'),
    ]) {
      expect(answer.status).toBe(404);
      expect(errorOf(answer)).toEqual({ code: 'NOT_FOUND', key: 'error.notFound' });
    }
  });

  test('an e-mail’s permissions: the same rule', async () => {
    const [ana, bruno] = [await server.tokenOf('ana@aurora.example'), await server.tokenOf('bruno@aurora.example')];
    const ask = (token: string, email: string) =>
      call('GET', `/api/permission/email?email=${encodeURIComponent(email)}`, { token });
    expect((await ask(bruno, 'bruno@aurora.example')).body).toEqual([{ route_name: 'chat' }]);
    expect((await ask(ana, 'bruno@aurora.example')).body).toEqual([{ route_name: 'chat' }]);
    expect((await ask(bruno, 'ana@aurora.example')).status).toBe(404);
    expect((await ask(ana, 'bia@brisa.example')).status).toBe(404);
  });

  test('all permissions: those of the back-office only for the back-office', async () => {
    const routes = async (email: string) =>
      JSON.stringify((await call('GET', '/api/permission', { token: await server.tokenOf(email) })).body);
    expect(await routes('ana@aurora.example')).toContain('"users"');
    expect(await routes('ana@aurora.example')).not.toContain('"tenants"');
    expect(await routes('suporte@balcao.example')).toContain('"tenants"');
  });

  test('the list of users: with the permission, of one’s own tenant; without it forbidden', async () => {
    const listed = await call('GET', '/api/users', { token: await server.tokenOf('ana@aurora.example') });
    expect(users.answer.parse(listed.body).map(({ email }) => email)).toContain('carla@aurora.example');
    expect(JSON.stringify(listed.body)).not.toContain('brisa.example');
    expect(JSON.stringify(listed.body)).not.toContain('argon2');
    const refused = await call('GET', '/api/users', { token: await server.tokenOf('bruno@aurora.example') });
    expect(refused.status).toBe(403);
    expect(errorOf(refused)).toEqual({ code: 'FORBIDDEN', key: 'error.forbidden' });
  });
});

describe('bad input', () => {
  test('wrong types, broken JSON, too much, a wrong type of body: 4xx that names the fields, never a 500', async () => {
    const wrongTypes = await call('POST', '/api/auth/login', { body: { email: 1 } });
    expect(wrongTypes.status).toBe(400);
    expect(errorOf(wrongTypes)).toEqual({
      code: 'INVALID',
      key: 'error.invalid',
      fields: { email: 'error.invalid', password: 'error.invalid' },
    });
    for (const raw of ['{"email', '[]', 'null', '"x"', '{"email":"a@b","password":"x","__proto__":{"x":1}}']) {
      const answer = await call('POST', '/api/auth/login', { raw });
      const isRefusal = answer.status === 400 || answer.status === 401;
      expect([raw, isRefusal, restErrorSchema.safeParse(answer.body).success]).toEqual([raw, true, true]);
    }
    expect((await call('POST', '/api/auth/login', { raw: `{"email":"${'x'.repeat(1_100_000)}"}` })).status).toBe(413);
    const typed = await fetch(`${server.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'text/xml' },
      body: '<a/>',
    });
    expect(typed.status).toBe(415);
    expect((await login('ana\u0000@aurora.example')).status).toBe(400);
    expect((await login('ana\ud800@aurora.example')).status).toBe(401);
  });

  test('an unknown path, and a known one with another method: 404 with the request’s id', async () => {
    for (const [method, path] of [
      ['GET', '/api/none'],
      ['DELETE', '/api/auth/login'],
      ['GET', '/api/auth/login'],
      ['GET', '/ws/none'],
      ['POST', '/aurora/none'],
      ['GET', '//'],
    ] as const) {
      const answer = await call(method, path);
      expect([path, answer.status, errorOf(answer)?.code]).toEqual([path, 404, 'NOT_FOUND']);
      expect(restErrorSchema.parse(answer.body).request_id).toBe(answer.headers.get('x-request-id'));
    }
  });
});

test('a path that is none: a refusal like any other', async () => {
  const answer = await call('GET', '/%zz');
  expect([answer.status, errorOf(answer)]).toEqual([400, { code: 'INVALID', key: 'error.invalid' }]);
});

describe('around it', () => {
  test('config.json is the contract’s', async () => {
    const answer = await call('GET', '/config.json');
    expect(configAnswerSchema.parse(answer.body)).toEqual({
      backoffice: '',
      graphql: '',
      realtime: '',
      ip_lookup: '/api/ip',
      demo: true,
    });
  });

  test('the caller’s address; a proxy’s headers are ignored unless it is trusted', async () => {
    const response = await fetch(`${server.url}/api/ip`, { headers: { 'x-forwarded-for': '203.0.113.9' } });
    expect(await response.json()).toEqual({ ip: '127.0.0.1' });
  });

  test('behind a proxy: the address that it saw, not one that the client claims; a cookie for https only', async () => {
    const proxied = await startTestServer({ config: { trustProxy: 'loopback' }, attendance: null });
    const headers = {
      'x-forwarded-for': '198.51.100.7, 203.0.113.9',
      'x-forwarded-proto': 'https',
      'content-type': 'application/json',
    };
    const address = await fetch(`${proxied.url}/api/ip`, { headers });
    expect(await address.json()).toEqual({ ip: '203.0.113.9' });
    const body = JSON.stringify({ email: 'ana@aurora.example', password: DEMO_PASSWORD });
    const entered = await fetch(`${proxied.url}/api/auth/login`, { method: 'POST', headers, body });
    expect(entered.headers.getSetCookie().join()).toContain('; Secure');
    await proxied.stop();
  });

  test('in production: an https-only cookie, whatever the proxy says; over plain http only on this machine', async () => {
    const production = await startTestServer({ config: { mode: 'serve' }, emulator: null, attendance: null });
    const isSecure = async (host: string) => {
      const payload = { email: 'ana@aurora.example', password: TEST_PASSWORD };
      const answer = await production.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        headers: { host },
        payload,
      });
      expect(answer.statusCode).toBe(200);
      return String(answer.headers['set-cookie']).includes('; Secure');
    };
    for (const host of ['balcao.example', 'balcao.example:4000', '10.0.0.5:4000', 'localhost.evil.example', '[::2]'])
      expect([host, await isSecure(host)]).toEqual([host, true]);
    for (const host of ['localhost:4000', 'LOCALHOST', 'aurora.localhost', '127.0.0.1:4000', '127.8.9.1', '[::1]:4000'])
      expect([host, await isSecure(host)]).toEqual([host, false]);
    await production.stop();
  });

  test('healthz, readyz and metrics', async () => {
    expect(await call('GET', '/healthz')).toMatchObject({ status: 200, body: { status: 'ok' } });
    expect(await call('GET', '/readyz')).toMatchObject({
      status: 200,
      body: { checks: { database: true, stream: true, serving: true } },
    });
    const metrics = await call('GET', '/metrics');
    expect(metrics.body).toContain('http_request_duration_seconds_count{method="GET",route="/healthz",status="200"}');
  });

  test('metrics: in the demo for this machine; with a token for who bears it alone', async () => {
    const status = async ({ app }: TestServer, remoteAddress: string, headers: Record<string, string> = {}) =>
      (await app.inject({ url: '/metrics', remoteAddress, headers })).statusCode;
    const elsewhere = '203.0.113.9';
    const token = 'a-token-of-the-tests';
    expect(await status(server, '127.0.0.1')).toBe(200);
    expect(await status(server, '::1')).toBe(200);
    expect(await status(server, elsewhere)).toBe(403);
    expect(await status(server, elsewhere, { authorization: 'Bearer undefined' })).toBe(403);
    // A proxy on this machine asks for somebody else.
    expect(await status(server, '127.0.0.1', { host: 'balcao.example' })).toBe(403);
    expect(await status(server, '127.0.0.1', { 'x-forwarded-for': '127.0.0.1' })).toBe(403);
    const guarded = await startTestServer({ config: { metricsToken: token }, attendance: null });
    expect(await status(guarded, elsewhere, { authorization: `Bearer ${token}` })).toBe(200);
    expect(await status(guarded, elsewhere, { authorization: `Bearer ${token}x` })).toBe(403);
    expect(await status(guarded, elsewhere)).toBe(403);
    // One on this machine that hides who asks.
    expect(await status(guarded, '127.0.0.1')).toBe(403);
    await guarded.stop();
  });

  test('each answer forbids inline scripts and frames', async () => {
    const policy = (await call('GET', '/api/ip')).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
  });

  test('a backend elsewhere -> its voice messages, videos and PDFs are allowed', async () => {
    const { bases } = testConfig();
    const split = await startTestServer({
      config: { bases: { ...bases, graphql: 'https://api.balcao.example' } },
      attendance: null,
    });
    const answer = await split.app.inject({ url: '/api/ip', remoteAddress: '127.0.0.1' });
    const policy = String(answer.headers['content-security-policy']).split(';');
    for (const directive of ['media-src', 'frame-src', 'connect-src'])
      expect(policy.find((part) => part.startsWith(directive))).toContain('https://api.balcao.example');
    await split.stop();
  });
});
