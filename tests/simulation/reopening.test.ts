import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { selectChatState, selectDraft } from '../../src/machines/conversation/conversation.selectors.ts';
import { selectStaleSince } from '../../src/machines/socket/socket.selectors.ts';
import { selectLifecycle } from '../../src/machines/ticket/ticket.selectors.ts';
import type { EventOf, EventType, Logged } from '../../src/machines/log/event.ts';
import { createBrowser } from '../support/client.ts';
import type { Browser } from '../support/client.ts';
import { conversationIn } from '../support/conversation.ts';
import { createMeddledBrowser } from '../support/simulation-network.ts';
import {
  accept,
  finish,
  offer,
  openChat,
  submit,
  take,
  ticketNow,
  ticketOf,
  viewerOf,
} from '../support/simulation-people.ts';
import { differencesOf, screenOf, unsentOf } from '../support/simulation-screen.ts';
import { expectReplayed, goOnline, startWorld, untilStored, VENDAS } from '../support/simulation-world.ts';
import type { Page, PageOptions, PersonName, World } from '../support/simulation-world.ts';

/* A page is closed, or killed, and another opens on the log that it left. */

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.stop());

const phoneOf = (index: number): string => `551190000080${index}`;

async function customersWrite(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await world.provider.saveCustomer(phoneOf(index), `Cliente ${index}`);
    await world.provider.write(VENDAS, phoneOf(index), 'Oi');
  }
}

const textsAtProvider = async (phone?: string): Promise<string[]> =>
  (await world.provider.received(phone)).map(({ text }) => text);

const staleSince = ({ client }: Page): number | null => selectStaleSince(client.directory.socket.getSnapshot());
const rowsOf = ({ client }: Page): readonly string[] => client.directory.ticketOrder.getSnapshot().ids;
const showAll = ({ client }: Page): void =>
  client.append({ type: 'inbox.filtered', instanceId: null, status: 'open', scope: 'all' });

function messagesIn({ client }: Page, ticketId: string): readonly (string | null)[] {
  return conversationIn(client.directory, ticketId)?.context.chat?.messages.map(({ text }) => text) ?? [];
}

function happened<Type extends EventType>({ client }: Page, type: Type): readonly Logged<EventOf<Type>>[] {
  return client.events.items.filter((event): event is Logged<EventOf<Type>> => event.type === type);
}

/** All that the page holds is on the disk, and then it is gone. */
async function closeStored(page: Page): Promise<void> {
  await untilStored(page);
  await world.kill(page);
}

const openAgain = (person: PersonName, browser: Browser, more: PageOptions = {}): Promise<Page> =>
  world.open(person, { browser, logsIn: false, storesLog: true, ...more });

/** The same person's page in a browser that holds nothing. */
async function expectSameAsFresh(page: Page, open: readonly string[]): Promise<void> {
  const fresh = await world.open(page.person);
  showAll(fresh);
  for (const id of open) await openChat(fresh, id);
  await world.allHeard(page, fresh);
  expect(differencesOf(screenOf(page.client, open), screenOf(fresh.client, open))).toEqual([]);
  expectReplayed(page, fresh);
}

test('ten messages being sent, the page is killed -> the next one goes on, each is at the provider once', async () => {
  await customersWrite(3);
  const browser = createMeddledBrowser();
  const page = await world.open('ana', { browser, storesLog: true });
  const tickets = await Promise.all([0, 1, 2].map((index) => ticketOf(page, phoneOf(index))));
  const onTheWire = browser.holdRequest('sendMessage');
  const unread = browser.holdAnswer('sendMessage');
  const texts = Array.from({ length: 10 }, (_, index) => `mensagem ${index}`);
  texts.forEach((text, index) => {
    const ticket = tickets[index % tickets.length];
    if (ticket !== undefined) submit(page, ticket, text);
  });
  await Promise.all([onTheWire.reached, unread.reached]);
  await page.client.events.count(10, ({ type }) => type === 'outbox.stored');
  await untilStored(page);
  expect(unsentOf(page.client).length).toBeGreaterThan(0);
  // Its network stays: what it has sent off may still arrive.
  page.client.kill();

  const next = await openAgain('ana', browser);
  expect(rowsOf(next)).toHaveLength(3);
  await next.client.next('outbox.restored');
  onTheWire.go();
  await next.client.live();
  await next.client.waitFor(() => unsentOf(next.client).length === 0);
  await world.providerDone();
  expect((await textsAtProvider()).toSorted()).toEqual(texts);
  const open = tickets.map(({ id }) => id);
  for (const id of open) await openChat(next, id);
  await expectSameAsFresh(next, open);
});

describe('opened again without a network', () => {
  test('what was held is there, as of then; what is written and finished there is carried out on return', async () => {
    await customersWrite(3);
    const browser = createBrowser();
    const page = await world.open('ana', { browser, storesLog: true });
    const [chatting, drafting, leaving] = await Promise.all([0, 1, 2].map((index) => ticketOf(page, phoneOf(index))));
    if (!chatting || !drafting || !leaving) throw new Error('No tickets');
    await openChat(page, chatting.id);
    await world.providerDone();
    await world.allHeard(page);
    const rows = rowsOf(page);
    const before = messagesIn(page, chatting.id);
    const { lastHeardAt } = page.client.directory.socket.getSnapshot().context;
    await closeStored(page);
    await world.provider.write(VENDAS, phoneOf(0), 'Você está aí?');
    await world.providerDone();

    const next = await openAgain('ana', browser, { offline: true });
    expect(rowsOf(next)).toEqual(rows);
    expect(staleSince(next)).toBeGreaterThanOrEqual(lastHeardAt);
    expect(staleSince(next)).toBeLessThan(next.client.events.items[0]?.loggedAt ?? 0);
    next.client.append({ type: 'ticket.opened', ticketId: chatting.id });
    const chat = conversationIn(next.client.directory, chatting.id);
    expect(chat && selectChatState(chat)).toBe('ready');
    expect(messagesIn(next, chatting.id)).toEqual(before);
    await next.client.next('drafts.restored');
    next.client.append({ type: 'draft.changed', ticketId: drafting.id, text: 'Ainda não' });
    submit(next, chatting, 'Escrito sem rede');
    submit(next, leaving, 'Até logo');
    next.client.append({ type: 'ticket.finishRequested', ticketId: leaving.id });
    await next.client.events.count(3, ({ type }) => type === 'outbox.stored');
    expect(unsentOf(next.client)).toEqual(['Escrito sem rede: queued', 'Até logo: queued']);
    // The page that wrote it may be gone as well before there is a network.
    await closeStored(next);

    const last = await openAgain('ana', browser, { offline: true });
    expect(staleSince(last)).toBeLessThan(next.client.events.items[0]?.loggedAt ?? 0);
    await last.client.next('drafts.restored');
    expect(unsentOf(last.client)).toHaveLength(2);
    expect(await textsAtProvider()).toEqual([]);
    goOnline(last);
    const finished = await last.client.next('ticket.finished');
    await last.client.live();
    await last.client.waitFor(() => unsentOf(last.client).length === 0);
    const sent = happened(last, 'message.accepted').find(({ message }) => message.text === 'Até logo');
    expect(sent?.position).toBeLessThan(finished.position);
    expect(staleSince(last)).toBeNull();
    await world.providerDone();
    expect(await textsAtProvider(phoneOf(0))).toEqual(['Escrito sem rede']);
    expect(await textsAtProvider(phoneOf(1))).toEqual([]);
    expect(await textsAtProvider(phoneOf(2))).toEqual(['Até logo']);
    const drafted = conversationIn(last.client.directory, drafting.id);
    expect(drafted && selectDraft(drafted)).toBe('Ainda não');
    await openChat(last, chatting.id);
    expect(messagesIn(last, chatting.id)).toEqual([...before, 'Você está aí?', 'Escrito sem rede']);
    await expectSameAsFresh(last, [chatting.id]);
  });

  test('what the server refuses on return is told and undone', async () => {
    await customersWrite(3);
    const browser = createBrowser();
    const ana = await world.open('ana');
    const carla = await world.open('carla');
    const bruno = await world.open('bruno', { browser, storesLog: true });
    for (const page of [bruno, carla]) showAll(page);
    const [finished, passedOn] = [await take(bruno, phoneOf(0), 'Oi'), await take(bruno, phoneOf(1), 'Oi')];
    const taken = await ticketOf(bruno, phoneOf(2));
    await world.providerDone();
    await world.allHeard(bruno);
    await closeStored(bruno);

    const next = await openAgain('bruno', browser, { offline: true });
    const lifecycle = (id: string): string | null => {
      const snapshot = next.client.directory.ticket(id)?.getSnapshot();
      return snapshot === undefined ? null : selectLifecycle(snapshot);
    };
    for (const { id } of [finished, passedOn]) next.client.append({ type: 'ticket.finishRequested', ticketId: id });
    submit(next, taken, 'Posso ajudar?');
    await next.client.next('outbox.stored');
    expect([finished, passedOn].map(({ id }) => lifecycle(id))).toEqual(['finishing', 'finishing']);
    expect(happened(next, 'ticket.finishFailed')).toEqual([]);

    await finish(ana, finished.id);
    await accept(carla, await offer(ana, passedOn, viewerOf(carla)));
    await take(carla, taken.customer.phone, 'Aqui é a Carla');
    await world.providerDone();

    goOnline(next);
    await next.client.live();
    await next.client.events.count(2, ({ type }) => type === 'ticket.finishFailed');
    await next.client.next('message.refused');
    await world.allHeard(next);
    const told = happened(next, 'ticket.finishFailed').map(({ ticketId, failure }) => [ticketId, failure.key]);
    expect(Object.fromEntries(told)).toEqual({
      [finished.id]: 'error.ticket.finished',
      [passedOn.id]: 'error.ticket.passedOn',
    });
    expect(next.client.directory.notices.getSnapshot()).toHaveLength(2);
    // The text isn't lost: it stands there as not sent.
    expect(unsentOf(next.client)).toEqual(['Posso ajudar?: failed error.notFound']);
    expect(await textsAtProvider(taken.customer.phone)).toEqual(['Aqui é a Carla']);
    expect(rowsOf(next)).toEqual([]);
    expect([finished, passedOn].map(({ id }) => lifecycle(id))).toEqual([null, null]);
    for (const { clientId } of happened(next, 'message.refused')) {
      next.client.append({ type: 'message.discarded', clientId });
    }
    await expectSameAsFresh(next, []);
  });
});

test('transfers submitted without a network, the page closed -> carried out once on return, withdrawn, or refused with its reason', async () => {
  await customersWrite(4);
  const browser = createBrowser();
  const [ana, carla] = [await world.open('ana'), await world.open('carla')];
  const bruno = await world.open('bruno', { browser, storesLog: true });
  for (const page of [bruno, carla]) showAll(page);
  const tickets = [0, 1, 2, 3].map((index) => take(bruno, phoneOf(index), 'Oi'));
  const [offered, kept, finished, queued] = await Promise.all(tickets);
  if (!offered || !kept || !finished || !queued) throw new Error('No tickets');
  const { client } = bruno;
  for (const { id: ticketId } of [offered, kept, finished]) {
    client.append({ type: 'transfer.drafted', ticketId });
    await client.waitFor((directory) => directory.transferDraft(ticketId)?.getSnapshot().matches({ draft: 'ready' }));
  }
  bruno.network.cut();
  client.environment.pageControl.setOnline(false);
  const previousOwner = viewerOf(bruno);
  const toCarla = { kind: 'person', ...viewerOf(carla) } as const;
  client.append({ type: 'transfer.drafted', ticketId: queued.id });
  for (const { id: ticketId } of [offered, kept, finished, queued]) {
    client.append({
      type: 'transfer.submitted',
      ticketId,
      clientId: client.environment.uuid(),
      target: ticketId === queued.id ? { kind: 'queue' } : toCarla,
      previousOwner,
    });
    client.append({ type: 'transfer.dismissed', ticketId });
  }
  await client.events.count(4, ({ type }) => type === 'outbox.stored');
  client.append({ type: 'transfer.withdrawn', ticketId: kept.id });
  const waiting = [offered.id, finished.id, queued.id];
  expect(client.directory.outgoingTransfers.getSnapshot()).toEqual(waiting);
  await closeStored(bruno);
  await finish(ana, finished.id);

  const next = await openAgain('bruno', browser, { offline: true });
  await next.client.next('outbox.restored');
  expect(next.client.directory.outgoingTransfers.getSnapshot()).toEqual(waiting);
  goOnline(next);
  await next.client.next('transfer.created');
  expect((await next.client.next('transfer.createFailed')).failure.key).toBe('error.ticket.finished');
  await next.client.next('transfer.queued');
  await world.allHeard(next, carla);
  expect(next.client.directory.outgoingTransfers.getSnapshot()).toEqual([]);
  const titles = next.client.directory.notices.getSnapshot().map((id) => {
    const { title } = next.client.directory.notice(id)?.getSnapshot().context.notice ?? {};
    return title?.kind === 'message' ? title.id : title;
  });
  expect(titles).toEqual(['notice.failed.create.of']);
  expect(await world.rows('select ticket_id::text as id from ticket_transfer')).toEqual([{ id: offered.id }]);
  expect(ticketNow(carla, queued.id)).toMatchObject({ owner: null });
  expect(carla.client.directory.transfersOf(offered.id).getSnapshot()).toHaveLength(1);
  expectReplayed(bruno, next);
});

describe('opened again, the log can not be gone on from', () => {
  test.each([
    [
      'the stream is another one (a restored backup)',
      async () => {
        await world.stopServer();
        await world.rows(`update tenant set epoch = gen_random_uuid() where slug = 'aurora'`);
        await world.startServer();
      },
    ],
    ['more was missed than is sent again', () => world.mark(1_001)],
  ])('%s -> all is fetched, and nothing stale stays', async (_, besides) => {
    await customersWrite(3);
    const browser = createBrowser();
    const ana = await world.open('ana');
    const bruno = await world.open('bruno', { browser, storesLog: true });
    showAll(bruno);
    const [chatting, finished] = [await take(bruno, phoneOf(0), 'Oi'), await take(bruno, phoneOf(1), 'Oi')];
    const taken = await ticketOf(bruno, phoneOf(2));
    for (const { id } of [chatting, finished]) await openChat(bruno, id);
    await world.providerDone();
    await world.allHeard(bruno);
    await closeStored(bruno);
    await finish(ana, finished.id);
    await take(ana, taken.customer.phone, 'Aqui é a Ana');
    await world.provider.write(VENDAS, chatting.customer.phone, 'Você está aí?');
    await world.providerDone();
    await besides();

    const next = await openAgain('bruno', browser);
    expect(rowsOf(next)).toHaveLength(3);
    await openChat(next, chatting.id);
    await next.client.live();
    await world.allHeard(next);
    expect(next.client.events.items.find(({ type }) => type === 'socket.greeted')).toMatchObject({
      recovered: false,
    });
    expect(rowsOf(next)).toEqual([chatting.id]);
    expect(messagesIn(next, chatting.id)).toEqual(['Oi', 'Oi', 'Você está aí?']);
    await expectSameAsFresh(next, [chatting.id]);
  });
});
