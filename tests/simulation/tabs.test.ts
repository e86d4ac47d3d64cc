import { afterEach, beforeEach, expect, test } from 'vitest';
import { selectLifecycle } from '../../src/machines/ticket/ticket.selectors.ts';
import { createMeddledBrowser } from '../support/simulation-network.ts';
import { openChat, submit, take, ticketOf, viewerOf } from '../support/simulation-people.ts';
import { differencesOf, screenOf, unsentOf } from '../support/simulation-screen.ts';
import { until } from '../support/simulation-until.ts';
import { expectReplayed, goOnline, startWorld, untilStored, VENDAS } from '../support/simulation-world.ts';
import type { Page, World } from '../support/simulation-world.ts';

let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.stop());

const TABS = 5;
const CUSTOMERS = 4;
const phoneOf = (index: number): string => `551190000090${index}`;
const leads = ({ client }: Page): boolean => client.directory.shell.getSnapshot().context.leads;

test('five tabs send, the leading one is killed five times -> each message is at the provider once, all show the same', async () => {
  for (let index = 0; index < CUSTOMERS; index += 1) {
    await world.provider.saveCustomer(phoneOf(index), `Cliente ${index}`);
    await world.provider.write(VENDAS, phoneOf(index), 'Oi');
  }
  const browser = createMeddledBrowser();
  const open = async (logsIn: boolean): Promise<Page> => {
    const tab = await world.open('ana', { browser, logsIn, storesLog: true });
    await tab.client.live();
    return tab;
  };
  let tabs = [await open(true)];
  while (tabs.length < TABS) tabs.push(await open(false));
  const texts: string[] = [];

  /** A tab writes to two customers. */
  async function write({ client }: Page, round: number): Promise<void> {
    const after = client.app.log.position;
    for (const index of [round, round, round + 1]) {
      const ticket = await ticketOf({ client }, phoneOf(index % CUSTOMERS));
      texts.push(`mensagem ${texts.length}`);
      submit({ client }, ticket, texts.at(-1) ?? '');
    }
    // What isn't on the disk goes with its page.
    await client.events.count(3, ({ type, position }) => type === 'outbox.stored' && position > after);
  }

  for (let round = 0; round < 5; round += 1) {
    await until('one leads', () => tabs.filter(leads).length === 1);
    const leader = tabs.find(leads);
    // Some are on their way when it is killed.
    const onTheWire = browser.holdRequest('sendMessage');
    const unread = browser.holdAnswer('sendMessage');
    await Promise.all(tabs.map((tab) => write(tab, round)));
    await Promise.all([onTheWire.reached, unread.reached]);
    leader?.client.kill();
    tabs = [...tabs.filter((tab) => tab !== leader), await open(false)];
    onTheWire.go();
    unread.go();
  }

  await Promise.all(tabs.map(({ client }) => client.waitFor(() => unsentOf(client).length === 0)));
  await world.providerDone();
  const received = (await world.provider.received()).map(({ text }) => text);
  expect(received.toSorted()).toEqual(texts.toSorted());

  const fresh = await world.open('ana');
  const all = [...tabs, fresh];
  await world.allHeard(...all);
  const ids = fresh.client.directory.ticketOrder.getSnapshot().ids;
  for (const page of all) for (const id of ids) await openChat(page, id);
  await world.allHeard(...all);
  const shown = screenOf(fresh.client, ids);
  for (const { client } of tabs) expect(differencesOf(screenOf(client, ids), shown)).toEqual([]);
  const last = await open(false);
  expect(unsentOf(last.client)).toEqual([]);
  expect((await last.client.next('outbox.restored')).messages).toEqual([]);
  expectReplayed(...all);
});

test('a tab transfers and finishes without a network, and is closed -> no other tab has a copy before; the leading one does it on return, once', async () => {
  for (let index = 0; index < 3; index += 1) {
    await world.provider.saveCustomer(phoneOf(index), `Cliente ${index}`);
    await world.provider.write(VENDAS, phoneOf(index), 'Oi');
  }
  const browser = createMeddledBrowser();
  const carla = await world.open('carla');
  const leader = await world.open('bruno', { browser, storesLog: true });
  await leader.client.waitFor(() => leads(leader));
  const other = await world.open('bruno', { browser, logsIn: false, storesLog: true });
  const tickets = await Promise.all([0, 1, 2].map((index) => take(other, phoneOf(index), 'Olá')));
  const [passedOn, kept, finished] = tickets;
  if (!passedOn || !kept || !finished) throw new Error('Three tickets');
  await world.providerDone();
  await world.allHeard(leader, other, carla);
  const { client } = other;
  for (const { id: ticketId } of [passedOn, kept]) {
    client.append({ type: 'transfer.drafted', ticketId });
    await client.waitFor((directory) => directory.transferDraft(ticketId)?.getSnapshot().matches({ draft: 'ready' }));
  }
  await untilStored(leader);
  for (const tab of [leader, other]) {
    tab.network.cut();
    tab.client.environment.pageControl.setOnline(false);
  }
  const asked = client.app.log.position;
  const [target, previousOwner] = [{ kind: 'person', ...viewerOf(carla) } as const, viewerOf(other)];
  for (const { id: ticketId } of [passedOn, kept]) {
    const clientId = client.environment.uuid();
    client.append({ type: 'transfer.submitted', ticketId, clientId, target, previousOwner });
  }
  client.append({ type: 'ticket.finishRequested', ticketId: finished.id });
  await client.events.count(3, ({ type, position }) => type === 'outbox.stored' && position > asked);
  client.append({ type: 'transfer.withdrawn', ticketId: kept.id });
  const outgoing = (tab: Page) => tab.client.directory.outgoingTransfers.getSnapshot();
  const lifecycle = (tab: Page) => {
    const snapshot = tab.client.directory.ticket(finished.id)?.getSnapshot();
    return snapshot && selectLifecycle(snapshot);
  };
  expect([outgoing(other), lifecycle(other)]).toEqual([[passedOn.id], 'finishing']);
  const third = await world.open('bruno', { browser, logsIn: false, storesLog: true, offline: true });
  await third.client.next('outbox.restored');
  for (const tab of [leader, third]) expect([outgoing(tab), lifecycle(tab)]).toEqual([[], 'open']);

  await world.kill(other);
  await leader.client.waitFor(() => outgoing(leader).length > 0);
  expect([outgoing(leader), lifecycle(leader)]).toEqual([[passedOn.id], 'finishing']);
  for (const tab of [leader, third]) goOnline(tab);
  await world.allHeard(leader, third, carla);
  await leader.client.waitFor(() => outgoing(leader).length === 0 && lifecycle(leader) !== 'finishing');
  await world.allHeard(leader, third, carla);
  expect(await world.rows('select ticket_id::text as id from ticket_transfer')).toEqual([{ id: passedOn.id }]);
  expect(await world.rows('select id::text as id from chat_ticket where finished_at is not null')).toEqual([
    { id: finished.id },
  ]);
  expect(carla.client.directory.transfersOf(passedOn.id).getSnapshot()).toHaveLength(1);
  for (const tab of [leader, third]) expect(outgoing(tab)).toEqual([]);
  expectReplayed(leader, third, carla);
});
