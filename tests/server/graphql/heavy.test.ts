import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSocketTicket } from '../../../contract/graphql/create-socket-ticket.ts';
import { customerChats } from '../../../contract/graphql/customer-chats.ts';
import { paginatedAudit } from '../../../contract/graphql/paginated-audit.ts';
import { CALL_LIMITS } from '../../../server/config-limits.ts';
import { seedPeople } from '../../../server/demo/people.ts';
import { callGraphql, startAttendance } from '../../support/attendance.ts';
import type { Person, World } from '../../support/attendance.ts';
import { openTestDatabase } from '../../support/database.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { spawnServer, startTestServer, TEST_PASSWORD, tokenOf } from '../../support/server.ts';
import type { TestServer } from '../../support/server.ts';

const AT_ONCE = 3;
const CONFIG = {
  calls: { ...CALL_LIMITS, answerLength: 60_000, refusalMs: 1, heavyAtOnce: AT_ONCE, heavyOfCompany: AT_ONCE },
};
const threads: Worker[] = [];
const noteThread = (worker: Worker) => void threads.push(worker);

let world: World;
/** The same database, and no thread: all calls run in the main one. */
let threadless: TestServer;
let ids: { customer: string; instance: string };
beforeAll(async () => {
  process.on('worker', noteThread);
  world = await startAttendance({ config: CONFIG, attendance: { heavyThread: true } });
  threadless = await startTestServer({
    config: CONFIG,
    databaseUrl: world.server.databaseUrl,
    attendance: { upkeep: false },
  });
  const from = '5511900000001';
  const { customer, instance } = await world.open({ from, text: `Olá, ação "1" 😀 ${'á'.repeat(4_000)}` });
  ids = { customer: customer.id, instance: instance.id };
  for (let at = 0; at < 9; at += 1) await world.write({ from, text: 'é'.repeat(4_000) });
});
afterAll(async () => {
  process.off('worker', noteThread);
  await threadless.stop();
  await world.stop();
});

type Asked = { who: Pick<Person, 'tenant' | 'token'>; query: string; variables?: object | undefined };

const callOf = ({ who, query, variables }: Asked) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', authorization: `Bearer ${who.token}` },
  body: JSON.stringify({ query, variables }),
});

async function ask(url: string, { who, query, variables }: Asked, signal?: AbortSignal) {
  const call = callOf({ who, query, variables });
  const response = await fetch(`${url}/${who.tenant}/graphql`, { ...call, signal: signal ?? null });
  const { status, headers } = response;
  const requestId = headers.get('x-request-id') ?? 'none';
  const text = (await response.text()).replaceAll(requestId, 'ID');
  return { status, type: headers.get('content-type'), text };
}

const chats = (times: number) => {
  const call = `customerChats(customer_id: "${ids.customer}", instance_id: "${ids.instance}", limit: 200, all_users: true, finished_tickets: true) { id type message sent_at ack user { id name } }`;
  return `{ ${Array.from({ length: times }, (_, at) => `a${at}: ${call}`).join(' ')} }`;
};
const manyNames = (limit: number) => {
  const names = Array.from({ length: 40 }, (_, at) => `text${at}: message`).join(' ');
  return `{ customerChats(customer_id: "${ids.customer}", instance_id: "${ids.instance}", limit: ${limit}, all_users: true) { ${names} } }`;
};
const audit = (who: Asked['who']) => ({ who, query: paginatedAudit.document, variables: { search: 'bruno' } });

test.each<[string, () => Asked, number, string]>([
  ['a long page', () => ({ who: world.people.ana, query: chats(1) }), 200, 'ação \\"1\\" 😀'],
  ['without the permission', () => audit(world.people.bruno), 200, 'FORBIDDEN'],
  ['of another company’s customer', () => ({ who: world.people.bia, query: chats(1) }), 200, 'NOT_FOUND'],
  [
    'with another company’s token',
    () => ({ ...audit(world.people.ana), who: { ...world.people.ana, tenant: 'brisa' } }),
    200,
    'NOT_FOUND',
  ],
  [
    'longer than an answer may be, since it has each text under many names',
    () => ({ who: world.people.ana, query: manyNames(200) }),
    400,
    'error.answer.tooLong',
  ],
  ['longer than an answer may be', () => ({ who: world.people.ana, query: chats(2) }), 400, 'error.answer.tooLong'],
  [
    'of a field that is not there',
    () => ({ who: world.people.ana, query: chats(1).replace('ack', 'nothing') }),
    400,
    'nothing',
  ],
])('a heavy call %s is answered by the thread what the main thread answers', async (_, asked, status, text) => {
  const before = threads.length;
  const expected = await ask(threadless.url, asked());
  expect(threads).toHaveLength(before);
  expect(await ask(world.url, asked())).toEqual(expected);
  expect([expected.status, expected.text]).toEqual([status, expect.stringContaining(text)]);
  expect(threads).toHaveLength(1);
});

test('texts longer than the database reads in one part: each message once, oldest first, forwards and backwards', async () => {
  const pageOf = async (bounds: { after_id?: string; before_id?: string }): Promise<number[]> => {
    const variables = { customer_id: ids.customer, instance_id: ids.instance, limit: 20, all_users: true, ...bounds };
    const chats = await callGraphql(world.url, world.people.ana, customerChats, variables);
    return chats.customerChats.map(({ id }) => Number(id));
  };
  const all = await pageOf({});
  expect(all).toHaveLength(10);
  expect(all).toEqual([...new Set(all)].toSorted((one, other) => one - other));
  expect(await pageOf({ after_id: String(all[0]) })).toEqual(all.slice(1));
  expect(await pageOf({ before_id: String(all.at(-1)) })).toEqual(all.slice(0, -1));
});

test('a light call has each text under many names, longer than an answer may be: refused, too', async () => {
  const { status, text } = await ask(world.url, { who: world.people.ana, query: manyNames(2) });
  expect([status, text]).toEqual([400, expect.stringContaining('error.answer.tooLong')]);
});

/** Runs `work` while the audit can't be read: a call for it stays with the thread. */
async function whileLocked<Result>(work: () => Promise<Result>): Promise<Result> {
  const client = await world.server.owner.connect();
  try {
    await client.query('begin; lock table audit in access exclusive mode');
    return await work();
  } finally {
    await client.query('rollback');
    client.release();
  }
}

async function waiting(of: World): Promise<string | undefined> {
  const [row] = await of.rows<{ count: string }>(
    `select count(*)::text as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  );
  return row?.count;
}

test('the thread ends: the call it had is answered 503, the next one is answered', async () => {
  const { ana } = world.people;
  await ask(world.url, audit(ana));
  const thread = threads.at(-1);
  await whileLocked(async () => {
    const call = ask(world.url, audit(ana));
    await expectEventually(() => waiting(world)).toBe('1');
    await thread?.terminate();
    const { status, text } = await call;
    expect([status, JSON.parse(text)]).toMatchObject([
      503,
      { errors: [{ extensions: { code: 'UNAVAILABLE', key: 'error.unavailable', request_id: 'ID' } }] },
    ]);
  });
  expect((await ask(world.url, audit(ana))).status).toBe(200);
  expect(threads.at(-1)).not.toBe(thread);
});

test('each concurrent call has a connection', async () => {
  const { ana } = world.people;
  const calls = await whileLocked(async () => {
    const begun = Array.from({ length: AT_ONCE }, () => ask(world.url, audit(ana)));
    await expectEventually(() => waiting(world)).toBe(String(AT_ONCE));
    return { begun };
  });
  expect((await Promise.all(calls.begun)).map(({ status }) => status)).toEqual(
    Array.from({ length: AT_ONCE }, () => 200),
  );
});

test('a call that is given up while the thread has it: the next one is answered', async () => {
  const { ana } = world.people;
  await whileLocked(async () => {
    const given = new AbortController();
    const call = ask(world.url, audit(ana), given.signal);
    const ended = Promise.allSettled([call]);
    await expectEventually(() => waiting(world)).toBe('1');
    given.abort();
    await ended;
  });
  expect((await ask(world.url, audit(ana))).status).toBe(200);
});

test('a session that ended is refused by the thread, too; the thread ends with its server', async () => {
  const other = await startAttendance({ config: CONFIG, attendance: { heavyThread: true } });
  try {
    const { ana } = other.people;
    expect((await ask(other.url, audit(ana))).status).toBe(200);
    await other.server.owner.query('update session set revoked_at = now() where user_id = $1', [ana.id]);
    expect((await ask(other.url, audit(ana))).status).toBe(401);
  } finally {
    await other.stop();
  }
  // What Node calls a thread that is over.
  expect(threads.at(-1)?.threadId).toBe(-1);
});

test('the server stops while the thread runs an abandoned call -> it doesn’t wait for it', async () => {
  // The lock is waited for longer than any test lasts.
  const other = await startAttendance({
    config: { ...CONFIG, statementMs: 600_000 },
    attendance: { heavyThread: true },
  });
  const holder = await other.server.owner.connect();
  const given = new AbortController();
  try {
    await holder.query('begin; lock table audit in access exclusive mode');
    const call = Promise.allSettled([ask(other.url, audit(other.people.ana), given.signal)]);
    await expectEventually(() => waiting(other)).toBe('1');
    given.abort();
    await call;
    await other.server.app.close();
    expect(await waiting(other)).toBe('1');
  } finally {
    await holder.query('rollback');
    holder.release();
    await other.stop();
  }
});

test('a fault of ours in the thread is in the server’s log, under the request’s id', async () => {
  const database = await openTestDatabase();
  await seedPeople(database.db, TEST_PASSWORD);
  const server = await spawnServer({ env: { DATABASE_URL: database.url } });
  try {
    const ana = { tenant: 'aurora', token: await tokenOf(server.url, 'ana@aurora.example', TEST_PASSWORD) };
    await database.owner.query('alter table audit rename to elsewhere');
    const response = await fetch(`${server.url}/aurora/graphql`, callOf(audit(ana)));
    expect(response.status).toBe(500);
    const line = () =>
      server
        .output()
        .split('\n')
        .find((text) => text.includes('a GraphQL call failed'));
    await expectEventually(line).toBeDefined();
    expect(JSON.parse(line() ?? '')).toMatchObject({
      level: 50,
      reqId: response.headers.get('x-request-id'),
      err: { message: expect.stringContaining('audit') },
    });
  } finally {
    await server.end();
    await database.close();
  }
});

test('what changes something never runs in the thread, however much it costs', async () => {
  const other = await startAttendance({
    config: { calls: { ...CALL_LIMITS, heavyCost: 1 } },
    attendance: { heavyThread: true },
  });
  try {
    const { createSocketTicket: given } = await callGraphql(other.url, other.people.ana, createSocketTicket, {});
    expect(given.ticket).not.toBe('');
  } finally {
    await other.stop();
  }
});
