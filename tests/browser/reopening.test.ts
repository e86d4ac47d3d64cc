import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
}, 120_000);
afterAll(() => app?.stop());

/** Whether the log on the disk has a text. */
function isStored(page: Page, text: string): Promise<boolean> {
  return page.evaluate(async (wanted) => {
    const [found] = (await indexedDB.databases()).filter(({ name }) => name?.startsWith('balcao:'));
    if (found?.name === undefined) return false;
    const opened = indexedDB.open(found.name);
    await new Promise((resolve) => (opened.onsuccess = resolve));
    const transaction = opened.result.transaction(['actors', 'events']);
    const asked = [transaction.objectStore('actors').getAll(), transaction.objectStore('events').getAll()];
    await new Promise((resolve) => (transaction.oncomplete = resolve));
    opened.result.close();
    return asked.some(({ result }) => JSON.stringify(result).includes(wanted));
  }, text);
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
}, 60_000);

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
  }, 60_000);

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
  }, 60_000);
});

/** Chooses something behind the person's face. */
async function account(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: /^Conta de /u }).click();
  await page.getByRole('menu').getByText(item, { exact: true }).click();
  await page.getByRole('menu').waitFor({ state: 'detached' });
}
