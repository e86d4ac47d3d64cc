import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OutgoingMessage } from '../../src/machines/log/events-send.ts';
import { selectLoginFailure, selectPhase, selectRoutes, selectUser } from '../../src/machines/auth/auth.selectors.ts';
import { startClient } from '../support/client.ts';
import { createClock } from '../support/clock.ts';
import { EmulatorClient } from '../support/emulator.ts';
import type { Client } from '../support/client.ts';
import { DEMO_PASSWORD, startTestServer } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';

const ANA = 'ana@aurora.example';
const VENDAS = '100000000000001';
let server: TestServer;
let provider: EmulatorClient;
const clients = new Set<Client>();
const clock = createClock();

beforeAll(async () => {
  server = await startTestServer({ now: clock.now });
  provider = new EmulatorClient(server.url);
});

afterAll(async () => {
  for (const client of clients) client.kill();
  // A killed page leaves connections that never bore a request, and node waits a minute for each.
  const sweep = setInterval(() => server.app.server.closeAllConnections(), 20);
  await server.stop();
  clearInterval(sweep);
});

function open(browser?: Client['browser'], tenant = 'aurora'): Client {
  const client = startClient({ url: server.url, tenant, ...(browser ? { browser } : {}) });
  clients.add(client);
  return client;
}

function phase({ directory }: Client): string {
  return selectPhase(directory.auth.getSnapshot());
}

describe('a whole client at the real server', () => {
  test.each(['rest', 'graphql'] as const)('logs in over %s -> live', async (path) => {
    const client = open();
    await client.logIn(ANA, DEMO_PASSWORD, path);
    expect(selectUser(client.directory.auth.getSnapshot())).toMatchObject({ email: ANA, roleName: 'administrador' });
    expect(selectRoutes(client.directory.auth.getSnapshot())).toContain('users');
    expect(client.location()).toBe('/');
    expect(client.events.items.filter((event) => event.type === 'input.rejected')).toEqual([]);
    expect(client.events.items.filter((event) => event.type === 'api.responseFailed')).toEqual([]);
    expect(client.replaysEqual()).toBe(true);
  });

  test.each([
    ['rest', 'error.login.failed'],
    ['graphql', 'error.login.noToken'],
  ] as const)('a wrong password over %s -> refused', async (path, key) => {
    const client = open();
    await client.tryLogIn(ANA, 'wrong', path);
    expect(phase(client)).toBe('anonymous');
    expect(selectLoginFailure(client.directory.auth.getSnapshot())?.key).toBe(key);
  });

  test('someone of another company -> refused', async () => {
    const client = open(undefined, 'brisa');
    await client.tryLogIn(ANA, DEMO_PASSWORD, 'rest');
    expect(phase(client)).toBe('anonymous');
    expect(selectLoginFailure(client.directory.auth.getSnapshot())?.key).toBe('error.login.otherTenant');
  });

  test('the page is opened again -> renewed -> logged out -> opened again: nobody', async () => {
    const first = open();
    await first.logIn(ANA, DEMO_PASSWORD);
    first.kill();
    const again = open(first.browser);
    await again.next('token.refreshed');
    await again.live();
    again.append({ type: 'logout.requested' });
    await again.waitFor(({ auth }) => selectPhase(auth.getSnapshot()) === 'anonymous');
    expect(again.location()).toBe('/login');
    const last = open(first.browser);
    expect(phase(last)).toBe('anonymous');
    expect(last.events.items).toMatchObject([{ type: 'app.opened', session: null }]);
  });
});

/** Nothing came that the contract doesn't know, and no call failed. */
function expectQuiet({ events }: Client): void {
  const trouble = events.items.filter(
    (event) => event.type === 'input.rejected' || event.type === 'api.responseFailed',
  );
  expect(trouble).toEqual([]);
}

/** Logs in, lets a customer write, and answers with their ticket as the frame told it. */
async function withCustomer(waId: string) {
  const client = open();
  await client.logIn(ANA, DEMO_PASSWORD);
  await provider.saveCustomer(waId, `Cliente ${waId}`);
  await provider.write(VENDAS, waId, 'Bom dia');
  const { ticket, message } = await client.events
    .find((event) => event.type === 'message.arrived' && event.ticket.customer.phone === waId)
    .then((event) => {
      if (event.type !== 'message.arrived') throw new Error(event.type);
      return event;
    });
  const userId = selectUser(client.directory.auth.getSnapshot())?.id ?? '';
  const outgoing: OutgoingMessage = {
    clientId: client.environment.uuid(),
    tempId: '1-temp',
    ticketId: ticket.id,
    customerId: ticket.customer.id,
    instanceId: ticket.instance.id,
    toNumber: waId,
    text: 'Como posso ajudar?',
    replyTo: message.id,
    userId,
    submittedAt: client.environment.now(),
  };
  return { client, ticket, message, outgoing, userId };
}

describe('each call of the chat at the real server', () => {
  test('list, ticket, conversation, reply, ack, counter, pin, finish', async () => {
    const { client, ticket, message, outgoing } = await withCustomer('5511900000001');
    const { adapters } = client;
    expect(message).toMatchObject({ received: true, text: 'Bom dia', unseen: true });

    const query = { instanceId: null, status: 'open', scope: 'all', search: 'Cliente 5511900000001' } as const;
    const before = client.app.log.position;
    adapters.run({ type: 'tickets.fetch', request: 90, query, page: 1, limit: 10, purpose: 'page' });
    const listed = await client.events.find((event) => event.type === 'tickets.listed' && event.request === 90);
    if (listed.type !== 'tickets.listed') throw new Error(listed.type);
    expect(listed).toMatchObject({ request: 90, totalItems: 1, items: [{ id: ticket.id, unseen: 1, pinned: false }] });
    expect(listed.streamPosition).toBeGreaterThan(0);

    adapters.run({ type: 'ticket.fetch', ticketId: ticket.id });
    expect((await client.next('ticket.loaded', before)).ticket).toMatchObject({
      id: ticket.id,
      protocol: ticket.protocol,
    });

    adapters.run({ type: 'message.send', message: outgoing });
    const accepted = await client.next('message.accepted', before);
    expect(accepted.message).toMatchObject({
      clientId: outgoing.clientId,
      received: false,
      text: outgoing.text,
      quoted: { id: message.id, text: 'Bom dia' },
    });
    await client.events.find((event) => event.type === 'message.ackChanged' && event.ack === 3);

    const conversation = { ticketId: ticket.id, customerId: ticket.customer.id, instanceId: ticket.instance.id };
    adapters.run({ type: 'chat.fetch', ...conversation, request: 91, beforeId: null, limit: 50 });
    const chat = await client.next('chat.listed', before);
    expect(chat).toMatchObject({ older: false, complete: true });
    expect(chat.items.map((item) => item.text)).toEqual(['Bom dia', outgoing.text]);
    expect(chat.items.at(-1)?.ack).toBe(3);
    const older = client.app.log.position;
    adapters.run({ type: 'chat.fetch', ...conversation, request: 92, beforeId: accepted.message.id, limit: 1 });
    expect(await client.next('chat.listed', older)).toMatchObject({ older: true, items: [{ id: message.id }] });

    adapters.run({ type: 'unseen.reset', ...conversation, upToId: message.id });
    expect(await client.next('unseen.resetAnswered', before)).toMatchObject({ upToId: message.id, unseen: 0 });

    adapters.run({ type: 'customer.pin', customerId: ticket.customer.id, pinned: true });
    expect(await client.next('customer.pinned', before)).toMatchObject({
      customerId: ticket.customer.id,
      pinned: true,
    });

    adapters.run({ type: 'ticket.finish', ticketId: ticket.id });
    expect((await client.next('ticket.finished', before)).ticket.finishedAt).not.toBeNull();
    expect((await client.next('ticket.closed', before)).ticket.finishedAt).not.toBeNull();
    expectQuiet(client);
  });

  test('a transfer offered and taken back, offered again and confirmed', async () => {
    const { client, ticket, outgoing, userId } = await withCustomer('5511900000002');
    const { adapters } = client;
    const bruno = open();
    await bruno.logIn('bruno@aurora.example', DEMO_PASSWORD);
    adapters.run({ type: 'message.send', message: outgoing });
    await client.next('message.accepted');

    adapters.run({
      type: 'transfer.fetchCandidates',
      ticketId: ticket.id,
      instanceId: ticket.instance.id,
      withoutUserId: userId,
    });
    const { users } = await client.next('transfer.candidatesListed');
    const next = users.find((user) => user.name === 'Bruno Carvalho');
    expect(next).toMatchObject({ roleName: 'atendente', connected: true });
    const create = {
      type: 'transfer.create',
      ticketId: ticket.id,
      clientId: crypto.randomUUID(),
      nextOwnerId: next?.id ?? '',
      previousOwnerId: userId,
    } as const;

    adapters.run(create);
    const first = await client.next('transfer.created');
    expect((await bruno.next('transfer.arrived')).transfer.id).toBe(first.transfer.id);
    adapters.run({ type: 'transfer.delete', transferId: first.transfer.id });
    expect((await client.next('transfer.deleted')).transfer.deletedAt).not.toBeNull();
    expect((await bruno.next('transfer.removed')).transfer.id).toBe(first.transfer.id);

    const position = client.app.log.position;
    adapters.run({ ...create, clientId: crypto.randomUUID() });
    const second = await client.next('transfer.created', position);
    bruno.adapters.run({ type: 'transfer.confirm', transferId: second.transfer.id });
    expect((await bruno.next('transfer.confirmed')).transfer.confirmedAt).not.toBeNull();
    expect((await client.next('ticket.transferred', position)).ticket.owner?.id).toBe(next?.id);

    bruno.adapters.run({ type: 'transfer.delete', transferId: second.transfer.id });
    expect((await bruno.next('transfer.deleteFailed')).failure).toMatchObject({
      code: 'CONFLICT',
      key: 'error.transfer.confirmed',
    });
  });

  test('an answer lost after the commit -> lost -> resolved, and at the provider once', async () => {
    const { client, outgoing } = await withCustomer('5511900000003');
    client.loseAnswer('sendMessage');
    client.adapters.run({ type: 'message.send', message: outgoing });
    await client.next('message.answerLost');
    client.adapters.run({ type: 'message.resolve', clientId: outgoing.clientId });
    const resolved = await client.next('message.resolved');
    expect(resolved.message).toMatchObject({ clientId: outgoing.clientId, text: outgoing.text });
    client.adapters.run({ type: 'message.send', message: outgoing });
    expect((await client.next('message.accepted')).message.id).toBe(resolved.message?.id);
    await client.events.find((event) => event.type === 'message.ackChanged' && event.clientId === outgoing.clientId);
    expect(await provider.received('5511900000003')).toHaveLength(1);
  });

  test('what the server refuses comes in its words', async () => {
    const { client, outgoing } = await withCustomer('5511900000004');
    const { adapters } = client;
    adapters.run({ type: 'message.send', message: { ...outgoing, text: '' } });
    expect((await client.next('message.refused')).failure).toMatchObject({
      code: 'INVALID',
      key: 'error.message.empty',
    });
    adapters.run({ type: 'ticket.fetch', ticketId: '999999999' });
    const { failure } = await client.next('ticket.loadFailed');
    expect(failure).toMatchObject({ code: 'NOT_FOUND', key: 'error.notFound' });
    expect(failure.requestId).not.toBeNull();
    adapters.run({ type: 'message.resolve', clientId: client.environment.uuid() });
    expect((await client.next('message.resolved')).message).toBeNull();
  });

  test('five calls meet the expired token at once -> one renewal, five answers, no error', async () => {
    const { client, ticket } = await withCustomer('5511900000005');
    const { adapters } = client;
    clock.advance(11 * 60_000);
    const position = client.app.log.position;
    const query = { instanceId: null, status: 'open', scope: 'all', search: '' } as const;
    adapters.run({ type: 'tickets.fetch', request: 93, query, page: 1, limit: 10, purpose: 'page' });
    adapters.run({ type: 'ticket.fetch', ticketId: ticket.id });
    adapters.run({ type: 'instances.fetch' });
    adapters.run({ type: 'user.fetch' });
    adapters.run({ type: 'permissions.fetch', email: ANA });
    await Promise.all([
      client.next('tickets.listed', position),
      client.next('ticket.loaded', position),
      client.next('instances.listed', position),
      client.next('user.loaded', position),
      client.next('permissions.listed', position),
    ]);
    const since = client.events.items.filter((event) => event.position > position);
    // What the page still asks of its own meets it, too.
    expect(since.filter((event) => event.type === 'call.expired').length).toBeGreaterThanOrEqual(5);
    expect(since.filter((event) => event.type === 'token.refreshed')).toHaveLength(1);
    expectQuiet(client);
  });

  test('logged out in another tab -> at the login at once', async () => {
    const client = open();
    await client.logIn(ANA, DEMO_PASSWORD);
    const other = open(client.browser);
    await other.next('token.refreshed');
    other.append({ type: 'logout.requested' });
    await client.next('logout.inOtherTab');
    expect([selectPhase(client.directory.auth.getSnapshot()), client.location()]).toEqual(['anonymous', '/login']);
  });

  test('the session is ended by a tab that can’t tell -> the next call says so -> login', async () => {
    const client = open();
    await client.logIn(ANA, DEMO_PASSWORD);
    const other = open({ ...client.browser, channel: () => null });
    await other.next('token.refreshed');
    other.append({ type: 'logout.requested' });
    await other.next('logout.finished');
    client.adapters.run({ type: 'instances.fetch' });
    expect((await client.next('call.unauthorized')).status).toBe('Unauthorized');
    await client.waitFor(({ auth }) => selectPhase(auth.getSnapshot()) === 'anonymous');
    expect(client.location()).toBe('/login');
  });
});
