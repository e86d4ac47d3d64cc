import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newFlowLaunch, setFlowStarts } from '../../../contract/graphql/flow-starts.ts';
import { newFlow, publishFlow } from '../../../contract/graphql/flows.ts';
import { seedPeople } from '../../../server/demo/people.ts';
import { callGraphql, NUMBERS } from '../../support/attendance.ts';
import { openTestDatabase } from '../../support/database.ts';
import { startEmulatorProcess } from '../../support/emulator.ts';
import type { EmulatorProcess } from '../../support/emulator.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { spawnServer, TEST_PASSWORD, tokenOf } from '../../support/server.ts';
import type { SpawnedServer } from '../../support/server.ts';
import { ANYTIME, outreach } from './starts-world.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let emulator: EmulatorProcess;
let server: SpawnedServer;
let env: Record<string, string>;

beforeAll(async () => {
  database = await openTestDatabase();
  await seedPeople(database.db, TEST_PASSWORD);
  const port = await freePort();
  emulator = await startEmulatorProcess({ webhookUrl: `http://127.0.0.1:${port}/webhooks/whatsapp` });
  const template = (await emulator.client.templates()).find(({ name }) => name === 'retomar_atendimento');
  if (template === undefined) throw new Error('no template');
  const { accountId, id, name, language, category, components } = template;
  await database.owner.query("update instance set access_token = 'a-token', waba_id = $1 where phone_number_id = $2", [
    accountId,
    NUMBERS.vendas,
  ]);
  await database.owner.query(
    `insert into message_template (tenant_id, waba_id, provider_id, name, language, category, status, components)
     select tenant_id, $1, $2, $3, $4, $5, 'APPROVED', $6 from instance where phone_number_id = $7`,
    [accountId, id, name, language, category, JSON.stringify(components), NUMBERS.vendas],
  );
  env = { PORT: String(port), DATABASE_URL: database.url, WHATSAPP_GRAPH_URL: emulator.client.graphUrl };
  server = await spawnServer({ env });
});
afterAll(async () => {
  await server.end();
  await emulator.close();
  await database.close();
});

const PHONES = ['5511963000001', '5511963000002', '5511963000003'];

test('killed in the middle of a start -> each customer gets the template once', { timeout: 120_000 }, async () => {
  const one = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row | undefined> =>
    (await database.owner.query<Row>(text, values)).rows[0];
  const template = await one<{ id: string }>("select id from message_template where name = 'retomar_atendimento'");
  const who = { tenant: 'aurora', token: await tokenOf(server.url, 'ana@aurora.example', TEST_PASSWORD) };
  const form = {
    name: 'Convite',
    kind: 'active' as const,
    flow: JSON.stringify(outreach(template?.id ?? '')),
    places: '{}',
  };
  const { id } = (await callGraphql(server.url, who, newFlow, form)).newFlow;
  const { publishFlow: published } = await callGraphql(server.url, who, publishFlow, { id });
  expect(published).toMatchObject({ is_published: true });
  await callGraphql(server.url, who, setFlowStarts, { id, ...ANYTIME });
  const group = await one<{ id: string }>(
    `with made as (insert into customer (tenant_id, name, phone_number)
       select t.id, 'Rui', phone from tenant t, unnest($1::text[]) as phone where t.slug = 'aurora' returning tenant_id, id),
     chosen as (insert into customer_group (tenant_id, name) select id, 'Todos' from tenant where slug = 'aurora' returning id),
     held as (insert into customer_group_member (tenant_id, group_id, customer_id)
       select made.tenant_id, chosen.id, made.id from made, chosen)
     select id from chosen`,
    [PHONES],
  );

  // The first start's transaction stands still between its message and its steps.
  const holding = await database.owner.connect();
  await holding.query('begin; lock table flow_step in exclusive mode');
  await callGraphql(server.url, who, newFlowLaunch, { flow_id: id, group_id: group?.id ?? '', repeats: 'once' });
  await expectEventually(async () => {
    const { rows } = await database.owner.query(
      "select from pg_locks l join pg_class c on c.oid = l.relation where c.relname = 'flow_step' and not l.granted",
    );
    return rows.length;
  }, 30_000).toBe(1);
  await server.end('SIGKILL');
  await holding.query('rollback');
  holding.release();

  server = await spawnServer({ env });
  await expectEventually(
    async () => (await one<{ n: string }>("select count(*) as n from flow_start where status = 'started'"))?.n,
    60_000,
  ).toBe('3');
  for (const phone of PHONES)
    await expectEventually(async () => (await emulator.client.received(phone)).length, 30_000).toBe(1);
  expect(await one('select count(*)::integer as n from message where is_bot_message')).toEqual({ n: 3 });
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
