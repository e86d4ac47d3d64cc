import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
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

const CLIENTE = '5511955550021';
const name = 'Vitória Longa';
/** Its first message is far from the newest: several pages, and more than are drawn at a time. */
const COUNT = 420;

let app: BrowserApp;
let ana: Visit;
let page: Page;

beforeAll(async () => {
  app = await startBrowserApp();
  await app.emulator.saveCustomer(CLIENTE, name);
  const first = await app.emulator.write(VENDAS, CLIENTE, 'O código é *Ipê-Amarelo*, guarde');
  for (let number = 2; number < COUNT; number += 1) await app.emulator.write(VENDAS, CLIENTE, `Aviso número ${number}`);
  await app.emulator.write(VENDAS, CLIENTE, { type: 'text', body: 'Era este aqui', replyTo: first.id });
  ana = await app.arrive();
  page = ana.page;
});
afterAll(() => app?.stop());
beforeEach(async () => {
  await ana.attend();
  // What was searched for before is kept.
  await page.getByRole('searchbox').first().fill('');
  // A found message stands under the same name, and leads to itself.
  await expectSoon(
    () =>
      page
        .getByRole('option')
        .filter({ has: page.locator('mark') })
        .count(),
    0,
  );
  await row(page, name).first().waitFor();
});

const sought = () => page.locator('[data-sought]');
const isInView = async () => {
  const [box, line] = await Promise.all([messages(page).boundingBox(), sought().boundingBox()]);
  return box !== null && line !== null && line.y >= box.y && line.y + line.height <= box.y + box.height;
};

test('an old message is found from the list without its accents, and shown among hundreds', async () => {
  await page.getByRole('searchbox').first().fill('codigo ipe');
  const hit = page.getByRole('option').filter({ has: page.locator('mark') });
  await hit.waitFor();
  expect(await hit.locator('mark').allTextContents()).toEqual(['código', 'Ipê']);
  expect(await hit.textContent()).toContain('O código é Ipê-Amarelo, guarde');
  expect(await axeFindings(page)).toEqual([]);
  // By keyboard: down to the only row, and into it.
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expectSoon(() => sought().getByText('Ipê-Amarelo').isVisible(), true);
  await expectSoon(isInView, true);
  await expectSoon(() => sought().evaluate((line) => line === document.activeElement), true);
  // The newest messages are a press away, and what is written stands behind them.
  await page.getByRole('button', { name: 'Voltar às mensagens mais recentes' }).click();
  await messages(page).getByText('Era este aqui').waitFor();
  await expectSoon(() => sought().count(), 0);
});

test('a quote leads to its message, also an old one; from there one reads on to the newest', async () => {
  await openConversation(page, name);
  await messages(page)
    .getByRole('button', { name: /Ipê-Amarelo/ })
    .click();
  await expectSoon(isInView, true);
  // Down, page by page, until the newest messages are met.
  await expectSoon(async () => {
    await messages(page).evaluate((box) => box.scrollTo(0, box.scrollHeight));
    return messages(page).getByText('Era este aqui').isVisible();
  }, true);
  await expectSoon(() => page.getByRole('button', { name: 'Voltar às mensagens mais recentes' }).count(), 0);
});

test('of hundreds of messages those around the reader are drawn; going up meets each of them, in order', async () => {
  // A page of them is higher than what is drawn around the reader.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('[data-message] { padding-bottom: 120px }');
    document.adoptedStyleSheets.push(sheet);
  });
  // Every second page comes in advance; the others are slower than the reader, who waits for them at the top.
  let pages = 0;
  await page.route('**/graphql', async (route) => {
    const isOlder = /"before_id":"/u.test(route.request().postData() ?? '');
    if (isOlder && (pages += 1) % 2 === 1) await expectSoon(() => messages(page).evaluate((box) => box.scrollTop), 0);
    await route.continue();
  });
  await openConversation(page, name);
  await messages(page).getByText('Era este aqui').waitFor();
  await messages(page)
    .getByText(`Aviso número ${COUNT - 1}`)
    .focus();
  const met = await messages(page).evaluate(async (box) => {
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
    const seen: string[] = [];
    let most = 0;
    let still = 0;
    let blank = 0;
    let focused: HTMLElement | undefined;
    const look = () => {
      const { top, bottom } = box.getBoundingClientRect();
      const lines = [...box.querySelectorAll<HTMLElement>('[data-message]')];
      const inView = lines.filter((line) => {
        const place = line.getBoundingClientRect();
        return place.bottom > top && place.top < bottom;
      });
      if (inView.length === 0) blank += 1;
      return { lines, inView };
    };
    // Each state of the page, also one that isn't painted.
    const observer = new MutationObserver(() => void look());
    observer.observe(box, { childList: true, subtree: true });
    while (still < 120) {
      const { lines, inView } = look();
      most = Math.max(most, lines.length);
      for (const line of inView.toReversed()) {
        const id = line.dataset['message'] ?? '';
        if (!seen.includes(id)) seen.push(id);
      }
      if (focused === undefined && seen.length > 30) {
        [focused] = inView;
        focused?.focus({ preventScroll: true });
      }
      const before = box.scrollTop;
      box.scrollTop -= 300;
      still = box.scrollTop === before ? still + 1 : 0;
      await frame();
    }
    observer.disconnect();
    return { seen, most, blank, hasFocus: document.activeElement === box };
  });
  await page.unroute('**/graphql');
  await page.evaluate(() => document.adoptedStyleSheets.pop());
  expect(met.blank).toBe(0);
  expect(met.seen).toHaveLength(COUNT);
  expect(met.seen).toEqual(met.seen.toSorted((one, other) => Number(other) - Number(one)));
  expect(met.most).toBeLessThan(COUNT);
  await expectSoon(() => messages(page).getByText('Início da conversa').isVisible(), true);
  expect(await messages(page).getByRole('article').count()).toBeLessThan(200);
  // What had the focus isn't drawn any more; the arrow keys go on in the conversation.
  expect(met.hasFocus).toBe(true);
  await page.getByRole('button', { name: 'Ir para o fim da conversa' }).click();
  await expectSoon(() => messages(page).getByText('Era este aqui').isVisible(), true);
  await messages(page)
    .getByRole('button', { name: /Ipê-Amarelo/ })
    .click();
  await expectSoon(isInView, true);
  await expectSoon(() => sought().evaluate((line) => line === document.activeElement), true);
});

test('Ctrl+F searches the conversation by keyboard alone', async () => {
  await openConversation(page, name);
  await page.keyboard.press('Control+f');
  const bar = page.getByRole('search', { name: 'Buscar na conversa' });
  await bar.getByRole('searchbox').waitFor();
  await page.keyboard.type('numero 25');
  // 25 and 250 to 259, the newest first.
  await bar.getByText('1 de 11').waitFor();
  await expectSoon(() => sought().getByText('Aviso número 259').isVisible(), true);
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expectSoon(() => sought().getByText('Aviso número 258').isVisible(), true);
  for (let turn = 0; turn < 9; turn += 1) await page.keyboard.press('Enter');
  await bar.getByText('11 de 11').waitFor();
  await expectSoon(
    () =>
      sought()
        .getByText(/Aviso número 25$/)
        .isVisible(),
    true,
  );
  await expectSoon(isInView, true);
  await page.keyboard.press('Shift+Enter');
  await bar.getByText('10 de 11').waitFor();
  await expectSoon(() => sought().getByText('Aviso número 250').isVisible(), true);
  await expectSoon(isInView, true);
  await page.keyboard.press('Escape');
  await expectSoon(() => bar.count(), 0);
  await expectSoon(() => composer(page).evaluate((field) => field === document.activeElement), true);
});

test('a search that is closed during a jump: the message comes, and the focus stays in the composer', async () => {
  await openConversation(page, name);
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  let isAsked = false;
  await page.route('**/graphql', async (route) => {
    if (/"around_id":"/.test(route.request().postData() ?? '')) {
      isAsked = true;
      await held;
    }
    await route.continue();
  });
  await page.keyboard.press('Control+f');
  const bar = page.getByRole('search', { name: 'Buscar na conversa' });
  await bar.getByRole('searchbox').waitFor();
  await page.keyboard.type('numero 77');
  await bar.getByText('1 de 1').waitFor();
  await expectSoon(() => isAsked, true);
  await page.keyboard.press('Escape');
  await expectSoon(() => bar.count(), 0);
  const hasFocus = () => composer(page).evaluate((field) => field === document.activeElement);
  await expectSoon(hasFocus, true);
  answer();
  await expectSoon(() => sought().getByText('Aviso número 77').isVisible(), true);
  await expectSoon(isInView, true);
  await expectSoon(() => hasFocus(), true);
  await page.unroute('**/graphql');
});

test('the connection breaks while one reads further up, and what came meanwhile is lost -> nothing moves', async () => {
  let isLost = false;
  let loseSocket = () => {};
  await page.routeWebSocket(/\/ws/u, (socket) => {
    if (isLost) return void socket.close();
    const server = socket.connectToServer();
    loseSocket = () => void Promise.all([server.close(), socket.close()]);
    // As if the server didn't have the frames since then any more.
    server.onMessage((frame) => socket.send(String(frame).replace('"recovered":true', '"recovered":false')));
  });
  await ana.attend();
  await openConversation(page, name);
  // Up, page by page, until the newest page no longer holds what is in view.
  await expectSoon(
    () =>
      messages(page).evaluate((box) => {
        const words = box.querySelector('[data-message]')?.textContent;
        // The first of all has no number.
        const first = words === undefined ? Infinity : Number(/número (\d+)/u.exec(words)?.[1] ?? 1);
        if (first > 230) box.scrollTo(0, box.scrollTop === 0 ? 40 : 0);
        return first <= 230;
      }),
    true,
  );
  await messages(page).evaluate((box) => box.scrollTo(0, 90));
  await expectSoon(() => messages(page).getAttribute('aria-busy'), 'false');
  // Each frame is looked at until the end: it isn't drawn elsewhere, nor left out.
  const tops = await messages(page).evaluateHandle((box) => {
    const top = box.getBoundingClientRect().top;
    const inView = (line: HTMLElement) => line.getBoundingClientRect().top > top;
    const id = [...box.querySelectorAll<HTMLElement>('[data-message]')].find(inView)?.dataset['message'];
    const seen = new Set<number | undefined>();
    const look = () => {
      const line = box.querySelector(`[data-message="${id}"]`);
      seen.add(line === null ? undefined : Math.round(line.getBoundingClientRect().top));
      requestAnimationFrame(look);
    };
    look();
    return seen;
  });
  isLost = true;
  loseSocket();
  await page.getByText('Reconectando').first().waitFor();
  for (let number = 0; number < 40; number += 1) await app.emulator.write(VENDAS, CLIENTE, `Enquanto isso ${number}`);
  const asked: (string | undefined)[] = [];
  page.on('request', (request) => asked.push(/"around_id":"(\d+)"/u.exec(request.postData() ?? '')?.[1]));
  isLost = false;
  await expectSoon(() => asked.filter((id) => id !== undefined).length, 1);
  await expectSoon(() => messages(page).getAttribute('aria-busy'), 'false');
  expect(await tops.evaluate((seen) => [...seen])).toEqual([expect.any(Number)]);
  expect(await sought().count()).toBe(0);
  await page.getByRole('button', { name: /fim da conversa|mais recentes|abaixo/u }).click();
  await messages(page).getByText('Enquanto isso 39').waitFor();
});
