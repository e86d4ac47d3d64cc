import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { killBrowser } from '../support/browser.ts';
import {
  composer,
  expectSoon,
  messages,
  openConversation,
  row,
  startBrowserApp,
  VENDAS,
} from '../support/browser-app.ts';
import type { BrowserApp, Visit } from '../support/browser-app.ts';

let app: BrowserApp;

const LUCIANA = '5511955550011';

beforeAll(async () => {
  app = await startBrowserApp();
  await app.emulator.saveCustomer(LUCIANA, 'Luciana Moraes');
  await app.emulator.write(VENDAS, LUCIANA, 'Chegou o tamanho errado');
});
afterAll(() => app?.stop());

/** What some stores on the disk have, each value as JSON. */
function stored(page: Page, stores: readonly string[]): Promise<string[]> {
  return page.evaluate(async (names) => {
    const [found] = (await indexedDB.databases()).filter(({ name }) => name?.startsWith('balcao:'));
    if (found?.name === undefined) return [];
    const opened = indexedDB.open(found.name);
    await new Promise((resolve) => (opened.onsuccess = resolve));
    const transaction = opened.result.transaction(names);
    const asked = names.map((name) => transaction.objectStore(name).getAll());
    await new Promise((resolve) => (transaction.oncomplete = resolve));
    opened.result.close();
    return asked.flatMap(({ result }) => result.map((value) => JSON.stringify(value)));
  }, stores);
}

/** Whether the log on the disk has a text. */
async function isStored(page: Page, text: string): Promise<boolean> {
  return (await stored(page, ['actors', 'events'])).some((value) => value.includes(text));
}

/** The server answers nothing but the page's own files. */
async function loseServer({ context }: Visit): Promise<void> {
  await context.route(/\/(?:api\/|config\.json)|\/graphql$/u, (route) => route.abort());
  await context.routeWebSocket(/\/ws/u, (socket) => socket.close());
}

test('opened again without a network -> the list and a conversation read before, as of when', async () => {
  const ana = await app.arrive();
  const { page } = ana;
  await ana.attend();
  await openConversation(page, 'Luciana Moraes');
  const said = await messages(page).getByRole('article').allInnerTexts();
  await app.emulator.write(VENDAS, LUCIANA, 'O último que foi guardado');
  await messages(page).getByText('O último que foi guardado').waitFor();
  await expectSoon(() => isStored(page, 'O último que foi guardado'), true);
  await loseServer(ana);
  // Of the list what is drawn: its next page may have come too late to be stored.
  const names = () => page.getByRole('option').locator('[class*=name]').allInnerTexts();
  const seen = await names();
  await ana.attend();
  await page.getByRole('status').getByText('Última atualização').waitFor();
  expect(await names()).toEqual(seen);
  await openConversation(page, 'Luciana Moraes');
  await messages(page).getByText('O último que foi guardado').waitFor();
  await expectSoon(() => messages(page).getByRole('article').count(), said.length + 1);
  await ana.context.close();
});

describe('two tabs', () => {
  test('theme, draft and logout of one reach the other', async () => {
    const ana = await app.arrive();
    const other = await ana.context.newPage();
    await ana.attend();
    await other.goto(ana.page.url());
    for (const page of [ana.page, other]) await openConversation(page, 'Luciana Moraes');

    await composer(ana.page).fill('Já separei um');
    await expectSoon(() => composer(other).inputValue(), 'Já separei um');

    // A tab in the background draws once a second.
    await ana.page.bringToFront();
    const theme = (page: Page) => page.evaluate(() => document.documentElement.dataset['theme']);
    expect([await theme(ana.page), await theme(other)]).toEqual(['light', 'light']);
    await account(ana.page, 'Escuro');
    await expectSoon(() => theme(other), 'dark');

    await account(ana.page, 'Sair');
    await ana.page.getByRole('button', { name: 'Sair mesmo assim' }).click();
    await other.waitForURL((url) => url.pathname.endsWith('/login'));
    await ana.context.close();
  });

  test('the leading one is closed -> the other leads', async () => {
    const ana = await app.arrive();
    await ana.attend();
    const other = await ana.context.newPage();
    await other.goto(ana.page.url());
    await row(other, 'Luciana Moraes').waitFor();
    const isLed = () =>
      other.evaluate(async () => {
        const { held = [], pending = [] } = await navigator.locks.query();
        const of = (locks: LockInfo[]) => locks.filter(({ name }) => name?.endsWith(':lead') === true).length;
        return [of(held), of(pending)];
      });
    await expectSoon(isLed, [1, 1]);
    await ana.page.close();
    await expectSoon(isLed, [1, 0]);
    // It stores the log from now on.
    await openConversation(other, 'Luciana Moraes');
    await app.emulator.write(VENDAS, LUCIANA, 'Depois da troca');
    await messages(other).getByText('Depois da troca').waitFor();
    await expectSoon(() => isStored(other, 'Depois da troca'), true);
    await ana.context.close();
  });

  test('one crashes as soon as Enter was pressed -> the other sends it, once', async ({ task }) => {
    // A second try must not find the first one's.
    const text = `Saiu antes da queda (${(task.result?.retryCount ?? 0) + 1})`;
    const ana = await app.arrive();
    const { context } = ana;
    onTestFinished(() => context.close());
    let isHeld = true;
    await context.route(/\/graphql$/u, async (route) => {
      const isSend = route.request().postData()?.includes('mutation sendMessage') === true;
      // Never answered: the page crashes meanwhile.
      if (!isSend || !isHeld) await route.continue();
    });
    await ana.attend();
    const other = await context.newPage();
    await other.goto(ana.page.url());
    for (const page of [other, ana.page]) await openConversation(page, 'Luciana Moraes');
    await ana.page.bringToFront();
    await composer(ana.page).fill(text);
    const devtools = await context.newCDPSession(ana.page);
    const crashed = ana.page.waitForEvent('crash');
    // The disk answers too late.
    await ana.page.evaluate(() => {
      Object.defineProperty(IDBRequest.prototype, 'onsuccess', { set() {} });
    });
    await composer(ana.page).press('Enter');
    isHeld = false;
    void devtools.send('Page.crash').catch(() => undefined);
    await crashed;
    await ana.page.close();
    const sent = messages(other).getByRole('article').filter({ hasText: text });
    await expectSoon(() => sent.getByRole('img', { name: /^(?:Enviada|Entregue|Lida)$/u }).count(), 1);
    expect((await app.emulator.received(LUCIANA)).filter((received) => received.text === text)).toHaveLength(1);
  });
});

/** Chooses something behind the person's face. */
async function account(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: /^Conta de /u }).click();
  await page.getByRole('menu').getByText(item, { exact: true }).click();
  await page.getByRole('menu').waitFor({ state: 'detached' });
}

test('killed while ten messages are being sent, then opened again -> each is at the provider once, and shown as sent', async ({
  task,
}) => {
  // A second try must not find the first one's.
  const turn = (task.result?.retryCount ?? 0) + 1;
  const [lost, boleto, blue] = [`Sim, veio errado (${turn})`, `Boa tarde (${turn})`, `Bom dia (${turn})`];
  const texts: Readonly<Record<string, readonly string[]>> = {
    'Luciana Moraes': [lost, `Já troquei (${turn})`, `Sai hoje (${turn})`, `Chega amanhã (${turn})`],
    'Otávio Prado': [boleto, `O boleto venceu (${turn})`, `Segue outro (${turn})`],
    'Rita Camargo': [blue, `Temos em azul (${turn})`, `Quer ver? (${turn})`],
  };
  const all = Object.values(texts).flat();
  const delivered = async () =>
    (await app.emulator.received()).map(({ text }) => text).filter((text) => all.includes(text));
  await app.emulator.saveCustomer('5511955550012', 'Otávio Prado');
  await app.emulator.write(VENDAS, '5511955550012', 'E o boleto?');
  await app.emulator.saveCustomer('5511955550013', 'Rita Camargo');
  await app.emulator.write(VENDAS, '5511955550013', 'Tem em azul?');

  const profile = await mkdtemp(join(tmpdir(), 'balcao-profile-'));
  onTestFinished(() => rm(profile, { recursive: true, force: true }));
  // Chromium writes its cookies twice a minute, and as it closes.
  await (await app.arrive({ profile })).context.close();
  const killed = await app.visit({ profile });
  onTestFinished(() => killed.context.close());
  let isLost = false;
  await killed.context.routeWebSocket(/\/ws/u, (socket) => {
    socket.connectToServer().onMessage((frame) => {
      if (!isLost) socket.send(frame);
    });
  });
  const begun: string[] = [];
  await killed.context.route(/\/graphql$/u, async (route) => {
    const call = route.request().postData() ?? '';
    const text = all.find((each) => call.includes('mutation sendMessage') && call.includes(JSON.stringify(each)));
    if (text === undefined) return route.continue();
    begun.push(text);
    // Of one the answer is lost, the others don't get to the server.
    if (text === lost) await route.fetch();
  });
  await killed.attend();
  for (const name of Object.keys(texts)) await openConversation(killed.page, name);
  isLost = true;
  for (const [name, lines] of Object.entries(texts)) {
    await openConversation(killed.page, name);
    for (const line of lines) {
      await composer(killed.page).fill(line);
      await composer(killed.page).press('Enter');
    }
  }
  // The first of each customer is on its way, the others wait for it.
  await expectSoon(() => begun.toSorted(), [boleto, blue, lost]);
  await expectSoon(delivered, [lost]);
  await expectSoon(async () => (await stored(killed.page, ['outbox'])).length, all.length);
  await killBrowser(killed.context);

  const again = await app.visit({ profile });
  onTestFinished(() => again.context.close());
  await again.attend();
  for (const [name, lines] of Object.entries(texts)) {
    await openConversation(again.page, name);
    for (const line of lines) {
      const sent = messages(again.page).getByRole('article').filter({ hasText: line });
      await expectSoon(() => sent.getByRole('img', { name: /^(?:Enviada|Entregue|Lida)$/u }).count(), 1);
      expect(await sent.count()).toBe(1);
    }
  }
  await expectSoon(async () => (await stored(again.page, ['outbox'])).length, 0);
  expect((await delivered()).toSorted()).toEqual(all.toSorted());
});
