import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { campaignDetails, newCampaign, startCampaign } from '../../../contract/graphql/campaigns.ts';
import { seedPeople } from '../../../server/demo/people.ts';
import { callGraphql, NUMBERS } from '../../support/attendance.ts';
import { openTestDatabase } from '../../support/database.ts';
import { startEmulatorProcess } from '../../support/emulator.ts';
import type { EmulatorProcess } from '../../support/emulator.ts';
import { spawnServer, TEST_PASSWORD, tokenOf } from '../../support/server.ts';
import type { SpawnedServer } from '../../support/server.ts';
import { ALL_DAY, VARIABLES } from './campaign-world.ts';
import { PATIENCE_MS, TEST_MS } from '../../support/patience.ts';

/** `npm run bench campaign` has 5,000. */
const RECIPIENTS = Number(process.env['BALCAO_CAMPAIGN_RECIPIENTS'] ?? 200);
/** At which share of them who got it the node is killed. */
const KILLS = [0.1, 0.3, 0.5];

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let emulator: EmulatorProcess;
let server: SpawnedServer;
let other: SpawnedServer;
let env: Record<string, string>;

beforeAll(async () => {
  database = await openTestDatabase();
  await seedPeople(database.db, TEST_PASSWORD);
  const port = await freePort();
  emulator = await startEmulatorProcess({ webhookUrl: `http://127.0.0.1:${port}/webhooks/whatsapp` });
  const [template] = (await emulator.client.templates()).filter(({ name }) => name === 'retomar_atendimento');
  if (template === undefined) throw new Error('no template');
  await database.owner.query("update instance set access_token = 'a-token', waba_id = $1 where phone_number_id = $2", [
    template.accountId,
    NUMBERS.vendas,
  ]);
  await database.owner.query(
    `insert into message_template (tenant_id, waba_id, provider_id, name, language, category, status, components)
     select tenant_id, $1, $2, $3, $4, $5, 'APPROVED', $6 from instance where phone_number_id = $7`,
    [
      template.accountId,
      template.id,
      template.name,
      template.language,
      template.category,
      JSON.stringify(template.components),
      NUMBERS.vendas,
    ],
  );
  env = { PORT: String(port), DATABASE_URL: database.url, WHATSAPP_GRAPH_URL: emulator.client.graphUrl };
  [server, other] = await Promise.all([spawnServer({ env }), spawnServer({ env: { ...env, PORT: '0' } })]);
});
afterAll(async () => {
  await Promise.all([server.end(), other.end()]);
  await emulator.close();
  await database.close();
});

test(
  'two nodes, one of them killed three times: nobody gets it twice, and what is unknown is said',
  { timeout: TEST_MS + RECIPIENTS * 50 },
  async () => {
    const ask = async (): Promise<{ tenant: string; token: string }> => ({
      tenant: 'aurora',
      token: await tokenOf(server.url, 'ana@aurora.example', TEST_PASSWORD),
    });
    const who = await ask();
    const { rows: made } = await database.owner.query<{ group: string; instance: string; template: string }>(
      `with added as (
       insert into customer (tenant_id, name, phone_number)
       select i.tenant_id, 'Cliente ' || n, '55119' || (72000000 + n) from instance i, generate_series(1, $2) n
       where i.phone_number_id = $1 returning tenant_id, id),
     made as (insert into customer_group (tenant_id, name) select tenant_id, 'Todos' from added limit 1 returning tenant_id, id),
     members as (insert into customer_group_member (tenant_id, group_id, customer_id)
       select added.tenant_id, made.id, added.id from added, made)
     select made.id::text as "group", i.id::text as instance,
       (select t.id::text from message_template t where t.tenant_id = i.tenant_id limit 1) as template
     from made, instance i where i.phone_number_id = $1`,
      [NUMBERS.vendas, RECIPIENTS],
    );
    const [{ group, instance, template } = { group: '', instance: '', template: '' }] = made;
    // Slow enough that some are accepted, some on their way and some not begun when a node ends.
    await emulator.client.patchPolicy({ sends: { delayMs: 250 } });
    const form = {
      name: 'Volta',
      group_id: group,
      instance_ids: [instance],
      template_id: template,
      variables: VARIABLES,
      ...ALL_DAY,
    };
    const { id } = (await callGraphql(server.url, who, newCampaign, form)).newCampaign;
    await callGraphql(server.url, who, startCampaign, { id });
    const sent = async () => (await emulator.client.received()).length;
    for (const share of KILLS) {
      await expect.poll(sent, { timeout: PATIENCE_MS + RECIPIENTS * 10 }).toBeGreaterThan(share * RECIPIENTS);
      await server.end('SIGKILL');
      server = await spawnServer({ env });
    }
    await emulator.client.patchPolicy({ sends: { delayMs: 0 } });
    const details = async () => (await callGraphql(server.url, who, campaignDetails, { id })).campaignDetails;
    await expect
      .poll(async () => (await details()).campaign.status, { timeout: TEST_MS + RECIPIENTS * 10 })
      .toBe('finished');

    const ledger = Map.groupBy(await emulator.client.received(), ({ customer }) => customer);
    expect(Math.max(...[...ledger.values()].map((messages) => messages.length))).toBe(1);
    const { rows } = await database.owner.query<{ state: string; address: string; error_code: string | null }>(
      'select state, address, error_code from campaign_recipient where campaign_id = $1',
      [id],
    );
    expect(rows).toHaveLength(RECIPIENTS);
    for (const { state, address, error_code: code } of rows) {
      // Whoever has got it is shown so, or as unconfirmed; nobody else is.
      const isThere = ledger.has(address);
      if (state === 'failed') expect([address, code]).toEqual([address, 'uncertain']);
      else
        expect([address, state, isThere]).toEqual([address, expect.stringMatching(/^(?:sent|delivered|read)$/), true]);
    }
    const { counts } = (await details()).campaign;
    const failed = rows.filter(({ state }) => state === 'failed').length;
    expect(counts).toMatchObject({ total: RECIPIENTS, pending: 0, sending: 0, uncertain: 0, failed });
    // Each of the others got it, and of the ledger's numbers only the unconfirmed ones are no more than that.
    expect(counts.sent + counts.delivered + counts.read).toBe(RECIPIENTS - failed);
    const unconfirmed = rows.filter(({ state, address }) => state === 'failed' && ledger.has(address)).length;
    expect(ledger.size).toBe(RECIPIENTS - failed + unconfirmed);
  },
);

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
