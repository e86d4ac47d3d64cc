import { describe, expect, test } from 'vitest';
import { CALL_TIMEOUT_MS } from '../../src/adapters/calls/gateway.ts';
import type { Command } from '../../src/machines/log/command.ts';
import { manualClock } from '../support/node-environment.ts';
import { data, graphqlError, ok } from '../support/scripted-server.ts';
import type { Handler, Reply } from '../support/scripted-server.ts';
import { wireTicket, wireUser } from '../support/wire.ts';
import { startBench } from './harness.ts';
import type { Bench } from './harness.ts';

const EXPIRED = graphqlError('Token has expired', { code: 'UNAUTHENTICATED', key: 'error.session.expired' }, 401);
const INSTANCES: Command = { type: 'instances.fetch' };
const FIVE_CALLS: readonly Command[] = [
  INSTANCES,
  { type: 'user.fetch' },
  { type: 'ticket.fetch', ticketId: '20' },
  { type: 'transfer.fetchCandidates', ticketId: '20', instanceId: '5', withoutUserId: '7' },
  { type: 'permissions.fetch', email: 'ana@aurora.example' },
];

/** Answers only whoever bears the token. */
function onlyFor(token: string, answer: Reply, refusal: Reply): Handler {
  return (request) => (request.token === token ? answer : refusal);
}

function scriptFive({ server }: Bench, token: string): void {
  const page = {
    total_pages: 1,
    total_items: 1,
    position: 4,
    items: [wireTicket()],
    unseen_conversations: null,
    pinned_customers: null,
  };
  server.on('instances', onlyFor(token, data({ instances: [] }), EXPIRED));
  server.on('userInfos', onlyFor(token, data({ userInfos: wireUser() }), EXPIRED));
  server.on('chatTickets', onlyFor(token, data({ chatTickets: page }), EXPIRED));
  server.on('onlineUsers', onlyFor(token, data({ onlineUsers: [] }), EXPIRED));
  server.on(
    'GET /api/permission/email',
    onlyFor(token, ok([{ route_name: 'users' }]), { status: 401, json: { status: 'Token is Expired' } }),
  );
}

/** A reply that the test gives when it wants to. */
function later(): { readonly handler: Handler; readonly give: (reply: Reply) => void } {
  let give: (reply: Reply) => void = () => undefined;
  const given = new Promise<Reply>((resolve) => {
    give = resolve;
  });
  return { handler: () => given, give: (reply) => give(reply) };
}

describe('an expired token', () => {
  test('five calls meet it at once -> held -> retried once each with the new token', async () => {
    const bench = await startBench();
    scriptFive(bench, 'new');
    bench.adopt('old', 1);
    for (const command of FIVE_CALLS) bench.adapters.run(command);
    const expired = await bench.all('call.expired', 5);
    expect(new Set(expired.map((event) => event.call)).size).toBe(5);
    expect(expired.map((event) => event.generation)).toEqual([1, 1, 1, 1, 1]);
    expect(bench.events.items.every((event) => event.type === 'call.expired')).toBe(true);

    bench.adopt('new', 2);
    for (const { call } of expired) bench.adapters.run({ type: 'call.retry', call, generation: 2 });
    await Promise.all([
      bench.next('instances.listed'),
      bench.next('user.loaded'),
      bench.next('ticket.loaded'),
      bench.next('transfer.candidatesListed'),
      bench.next('permissions.listed'),
    ]);
    expect(bench.events.items).toHaveLength(10);
    const tokens = bench.server.requests.items.map((request) => request.token);
    expect(tokens).toEqual([...Array<string>(5).fill('old'), ...Array<string>(5).fill('new')]);
    expect(new Set(bench.server.requests.items.slice(5).map((request) => request.name)).size).toBe(5);
  });

  test('retried within the append of its event', async () => {
    const bench = await startBench();
    scriptFive(bench, 'new');
    bench.adopt('old', 1);
    bench.react((event) => {
      if (event.type !== 'call.expired') return [];
      return [
        { type: 'token.adopt', token: bench.adapters.vault.keep('new'), generation: 2 },
        { type: 'call.retry', call: event.call, generation: 2 },
      ];
    });
    bench.adapters.run(INSTANCES);
    await bench.next('instances.listed');
    expect(bench.had('api.responseFailed')).toEqual([]);
  });

  test('expired -> retried -> expired again: said again, never retried by itself', async () => {
    const bench = await startBench();
    bench.server.on('instances', EXPIRED);
    bench.adopt('old', 1);
    bench.adapters.run(INSTANCES);
    const { call } = await bench.next('call.expired');
    bench.adopt('new', 2);
    bench.adapters.run({ type: 'call.retry', call, generation: 2 });
    const [, again] = await bench.all('call.expired', 2);
    expect(again).toEqual({ type: 'call.expired', call, generation: 2 });
    bench.adapters.run({ type: 'call.abandon', call });
    expect((await bench.next('instances.listFailed')).failure.code).toBe('ABANDONED');
    expect(bench.server.requests.items).toHaveLength(2);
  });

  test('held -> abandoned: the call fails once, and a later retry of it changes nothing', async () => {
    const bench = await startBench();
    scriptFive(bench, 'new');
    bench.adopt('old', 1);
    bench.adapters.run(INSTANCES);
    const { call } = await bench.next('call.expired');
    bench.adapters.run({ type: 'call.abandon', call });
    bench.adapters.run({ type: 'call.retry', call, generation: 1 });
    expect(bench.events.items.map((event) => event.type)).toEqual([
      'call.expired',
      'api.responseFailed',
      'instances.listFailed',
    ]);
    expect(bench.had('instances.listFailed')[0]?.failure.code).toBe('ABANDONED');
  });

  test('held -> nobody could be reached to renew it: the call fails as one without an answer', async () => {
    const bench = await startBench();
    scriptFive(bench, 'new');
    bench.adopt('old', 1);
    bench.adapters.run(INSTANCES);
    const { call } = await bench.next('call.expired');
    bench.adapters.run({ type: 'call.fail', call });
    expect((await bench.next('instances.listFailed')).failure).toMatchObject({ code: 'NETWORK', key: 'error.network' });
    expect(bench.server.requests.items).toHaveLength(1);
  });
});

describe('a refused session', () => {
  test.each([
    ['Unauthorized', 'Unauthorized'],
    ['Authorization Token not found', 'Authorization Token not found'],
    ['Something else', 'Unauthorized'],
  ])('GraphQL 401 %s -> call.unauthorized, and the call fails', async (message, status) => {
    const bench = await startBench();
    bench.server.on('instances', graphqlError(message, undefined, 401));
    bench.adopt('token', 3);
    bench.adapters.run(INSTANCES);
    const { failure } = await bench.next('instances.listFailed');
    expect(failure.code).toBe('UNAUTHENTICATED');
    expect(bench.had('call.unauthorized')).toMatchObject([{ generation: 3, status }]);
    expect(bench.had('api.responseFailed')).toMatchObject([{ command: 'instances.fetch', failure }]);
    expect(bench.environment.lines.items).toContain(message);
  });

  test.each(['Unauthorized', 'Authorization Token not found', 'Token is Invalid'])(
    'REST 401 %s -> call.unauthorized',
    async (status) => {
      const bench = await startBench();
      bench.server.on('GET /api/permission/email', { status: 401, json: { status } });
      bench.adopt('token', 1);
      bench.adapters.run({ type: 'permissions.fetch', email: 'ana@aurora.example' });
      expect(await bench.next('call.unauthorized')).toMatchObject({ status, generation: 1 });
      expect((await bench.next('api.responseFailed')).command).toBe('permissions.fetch');
    },
  );
});

describe('a 401 with the other door’s body means the same', () => {
  const PERMISSIONS: Command = { type: 'permissions.fetch', email: 'ana@aurora.example' };

  test.each([
    ['GraphQL', 'instances', INSTANCES, { status: 'Token is Expired' }],
    ['REST', 'GET /api/permission/email', PERMISSIONS, { errors: [{ message: 'Token has expired' }] }],
  ])('%s: expired -> call.expired', async (_door, name, command, json) => {
    const bench = await startBench();
    bench.server.on(name, { status: 401, json });
    bench.adopt('token', 3);
    bench.adapters.run(command);
    expect(await bench.next('call.expired')).toMatchObject({ generation: 3 });
    expect(bench.had('call.unauthorized')).toEqual([]);
  });

  test.each([
    ['GraphQL', 'instances', INSTANCES, { status: 'Token is Invalid' }, 'Token is Invalid'],
    [
      'REST',
      'GET /api/permission/email',
      PERMISSIONS,
      { errors: [{ message: 'Authorization Token not found' }] },
      'Authorization Token not found',
    ],
  ])('%s: refused -> call.unauthorized', async (_door, name, command, json, status) => {
    const bench = await startBench();
    bench.server.on(name, { status: 401, json });
    bench.adopt('token', 3);
    bench.adapters.run(command);
    expect(await bench.next('call.unauthorized')).toMatchObject({ generation: 3, status });
  });
});

describe('token.clear', () => {
  test('a call under way ends abandoned at once; its answer is not heard', async () => {
    const bench = await startBench();
    const answer = later();
    bench.server.on('instances', answer.handler);
    bench.server.on('userInfos', data({ userInfos: wireUser() }));
    bench.adopt('token', 1);
    bench.adapters.run(INSTANCES);
    await bench.server.requests.count(1);
    bench.adapters.run({ type: 'token.clear' });
    expect(bench.had('instances.listFailed')).toMatchObject([{ failure: { code: 'ABANDONED' } }]);
    answer.give(data({ instances: [] }));
    bench.adopt('next', 2);
    bench.adapters.run({ type: 'user.fetch' });
    await bench.next('user.loaded');
    expect(bench.had('instances.listed')).toEqual([]);
  });

  test('a held call ends abandoned', async () => {
    const bench = await startBench();
    bench.server.on('instances', EXPIRED);
    bench.adopt('token', 1);
    bench.adapters.run(INSTANCES);
    await bench.next('call.expired');
    bench.adapters.run({ type: 'token.clear' });
    expect(bench.had('instances.listFailed')).toMatchObject([{ failure: { code: 'ABANDONED' } }]);
  });

  test('no request leaves afterwards', async () => {
    const bench = await startBench();
    bench.adopt('token', 1);
    bench.adapters.run({ type: 'token.clear' });
    for (const command of FIVE_CALLS) bench.adapters.run(command);
    const failed = await bench.all('api.responseFailed', 5);
    expect(failed.map((event) => event.failure.code)).toEqual(Array(5).fill('ABANDONED'));
    expect(bench.server.requests.items).toEqual([]);
  });

  test('logout while a refresh is under way: the late token is never used', async () => {
    const bench = await startBench();
    const refreshed = later();
    bench.server.on('refreshToken', refreshed.handler);
    bench.server.on('POST /api/auth/logout', ok({ ok: true }));
    bench.adopt('old', 1);
    bench.adapters.run({ type: 'token.refresh', generation: 1, userId: '7' });
    await bench.server.requests.find((request) => request.name === 'refreshToken');
    bench.adapters.run({ type: 'token.clear' });
    bench.adapters.run({ type: 'logout.send', generation: 1 });
    expect(bench.had('token.refreshFailed')).toEqual([
      { type: 'token.refreshFailed', generation: 1, reason: 'unreachable' },
    ]);
    refreshed.give(data({ refreshToken: { token: 'late', user_id: '7', has_permission_routes: [] } }));
    expect(await bench.next('logout.finished')).toEqual({ type: 'logout.finished', generation: 1 });
    bench.adapters.run(INSTANCES);
    await bench.next('instances.listFailed');
    expect(bench.had('token.refreshed')).toEqual([]);
    expect(bench.server.requests.items.map(({ name, token }) => [name, token])).toEqual([
      // Old as it is: it says whose turn the call is.
      ['refreshToken', 'old'],
      ['POST /api/auth/logout', 'old'],
    ]);
  });

  test('one logout only bears the cleared token', async () => {
    const bench = await startBench();
    bench.server.on('POST /api/auth/logout', ok({ ok: true }));
    bench.adopt('old', 1);
    bench.adapters.run({ type: 'token.clear' });
    bench.adapters.run({ type: 'logout.send', generation: 1 });
    bench.adapters.run({ type: 'logout.send', generation: 1 });
    await bench.all('logout.finished', 2);
    expect(bench.server.requests.items).toHaveLength(1);
  });
});

describe('how a call fails', () => {
  test.each(['drop', 'cut'] as const)('the connection breaks (%s) -> NETWORK', async (reply) => {
    const bench = await startBench();
    bench.server.on('instances', reply);
    bench.adopt('token', 1);
    bench.adapters.run(INSTANCES);
    const { failure } = await bench.next('instances.listFailed');
    expect(failure).toEqual({ code: 'NETWORK', key: 'error.network', params: {}, fields: {}, requestId: null });
    expect(bench.had('api.responseFailed')).toMatchObject([{ failure }]);
  });

  test('no answer in time -> NETWORK', async () => {
    const clock = manualClock();
    const bench = await startBench({ after: clock.after });
    bench.server.on('instances', later().handler);
    bench.adopt('token', 1);
    bench.adapters.run(INSTANCES);
    await bench.server.requests.count(1);
    clock.advance(CALL_TIMEOUT_MS);
    expect((await bench.next('instances.listFailed')).failure).toMatchObject({ code: 'NETWORK', key: 'error.timeout' });
    expect(clock.pending()).toBe(0);
  });

  test('a refusal in the contract’s words keeps them', async () => {
    const bench = await startBench();
    const details = { key: 'error.tooMany', params: { seconds: 30 }, fields: { search: 'error.invalid' } };
    bench.server.on('instances', graphqlError('no', { code: 'TOO_MANY', ...details, request_id: 'r-1' }));
    bench.server.on('GET /api/permission/email', {
      status: 429,
      json: { status: 'error', error: { code: 'TOO_MANY', ...details }, request_id: 'r-1' },
    });
    bench.adopt('token', 1);
    bench.adapters.run(INSTANCES);
    bench.adapters.run({ type: 'permissions.fetch', email: 'ana@aurora.example' });
    const failed = await bench.all('api.responseFailed', 2);
    const expected = { code: 'TOO_MANY', ...details, requestId: 'r-1' };
    expect(failed.map((event) => event.failure)).toEqual([expected, expected]);
    expect(bench.had('input.rejected')).toEqual([]);
  });

  test.each<[string, Reply, string]>([
    ['no JSON, from a proxy', { status: 502, text: '<html>bad gateway</html>' }, 'error.unavailable'],
    ['no JSON', { status: 200, text: 'hello' }, 'error.unknown'],
    ['another shape', data({ instances: [{ id: 5 }] }), 'error.unknown'],
    ['no data', data(null), 'error.unknown'],
    ['malformed errors', { status: 200, json: { errors: 'many' } }, 'error.unknown'],
    ['an empty list of errors', { status: 200, json: { errors: [], data: null } }, 'error.unknown'],
  ])('an answer that the contract doesn’t know (%s) -> input.rejected', async (_what, reply, key) => {
    const bench = await startBench();
    bench.server.on('instances', reply);
    bench.adopt('token', 1);
    bench.adapters.run(INSTANCES);
    expect((await bench.next('instances.listFailed')).failure).toMatchObject({ code: 'REJECTED_INPUT', key });
    expect(bench.had('input.rejected')).toMatchObject([{ source: 'graphql' }]);
  });

  test.each<[string, Reply]>([
    ['no JSON', { status: 200, text: 'hello' }],
    ['another shape', ok({ routes: [] })],
    ['a refusal in other words', { status: 500, json: { message: 'oops' } }],
  ])('a REST answer that the contract doesn’t know (%s) -> input.rejected', async (_what, reply) => {
    const bench = await startBench();
    bench.server.on('GET /api/permission/email', reply);
    bench.adopt('token', 1);
    bench.adapters.run({ type: 'permissions.fetch', email: 'ana@aurora.example' });
    expect((await bench.next('api.responseFailed')).failure.code).toBe('REJECTED_INPUT');
    expect(bench.had('input.rejected')).toMatchObject([{ source: 'rest' }]);
    expect(bench.had('permissions.listed')).toEqual([]);
  });
});
