import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chatTickets } from '../../../contract/graphql/chat-tickets.ts';
import { paginatedAudit } from '../../../contract/graphql/paginated-audit.ts';
import { userInfos } from '../../../contract/graphql/user-infos.ts';
import { CALL_LIMITS } from '../../../server/config-limits.ts';
import { signAccessToken } from '../../../server/domain/auth/access-token.ts';
import { DEMO_PASSWORD } from '../../../server/domain/auth/passwords.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { startAttendance } from '../../support/attendance.ts';
import type { Person, World } from '../../support/attendance.ts';

/** Of one company's heavy calls one runs and two of a user wait. */
const LIMITS = {
  ...CALL_LIMITS,
  heavyAtOnce: 2,
  heavyOfCompany: 1,
  queueOfUser: 2,
  refusalMs: 1,
  slowMs: 600_000,
  queueMs: 600_000,
};

let world: World;
beforeAll(async () => {
  world = await startAttendance({
    config: { trustProxy: 'loopback', calls: LIMITS },
    attendance: { heavyThread: true },
  });
});
afterAll(() => world.stop());

type Answer = { status: number; retryAfter: string | null; text: string };

async function ask(who: Pick<Person, 'tenant' | 'token'>, path: string, body: unknown): Promise<Answer> {
  const response = await fetch(`${world.url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(who.token === '' ? {} : { authorization: `Bearer ${who.token}` }),
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, retryAfter: response.headers.get('retry-after'), text: await response.text() };
}

const graphql = (who: Pick<Person, 'tenant' | 'token'>, query: string, variables: object = {}) =>
  ask(who, `/${who.tenant}/graphql`, { query, variables });
const nobody = { tenant: 'aurora', token: '' };
const searchAudit = (who: Person) => graphql(who, paginatedAudit.document, { search: 'bruno' });
const refusedCount = async (limit: string, company: string): Promise<number> => {
  const metrics = await (await fetch(`${world.url}/metrics`)).text();
  return Number(
    new RegExp(`calls_refused_total\\{limit="${limit}",company="${company}"\\} (\\d+)`).exec(metrics)?.[1] ?? 0,
  );
};

/** Runs while nobody can read a table: what is asked of it stays under way. */
async function whileLocked(table: string, work: () => Promise<void>): Promise<void> {
  const client = await world.server.owner.connect();
  try {
    await client.query(`begin; lock table ${table} in access exclusive mode`);
    await work();
  } finally {
    await client.query('rollback');
    client.release();
  }
}

describe('a company’s heavy call that takes long', () => {
  test('keeps neither its own attendant’s light calls, nor a colleague, nor another company', async () => {
    const { ana, bruno, bia } = world.people;
    let heavy: Promise<Answer>[] = [];
    await whileLocked('audit', async () => {
      heavy = [searchAudit(ana), searchAudit(ana)];
      for (const who of [ana, bruno, bia]) expect((await graphql(who, userInfos.document)).status).toBe(200);
      const { status } = await graphql(bia, chatTickets.document, { search_query: 'nobody', all_users: true });
      expect(status).toBe(200);
    });
    expect((await Promise.all(heavy)).map(({ status }) => status)).toEqual([200, 200]);
  });

  test('and more behind it than may wait: 429 in words and after how long; the others are answered', async () => {
    const { ana } = world.people;
    const before = await refusedCount('queueOfUser', 'aurora');
    let heavy: Promise<Answer>[] = [];
    await whileLocked('audit', async () => {
      heavy = [1, 2, 3, 4].map(() => searchAudit(ana));
      const refused = await Promise.race(heavy);
      expect([refused.status, refused.retryAfter]).toEqual([429, '2']);
      expect(JSON.parse(refused.text)).toMatchObject({
        errors: [
          { message: 'error.tooMany', extensions: { code: 'TOO_MANY', key: 'error.tooMany', params: { seconds: 2 } } },
        ],
      });
    });
    const statuses = (await Promise.all(heavy)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(3);
    expect(await refusedCount('queueOfUser', 'aurora')).toBe(before + 1);
  });

  test('over REST the same', async () => {
    const { ana } = world.people;
    const report = { start_at: '2026-01-01', finish_at: '2026-01-31', selectedUsers: [] };
    let heavy: Promise<Answer>[] = [];
    await whileLocked('chat_ticket', async () => {
      heavy = [1, 2, 3, 4].map(() => ask(ana, '/api/dashboard-report', report));
      const refused = await Promise.race(heavy);
      expect([refused.status, refused.retryAfter, refused.text]).toEqual([
        429,
        '2',
        expect.stringContaining('error.tooMany'),
      ]);
      expect((await graphql(ana, userInfos.document)).status).toBe(200);
    });
    expect((await Promise.all(heavy)).filter(({ status }) => status === 200)).toHaveLength(3);
  });
});

test('over REST, calls that are given up while they wait are never made', async () => {
  const { ana } = world.people;
  const report = JSON.stringify({ start_at: '2026-01-01', finish_at: '2026-01-31', selectedUsers: [] });
  const heavy = async (what: string) => {
    const metrics = await (await fetch(`${world.url}/metrics`)).text();
    return Number(
      metrics
        .split('\n')
        .find((line) => line.startsWith(`${what} `))
        ?.slice(what.length),
    );
  };
  const begun = () => heavy('calls_wait_seconds_count{weight="heavy"}');
  const running = () => heavy('calls{weight="heavy",state="running"}');
  const waiting = () => heavy('calls{weight="heavy",state="waiting"}');
  const before = await begun();
  await whileLocked('chat_ticket', async () => {
    const given = new AbortController();
    const calls = [1, 2, 3].map(() =>
      fetch(`${world.url}/api/dashboard-report`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${ana.token}` },
        body: report,
        signal: given.signal,
      }),
    );
    const ends = Promise.allSettled(calls);
    await expectEventually(waiting).toBe(2);
    given.abort();
    await ends;
    await expectEventually(waiting).toBe(0);
  });
  await expectEventually(running).toBe(0);
  expect(await begun()).toBe(before + 1);
});

describe('callers without a login', () => {
  const lightCalls = async (): Promise<string[]> => {
    const metrics = await (await fetch(`${world.url}/metrics`)).text();
    return metrics.split('\n').filter((line) => line.startsWith('calls{weight="light"'));
  };
  const logIn = async (address: string): Promise<number> => {
    const response = await fetch(`${world.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ email: 'bruno@aurora.example', password: DEMO_PASSWORD }),
    });
    await response.arrayBuffer();
    return response.status;
  };

  test('an office logs in at once, and others elsewhere: few run, all get in, and companies go on', async () => {
    const addresses = ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4'];
    const { ana, bruno, bia } = world.people;
    let logins: Promise<number>[] = [];
    await whileLocked('login_limit', async () => {
      // More of each address than may wait of a user.
      logins = addresses.flatMap((address) => Array.from({ length: 6 }, () => logIn(address)));
      await expectEventually(lightCalls).toEqual([
        'calls{weight="light",state="running"} 3',
        'calls{weight="light",state="waiting"} 21',
      ]);
      for (const who of [ana, bruno, bia]) expect((await graphql(who, userInfos.document)).status).toBe(200);
    });
    expect(new Set(await Promise.all(logins))).toEqual(new Set([200]));
  });

  test('documents that are refused, and others that are open: those of people with a login stay known', async () => {
    const { ana } = world.people;
    const lightCalls = async (): Promise<number> => {
      const metrics = await (await fetch(`${world.url}/metrics`)).text();
      return Number(/^calls_wait_seconds_count\{weight="light"\} (\d+)$/mu.exec(metrics)?.[1]);
    };
    const once = '{ once: userInfos { id } }';
    for (const document of [userInfos.document, once]) await graphql(ana, document);
    const before = await lightCalls();
    for (let index = 0; index < 210; index += 1) {
      expect((await graphql(nobody, `{ a${index}: userInfos { id } }`)).status).toBe(401);
      if (index % 3 === 0) expect((await graphql(nobody, `{ a${index}: __typename }`)).status).toBe(200);
    }
    // What is no longer known isn't light.
    for (const document of [userInfos.document, once]) expect((await graphql(ana, document)).status).toBe(200);
    expect(await lightCalls()).toBe(before + 2);
  });

  test('one whose token is too old is counted as the user, not as the address', async () => {
    const { services } = world.server;
    const [tenant] = await world.rows<{ id: string }>("select id from tenant where slug = 'aurora'");
    const actor = { tenantId: tenant?.id ?? '', tenantName: 'aurora', userId: world.people.ana.id, sessionId: '1' };
    const anHourAgo = new Date(services.now().getTime() - 3_600_000);
    const token = await signAccessToken({ ...services, now: () => anHourAgo }, actor);
    const before = await refusedCount('documentLogins', 'aurora');
    const several = 'mutation { a: refreshToken { token } b: refreshToken { token } }';
    expect((await graphql({ tenant: 'aurora', token }, several)).status).toBe(400);
    expect(await refusedCount('documentLogins', 'aurora')).toBe(before + 1);
  });
});

describe('what asks for too much', () => {
  test.each([2_300, 100_000])('%i brackets without a login: refused, and the next call is answered', async (count) => {
    const before = await refusedCount('documentLength', '');
    const { status, text } = await graphql(nobody, '{a'.repeat(count));
    // A body so long is not read to its end without a login.
    expect(status).toBe(count * 2 < 16 * 1024 ? 400 : 401);
    expect(text).not.toContain('INTERNAL');
    expect((await graphql(world.people.bruno, userInfos.document)).status).toBe(200);
    expect(await refusedCount('documentLength', '')).toBe(before);
  });

  test('100,000 brackets with a login: 400, for its length', async () => {
    const { status, text } = await graphql(world.people.bruno, '{a'.repeat(100_000));
    expect([status, text]).toEqual([400, expect.stringContaining('longer than 16384 characters')]);
    expect(await refusedCount('documentLength', 'aurora')).toBe(1);
  });

  test.each(['[', '{"a":'])('%s nested 100,000 times in a body: 400, over REST and GraphQL', async (bracket) => {
    const { bruno } = world.people;
    const nested = bracket.repeat(100_000 / bracket.length);
    for (const [path, body] of [
      ['/aurora/graphql', `{"query":"{ userInfos { id } }","variables":{"a":${nested}`],
      ['/api/auth/logout', `{"data":${nested}`],
    ] as const) {
      expect((await ask(bruno, path, body)).status).toBe(400);
    }
    expect((await graphql(bruno, userInfos.document)).status).toBe(200);
  });

  test('without a login only what fits a login: a longer document needs a token, in time', async () => {
    const long = `{ ${'userInfos { id name email } '.repeat(8)} userInfos { ${'id '.repeat(90)} } }`;
    const { status, text } = await graphql(nobody, long);
    expect([status, text]).toEqual([401, expect.stringContaining('Authorization Token not found')]);
    expect((await graphql({ ...nobody, token: 'x' }, long)).status).toBe(401);
    expect((await graphql(world.people.bruno, long)).status).toBe(400);
    const body = JSON.stringify({ query: userInfos.document, variables: { a: 'x'.repeat(20_000) } });
    expect((await ask(nobody, '/aurora/graphql', body)).status).toBe(401);
    expect((await ask(world.people.bruno, '/aurora/graphql', body)).status).toBe(200);
  });

  test('large pages in one document are refused for their total cost; one alone is capped', async () => {
    const { ana } = world.people;
    const several = (call: string) => `{ ${[1, 2, 3, 4].map((index) => `a${index}: ${call}`).join(' ')} }`;
    const tickets = (limit: number) => `chatTickets(pagination_limit: ${limit}, all_users: true) { items { id } }`;
    expect((await graphql(ana, several(tickets(100)))).status).toBe(200);
    expect((await graphql(ana, several(tickets(1_000_000)))).status).toBe(200);
    const messages = (limit: string) =>
      `customerChats(customer_id: "1", instance_id: "1", limit: ${limit}) { id type message sent_at ack user { id name } }`;
    const refusal = [400, expect.stringContaining('costs 24000, more than 20000')];
    const literal = await graphql(ana, several(messages('200')));
    expect([literal.status, literal.text]).toEqual(refusal);
    const byVariable = await graphql(ana, `query ($limit: Int) ${several(messages('$limit'))}`, { limit: 1_000_000 });
    expect([byVariable.status, byVariable.text]).toEqual(refusal);
    const byDefault = await graphql(ana, `query ($limit: Int = 200) ${several(messages('$limit'))}`);
    expect([byDefault.status, byDefault.text]).toEqual(refusal);
    expect((await graphql(ana, `query ($limit: Int = 200) ${several(messages('$limit'))}`, { limit: 1 })).status).toBe(
      200,
    );
    expect(await refusedCount('documentCost', 'aurora')).toBe(3);
  });

  test('an answer longer than one may be: refused in words, and no further call of the document is made', async () => {
    const short = await startAttendance({ config: { calls: { ...LIMITS, answerLength: 2_000 } } });
    try {
      const ticket = await short.open({ from: '5511900000001', text: 'x'.repeat(1_500) });
      await short.write({ from: '5511900000001', text: 'y'.repeat(1_500) });
      const { ana } = short.people;
      const chats = `customerChats(customer_id: "${ticket.customer.id}", instance_id: "${ticket.instance.id}", all_users: true) { message }`;
      const response = await fetch(`${short.url}/aurora/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${ana.token}` },
        body: JSON.stringify({ query: `{ userInfos { id } a: ${chats} b: ${chats} }` }),
      });
      const text = await response.text();
      expect([response.status, text]).toEqual([400, expect.stringContaining('error.answer.tooLong')]);
      expect(text).not.toContain('yyy');
    } finally {
      await short.stop();
    }
  });
});

describe('every list', () => {
  test('asked for a million rows gives a page, or costs no more than one', async () => {
    const { ana } = world.people;
    for (let index = 0; index < 105; index += 1) {
      await world.write({ from: `55119000${String(index).padStart(5, '0')}`, text: 'Olá' });
    }
    const million = { pagination_limit: 1_000_000, limit: 1_000_000 };
    const { text } = await graphql(
      ana,
      'query ($pagination_limit: Int) { chatTickets(all_users: true, pagination_limit: $pagination_limit) { total_items items { id } } }',
      million,
    );
    const { chatTickets: page } = JSON.parse(text).data;
    expect([page.total_items, page.items.length]).toEqual([105, 100]);
    for (const list of [
      'paginatedUsers(pagination_limit: 1000000) { items { id } }',
      'paginatedAudit(pagination_limit: 1000000) { items { id } }',
      'loginHistory(pagination_limit: 1000000) { items { id } }',
      'reportTickets(tickets: "open", pagination_limit: 1000000) { items { id } }',
    ]) {
      const answer = await graphql(ana, `{ ${list} }`);
      expect([answer.status, answer.text]).toEqual([200, expect.not.stringContaining('errors')]);
      const [asked] = Object.values<{ items: unknown[] }>(JSON.parse(answer.text).data);
      expect(asked?.items.length).toBeLessThanOrEqual(100);
    }
  });
});
