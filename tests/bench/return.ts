import { startTestCluster } from '../support/database.ts';
import { openChat, ticketOf } from '../support/simulation-people.ts';
import { differencesOf, screenOf, scrollAll } from '../support/simulation-screen.ts';
import type { Screen } from '../support/simulation-screen.ts';
import { startWorld, VENDAS } from '../support/simulation-world.ts';
import type { Page, World } from '../support/simulation-world.ts';
import type { BenchRow } from './row.ts';

const BUDGET_MS = 2_000;
const CUSTOMERS = 60;
const MISSED = 300;
/** More than the server sends again. */
const BEYOND = 1_001;

const phoneOf = (index: number): string => `5511900009${String(index).padStart(3, '0')}`;

/**
 * A page with its list and a conversation open loses its network, things happen, the network comes
 * back. Timed until its screen equals what a new page of the same person shows; the second that it
 * waits before it connects again is in it. Server and client share this process.
 */
export async function benchReturn(): Promise<BenchRow[]> {
  const cluster = await startTestCluster();
  try {
    return [
      await measured(`back after ${MISSED} missed messages, which are sent again`, async () => undefined),
      await measured('back after more than is sent again: all is fetched', (world) => world.mark(BEYOND)),
    ];
  } finally {
    await cluster.stop();
  }
}

async function measured(what: string, besides: (world: World) => Promise<unknown>): Promise<BenchRow> {
  const world = await startWorld();
  try {
    const page = await openPage(world);
    await scrollAll(page.client, []);
    const open = (await ticketOf(page, phoneOf(0))).id;
    await openChat(page, open);
    page.network.cut();
    await page.client.waitFor(({ socket }) => socket.getSnapshot().matches('waiting'));
    for (let index = 0; index < MISSED; index += 1) {
      await world.provider.write(VENDAS, phoneOf(index % CUSTOMERS), `mensagem ${index}`);
    }
    await world.providerDone();
    await besides(world);
    const expected = await freshScreen(world, open);
    return { what, value: await timeUntilEqual(page, open, expected), unit: 'ms', budget: BUDGET_MS, better: 'less' };
  } finally {
    await world.stop();
  }
}

async function openPage(world: World): Promise<Page> {
  for (let index = 0; index < CUSTOMERS; index += 1) {
    await world.provider.saveCustomer(phoneOf(index), `Cliente ${index}`);
    await world.provider.write(VENDAS, phoneOf(index), 'Olá');
  }
  await world.providerDone();
  return await world.open('ana');
}

async function freshScreen(world: World, open: string): Promise<Screen> {
  const fresh = await world.open('ana');
  await scrollAll(fresh.client, []);
  await openChat(fresh, open);
  await world.allHeard(fresh);
  const screen = screenOf(fresh.client, [open]);
  await world.kill(fresh);
  return screen;
}

async function timeUntilEqual({ client, network }: Page, open: string, expected: Screen): Promise<number> {
  const start = performance.now();
  network.heal();
  await client.waitFor(
    ({ socket }) =>
      socket.getSnapshot().matches('live') && differencesOf(screenOf(client, [open]), expected).length === 0,
  );
  return performance.now() - start;
}
