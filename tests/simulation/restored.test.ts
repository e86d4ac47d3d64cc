import { afterEach, beforeEach, expect, test } from 'vitest';
import { createBrowser } from '../support/client.ts';
import { openChat, take } from '../support/simulation-people.ts';
import { differencesOf, screenOf } from '../support/simulation-screen.ts';
import { expectReplayed, startWorld, VENDAS } from '../support/simulation-world.ts';
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

test.each([
  ['while the server runs', false],
  ['while the server is stopped', true],
])(
  'the database is restored %s, new messages get ids and positions that others had -> a page that knows those starts afresh and shows what is',
  async (_when, isStopped) => {
    const { provider } = world;
    const browser = createBrowser();
    const bruno = await world.open('bruno', { browser });
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
    const before = streamOf(bruno);
    expect(JSON.stringify(screenOf(bruno.client, [id]))).toContain('Não está no backup');
    bruno.network.cut();

    if (isStopped) await world.stopServer();
    await backup.restore();
    if (isStopped) await world.startServer();
    await provider.write(VENDAS, PHONE, 'Veio depois');
    await world.providerDone();
    // The page could go on from its position, as far as positions tell.
    while ((await world.mark(10)) <= before.position);
    bruno.network.heal();

    await world.allHeard(bruno);
    const greeted = bruno.client.events.items.findLast((event) => event.type === 'socket.greeted');
    expect(greeted).toMatchObject({ recovered: false });
    expect(streamOf(bruno).epoch).not.toBe(before.epoch);
    expect(bruno.client.environment.pageControl.reloaded()).toBeGreaterThan(0);
    await world.kill(bruno);

    const reloaded = await world.open('bruno', { browser, logsIn: false });
    const fresh = await world.open('bruno');
    for (const page of [reloaded, fresh]) {
      await page.client.live();
      showAll(page);
      await openChat(page, id);
    }
    await world.allHeard(reloaded, fresh);
    const screen = screenOf(reloaded.client, [id]);
    expect(differencesOf(screen, screenOf(fresh.client, [id]))).toEqual([]);
    expect(JSON.stringify(screen)).toContain('Veio depois');
    expect(JSON.stringify(screen)).not.toContain('Não está no backup');
    expectReplayed(bruno, reloaded, fresh);
  },
);
