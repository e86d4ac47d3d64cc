import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings } from '../support/axe.ts';
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
import { focusedIn, pressUntil } from '../support/by-keyboard.ts';

/* An attendant's list through a day, by keyboard and mouse. */

const CUSTOMERS = [
  ['5511955550201', 'Lote Amanda'],
  ['5511955550202', 'Lote Bernardo'],
  ['5511955550203', 'Lote Cecília'],
] as const;
const [[AMANDA_PHONE, AMANDA], [, BERNARDO], [, CECILIA]] = CUSTOMERS;

let app: BrowserApp;
let bruno: Visit;
let page: Page;

beforeAll(async () => {
  app = await startBrowserApp();
  for (const [phone, name] of CUSTOMERS) {
    await app.emulator.saveCustomer(phone, name);
    await app.emulator.write(VENDAS, phone, 'Bom dia');
  }
  bruno = await app.arrive({ who: 'bruno' });
  page = bruno.page;
  await bruno.attend();
});
afterAll(() => app?.stop());

const view = (name: string) => page.getByRole('radio', { name, exact: true });
/** Those found by the customer's name; what the search says of messages stands below them. */
const conversations = () => row(page, 'Lote').filter({ hasNotText: /mensage(m|ns)/u });
const list = () => page.getByRole('listbox', { name: 'Conversas' });
const isUnread = (name: string) => row(page, name).getByText('1', { exact: true }).count();

test('three customers are answered', async () => {
  await page.getByRole('searchbox').fill('Lote');
  await view('Todas').check({ force: true });
  await expectSoon(() => conversations().count(), 3);
  for (const [, name] of CUSTOMERS) {
    await openConversation(page, name);
    await composer(page).fill('Olá!');
    await composer(page).press('Enter');
    await messages(page).getByText('Olá!').waitFor();
  }
  await view('Minhas').check({ force: true });
  await expectSoon(() => conversations().count(), 3);
});

test('sorted by the longest wait; Ctrl and Enter sends, and opens whoever waits longest by then', async () => {
  const [, [BERNARDO_PHONE], [CECILIA_PHONE]] = CUSTOMERS;
  await app.emulator.write(VENDAS, BERNARDO_PHONE, 'Espero há mais tempo');
  await row(page, BERNARDO).getByText('Espero há mais tempo').waitFor();
  await app.emulator.write(VENDAS, CECILIA_PHONE, 'Também espero');
  await row(page, CECILIA).getByText('Também espero').waitFor();
  const names = async () => (await conversations().allInnerTexts()).map((text) => /Lote \p{L}+/u.exec(text)?.[0]);
  await expectSoon(names, [CECILIA, BERNARDO, AMANDA]);
  const sortBy = async (order: string) => {
    await page.getByRole('button', { name: /^Ordenar e filtrar/ }).click();
    await page.getByRole('menuitemradio', { name: order }).click();
  };
  await sortBy('Maior espera');
  await expectSoon(names, [BERNARDO, CECILIA, AMANDA]);
  await openConversation(page, AMANDA);
  // The page still lists her second; those of the demo have waited for hours.
  const longest = await row(page, CECILIA).getAttribute('data-row');
  await app.owner.query("update chat_ticket set waiting_since = now() - interval '30 days' where id = $1", [longest]);
  await composer(page).fill('Fico à disposição');
  await composer(page).press('Control+Enter');
  await page.waitForURL((url) => url.pathname.endsWith(`/chat/${longest}`));
  await expectSoon(() => composer(page).evaluate((field) => field === document.activeElement), true);
  await expectSoon(() => composer(page).inputValue(), '');
  await row(page, AMANDA).getByText('Fico à disposição').waitFor();
  await openConversation(page, CECILIA);
  await sortBy('Mais recentes');
  await expectSoon(names, [AMANDA, CECILIA, BERNARDO]);
});

test('marked unread by its key while it is open, it stays so until it is opened again', async () => {
  await openConversation(page, AMANDA);
  await list().focus();
  await page.keyboard.press('m');
  await expectSoon(() => isUnread(AMANDA), 1);
  await openConversation(page, BERNARDO);
  await expectSoon(() => isUnread(AMANDA), 1);
  await openConversation(page, AMANDA);
  await expectSoon(() => isUnread(AMANDA), 0);
});

test('marked unread by the row’s menu, which the keyboard opens too', async () => {
  await row(page, BERNARDO).click({ button: 'right' });
  await page.getByRole('menu').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole('menuitem', { name: 'Marcar como não lida' }).click();
  await expectSoon(() => isUnread(BERNARDO), 1);
  await list().focus();
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Selecionar' }).waitFor();
  await page.keyboard.press('Escape');
  await expectSoon(() => page.getByRole('menu').count(), 0);
});

test('put off by its key, it stands among the snoozed ones until the customer writes', async () => {
  await openConversation(page, AMANDA);
  await list().focus();
  await page.keyboard.press('s');
  await page.getByRole('dialog', { name: `Adiar a conversa com ${AMANDA}` }).waitFor();
  await page.getByRole('radio', { name: /Daqui a 1 hora/ }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expectSoon(() => row(page, AMANDA).count(), 0);
  await view('Adiadas').check({ force: true });
  await row(page, AMANDA)
    .getByTitle(/Adiada até/)
    .waitFor();
  await app.emulator.write(VENDAS, AMANDA_PHONE, 'Voltei!');
  await expectSoon(() => row(page, AMANDA).count(), 0);
  await view('Minhas').check({ force: true });
  await expectSoon(
    () =>
      conversations()
        .first()
        .innerText()
        .then((text) => text.includes(AMANDA)),
    true,
  );
});

test('brought back from the menu', async () => {
  await row(page, CECILIA).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Adiar…' }).click();
  await page.getByRole('radio', { name: /Amanhã/ }).check();
  await page.getByRole('button', { name: 'Adiar', exact: true }).click();
  await expectSoon(() => row(page, CECILIA).count(), 0);
  await view('Adiadas').check({ force: true });
  await row(page, CECILIA).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Trazer de volta' }).click();
  await expectSoon(() => row(page, CECILIA).count(), 0);
  await view('Minhas').check({ force: true });
  await expectSoon(() => conversations().count(), 3);
});

test('three are chosen: nothing is found in what can be done with them', async () => {
  await list().focus();
  await page.keyboard.press('Control+a');
  const bar = page.getByRole('group', { name: 'Conversas selecionadas' });
  for (const name of ['Transferir', 'Etiquetar', 'Adiar']) {
    if (name === 'Adiar') await bar.getByRole('button', { name: 'Mais ações' }).click();
    await (name === 'Adiar' ? page.getByRole('menuitem', { name }) : bar.getByRole('button', { name })).click();
    await page.getByRole('dialog', { name: new RegExp(`^${name}`, 'u') }).waitFor();
    expect([name, await axeFindings(page)]).toEqual([name, []]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
  await bar.getByRole('button', { name: 'Limpar a seleção' }).click();
});

test('three are finished at once; one is refused, which is said, and tried again', async () => {
  await list().focus();
  await page.keyboard.press('Control+a');
  await page.getByText('3 selecionadas').waitFor();
  const bernardo = await row(page, BERNARDO).getAttribute('data-row');
  let isRefused = false;
  // Its first finish asks for a ticket that isn't there.
  await page.route('**/graphql', async (route) => {
    const body = route.request().postData() ?? '';
    if (isRefused || !body.includes('finishChatTicket') || !body.includes(`"${bernardo}"`)) return route.continue();
    isRefused = true;
    return route.continue({ postData: body.replace(`"${bernardo}"`, '"999999999"') });
  });
  await page.getByRole('group', { name: 'Conversas selecionadas' }).getByRole('button', { name: 'Finalizar' }).click();
  const dialog = page.getByRole('dialog', { name: 'Finalizar 3 atendimentos?' });
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Finalizar' }).click();
  await dialog.getByText('2 concluídas, 1 recusada.').waitFor();
  await dialog
    .getByRole('listitem')
    .filter({ hasText: BERNARDO })
    .getByText(/Não encontramos/)
    .waitFor();
  await dialog.getByRole('button', { name: 'Tentar 1 de novo' }).click();
  await dialog.getByText('3 concluídas.').waitFor();
  await dialog.getByRole('button', { name: 'Fechar' }).first().click();
  await expectSoon(() => conversations().count(), 0);
  await view('Finalizadas').check({ force: true });
  await expectSoon(() => conversations().count(), 3);
  await page.getByRole('button', { name: /^Ordenar e filtrar/u }).click();
  await page.getByRole('menuitemradio', { name: 'Escolher dias…' }).click();
  await page.getByRole('group', { name: 'Último dia' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('by keyboard alone: the order and filters are saved under a name, there again on the next page, and deleted', async () => {
  const order = () => page.getByRole('button', { name: /^Ordenar e filtrar/ });
  const saved = page.getByRole('button', { name: 'Quem espera', exact: true });
  const press = async (name: RegExp | string, key = 'Tab') => {
    await pressUntil(page, key, name);
    await page.keyboard.press('Enter');
  };
  await view('Minhas').check({ force: true });
  await press(/^Ordenar e filtrar/u);
  await page.getByRole('menuitemradio', { name: 'Maior espera' }).waitFor();
  await press(/^Maior espera/u, 'ArrowDown');
  await expectSoon(() => focusedIn(page), 'Ordenar e filtrar: Maior espera');
  await press('Salvar esta visão');
  await expectSoon(() => focusedIn(page), 'Nome');
  await page.keyboard.type('Quem espera');
  await page.keyboard.press('Enter');
  await saved.waitFor();
  await expectSoon(async () => (await focusedIn(page)) === 'nothing', false);
  expect(await axeFindings(page)).toEqual([]);
  await bruno.go('/chat');
  await saved.waitFor();
  await press('Quem espera');
  await expectSoon(() => saved.getAttribute('aria-pressed'), 'true');
  await expectSoon(() => order().innerText(), 'Maior espera');
  await press('Ações da visão Quem espera');
  await page.getByRole('menuitem', { name: 'Excluir' }).waitFor();
  await press('Excluir', 'ArrowDown');
  const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'));
  await expectSoon(() => dialog.evaluateAll(([each]) => each?.contains(document.activeElement)), true);
  await press('Excluir');
  await expectSoon(() => saved.count(), 0);
  await expectSoon(async () => (await focusedIn(page)) === 'nothing', false);
});

test('on a phone: a long press opens the row’s menu, and a message’s; the customer’s name the customer, and the way back closes it', async () => {
  const phone = await app.arrive({ who: 'bruno', width: 390, height: 844, touch: true });
  await phone.attend();
  const tabs = phone.page.getByRole('navigation', { name: 'Menu principal' });
  await tabs.getByRole('button', { name: 'Buscar' }).tap();
  await phone.page.getByRole('dialog').getByRole('combobox').fill('Lote');
  await phone.page.keyboard.press('Escape');
  await expectSoon(() => phone.page.getByRole('dialog').count(), 0);
  const first = phone.page.getByRole('option').first();
  await press(phone.page, '[data-conversations]', first);
  await phone.page.getByRole('menuitem', { name: 'Selecionar' }).waitFor();
  expect(new URL(phone.page.url()).pathname).toBe('/aurora/chat');
  await phone.page.keyboard.press('Escape');
  await expectSoon(() => phone.page.getByRole('menu').count(), 0);
  await first.tap();
  await messages(phone.page).getByRole('article').first().waitFor();
  await expectSoon(() => tabs.count(), 0);
  await press(phone.page, '[data-conversation]', messages(phone.page).getByRole('article').last());
  await phone.page.getByRole('menuitem', { name: 'Encaminhar' }).waitFor();
  await phone.page.keyboard.press('Escape');
  await expectSoon(() => phone.page.getByRole('menu').count(), 0);
  const { pathname } = new URL(phone.page.url());
  await phone.page
    .getByRole('region', { name: /^Conversa com/u })
    .locator('header > div > button')
    .tap();
  const card = phone.page.getByRole('complementary').getByText('Protocolo').first();
  await card.waitFor();
  await phone.page.goBack();
  await expectSoon(() => card.isVisible(), false);
  expect(new URL(phone.page.url()).pathname).toBe(pathname);
  expect(phone.problems).toEqual([]);
});

test('installs, and opens without a network; what is kept is the build alone', async () => {
  const { page: again, context, attend } = await app.arrive({ who: 'bruno', worker: true });
  await attend();
  await again.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  const session = await context.newCDPSession(again);
  const manifest = () => session.send('Page.getAppManifest');
  // Empty until the browser has fetched it.
  const says = (words: string) => expectSoon(async () => (await manifest()).data?.includes(words), true);
  await says('"description":"Atendimento por WhatsApp e SMS"');
  expect((await manifest()).errors).toEqual([]);
  // In the page's language.
  const speak = async (language: string, account: RegExp) => {
    await again.getByRole('button', { name: account }).click();
    await again.getByRole('menuitemradio', { name: language, exact: true }).click();
  };
  await speak('English', /^Conta de /u);
  await says('"name":"Inbox","url":"/aurora/chat"');
  await speak('Português (Brasil)', /’s account$/u);
  await again.getByRole('button', { name: /^Conta de /u }).waitFor();
  await context.setOffline(true);
  await again.reload();
  await again.getByRole('option').first().waitFor();
  await again.getByRole('status').getByText('Última atualização').waitFor();
  const kept = await again.evaluate(async () => {
    const caches = await window.caches.keys();
    const files = await Promise.all(caches.map(async (name) => (await window.caches.open(name)).keys()));
    return files.flat().map((file) => new URL(file.url).pathname);
  });
  expect(kept.filter((path) => !path.startsWith('/assets/'))).toEqual(['/offline/']);
});

/** A finger that rests on something in `box` until its menu opens. */
async function press(touched: Page, box: string, target: Locator): Promise<void> {
  const session = await touched.context().newCDPSession(touched);
  // The code that hears it loads after what is seen, and heard late it would open the menu under the next touch.
  await expectSoon(async () => {
    const { result } = await session.send('Runtime.evaluate', { expression: `document.querySelector('${box}')` });
    if (result.objectId === undefined) return false;
    const { listeners } = await session.send('DOMDebugger.getEventListeners', { objectId: result.objectId });
    return listeners.some(({ type }) => type === 'contextmenu');
  }, true);
  const menu = touched.getByRole('menu');
  for (let isOpen = false; !isOpen;) {
    // It stands still, and nothing lies over it.
    await target.tap({ trial: true });
    const place = await target.boundingBox();
    if (place === null) throw new Error('Not on the page');
    const touchPoints = [{ x: place.x + place.width / 2, y: place.y + place.height / 2 }];
    // Messages that have just come may still move under the finger, which ends the press: it is made again.
    const hasSlipped = touched
      .evaluate(() => new Promise((resolve) => addEventListener('scroll', resolve, { capture: true, once: true })))
      .catch(() => undefined);
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    await Promise.race([menu.waitFor(), hasSlipped]);
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    // Heard before it moved, it has opened by then.
    await touched.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    isOpen = await menu.isVisible();
  }
  // Escape closes what has the focus.
  await expectSoon(() => menu.evaluate((each) => each.contains(document.activeElement)), true);
  await session.detach();
}

test('the browser complained of nothing', () => {
  expect(bruno.problems).toEqual([]);
});
