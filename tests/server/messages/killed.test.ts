import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chatTickets } from '../../../contract/graphql/chat-tickets.ts';
import { customerChats } from '../../../contract/graphql/customer-chats.ts';
import { resetCustomerUnseenMsgs } from '../../../contract/graphql/reset-customer-unseen-msgs.ts';
import { sendMessage } from '../../../contract/graphql/send-message.ts';
import type { SendMessageVariables } from '../../../contract/graphql/send-message.ts';
import { takeChatTicket } from '../../../contract/graphql/take-chat-ticket.ts';
import { seedPeople } from '../../../server/demo/people.ts';
import { callGraphql, NUMBERS } from '../../support/attendance.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { openTestDatabase } from '../../support/database.ts';
import { startEmulatorProcess } from '../../support/emulator.ts';
import type { EmulatorProcess } from '../../support/emulator.ts';
import { spawnServer, TEST_PASSWORD, tokenOf } from '../../support/server.ts';
import type { SpawnedServer } from '../../support/server.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let emulator: EmulatorProcess;
let server: SpawnedServer;
let env: Record<string, string>;

beforeAll(async () => {
  database = await openTestDatabase();
  await seedPeople(database.db, TEST_PASSWORD);
  await database.owner.query("update instance set access_token = 'a-token'");
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

test('killed with twenty sends under way: each is sent once, or shown as not sent', async () => {
  const who = { tenant: 'aurora', token: await tokenOf(server.url, 'ana@aurora.example', TEST_PASSWORD) };
  const phones = Array.from({ length: 10 }, (_, index) => `551196000000${index}`);
  for (const phone of phones) {
    await emulator.client.saveCustomer(phone, `Cliente ${phone.at(-1)}`);
    await emulator.client.write(NUMBERS.vendas, phone, 'Oi');
  }
  const listed = async () =>
    (await callGraphql(server.url, who, chatTickets, { all_users: true, pagination_limit: 100 })).chatTickets.items;
  await expectEventually(async () => (await listed()).length).toBe(10);
  const tickets = await listed();
  // Slow enough that some are accepted, some on their way and some not begun when it ends.
  await emulator.client.patchPolicy({ sends: { delayMs: 250 } });

  const drafts = tickets.flatMap((ticket) =>
    [0, 1].map((index): SendMessageVariables => ({
      to_number: ticket.customer.phone_number,
      instance_id: ticket.instance.id,
      message: `${ticket.customer.phone_number} ${index}`,
      client_id: randomUUID(),
    })),
  );
  const send = (draft: SendMessageVariables) => callGraphql(server.url, who, sendMessage, draft);
  const answered = Promise.allSettled(drafts.map(send));
  await expectEventually(async () => (await emulator.client.received()).length).toBeGreaterThan(3);
  await server.end('SIGKILL');
  await answered;

  server = await spawnServer({ env });
  // What a client does whose answers are lost: the same ids again.
  for (const draft of drafts) await send(draft);
  const conversations = async () => {
    const all = await Promise.all(
      tickets.map(
        async ({ customer, instance }) =>
          (
            await callGraphql(server.url, who, customerChats, {
              customer_id: customer.id,
              instance_id: instance.id,
              all_users: true,
              finished_tickets: true,
            })
          ).customerChats,
      ),
    );
    return all.flat().filter((message) => message.type === 0);
  };
  await expectEventually(async () =>
    (await conversations()).every((message) => message.ack > 0 || message.error_code !== null),
  ).toBe(true);

  const messages = await conversations();
  expect(messages.map((message) => message.message ?? '').toSorted()).toEqual(
    drafts.map((draft) => draft.message).toSorted(),
  );
  const atProvider = (await emulator.client.received()).map((message) => message.text).toSorted();
  const shownAsSent = messages
    .filter((message) => message.ack > 0)
    .map((message) => message.message ?? '')
    .toSorted();
  expect(atProvider).toEqual(shownAsSent);
  for (const message of messages.filter(({ ack }) => ack === 0)) expect(message.error_key).toBe('error.send.uncertain');
});

test('killed before the provider accepted a read receipt -> sent after the restart', async () => {
  const who = { tenant: 'aurora', token: await tokenOf(server.url, 'ana@aurora.example', TEST_PASSWORD) };
  const phone = '5511961000000';
  await emulator.client.saveCustomer(phone, 'Luciana');
  await emulator.client.write(NUMBERS.vendas, phone, 'Oi');
  const find = { all_users: true, search_query: phone };
  const listed = async () => (await callGraphql(server.url, who, chatTickets, find)).chatTickets.items;
  await expectEventually(async () => (await listed()).length).toBe(1);
  await emulator.client.patchPolicy({ reads: { mode: 'drop' } });
  for (const { id, customer, instance } of await listed()) {
    await callGraphql(server.url, who, takeChatTicket, { id });
    await callGraphql(server.url, who, resetCustomerUnseenMsgs, { id: customer.id, instance_id: instance.id });
  }
  const tried = () =>
    database.owner.query(
      `select from read_receipt r join chat_ticket t on t.tenant_id = r.tenant_id and t.id = r.ticket_id
       join customer c on c.tenant_id = t.tenant_id and c.id = t.customer_id
       where c.phone_number = $1 and r.state = 'waiting' and r.attempts > 0`,
      [phone],
    );
  await expectEventually(async () => (await tried()).rowCount).toBe(1);
  await server.end('SIGKILL');

  const ticks = async () => (await emulator.client.chat(NUMBERS.vendas, phone)).map(({ status }) => status);
  expect(await ticks()).toEqual(['delivered']);
  await emulator.client.patchPolicy({ reads: { mode: 'accept' } });
  server = await spawnServer({ env });
  await expectEventually(ticks).toEqual(['read']);
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
