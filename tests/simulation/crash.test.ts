import { afterEach, describe, expect, test } from 'vitest';
import { seedPeople } from '../../server/demo/people.ts';
import { openDatabase } from '../../server/db/database.ts';
import { createLog } from '../../server/log.ts';
import type { Attendance, Message } from '../../src/machines/entities/entities.ts';
import { spawnServer, TEST_PASSWORD } from '../support/server.ts';
import type { SpawnedServer } from '../support/server.ts';
import { createMeddledBrowser } from '../support/simulation-network.ts';
import { openChat, say, submit, take, ticketOf } from '../support/simulation-people.ts';
import { differencesOf, screenOf, unsentOf } from '../support/simulation-screen.ts';
import { expectReplayed, startWorld, VENDAS } from '../support/simulation-world.ts';
import type { Page, World } from '../support/simulation-world.ts';
import { conversationIn } from '../support/conversation.ts';

let world: World;
afterEach(() => world.stop());

const phoneOf = (index: number): string => `551190000040${index}`;

async function customersWrite(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await world.provider.saveCustomer(phoneOf(index), `Cliente ${index}`);
    await world.provider.write(VENDAS, phoneOf(index), 'Oi');
  }
}

/** The page's tickets of the first customers. */
function ticketsOf(page: Page, count: number): Promise<Attendance[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => ticketOf(page, phoneOf(index))));
}

function sentIn({ client }: Page, ticketId: string): readonly Message[] {
  const chat = conversationIn(client.directory, ticketId)?.context.chat;
  return chat?.messages.filter((message) => !message.received) ?? [];
}

function optimisticIn({ client }: Page, ticketId: string): readonly string[] {
  return conversationIn(client.directory, ticketId)?.context.optimistic.map(({ text }) => text) ?? [];
}

async function textsAtProvider(phone?: string): Promise<string[]> {
  return (await world.provider.received(phone)).map(({ text }) => text);
}

describe('the server is killed with -9', () => {
  test('twenty sends under way -> each is at the provider and in the list once, or shown as not sent', async () => {
    let server: SpawnedServer | undefined;
    world = await startWorld({
      password: TEST_PASSWORD,
      run: async ({ databaseUrl, ownerUrl, graphUrl }) => {
        if (server === undefined) await fill(ownerUrl);
        const spawned = await spawnServer({ env: { DATABASE_URL: databaseUrl, WHATSAPP_GRAPH_URL: graphUrl } });
        server = spawned;
        return { url: spawned.url, stop: async () => void (await spawned.end()) };
      },
    });
    await customersWrite(10);
    const page = await world.open('ana');
    const tickets = await ticketsOf(page, 10);
    for (const { id } of tickets) await openChat(page, id);
    // Slow enough that some are accepted, some on their way and some not begun when it ends.
    await world.provider.patchPolicy({ sends: { delayMs: 250 } });
    const sent = tickets.flatMap((ticket) =>
      ['primeira', 'segunda'].map((word) => {
        const text = `${word} para ${ticket.customer.phone}`;
        return { ticket, text, clientId: submit(page, ticket, text) };
      }),
    );
    await expect.poll(async () => (await world.provider.received()).length).toBeGreaterThan(3);
    await server?.end('SIGKILL');
    await world.startServer();

    const { client } = page;
    await client.waitFor(() => unsentOf(client).length === 0);
    // A claim of the killed server runs out after six seconds; what stays unsure is given up after twenty more.
    await expect
      .poll(() =>
        sent.every(({ ticket, clientId }) =>
          isSettled(sentIn(page, ticket.id).find((message) => message.clientId === clientId)),
        ),
      )
      .toBe(true);
    const atProvider = await textsAtProvider();
    for (const { ticket, text, clientId } of sent) {
      const shown = sentIn(page, ticket.id).filter((message) => message.clientId === clientId || message.text === text);
      expect(shown).toHaveLength(1);
      expect(shown[0]).toMatchObject({ text, clientId });
      const times = atProvider.filter((other) => other === text).length;
      if (shown[0]?.errorKey === null) expect(times).toBe(1);
      else expect({ times, key: shown[0]?.errorKey }).toEqual({ times: 0, key: 'error.send.uncertain' });
      expect(optimisticIn(page, ticket.id)).toEqual([]);
    }
    expect(atProvider).toHaveLength(new Set(atProvider).size);

    const open = tickets.map(({ id }) => id);
    const fresh = await world.open('ana');
    for (const id of open) await openChat(fresh, id);
    await world.allHeard(page, fresh);
    expect(differencesOf(screenOf(client, open), screenOf(fresh.client, open))).toEqual([]);
    expectReplayed(page, fresh);
  });
});

function isSettled(message: Message | undefined): boolean {
  return message !== undefined && (message.ack > 0 || message.errorCode !== null);
}

async function fill(ownerUrl: string): Promise<void> {
  const db = openDatabase({ url: ownerUrl, log: createLog({ level: 'silent' }) });
  await seedPeople(db, TEST_PASSWORD);
  await db.pool.query(`update instance set access_token = 'a-token'`);
  await db.close();
}

describe('the page is killed while it sends', () => {
  test('asked, answered, waiting behind another -> a new page sends the rest, each once and in order', async () => {
    world = await startWorld();
    await customersWrite(3);
    const browser = createMeddledBrowser();
    const page = await world.open('ana', { browser });
    const [asked, answered, unheard] = await ticketsOf(page, 3);
    if (asked === undefined || answered === undefined || unheard === undefined) throw new Error('No tickets');

    // No socket tells what became of them.
    const socketTicket = browser.holdRequest('createSocketTicket');
    page.network.cut();
    await page.client.waitFor(({ socket }) => socket.getSnapshot().matches('waiting'));
    page.network.heal();
    await socketTicket.reached;

    const onTheWire = browser.holdRequest('sendMessage');
    submit(page, asked, 'no fio');
    await onTheWire.reached;
    submit(page, asked, 'atrás da primeira');
    submit(page, asked, 'e por último');
    const unread = browser.holdAnswer('sendMessage');
    submit(page, answered, 'respondida, não lida');
    await unread.reached;
    page.client.loseAnswer('sendMessage');
    submit(page, unheard, 'resposta perdida');
    await page.client.next('message.answerLost');
    expect(unsentOf(page.client)).toHaveLength(5);
    // Its network stays: what it has sent off may still arrive.
    page.client.kill();

    const next = await world.open('ana', { browser, logsIn: false });
    await next.client.next('outbox.restored');
    // What was still on the wire arrives when the new page has asked about it, and has perhaps sent it again.
    await next.client.next('message.resolved');
    onTheWire.go();
    await next.client.live();
    await next.client.waitFor(() => unsentOf(next.client).length === 0);
    await world.providerDone();
    expect(await textsAtProvider(phoneOf(0))).toEqual(['no fio', 'atrás da primeira', 'e por último']);
    expect(await textsAtProvider(phoneOf(1))).toEqual(['respondida, não lida']);
    expect(await textsAtProvider(phoneOf(2))).toEqual(['resposta perdida']);

    const open = [asked.id, answered.id, unheard.id];
    for (const id of open) await openChat(next, id);
    await world.allHeard(next);
    expect(sentIn(next, asked.id).map(({ text }) => text)).toEqual(['no fio', 'atrás da primeira', 'e por último']);
    for (const id of open) expect(optimisticIn(next, id)).toEqual([]);
    await world.kill(next);
    const last = await world.open('ana', { browser, logsIn: false });
    expect((await last.client.next('outbox.restored')).messages).toEqual([]);
    expectReplayed(next, last);
  });

  test('the server is away as well -> the text is there, and goes when it is back', async () => {
    world = await startWorld();
    await customersWrite(1);
    const browser = createMeddledBrowser();
    const page = await world.open('ana', { browser });
    const ticket = await ticketOf(page, phoneOf(0));
    await world.stopServer();
    submit(page, ticket, 'sem servidor');
    await page.client.next('message.answerLost');
    await world.kill(page);
    const next = await world.open('ana', { browser, logsIn: false });
    await next.client.next('outbox.restored');
    expect(unsentOf(next.client)).toEqual(['sem servidor: uncertain']);
    await world.startServer();
    await next.client.waitFor(() => unsentOf(next.client).length === 0);
    await world.providerDone();
    expect(await textsAtProvider()).toEqual(['sem servidor']);
    expectReplayed(next);
  });

  test('what was refused is still refused on the new page, with its text, and can be tried again', async () => {
    world = await startWorld();
    await customersWrite(1);
    const browser = createMeddledBrowser();
    const page = await world.open('ana', { browser });
    const ticket = await ticketOf(page, phoneOf(0));
    await world.rows('update customer set is_blacklisted = true');
    submit(page, ticket, 'bloqueado');
    await page.client.next('message.refused');
    // Its reason is on the disk when the page goes.
    await page.client.events.count(2, (event) => event.type === 'outbox.stored');
    await world.kill(page);
    const next = await world.open('ana', { browser, logsIn: false });
    await next.client.next('outbox.restored');
    expect(unsentOf(next.client)).toEqual(['bloqueado: failed error.customer.blacklisted']);
    const shown = await ticketOf(next, phoneOf(0));
    expect(optimisticIn(next, shown.id)).toEqual(['bloqueado']);
    await world.rows('update customer set is_blacklisted = false');
    for (const { clientId } of conversationIn(next.client.directory, shown.id)?.context.optimistic ?? []) {
      next.client.append({ type: 'message.retried', clientId });
    }
    await next.client.waitFor(() => unsentOf(next.client).length === 0);
    await world.providerDone();
    expect(await textsAtProvider()).toEqual(['bloqueado']);
    expectReplayed(next);
  });
});

describe('statuses', () => {
  test.each([
    ['read, delivered, sent', { order: 'reversed' }],
    ['each of them three times', { copies: 3 }],
  ] as const)('%s -> read', async (_, statuses) => {
    world = await startWorld();
    await customersWrite(1);
    const page = await world.open('ana');
    const ticket = await take(page, phoneOf(0), 'Olá');
    await openChat(page, ticket.id);
    await world.provider.patchPolicy({ statuses });
    await say(page, ticket, 'Leia isto');
    await world.providerDone();
    const [, message] = await world.provider.received(phoneOf(0));
    await world.provider.tellStatus(message?.id ?? '', 'delivered');
    await world.provider.tellStatus(message?.id ?? '', 'sent');
    await world.provider.again(message?.id ?? '');
    await world.providerDone();
    await world.allHeard(page);
    expect(sentIn(page, ticket.id).find(({ text }) => text === 'Leia isto')).toMatchObject({ ack: 3, errorCode: null });
    const acks = page.client.events.items.flatMap((event) =>
      event.type === 'message.ackChanged' && event.messageId === sentIn(page, ticket.id).at(-1)?.id ? [event.ack] : [],
    );
    expect(acks).toEqual(acks.toSorted((a, b) => a - b));
    expectReplayed(page);
  });
});
