import { afterEach, beforeEach, expect, test } from 'vitest';
import { createBrowser } from '../support/client.ts';
import { openChat, take } from '../support/simulation-people.ts';
import { differencesOf, screenOf } from '../support/simulation-screen.ts';
import { expectReplayed, startWorld, untilStored, VENDAS } from '../support/simulation-world.ts';
import type { Page, World } from '../support/simulation-world.ts';

const PHONE = '5511900000301';
let world: World;
beforeEach(async () => {
  world = await startWorld();
});
afterEach(() => world.stop());

const streamOf = ({ client }: Page) => {
  const { epoch, position } = client.directory.socket.getSnapshot().context;
  return { epoch, position: position ?? 0 };
};
const showAll = ({ client }: Page) =>
  client.append({ type: 'inbox.filtered', instanceId: null, status: 'open', scope: 'all' });

/** The page of somebody who had the customer's conversation open, and a backup that lacks its last message. */
async function openedBefore() {
  const { provider } = world;
  const browser = createBrowser();
  const bruno = await world.open('bruno', { browser, storesLog: true });
  showAll(bruno);
  await provider.saveCustomer(PHONE, 'Cliente antigo');
  await provider.write(VENDAS, PHONE, 'Bom dia');
  const { id } = await take(bruno, PHONE, 'Bom dia, aqui é o Bruno');
  await openChat(bruno, id);
  await world.providerDone();
  await world.allHeard(bruno);
  const backup = await world.backUp();
  await provider.write(VENDAS, PHONE, 'Não está no backup');
  await world.providerDone();
  await world.allHeard(bruno);
  await untilStored(bruno);
  expect(JSON.stringify(screenOf(bruno.client, [id]))).toContain('Não está no backup');
  return { browser, bruno, id, backup, before: streamOf(bruno) };
}

/** New messages get the ids and positions that others had: as far as positions tell, the page could go on from its own. */
async function writeOver(position: number): Promise<void> {
  await world.provider.write(VENDAS, PHONE, 'Veio depois');
  await world.providerDone();
  while ((await world.mark(10)) <= position);
}

async function expectAsFresh(page: Page, id: string): Promise<void> {
  const fresh = await world.open('bruno');
  for (const each of [page, fresh]) {
    await each.client.live();
    showAll(each);
    await openChat(each, id);
  }
  await world.allHeard(page, fresh);
  const screen = screenOf(page.client, [id]);
  expect(differencesOf(screen, screenOf(fresh.client, [id]))).toEqual([]);
  expect(JSON.stringify(screen)).toContain('Veio depois');
  expect(JSON.stringify(screen)).not.toContain('Não está no backup');
  expect(page.client.environment.pageControl.reloaded()).toBe(0);
  expectReplayed(page, fresh);
}

const reloadOf = ({ client }: Page) => client.waitFor(() => client.environment.pageControl.reloaded() > 0);

test.each([
  ['while the server runs', false],
  ['while the server is stopped', true],
])(
  'the database is restored %s -> a page that knows what is gone starts afresh, from nothing stored, and shows what is',
  async (_when, isStopped) => {
    const { browser, bruno, id, backup, before } = await openedBefore();
    bruno.network.cut();
    if (isStopped) await world.stopServer();
    await backup.restore();
    if (isStopped) await world.startServer();
    await writeOver(before.position);
    bruno.network.heal();

    // Until the server notices, which may take seconds, the page goes on in the epoch that it knows.
    await bruno.client.waitFor(() => ![null, before.epoch].includes(streamOf(bruno).epoch));
    await world.allHeard(bruno);
    const greeted = bruno.client.events.items.findLast((event) => event.type === 'socket.greeted');
    expect(greeted).toMatchObject({ recovered: false });
    await reloadOf(bruno);
    await world.kill(bruno);
    expectReplayed(bruno);
    await expectAsFresh(await world.open('bruno', { browser, logsIn: false, storesLog: true }), id);
  },
);

test('the database is restored while the page is closed -> it starts from what it stored, once, and then afresh', async () => {
  const { browser, bruno, id, backup, before } = await openedBefore();
  await world.kill(bruno);
  await backup.restore();
  await writeOver(before.position);
  const opened = await world.open('bruno', { browser, logsIn: false, storesLog: true });
  await reloadOf(opened);
  await world.kill(opened);
  await expectAsFresh(await world.open('bruno', { browser, logsIn: false, storesLog: true }), id);
});
