import { afterAll, beforeAll, expect, test } from 'vitest';
import { selectConnectionStatus } from '../../src/machines/socket/socket.selectors.ts';
import { startClient } from '../support/client.ts';
import type { Client } from '../support/client.ts';
import { EmulatorClient } from '../support/emulator.ts';
import { startFaultProxy } from '../support/fault-proxy.ts';
import type { FaultProxy } from '../support/fault-proxy.ts';
import { DEMO_PASSWORD, startTestServer } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';

const VENDAS = '100000000000001';
const CUSTOMER = '5511900000100';
let server: TestServer;
let proxy: FaultProxy;
let provider: EmulatorClient;
let client: Client;

beforeAll(async () => {
  server = await startTestServer();
  proxy = await startFaultProxy(server.url);
  provider = new EmulatorClient(server.url);
  client = startClient({ url: proxy.url, tenant: 'aurora' });
  await client.logIn('ana@aurora.example', DEMO_PASSWORD);
  await provider.saveCustomer(CUSTOMER, 'Marina Alves');
  await provider.write(VENDAS, CUSTOMER, 'Bom dia');
});

afterAll(async () => {
  client.kill();
  await proxy.close();
  await server.stop();
});

function status({ directory }: Client): string {
  return selectConnectionStatus(directory.socket.getSnapshot());
}

test('live -> cut while sending and receiving -> healed: sent once, nothing missed, and a replay gives the same', async () => {
  const arrived = await client.next('message.arrived');
  const { ticket } = arrived;
  const conversation = {
    ticketId: ticket.id,
    customerId: ticket.customer.id,
    instanceId: ticket.instance.id,
    toNumber: CUSTOMER,
  };
  client.append({ type: 'ticket.opened', ticketId: ticket.id });
  client.loseAnswer('sendMessage');
  const lost = client.submit({ ...conversation, text: 'Só um instante' });
  await client.events.find((event) => event.type === 'message.answerLost' && event.clientId === lost);

  proxy.cut();
  await client.waitFor(() => status(client) !== 'live');
  const unsent = client.submit({ ...conversation, text: 'Já encontrei o pedido' });
  await provider.write(VENDAS, CUSTOMER, 'Obrigada!');
  proxy.heal();
  await client.live();

  for (const clientId of [lost, unsent]) {
    await client.events.find(
      (event) => event.type === 'message.ackChanged' && event.clientId === clientId && event.ack === 3,
    );
  }
  await client.events.find((event) => event.type === 'message.arrived' && event.message.text === 'Obrigada!');
  const received = await provider.received(CUSTOMER);
  expect(received).toHaveLength(2);
  expect(client.replaysEqual()).toBe(true);
});
