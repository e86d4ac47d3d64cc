import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, test as it } from 'vitest';
import { newRule } from '../../../contract/graphql/rules.ts';
import { seedPeople } from '../../../server/demo/people.ts';
import { callGraphql, postWebhook, writtenBody } from '../../support/attendance.ts';
import { openTestDatabase } from '../../support/database.ts';
import { startEmulatorProcess } from '../../support/emulator.ts';
import type { EmulatorProcess } from '../../support/emulator.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { spawnServer, TEST_PASSWORD, tokenOf } from '../../support/server.ts';
import type { SpawnedServer } from '../../support/server.ts';
import { act, all, on, rule } from './rules-world.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let emulator: EmulatorProcess;
let servers: SpawnedServer[] = [];
let env: Record<string, string>;

beforeAll(async () => {
  database = await openTestDatabase();
  await seedPeople(database.db, TEST_PASSWORD);
  await database.owner.query("update instance set access_token = 'a-token'");
  await database.owner.query('update department set activated = false');
  const port = await freePort();
  emulator = await startEmulatorProcess({ webhookUrl: `http://127.0.0.1:${port}/webhooks/whatsapp` });
  env = { DATABASE_URL: database.url, WHATSAPP_GRAPH_URL: emulator.client.graphUrl };
  servers = [
    await spawnServer({ env: { ...env, PORT: String(port) } }),
    await spawnServer({ env: { ...env, PORT: '0' } }),
  ];
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.end()));
  await emulator.close();
  await database.close();
});

const PHONES = ['5511963000001', '5511963000002', '5511963000003'];
const told = async () => {
  const { rows } = await database.owner.query<{ phone: string; body: string }>(
    `select c.phone_number as phone, m.body from message m join customer c on c.id = m.customer_id
     where m.type = 0 order by c.phone_number, m.id`,
  );
  return rows.map(({ phone, body }) => `${phone} ${body}`);
};

it(
  'killed in the middle of acting, two nodes -> each acts once on each event, and none is lost',
  { timeout: 120_000 },
  async () => {
    const url = servers[0]?.url ?? '';
    const who = { tenant: 'aurora', token: await tokenOf(url, 'ana@aurora.example', TEST_PASSWORD) };
    const definition = rule(on('message.received'), all(), [act('send', null, 'Já vamos.')]);
    await callGraphql(url, who, newRule, { name: 'Avisa', definition: JSON.stringify(definition), is_active: true });

    // The rule's transaction stands still between what it did and its execution.
    const holding = await database.owner.connect();
    await holding.query('begin; lock table rule_execution in exclusive mode');
    for (const from of PHONES) expect(await postWebhook(url, writtenBody({ from, text: 'Oi' }).body)).toBe(200);
    await expectEventually(async () => {
      const { rows } = await database.owner.query(
        "select from pg_locks l join pg_class c on c.oid = l.relation where c.relname = 'rule_execution' and not l.granted",
      );
      return rows.length;
    }).toBeGreaterThan(0);
    await Promise.all(servers.map((server) => server.end('SIGKILL')));
    await holding.query('rollback');
    holding.release();
    expect(await told()).toEqual([]);

    servers = await Promise.all([0, 0].map((port) => spawnServer({ env: { ...env, PORT: String(port) } })));
    await expectEventually(told).toEqual(PHONES.map((phone) => `${phone} Já vamos.`));
    for (const [at, from] of PHONES.entries())
      expect(await postWebhook(servers[at % 2]?.url ?? '', writtenBody({ from, text: 'De novo' }).body)).toBe(200);
    await expectEventually(told).toHaveLength(6);
    const { rows } = await database.owner.query<{ count: number }>(
      `select count(*)::integer as count from rule_cursor c join tenant t on t.id = c.tenant_id
     where c.position <= t.stream_position`,
    );
    expect(rows[0]?.count).toBe(1);
    expect(await told()).toEqual(PHONES.flatMap((phone) => [`${phone} Já vamos.`, `${phone} Já vamos.`]));
  },
);

/** A port that nobody listens on at the moment. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No port');
  return address.port;
}
