import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Logged } from '../../src/machines/log/event.ts';
import {
  accept,
  finish,
  offer,
  openChat,
  refuse,
  say,
  submit,
  take,
  ticketOf,
  viewerOf,
} from '../support/simulation-people.ts';
import { hurried } from '../support/simulation-clock.ts';
import { differencesOf, screenOf, scrollAll, unsentOf } from '../support/simulation-screen.ts';
import { expectReplayed, startWorld, SUPORTE, VENDAS } from '../support/simulation-world.ts';
import type { Page, PageOptions, World } from '../support/simulation-world.ts';
import { conversationIn } from '../support/conversation.ts';

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.stop());

const PHONES = {
  chatting: '5511900000101',
  handedOver: '5511900000102',
  offered: '5511900000103',
  finished: '5511900000104',
  takenBack: '5511900000105',
  queued: '5511900000106',
  late: '5511900000107',
} as const;

/** The attendant's day before the break: conversations of theirs, one of them open, one pinned. */
async function prepare(options: PageOptions = {}) {
  const { provider } = world;
  const bruno = await world.open('bruno', options);
  const carla = await world.open('carla');
  const ana = await world.open('ana');
  // Attendants begin with what is theirs; what waits for an answer is seen under "all".
  bruno.client.append({ type: 'inbox.filtered', instanceId: null, status: 'open', scope: 'all' });
  for (const [name, phone] of Object.entries(PHONES)) {
    if (name === 'late') continue;
    await provider.saveCustomer(phone, `Cliente ${name}`);
    await provider.write(name === 'queued' ? SUPORTE : VENDAS, phone, 'Bom dia');
  }
  const chatting = await take(bruno, PHONES.chatting, 'Bom dia, aqui é o Bruno');
  const handedOver = await take(bruno, PHONES.handedOver, 'Um instante');
  const finished = await take(bruno, PHONES.finished, 'Pronto');
  const takenBack = await take(carla, PHONES.takenBack, 'Oi');
  const offered = await take(carla, PHONES.offered, 'Olá');
  const withdrawn = await offer(carla, takenBack, viewerOf(bruno));
  await bruno.client.waitFor((directory) => directory.transfer(withdrawn));
  await openChat(bruno, chatting.id);
  bruno.client.append({ type: 'customer.pinToggled', customerId: finished.customer.id, pinned: true });
  await bruno.client.next('customer.pinned');
  await world.providerDone();
  await world.allHeard(bruno, carla, ana);
  return { bruno, carla, ana, chatting, handedOver, finished, takenBack, offered, withdrawn };
}

type Day = Awaited<ReturnType<typeof prepare>>;

/** A message on its way to the phone, whose statuses are kept back until the break. */
async function sendBefore({ bruno, chatting }: Day): Promise<void> {
  await world.provider.patchPolicy({ webhooks: { hold: 'statuses' } });
  await say(bruno, chatting, 'Antes da queda');
}

/** What happens while the attendant is away: messages, acks, a transfer, a finish, a new customer. */
async function meanwhile({
  bruno,
  carla,
  ana,
  chatting,
  handedOver,
  finished,
  offered,
  withdrawn,
}: Day): Promise<void> {
  const { provider } = world;
  await provider.patchPolicy({ webhooks: { hold: 'none' } });
  await provider.write(VENDAS, PHONES.chatting, 'Você está aí?');
  await provider.write(VENDAS, PHONES.chatting, 'Preciso de ajuda');
  await provider.write(SUPORTE, PHONES.queued, 'Alguém?');
  await provider.saveCustomer(PHONES.late, 'Cliente late');
  await provider.write(VENDAS, PHONES.late, 'Sou novo aqui');
  const seen = await ticketOf(ana, PHONES.handedOver);
  const transferId = await offer(ana, seen, viewerOf(carla));
  await accept(carla, transferId);
  await say(carla, handedOver, 'Agora é com a Carla');
  await offer(carla, offered, viewerOf(bruno));
  await refuse(carla, withdrawn);
  await finish(ana, finished.id);
  await say(ana, chatting, 'A Ana ajuda');
  await world.providerDone();
}

/** What the same person's new page shows, the same conversations open. */
async function freshScreen(open: readonly string[]): Promise<unknown> {
  const page = await world.open('bruno');
  page.client.append({ type: 'inbox.filtered', instanceId: null, status: 'open', scope: 'all' });
  for (const id of open) await openChat(page, id);
  await world.allHeard(page);
  await scrollAll(page.client, open);
  const screen = screenOf(page.client, open);
  expectReplayed(page);
  await world.kill(page);
  return screen;
}

/** What the day left: the handed-over, withdrawn and finished ones gone, the offer and the newcomer there. */
function expectTheDaysEnd({ bruno, chatting, handedOver, finished, takenBack, offered }: Day): void {
  const { directory } = bruno.client;
  const { ids } = directory.ticketOrder.getSnapshot();
  expect(ids).toEqual(expect.arrayContaining([chatting.id, offered.id]));
  for (const gone of [handedOver, finished, takenBack]) expect(ids).not.toContain(gone.id);
  expect(ids).toHaveLength(4);
  const [waiting, ...others] = directory.pendingTransfers.getSnapshot();
  expect(others).toEqual([]);
  expect(directory.transfer(waiting ?? '')?.getSnapshot().context.transfer?.ticketId).toBe(offered.id);
  const chat = conversationIn(directory, chatting.id)?.context.chat?.messages ?? [];
  const before = chat.find((message) => message.text === 'Antes da queda');
  expect(before).toMatchObject({ ack: 3, errorCode: null });
}

async function expectSameAsFresh(page: Page, open: readonly string[]): Promise<void> {
  await page.client.waitFor(() => unsentOf(page.client).length === 0);
  await world.providerDone();
  await world.allHeard(page);
  await scrollAll(page.client, open);
  expect(differencesOf(screenOf(page.client, open), await freshScreen(open))).toEqual([]);
  expectReplayed(page);
}

function frameIds(events: readonly Logged[]): string[] {
  return events.flatMap((event) => ('stream' in event ? [event.stream.id] : []));
}

/** Each event of the stream came once, and each message is in its conversation once. */
function expectNothingDoubled({ client }: Page, ticketId: string): void {
  const ids = frameIds(client.events.items);
  expect(ids).toEqual([...new Set(ids)]);
  const messages = conversationIn(client.directory, ticketId)?.context.chat?.messages.map(({ id }) => id) ?? [];
  expect(messages.length).toBeGreaterThan(0);
  expect(messages).toEqual([...new Set(messages)]);
}

/** Whether the last greeting went on where the page was. */
function wasRecovered({ client }: Page): boolean | undefined {
  return client.events.items.findLast((event) => event.type === 'socket.greeted')?.recovered;
}

async function expectLost({ client }: Page): Promise<void> {
  await client.waitFor(({ socket }) => socket.getSnapshot().matches('waiting'));
}

/** The attendant writes while nothing gets through. */
function writeWhileAway({ bruno, chatting }: Day): void {
  submit(bruno, chatting, 'Escrito sem rede');
  submit(bruno, chatting, 'E mais uma');
}

async function expectWrittenOnce(phone: string): Promise<void> {
  const texts = (await world.provider.received(phone)).map(({ text }) => text);
  expect(texts.filter((text) => text === 'Escrito sem rede' || text === 'E mais uma')).toEqual([
    'Escrito sem rede',
    'E mais uma',
  ]);
}

const BREAKS: readonly {
  readonly name: string;
  readonly recovered: boolean;
  readonly besides: () => Promise<unknown>;
}[] = [
  { name: 'what was missed is sent again', recovered: true, besides: async () => undefined },
  { name: 'more was missed than is sent again -> all is fetched', recovered: false, besides: () => world.mark(1_001) },
  {
    name: 'the server was restarted meanwhile -> it goes on where it was',
    recovered: true,
    besides: () => world.restart(),
  },
  {
    name: 'what was missed can not be read any more -> all is fetched',
    recovered: false,
    besides: () => world.rows(`with gone as (delete from event) update tenant set stream_floor = stream_position`),
  },
  {
    name: 'the stream starts over (a restored backup) -> all is fetched',
    recovered: false,
    besides: async () => {
      await world.stopServer();
      await world.rows(`update tenant set epoch = gen_random_uuid() where slug = 'aurora'`);
      await world.startServer();
    },
  },
];

describe('live -> cut -> back: the screen equals a fresh login’s', () => {
  test.each(BREAKS.map((each) => [each.name, each] as const))('%s', async (_, { recovered, besides }) => {
    const day = await prepare();
    const { bruno, chatting } = day;
    await sendBefore(day);
    bruno.network.cut();
    await expectLost(bruno);
    await meanwhile(day);
    await besides();
    writeWhileAway(day);
    bruno.network.heal();
    await expectSameAsFresh(bruno, [chatting.id]);
    expectTheDaysEnd(day);
    expect(wasRecovered(bruno)).toBe(recovered);
    expectNothingDoubled(bruno, chatting.id);
    await expectWrittenOnce(PHONES.chatting);
  });

  test('half-open: nothing comes and nothing breaks -> silence is taken for death -> back', async () => {
    await world.stop();
    world = await startWorld({ attendance: { realtime: { heartbeatMs: 200 } } });
    const day = await prepare({ environment: hurried(50) });
    const { bruno, chatting } = day;
    await sendBefore(day);
    bruno.network.hold();
    await expectLost(bruno);
    expect(bruno.client.directory.socket.getSnapshot().context.reason).toBe('silent');
    await meanwhile(day);
    writeWhileAway(day);
    bruno.network.heal();
    await expectSameAsFresh(bruno, [chatting.id]);
    expectTheDaysEnd(day);
    await expectWrittenOnce(PHONES.chatting);
  });

  test('the server goes while the page is live -> back by itself', async () => {
    const day = await prepare();
    const { bruno, chatting } = day;
    await sendBefore(day);
    await world.stopServer();
    await expectLost(bruno);
    writeWhileAway(day);
    await world.startServer();
    await meanwhile(day);
    await expectSameAsFresh(bruno, [chatting.id]);
    expectTheDaysEnd(day);
    expectNothingDoubled(bruno, chatting.id);
    await expectWrittenOnce(PHONES.chatting);
  });
});

describe('a long list, scrolled, and a long conversation, scrolled up', () => {
  const CUSTOMERS = 25;
  const phoneOf = (index: number): string => `55119000002${String(index).padStart(2, '0')}`;

  test.each(BREAKS.slice(0, 2).map((each) => [each.name, each] as const))('%s', async (_, { recovered, besides }) => {
    const { provider } = world;
    for (let index = 0; index < CUSTOMERS; index += 1) {
      await provider.saveCustomer(phoneOf(index), `Cliente ${index}`);
      await provider.write(VENDAS, phoneOf(index), 'Oi');
    }
    for (let index = 0; index < 70; index += 1) await provider.write(VENDAS, phoneOf(0), `mensagem ${index}`);
    await world.providerDone();

    const page = await world.open('ana');
    const { client } = page;
    const long = await ticketOf(page, phoneOf(0));
    await openChat(page, long.id);
    client.append({ type: 'chat.olderRequested', ticketId: long.id });
    client.append({ type: 'inbox.endReached' });
    await client.waitFor(({ ticketOrder }) => ticketOrder.getSnapshot().ids.length === 20);
    await client.waitFor((directory) => conversationIn(directory, long.id)?.matches({ chat: 'ready' }));

    page.network.cut();
    await expectLost(page);
    for (let index = 10; index < CUSTOMERS; index += 2) await provider.write(VENDAS, phoneOf(index), 'De novo');
    await provider.write(VENDAS, phoneOf(0), 'A mais nova');
    await world.providerDone();
    await besides();
    page.network.heal();
    await world.allHeard(page);
    expect(wasRecovered(page)).toBe(recovered);
    // The person stays where they had scrolled to.
    expect(client.directory.ticketOrder.getSnapshot().ids.length).toBeGreaterThanOrEqual(20);
    expect(conversationIn(client.directory, long.id)?.context.chat?.messages).toHaveLength(72);

    await scrollAll(client, [long.id]);
    const fresh = await world.open('ana');
    await openChat(fresh, long.id);
    await scrollAll(fresh.client, [long.id]);
    expect(differencesOf(screenOf(client, [long.id]), screenOf(fresh.client, [long.id]))).toEqual([]);
    expect(client.directory.ticketOrder.getSnapshot().ids).toHaveLength(CUSTOMERS);
    expectReplayed(page, fresh);
  });
});
