import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changeTenant } from '../../../server/db/change.ts';
import { openDatabase } from '../../../server/db/database.ts';
import { seedPeople } from '../../../server/demo/people.ts';
import { createLog } from '../../../server/log.ts';
import { postWebhook, writtenBody } from '../../support/attendance.ts';
import type { Written } from '../../support/attendance.ts';
import { openTestDatabase } from '../../support/database.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { slowDownMessages } from '../../support/faults-database.ts';
import { spawnServer, TEST_PASSWORD } from '../../support/server.ts';
import type { SpawnedServer } from '../../support/server.ts';

/** A lock is waited for a second, and a transaction in which nothing happens lives for 0.8 s. */
const STATEMENT_MS = 3_000;

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let servers: SpawnedServer[];
let holder: pg.Client;

beforeAll(async () => {
  database = await openTestDatabase();
  await seedPeople(database.db, TEST_PASSWORD);
  const env = { DATABASE_URL: database.url, DATABASE_STATEMENT_TIMEOUT_MS: String(STATEMENT_MS) };
  servers = await Promise.all([spawnServer({ env }), spawnServer({ env })]);
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.end()));
  await database.close();
});
beforeEach(async () => {
  holder = new pg.Client({ connectionString: database.ownerUrl });
  await holder.connect();
});
afterEach(() => holder.end());

const rows = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await database.owner.query<Row>(text, values)).rows;
const aside = () =>
  rows('select reason as what from webhook_rejected union all select body as what from inbound_waiting');
const textsOf = async (phone: string): Promise<string[]> =>
  (
    await rows<{ body: string }>(
      'select m.body from message m join customer c on c.id = m.customer_id where c.phone_number = $1 order by m.id',
      [phone],
    )
  ).map(({ body }) => body);

let last = 40_000_000;
const newPhone = (): string => `55119${(last += 1)}`;
const written = (given: Written) => writtenBody(given).body;

function server(index: number): SpawnedServer {
  const found = servers[index];
  if (found === undefined) throw new Error('No such server');
  return found;
}

/** What a provider does: the same again until it is taken; answers all that it was answered. */
async function insist(url: string, body: unknown): Promise<number[]> {
  const answers: number[] = [];
  while (answers.at(-1) !== 200) {
    if (answers.length > 0) await pause(100);
    answers.push(await postWebhook(url, body));
  }
  return answers;
}

describe.each([
  ['the company’s row is locked', `select from tenant where slug = 'aurora' for update`],
  ['the messages are locked', 'lock table message'],
])('%s', (_, lock) => {
  test('-> 503, nothing kept aside; let go and repeated -> each in its conversation once', async () => {
    const phones = Array.from({ length: 24 }, newPhone);
    const bodies = phones.map((from) => written({ from, text: `de ${from}` }));
    await holder.query('begin');
    await holder.query(lock);
    // More than go together: the last ones would wait for those before them, too.
    expect(await Promise.all(bodies.map((body) => postWebhook(server(0).url, body)))).toEqual(bodies.map(() => 503));
    expect(await aside()).toEqual([]);
    await holder.query('rollback');
    await Promise.all(bodies.map((body) => insist(server(1).url, body)));
    for (const phone of phones) expect(await textsOf(phone)).toEqual([`de ${phone}`]);
    expect(await aside()).toEqual([]);
  });
});

test('another company’s row is locked -> nobody else waits', async () => {
  const phone = newPhone();
  await holder.query('begin');
  await holder.query(`select from tenant where slug = 'aurora' for update`);
  expect(await postWebhook(server(0).url, written({ from: phone, text: 'oi', number: 'brisa' }))).toBe(200);
  await holder.query('rollback');
});

test('a server is stopped inside a transaction -> the other’s webhooks are taken; it goes on -> each once', async () => {
  await slowDownMessages(rows, `new.body = 'devagar'`, 2);
  const [slow, next] = [newPhone(), newPhone()];
  const held = written({ from: slow, text: 'devagar' });
  const answered = postWebhook(server(0).url, held);
  const inside = `select from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`;
  await expectEventually(async () => (await rows(inside)).length).toBe(1);
  server(0).child.kill('SIGSTOP');
  try {
    // Its transaction is open still, and will be until PostgreSQL ends it: nobody else can.
    expect(await rows(inside)).toHaveLength(1);
    const answers = await insist(server(1).url, written({ from: next, text: 'um' }));
    expect(answers.filter((status) => status !== 503)).toEqual([200]);
    expect(await textsOf(next)).toEqual(['um']);
    expect(await aside()).toEqual([]);
  } finally {
    server(0).child.kill('SIGCONT');
  }
  await answered;
  await insist(server(1).url, held);
  expect(await textsOf(slow)).toEqual(['devagar']);
  expect(await textsOf(next)).toEqual(['um']);
  expect(await aside()).toEqual([]);
});

test('a transaction in which nothing happens is ended: the company’s next change is made', async () => {
  const log = createLog({ level: 'silent' });
  const idle = openDatabase({ url: database.url, log, statementMs: STATEMENT_MS });
  const other = openDatabase({ url: database.url, log, statementMs: STATEMENT_MS });
  const [tenant] = await rows<{ id: string }>(`select id from tenant where slug = 'aurora'`);
  const id = tenant?.id ?? '';
  const { promise: isInside, resolve: inside } = Promise.withResolvers<void>();
  const { promise: goOn, resolve: letGo } = Promise.withResolvers<void>();
  const held = changeTenant(idle, id, async ({ position }) => {
    await position();
    inside();
    await goOn;
  });
  await isInside;
  // Long before the provider, or an attendant, has given up.
  await expectEventually(() => changeTenant(other, id, async () => 'done').catch(() => 'locked')).toBe('done');
  letGo();
  // Begun anew, now that nobody is in its way, or uncertain of its commit: never silently lost.
  await Promise.allSettled([held]);
  await idle.close();
  await other.close();
});
