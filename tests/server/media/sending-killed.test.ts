import { createServer } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chatTickets } from '../../../contract/graphql/chat-tickets.ts';
import { customerChats } from '../../../contract/graphql/customer-chats.ts';
import { forwardMessage } from '../../../contract/graphql/forward-message.ts';
import { sendFile } from '../../../contract/graphql/send-file.ts';
import { seedPeople } from '../../../server/demo/people.ts';
import { callGraphql, NUMBERS } from '../../support/attendance.ts';
import { openTestDatabase } from '../../support/database.ts';
import { startEmulatorProcess } from '../../support/emulator.ts';
import type { EmulatorProcess } from '../../support/emulator.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { spawnServer, TEST_PASSWORD, tokenOf } from '../../support/server.ts';
import type { SpawnedServer } from '../../support/server.ts';
import { newId, putFile, upload } from './sending.ts';

const FILES = 10;

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let emulator: EmulatorProcess;
let server: SpawnedServer;
let dataDir: string;
let env: Record<string, string>;

beforeAll(async () => {
  database = await openTestDatabase();
  await seedPeople(database.db, TEST_PASSWORD);
  await database.owner.query("update instance set access_token = 'a-token'");
  const port = await freePort();
  emulator = await startEmulatorProcess({ webhookUrl: `http://127.0.0.1:${port}/webhooks/whatsapp` });
  dataDir = await mkdtemp(join(tmpdir(), 'balcao-sent-'));
  const settings = { PORT: String(port), DATA_DIR: dataDir, RATE_UPLOADS: '1000' };
  env = { ...settings, DATABASE_URL: database.url, WHATSAPP_GRAPH_URL: emulator.client.graphUrl };
  server = await spawnServer({ env });
});
afterAll(async () => {
  await server.end();
  await emulator.close();
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

const who = async () => ({ tenant: 'aurora', token: await tokenOf(server.url, 'ana@aurora.example', TEST_PASSWORD) });

test('killed while ten files are on their way to it and to the provider: each is sent once', async () => {
  const ana = await who();
  for (let at = 0; at < FILES; at += 1) {
    await emulator.client.saveCustomer(`551196000000${at}`, `Cliente ${at}`);
    await emulator.client.write(NUMBERS.vendas, `551196000000${at}`, 'Oi');
  }
  const listed = async () =>
    (await callGraphql(server.url, ana, chatTickets, { all_users: true, pagination_limit: 100 })).chatTickets.items;
  await expectEventually(async () => (await listed()).length).toBe(FILES);
  const tickets = await listed();
  const drafts = tickets.map((ticket, at) => ({
    ticket,
    name: `arquivo ${at}.txt`,
    bytes: Buffer.from(`conteúdo ${at}\n`.repeat(10_000)),
    variables: {
      to_number: ticket.customer.phone_number,
      instance_id: ticket.instance.id,
      client_id: newId(),
      caption: `legenda ${at}`,
    },
  }));
  const [first, second] = [drafts.slice(0, 6), drafts.slice(6)];
  // Some are at the provider, some on their way there, and some on their way to the server.
  await emulator.client.patchPolicy({ uploads: { delayMs: 400 }, sends: { delayMs: 100 } });
  for (const { name, bytes, variables } of first) {
    await upload(server.url, ana.token, variables.client_id, name, bytes);
    await callGraphql(server.url, ana, sendFile, variables);
  }
  const broken = Promise.allSettled(
    second.map(({ name, bytes, variables }) => {
      const half = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(bytes.subarray(0, 50_000)),
      });
      return putFile(server.url, ana.token, variables.client_id, name, half);
    }),
  );
  const states = async () =>
    (await database.owner.query<{ state: string }>('select state from outbox')).rows.map(({ state }) => state);
  await expectEventually(async () => (await states()).includes('upload')).toBe(true);
  await server.end('SIGKILL');
  await broken;

  server = await spawnServer({ env });
  const again = await who();
  // What a page does whose answers are lost: the same again.
  for (const { name, bytes, variables } of drafts) {
    await upload(server.url, again.token, variables.client_id, name, bytes);
    await callGraphql(server.url, again, sendFile, variables);
  }
  const sent = async () => {
    const all = await Promise.all(
      tickets.map(async ({ customer, instance }) => {
        const conversation = { customer_id: customer.id, instance_id: instance.id, all_users: true };
        return (await callGraphql(server.url, again, customerChats, conversation)).customerChats;
      }),
    );
    return all.flat().filter((message) => message.type === 0);
  };
  await expectEventually(async () =>
    (await sent()).every((message) => message.ack > 0 || message.error_code !== null),
  ).toBe(true);

  const messages = await sent();
  expect(messages.map((message) => message.message ?? '').toSorted()).toEqual(
    drafts.map(({ variables }) => variables.caption).toSorted(),
  );
  const onPhones = (await emulator.client.received()).map((message) => message.text).toSorted();
  const shownAsSent = messages.filter(({ ack }) => ack > 0).map((message) => message.message ?? '');
  expect(onPhones).toEqual(shownAsSent.toSorted());
  for (const message of messages.filter(({ ack }) => ack === 0)) expect(message.error_key).toBe('error.send.uncertain');
  for (const message of await emulator.client.received()) {
    const file = await fetch(`${emulator.client.url}${message.media?.url ?? ''}`);
    const draft = drafts.find(({ variables }) => variables.caption === message.text);
    expect(Buffer.from(await file.arrayBuffer()).equals(draft?.bytes ?? Buffer.alloc(0))).toBe(true);
  }

  // Whoever is asked, and wants it, sends one that is shown as not sent once more: with its file and caption.
  const lost = messages.filter(({ ack }) => ack === 0);
  for (const { id, message } of lost) {
    const variables = drafts.find((draft) => draft.variables.caption === message)?.variables;
    if (variables === undefined) throw new Error('A draft expected');
    const { to_number, instance_id } = variables;
    await callGraphql(server.url, again, forwardMessage, {
      ...{ message_id: id, to_number, instance_id, client_id: newId() },
    });
  }
  await expectEventually(
    async () => (await sent()).filter(({ ack, repeats_id }) => ack > 0 && typeof repeats_id === 'string').length,
  ).toBe(lost.length);
});

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
