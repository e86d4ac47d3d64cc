import { buildSchema } from 'graphql';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chatTickets } from '../../../contract/graphql/chat-tickets.ts';
import { connected } from '../../../contract/graphql/connected.ts';
import { createSocketTicket } from '../../../contract/graphql/create-socket-ticket.ts';
import { logIn } from '../../../contract/graphql/log-in.ts';
import { refreshToken } from '../../../contract/graphql/refresh-token.ts';
import { tenantSdl } from '../../../contract/graphql/schema.ts';
import { onlineUsers } from '../../../contract/graphql/online-users.ts';
import { userInfos } from '../../../contract/graphql/user-infos.ts';
import { userInstances } from '../../../contract/graphql/user-instances.ts';
import { users } from '../../../contract/graphql/users.ts';
import { resolvers } from '../../../server/http/graphql/resolvers.ts';
import { callGraphql, refusalOf, startAttendance } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { DEMO_PASSWORD, startTestServer, TEST_PASSWORD } from '../../support/server.ts';
import { eventually } from '../../support/expect-eventually.ts';

let world: World;
beforeAll(async () => {
  world = await startAttendance();
});
afterAll(() => world.stop());

type Answer = {
  status: number;
  body: { data?: unknown; errors?: { message: string; extensions?: Record<string, unknown> }[] };
  cookies: string[];
};

/** A call as it is on the wire. */
async function post(
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
  url = world.url,
): Promise<Answer> {
  const response = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, body: await response.json(), cookies: response.headers.getSetCookie() };
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const ask = (query: string, token = world.people.bruno.token, variables?: unknown) =>
  post('/aurora/graphql', { query, variables }, bearer(token));

test('each call of the contract has its resolver, and no other is there', () => {
  const schema = buildSchema(tenantSdl);
  expect(Object.keys(resolvers.Query).toSorted()).toEqual(
    Object.keys(schema.getQueryType()?.getFields() ?? {}).toSorted(),
  );
  expect(Object.keys(resolvers.Mutation).toSorted()).toEqual(
    Object.keys(schema.getMutationType()?.getFields() ?? {}).toSorted(),
  );
});

describe('without a login', () => {
  test.each([
    ['no token', '', 'Authorization Token not found'],
    ['nonsense', 'Bearer nonsense', 'Unauthorized'],
    [
      'another’s signature',
      'Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIiwidGlkIjoiMSIsInRuIjoiYXVyb3JhIiwic2lkIjoiMSIsImV4cCI6NDEwMjQ0NDgwMH0.c2lnbmVk',
      'Unauthorized',
    ],
  ])('%s', async (_name, authorization, message) => {
    const { status, body } = await post(
      '/aurora/graphql',
      { query: '{ users { id } }' },
      authorization === '' ? {} : { authorization },
    );
    expect(status).toBe(401);
    expect(body.data).toBeUndefined();
    expect(body.errors?.[0]).toMatchObject({
      message,
      extensions: { code: 'UNAUTHENTICATED', key: 'error.session.expired' },
    });
    expect(body.errors?.[0]?.extensions?.['request_id']).toEqual(expect.any(String));
  });

  test('unknown fields reveal nothing of the schema', async () => {
    const { status, body } = await post('/aurora/graphql', { query: '{ users { nothing } }' });
    expect([status, body.errors?.[0]?.message]).toEqual([401, 'Authorization Token not found']);
  });

  test('a session that ended: no part of an answer', async () => {
    const token = await world.server.tokenOf('carla@aurora.example');
    await world.rows('update session set revoked_at = now() where id = $1', [decodeJwt<{ sid: string }>(token).sid]);
    const { status, body } = await ask('{ __typename users { id } }', token);
    expect([status, Object.keys(body)]).toEqual([401, ['errors']]);
  });

  test('many different documents -> one that a user sent before is still cached', async () => {
    const validated = async () => {
      const metrics = await (await fetch(`${world.url}/metrics`)).text();
      return Number(/^calls_wait_seconds_count\{weight="new"\} (\d+)$/mu.exec(metrics)?.[1]);
    };
    const query = '{ mine: userInfos { id } }';
    await ask(query);
    for (let index = 0; index < 100; index += 1) await post('/aurora/graphql', { query: `{ a${index}: __typename }` });
    const before = await validated();
    expect(before).toBeGreaterThan(100);
    expect((await ask(query)).status).toBe(200);
    expect(await validated()).toBe(before);
  });

  test('a token too old: the message that makes the client refresh', async () => {
    let now = Date.now();
    const server = await startTestServer({ now: () => new Date(now) });
    const token = await server.tokenOf('ana@aurora.example');
    now += 601_000;
    const { status, body } = await post('/aurora/graphql', { query: '{ users { id } }' }, bearer(token), server.url);
    expect([status, body.errors?.[0]?.message]).toEqual([401, 'Token has expired']);
    await server.stop();
  });

  test('another tenant’s path answers like one that is not there', async () => {
    const answers = await Promise.all(
      ['brisa', 'nowhere', 'balcao'].map((tenant) =>
        post(`/${tenant}/graphql`, { query: '{ users { id } }' }, bearer(world.people.ana.token)),
      ),
    );
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body).toMatchObject({
        data: null,
        errors: [{ extensions: { code: 'NOT_FOUND', key: 'error.notFound' } }],
      });
    }
  });
});

describe('logging in at the tenant', () => {
  const tryToLogIn = (variables: { email: string; password: string; remember?: boolean }, tenant = 'aurora') =>
    post(`/${tenant}/graphql`, { query: logIn.document, variables });

  test('good: token, user, permissions, and the refresh token as a cookie no script sees', async () => {
    const { status, body, cookies } = await tryToLogIn({ email: 'bruno@aurora.example', password: DEMO_PASSWORD });
    expect(status).toBe(200);
    const result = logIn.data.parse(body.data).logIn;
    expect(result).toMatchObject({
      origin_backoffice: false,
      has_permission_routes: [{ route_name: 'chat' }],
      user: { email: 'bruno@aurora.example', role: { name: 'atendente' } },
    });
    expect(cookies).toHaveLength(1);
    expect(cookies[0]).toMatch(/^balcao_refresh=[^;]+; Path=\/aurora\/graphql; HttpOnly; SameSite=Strict$/);
    expect(
      (await callGraphql(world.url, { tenant: 'aurora', token: result.token ?? '' }, userInfos, {})).userInfos.id,
    ).toBe(world.people.bruno.id);
  });

  test('to be remembered: the cookie stays for a month', async () => {
    expect(
      (await tryToLogIn({ email: 'bruno@aurora.example', password: DEMO_PASSWORD, remember: true })).cookies[0],
    ).toContain('Max-Age=2592000');
  });

  test.each([
    ['a wrong password', 'bruno@aurora.example', 'wrong', 'aurora'],
    ['an unknown e-mail', 'nobody@aurora.example', DEMO_PASSWORD, 'aurora'],
    ['another tenant', 'bia@brisa.example', DEMO_PASSWORD, 'aurora'],
    ['something much too long', 'a'.repeat(400), 'b'.repeat(2_000), 'aurora'],
  ])('%s: no token, nothing else', async (_name, email, password, tenant) => {
    const { status, body, cookies } = await tryToLogIn({ email, password }, tenant);
    expect([status, cookies]).toEqual([200, []]);
    expect(body).toEqual({
      data: {
        logIn: {
          token: null,
          has_permission_routes: [],
          origin_backoffice: false,
          user: null,
          second_factor_token: null,
          second_factor_owed: false,
        },
      },
    });
  });

  test('an unknown tenant is not found, whoever asks', async () => {
    const { body, cookies } = await tryToLogIn({ email: 'bruno@aurora.example', password: DEMO_PASSWORD }, 'nowhere');
    expect(cookies).toEqual([]);
    expect(body).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND', key: 'error.company.unknown' } }] });
  });

  test('the cookie gives a new token, and is rotated', async () => {
    const { cookies } = await tryToLogIn({ email: 'bruno@aurora.example', password: DEMO_PASSWORD });
    const cookie = cookies[0]?.split(';')[0] ?? '';
    const refreshed = await post('/aurora/graphql', { query: refreshToken.document }, { cookie });
    expect(refreshToken.data.parse(refreshed.body.data).refreshToken).toMatchObject({
      user_id: world.people.bruno.id,
      has_permission_routes: [{ route_name: 'chat' }],
    });
    expect(refreshed.cookies[0]?.split(';')[0]).not.toBe(cookie);
    expect((await post('/brisa/graphql', { query: refreshToken.document }, { cookie })).status).toBe(401);
    const without = await post('/aurora/graphql', { query: refreshToken.document });
    expect([without.status, without.body.errors?.[0]?.message]).toEqual([401, 'Unauthorized']);
  });

  test('many tries by aliases in one document: refused before any', async () => {
    const tries = Array.from(
      { length: 3 },
      (_, index) => `a${index}: logIn(email: "bruno@aurora.example", password: "p${index}") { token }`,
    ).join(' ');
    const { status, body } = await ask(`mutation { ${tries} }`, '');
    expect([status, body.errors?.[0]?.message]).toEqual([400, 'Only one login or refresh a document']);
    const spread = await ask(
      'mutation { ...A ...B } fragment A on Mutation { a: refreshToken { token } } fragment B on Mutation { b: refreshToken { token } }',
      '',
    );
    expect(spread.status).toBe(400);
  });
});

describe('a document', () => {
  test.each([
    ['no query', {}],
    ['not an object', '[]'],
    ['not JSON', '{'],
    ['a syntax error', { query: '{ users { id }' }],
    ['JSON for a document', { query: '{"kind":"Document","definitions":[]}' }],
    ['null for a document', { query: 'null' }],
    ['an unknown field', { query: '{ secrets }' }],
    ['a wrong variable', { query: 'query ($id: ID!) { customerInfos(id: $id) { id } }', variables: { id: { a: 1 } } }],
    ['a missing variable', { query: 'query ($id: ID!) { customerInfos(id: $id) { id } }' }],
    [
      'an operation that is not there',
      { query: 'query a { users { id } } query b { users { id } }', operationName: 'c' },
    ],
  ])('%s: 400 INVALID, never 500', async (_name, body) => {
    const { status, body: answer } = await post('/aurora/graphql', body, bearer(world.people.bruno.token));
    expect(status).toBe(400);
    expect(JSON.stringify(answer)).toContain('INVALID');
  });

  test.each([
    ['too large', JSON.stringify({ query: `{ users { id } } #${'x'.repeat(600_000)}` }), 413],
    ['not JSON', '{', 400],
    ['empty', '', 400],
  ])('a body that is %s: refused in the words of GraphQL', async (_name, text, status) => {
    const answer = await post('/aurora/graphql', text, bearer(world.people.bruno.token));
    expect(answer).toMatchObject({
      status,
      body: { errors: [{ message: 'error.invalid', extensions: { code: 'INVALID', key: 'error.invalid' } }] },
    });
    expect(answer.body.errors?.[0]?.extensions?.['request_id']).toEqual(expect.any(String));
  });

  test('too deep, too wide, too many calls, too long: refused before any of it runs', async () => {
    const deep =
      '{ users { userInstances { instance { id } } ...F } } fragment F on User { userInstances { instance { id } } }';
    expect((await ask(deep)).status).toBe(200);
    const wide = `{ users { ${'id '.repeat(300)} } }`;
    expect((await ask(wide)).body.errors?.[0]?.message).toMatch(/more than 200 fields/);
    const calls = `{ ${Array.from({ length: 9 }, (_, index) => `a${index}: users { id }`).join(' ')} }`;
    expect((await ask(calls)).body.errors?.[0]?.message).toMatch(/more than 8 calls/);
    const doubling = Array.from(
      { length: 30 },
      (_, index) => `fragment F${index} on User { ${index === 29 ? 'id' : `...F${index + 1} ...F${index + 1}`} }`,
    ).join(' ');
    expect((await ask(`{ users { ...F0 } } ${doubling}`)).status).toBe(400);
    expect((await ask('{ users { ...F } } fragment F on User { ...F }')).status).toBe(400);
    expect((await ask(`{ ${'users { id } '.repeat(2_000)} }`)).status).toBe(400);
    const nested =
      '{ chatTickets { items { customerLastChat { parentCustomerChat { id } } pendingTransfer { chatTicket { id } } } } }';
    expect((await ask(nested)).status).toBe(200);
  });

  test('a call that is refused leaves the other answers standing', async () => {
    const { status, body } = await ask('{ userInfos { id } customerInfos(id: "999999") { id } }');
    expect(status).toBe(200);
    expect(body.errors?.[0]?.extensions).toMatchObject({ code: 'NOT_FOUND' });
    const { body: both } = await ask('{ userInfos { id } sentMessage(client_id: "x") { id } }');
    expect(both).toEqual({ data: { userInfos: { id: world.people.bruno.id }, sentMessage: null } });
  });

  test('a fault of ours says nothing of itself', async () => {
    await world.rows('alter table instance rename to instance_away');
    const { status, body } = await ask('{ instances { id } }');
    await world.rows('alter table instance_away rename to instance');
    expect(status).toBe(500);
    const text = JSON.stringify(body);
    expect(body.errors?.[0]).toMatchObject({
      message: 'error.server',
      extensions: { code: 'INTERNAL', key: 'error.server' },
    });
    expect(text).not.toMatch(/instance_away|relation|select/i);
  });

  test('in production the schema isn’t revealed, not even by suggestions', async () => {
    const server = await startTestServer({ config: { mode: 'serve' }, emulator: null });
    const token = await server.tokenOf('ana@aurora.example', TEST_PASSWORD);
    const introspected = await post(
      '/aurora/graphql',
      { query: '{ __schema { types { name } } }' },
      bearer(token),
      server.url,
    );
    expect(introspected.status).toBe(400);
    const hinted = await post('/aurora/graphql', { query: '{ user { id } }' }, bearer(token), server.url);
    expect(hinted.body.errors?.[0]?.message).toBe('Cannot query field "user" on type "Query".');
    await server.stop();
    expect((await ask('{ __schema { queryType { name } } }')).status).toBe(200);
  });
});

describe('people', () => {
  test('are listed for everyone, by name; one’s own instances for oneself, another’s only for the administrator', async () => {
    const { ana, bruno, carla, bia } = world.people;
    const names = (await world.call(bruno, users, {})).users.map((user) => user.name);
    expect(names).toEqual(['Ana Ribeiro', 'Bruno Carvalho', 'Carla Mendes']);
    const of = async (who: typeof ana, user_id: string) => refusalOf(world.call(who, userInstances, { user_id }));
    expect(
      (await world.call(carla, userInstances, { user_id: carla.id })).userInstances.map((link) => link.instance.name),
    ).toEqual(['Suporte']);
    expect(await Promise.all([of(ana, carla.id), of(bruno, carla.id), of(ana, bia.id)])).toEqual([
      'not refused',
      'NOT_FOUND error.notFound',
      'NOT_FOUND error.notFound',
    ]);
  });

  test('an attendant learns of colleagues no e-mail, no login name and no instance they do not serve; of themselves all', async () => {
    const { ana, bruno, carla, bia } = world.people;
    const told = async (who: typeof ana, list: 'users' | 'onlineUsers') => {
      const people =
        list === 'users'
          ? (await world.call(who, users, {})).users
          : (await world.call(who, onlineUsers, {})).onlineUsers;
      return people.map(({ id, username, email, userInstances: served }) => [
        id,
        username,
        email,
        served.map(({ instance }) => instance.name).join(),
      ]);
    };
    for (const who of [ana, bruno, carla, bia]) await world.call(who, connected, {});
    for (const list of ['users', 'onlineUsers'] as const) {
      expect(await told(carla, list)).toEqual([
        [ana.id, null, null, 'Suporte'],
        [bruno.id, null, null, 'Suporte'],
        [carla.id, 'carla', carla.email, 'Suporte'],
      ]);
      expect(await told(ana, list)).toEqual([
        [ana.id, 'ana', ana.email, 'Suporte,Vendas'],
        [bruno.id, 'bruno', bruno.email, 'Suporte,Vendas'],
        [carla.id, 'carla', carla.email, 'Suporte'],
      ]);
      // Her colleague isn't at work, and of Aurora's there is nobody.
      const caio = [expect.any(String), 'caio', 'caio@brisa.example', 'Atendimento'];
      expect(await told(bia, list)).toEqual([
        [bia.id, 'bia', bia.email, 'Atendimento'],
        ...(list === 'users' ? [caio] : []),
      ]);
    }
  });

  test('say that they are at work', async () => {
    const { bruno } = world.people;
    expect((await world.call(bruno, connected, {})).connected).toEqual({ id: bruno.id, isConnected: true });
    expect((await world.call(bruno, userInfos, {})).userInfos.isConnected).toBe(true);
  });

  test('get a ticket for a socket that is good for 30 seconds', async () => {
    const { ticket, expires_at } = (await world.call(world.people.bruno, createSocketTicket, {})).createSocketTicket;
    expect(ticket.length).toBeGreaterThan(20);
    const left = Date.parse(expires_at) - Date.now();
    expect(left).toBeGreaterThan(20_000);
    expect(left).toBeLessThanOrEqual(30_000);
  });
});

test('a page of tickets takes the same number of queries, however many are on it', async () => {
  const { ana } = world.people;
  for (let index = 0; index < 12; index += 1)
    await world.open({ from: `55119710000${String(index).padStart(2, '0')}` });
  const queriesOf = async (limit: number): Promise<number> => {
    const { pool } = world.server.db;
    const used = new Set<unknown>();
    let count = 0;
    const watch = (client: { query: (...args: never[]) => unknown }): void => {
      if (used.has(client)) return;
      used.add(client);
      const query = client.query.bind(client);
      client.query = (...args) => {
        count += 1;
        return query(...args);
      };
    };
    pool.on('acquire', watch);
    await world.call(ana, chatTickets, { all_users: true, pagination_limit: limit });
    pool.off('acquire', watch);
    for (const client of used) Reflect.deleteProperty(Object(client), 'query');
    return count;
  };
  // Asked again until the server's own rounds fall into neither of the two.
  await eventually(async () => {
    const few = await queriesOf(1);
    expect(few).toBeGreaterThan(0);
    expect(await queriesOf(12)).toBe(few);
  });
});
