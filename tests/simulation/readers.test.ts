import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Attendance } from '../../src/machines/entities/entities.ts';
import { accept, finish, offer, openChat, refuse, say, take, viewerOf } from '../support/simulation-people.ts';
import { selectIsAnswered } from '../../src/machines/inbox/inbox.selectors.ts';
import { expectEventually } from '../support/expect-eventually.ts';
import { differencesOf, screenOf, scrollAll } from '../support/simulation-screen.ts';
import { expectReplayed, startWorld, VENDAS } from '../support/simulation-world.ts';
import type { Page, World } from '../support/simulation-world.ts';
import { conversationIn, lastMessageIn } from '../support/conversation.ts';

/*
 * Bruno serves a customer and finishes; the customer comes back, and Carla serves them. Bruno's
 * finished row and conversation say only what was said up to the newest ticket that he sees.
 */

/** Each test has a customer of its own. */
const FIRST_PHONE = 5_511_900_000_701;
const BRUNOS = ['oi', 'sou o Bruno', 'obrigada'];
const CARLAS = ['voltei', 'sou a Carla', 'segredo'];

let world: World;
let phone: string;
let phones = 0;
let bruno: Page;
let carla: Page;
let first: Attendance;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world?.stop());

beforeEach(async () => {
  phone = String(FIRST_PHONE + phones);
  phones += 1;
  [bruno, carla] = [await world.open('bruno'), await world.open('carla')];
  await world.provider.saveCustomer(phone, 'Cliente que volta');
  await write('oi');
  first = await take(bruno, phone, 'sou o Bruno');
  await write('obrigada');
  // Finished before it has come, it would open the next ticket.
  await settled(bruno);
  await finish(bruno, first.id);
  await showFinished(bruno);
  await settled();
});
afterEach(async () => {
  await world.kill(bruno);
  await world.kill(carla);
});

const write = (text: string): Promise<unknown> => world.provider.write(VENDAS, phone, text);

async function settled(...pages: Page[]): Promise<void> {
  await world.providerDone();
  await world.allHeard(...(pages.length === 0 ? [bruno, carla] : pages));
}

/** Looks at what waits, which then is held, and at one's own finished ones. */
async function showFinished({ client }: Page): Promise<void> {
  client.append({ type: 'inbox.filtered', instanceId: null, status: 'open', scope: 'all' });
  await client.waitFor(({ inbox }) => selectIsAnswered(inbox.getSnapshot()));
  client.append({ type: 'inbox.filtered', instanceId: null, status: 'finished', scope: 'mine' });
}

/** The customer comes back, and Carla serves them. */
async function carlaServes(): Promise<Attendance> {
  await write('voltei');
  const second = await take(carla, phone, 'sou a Carla');
  await write('segredo');
  await settled(carla);
  return second;
}

function textsOf({ client }: Page, id: string): readonly (string | null)[] {
  const { chat } = conversationIn(client.directory, id)?.context ?? { chat: null };
  return (chat?.messages ?? []).map(({ text }) => text);
}

/** The page shows what the same person's new page does, the same conversations open. */
async function expectSameAsFresh(page: Page, open: readonly string[]): Promise<void> {
  const fresh = await world.open(page.person);
  await showFinished(fresh);
  for (const id of open) await openChat(fresh, id);
  await settled(page, fresh);
  await scrollAll(fresh.client, open);
  await scrollAll(page.client, open);
  await expectEventually(() => differencesOf(screenOf(page.client, open), screenOf(fresh.client, open))).toEqual([]);
  expectReplayed(page, fresh);
  await world.kill(fresh);
}

async function expectOnlyBrunos(open: readonly string[]): Promise<void> {
  await expectSameAsFresh(bruno, open);
  expect(lastMessageIn(bruno.client.directory, first.id)?.text).toBe('obrigada');
  for (const id of open) expect(textsOf(bruno, id)).toEqual(BRUNOS);
  expect(JSON.stringify(bruno.client.events.items)).not.toMatch(/sou a Carla|segredo/);
}

const PLACES = [
  ['in the list', () => []],
  ['in the list and on the screen', () => [first.id]],
] as const;

describe.each(PLACES)('an earlier attendance of one’s own, %s', (_, opened) => {
  async function look(): Promise<readonly string[]> {
    const open = opened();
    for (const id of open) await openChat(bruno, id);
    return open;
  }

  test('nobody has the customer yet -> their message is there too; taken by another -> one’s own part', async () => {
    const open = await look();
    await write('voltei');
    await settled();
    await expectSameAsFresh(bruno, open);
    expect(lastMessageIn(bruno.client.directory, first.id)?.text).toBe('voltei');
    await take(carla, phone, 'sou a Carla');
    await write('segredo');
    await settled();
    await expectOnlyBrunos(open);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['what was missed is sent again', () => Promise.resolve()],
    ['more was missed than that -> all is fetched', () => world.mark(1_001)],
  ])('taken by another while one was away, %s -> one’s own part', async (__, besides) => {
    const open = await look();
    await write('voltei');
    await settled();
    bruno.network.cut();
    await bruno.client.waitFor(({ socket }) => socket.getSnapshot().matches('waiting'));
    await take(carla, phone, 'sou a Carla');
    await write('segredo');
    await settled(carla);
    await besides();
    bruno.network.heal();
    await settled();
    await expectOnlyBrunos(open);
  });

  test('offered -> all of it; taken back -> one’s own part; offered and accepted -> all of it', async () => {
    const open = await look();
    const second = await carlaServes();
    await expectOnlyBrunos(open);
    const offered = await offer(carla, second, viewerOf(bruno));
    await settled();
    await expectSameAsFresh(bruno, open);
    expect(lastMessageIn(bruno.client.directory, first.id)?.text).toBe('segredo');
    for (const id of open) expect(textsOf(bruno, id)).toEqual([...BRUNOS, ...CARLAS]);
    await refuse(carla, offered);
    await settled();
    await expectSameAsFresh(bruno, open);
    expect(lastMessageIn(bruno.client.directory, first.id)?.text).toBe('obrigada');
    for (const id of open) expect(textsOf(bruno, id)).toEqual(BRUNOS);
    await accept(bruno, await offer(carla, second, viewerOf(bruno)));
    await say(bruno, second, 'de novo o Bruno');
    await settled();
    await expectSameAsFresh(bruno, open);
    for (const id of open) expect(textsOf(bruno, id)).toEqual([...BRUNOS, ...CARLAS, 'de novo o Bruno']);
  });

  test('the customer comes back again, nobody has them -> also what was said between', async () => {
    const open = await look();
    const second = await carlaServes();
    await finish(carla, second.id);
    await write('de novo');
    await settled();
    await expectSameAsFresh(bruno, open);
    for (const id of open) expect(textsOf(bruno, id)).toEqual([...BRUNOS, ...CARLAS, 'de novo']);
  });

  test('seen by who serves the customer now -> what is left unseen of one’s own part', async () => {
    const open = await look();
    const second = await carlaServes();
    await openChat(carla, second.id);
    await carla.client.next('unseen.resetAnswered');
    await settled();
    await expectOnlyBrunos(open);
  });
});

test('one’s own is handed over -> the one before it says only what was said in it', async () => {
  await openChat(bruno, first.id);
  await write('voltei');
  const second = await take(bruno, phone, 'ainda o Bruno');
  await settled();
  expect(textsOf(bruno, first.id)).toEqual([...BRUNOS, 'voltei', 'ainda o Bruno']);
  const offered = await offer(bruno, second, viewerOf(carla));
  await accept(carla, offered);
  await say(carla, second, 'sou a Carla');
  await settled();
  await expectOnlyBrunos([first.id]);
});
