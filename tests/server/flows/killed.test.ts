import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newFlow, publishFlow, setFlowAnswers } from '../../../contract/graphql/flows.ts';
import { menu } from '../../../flows/templates/menu.ts';
import { seedPeople } from '../../../server/demo/people.ts';
import { callGraphql, postWebhook, writtenBody } from '../../support/attendance.ts';
import { openTestDatabase } from '../../support/database.ts';
import { startEmulatorProcess } from '../../support/emulator.ts';
import type { EmulatorProcess } from '../../support/emulator.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { spawnServer, TEST_PASSWORD, tokenOf } from '../../support/server.ts';
import type { SpawnedServer } from '../../support/server.ts';
import { EVERYBODY } from './flows-world.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let emulator: EmulatorProcess;
let server: SpawnedServer;
let env: Record<string, string>;

beforeAll(async () => {
  database = await openTestDatabase();
  await seedPeople(database.db, TEST_PASSWORD);
  await database.owner.query("update instance set access_token = 'a-token'");
  await database.owner.query('update department set activated = false');
  const port = await freePort();
  emulator = await startEmulatorProcess({ webhookUrl: `http://127.0.0.1:${port}/webhooks/whatsapp` });
  env = { PORT: String(port), DATABASE_URL: database.url, WHATSAPP_GRAPH_URL: emulator.client.graphUrl };
  server = await spawnServer({ env });
});
afterAll(async () => {
  await server.end();
  await emulator.close();
  await database.close();
});

const PHONE = '5511962000000';
const told = async () => {
  const { rows } = await database.owner.query<{ body: string }>(
    `select m.body from message m join customer c on c.id = m.customer_id
     where c.phone_number = $1 and m.type = 0 order by m.id`,
    [PHONE],
  );
  return rows.map(({ body }) => body);
};

test('killed in the middle of a step, the webhook repeated -> one answer', { timeout: 120_000 }, async () => {
  const who = { tenant: 'aurora', token: await tokenOf(server.url, 'ana@aurora.example', TEST_PASSWORD) };
  const form = { name: 'Menu', kind: 'passive' as const, flow: JSON.stringify(menu()), places: '{}' };
  const { id } = (await callGraphql(server.url, who, newFlow, form)).newFlow;
  const { publishFlow: published } = await callGraphql(server.url, who, publishFlow, { id });
  expect(published).toMatchObject({ is_published: true });
  await callGraphql(server.url, who, setFlowAnswers, { id, ...EVERYBODY });
  await emulator.client.saveCustomer(PHONE, 'Luciana');
  const first = writtenBody({ from: PHONE, text: 'Oi' });
  expect(await postWebhook(server.url, first.body)).toBe(200);
  await expectEventually(async () => (await emulator.client.received(PHONE)).length).toBe(2);

  // The answer's transaction stands still between its message and its steps.
  const holding = await database.owner.connect();
  await holding.query('begin; lock table flow_step in exclusive mode');
  const answer = writtenBody({ from: PHONE, text: '2' });
  const posted = postWebhook(server.url, answer.body).catch(() => 0);
  await expectEventually(async () => {
    const { rows } = await database.owner.query(
      "select from pg_locks l join pg_class c on c.oid = l.relation where c.relname = 'flow_step' and not l.granted",
    );
    return rows.length;
  }).toBe(1);
  await server.end('SIGKILL');
  await posted;
  await holding.query('rollback');
  holding.release();
  expect(await told()).toHaveLength(2);

  server = await spawnServer({ env });
  expect(await postWebhook(server.url, answer.body)).toBe(200);
  expect(await postWebhook(server.url, answer.body)).toBe(200);
  await expectEventually(async () => (await emulator.client.received(PHONE)).length).toBe(3);
  expect((await told()).slice(2)).toEqual(['Um instante: já chamamos alguém do suporte.']);
});

/** A port that nobody listens on at the moment: the emulator has to know the server's before it starts. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No port');
  return address.port;
}
