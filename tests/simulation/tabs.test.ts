import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMeddledBrowser } from '../support/simulation-network.ts';
import { openChat, submit, ticketOf } from '../support/simulation-people.ts';
import { differencesOf, screenOf, unsentOf } from '../support/simulation-screen.ts';
import { until } from '../support/simulation-until.ts';
import { expectReplayed, startWorld, VENDAS } from '../support/simulation-world.ts';
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
