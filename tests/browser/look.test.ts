import type { Locator, Page } from 'playwright-core';
import { axeFindings } from '../support/axe.ts';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { chatTickets } from '../../contract/graphql/chat-tickets.ts';
import { createTicketTransfer } from '../../contract/graphql/create-ticket-transfer.ts';
import { users } from '../../contract/graphql/users.ts';
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
import { callGraphql } from '../support/attendance.ts';
import { DEMO_PASSWORD, tokenOf } from '../support/server.ts';
import { PATIENCE_MS } from '../support/patience.ts';

const LONG = '5511955550030';
const MANY = '5511955550031';
const longName = 'Bartolomeu Constantino de Albuquerque e Vasconcelos Figueiredo de Bragança e Bourbon';

let app: BrowserApp;

beforeAll(async () => {
  app = await startBrowserApp();
  await app.emulator.saveCustomer(LONG, longName);
  await app.emulator.write(VENDAS, LONG, 'Pneumoultramicroscopicossilicovulcanoconiose'.repeat(6));
  await app.emulator.write(
    VENDAS,
    LONG,
    `https://loja.example/${'produtos/'.repeat(20)}?${'utm_source=whatsapp&'.repeat(8)}`,
  );
  await app.emulator.write(VENDAS, LONG, {
    type: 'document',
    media: { base64: 'JVBERi0xLjQK', mimeType: 'application/pdf', filename: `${'nome-comprido-'.repeat(12)}.pdf` },
  });
  await app.emulator.saveCustomer(MANY, 'Maria Muitas');
  for (let number = 1; number <= 101; number += 1) await app.emulator.write(VENDAS, MANY, `Oi ${number}`);
  await offer(LONG);
});
afterAll(() => app?.stop());

/** Offers the customer's conversation to Bruno, once it is there. */
async function offer(number: string): Promise<void> {
  const ana = { tenant: 'aurora', token: await tokenOf(app.url, 'ana@aurora.example', DEMO_PASSWORD) };
  const people = await callGraphql(app.url, ana, users, {});
  const bruno = people.users.find(({ name }) => name.startsWith('Bruno'));
  const found = async () => {
    const page = await callGraphql(app.url, ana, chatTickets, { search_query: number, all_users: true });
    return page.chatTickets.items[0]?.id;
  };
  const chat_ticket_id = (await vi.waitUntil(found, { timeout: PATIENCE_MS })) ?? '';
  const variables = { chat_ticket_id, next_user_id: bruno?.id ?? '', previous_user_id: null };
  await callGraphql(app.url, ana, createTicketTransfer, variables);
}

/** What is wider than the screen, or than the pane that it stands in. */
function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    if (document.documentElement.scrollWidth > document.documentElement.clientWidth) found.push('the page');
    for (const pane of document.querySelectorAll('main, section, aside, header, [role="log"], [data-virtual-list]')) {
      if (pane.scrollWidth > pane.clientWidth + 1 && getComputedStyle(pane).overflowX !== 'visible')
        found.push(`${pane.tagName} ${pane.getAttribute('aria-label') ?? pane.className}`);
    }
    return found;
  });
}

/** Rows of the list, and of the bar, that break into more lines than they should. */
function brokenRows(page: Page): Promise<string[]> {
  return page
    .getByRole('option')
    .evaluateAll((options) =>
      options
        .filter(
          (option) => option.firstElementChild !== null && option.firstElementChild.scrollHeight > option.clientHeight,
        )
        .map((option) => option.textContent ?? ''),
    );
}

describe.each([
  [1440, 900, false],
  [1100, 800, false],
  [800, 800, false],
  [390, 844, true],
] as const)('%i pixels wide', (width, height, touch) => {
  let visit: Visit;
  beforeAll(async () => {
    visit = await app.arrive({ width, height, touch });
  });
  afterAll(() => visit.context.close());

  test('nothing is wider than its place: home, list, conversation with long names, words and addresses', async () => {
    const { page } = visit;
    expect(await overflowing(page)).toEqual([]);
    await visit.attend();
    expect([...(await overflowing(page)), ...(await brokenRows(page))]).toEqual([]);
    await openConversation(page, longName);
    expect(await overflowing(page)).toEqual([]);
    const { right } = await page.evaluate(() => {
      const box = document.querySelector('[role="log"]')?.getBoundingClientRect();
      const bubbles = [...document.querySelectorAll('[data-message] > :first-child > :first-child')];
      return { right: Math.max(...bubbles.map((each) => each.getBoundingClientRect().right)) - (box?.right ?? 0) };
    });
    expect(right).toBeLessThan(0);
  });

  test('a hundred unseen: 99+; a transfer that waits; each row keeps its two lines', async () => {
    await visit.attend();
    await row(visit.page, 'Maria Muitas').getByText('99+').waitFor();
    await row(visit.page, longName).getByText('Transferência aguardando').waitFor();
    expect(await brokenRows(visit.page)).toEqual([]);
  });

  test('in the other languages nothing is wider than its place either', async () => {
    for (const locale of ['en', 'pt'] as const) {
      await visit.page.evaluate((chosen) => {
        const key = 'balcao:aurora:preferences';
        localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key) ?? '{}'), locale: chosen }));
      }, locale);
      await visit.attend();
      expect([...(await overflowing(visit.page)), ...(await brokenRows(visit.page))]).toEqual([]);
      await openConversation(visit.page, longName);
      expect(await overflowing(visit.page)).toEqual([]);
    }
  });
});

test.each([
  [1440, 'beside the conversation'],
  [1280, 'below the customer’s name'],
])('at %s pixels the whole protocol can be read %s', async (width) => {
  const { page, attend, context } = await app.arrive({ width });
  await attend();
  await openConversation(page, 'Maria Muitas');
  const place =
    width === 1440
      ? page.getByRole('complementary', { name: 'Dados do cliente' }).getByText(/^\d{8}-\d{4}$/u)
      : page.getByRole('region', { name: 'Conversa com Maria Muitas' }).getByText(/^Protocolo \d/u);
  await place.waitFor();
  const isWhole = await place.evaluate((element) => {
    const line = element.parentElement?.getBoundingClientRect();
    const own = element.getBoundingClientRect();
    return (
      line !== undefined &&
      own.bottom <= line.bottom + 1 &&
      own.right <= line.right + 1 &&
      element.scrollWidth <= element.clientWidth
    );
  });
  expect(isWhole).toBe(true);
  await context.close();
});

test('a starred page has its link in the bar, which below 1280 pixels and on a phone is in a menu there', async () => {
  const { page, go, context } = await app.arrive();
  await go('/users');
  await page.getByRole('button', { name: 'Favoritar esta página' }).click();
  const link = page.getByRole('navigation', { name: 'Páginas favoritas' }).getByRole('link', { name: 'Usuários' });
  await link.waitFor();
  const opener = page.getByRole('button', { name: 'Páginas favoritas' });
  for (const width of [1279, 768, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await link.waitFor({ state: 'hidden' });
    await go('/');
    await opener.click();
    const entry = page.getByRole('menu', { name: 'Páginas favoritas' }).getByRole('menuitem', { name: 'Usuários' });
    await entry.waitFor();
    expect([width, await axeFindings(page)]).toEqual([width, []]);
    await entry.click();
    await page.waitForURL((url) => url.pathname.endsWith('/users'));
    expect([width, await overflowing(page)]).toEqual([width, []]);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await link.waitFor();
  await expectSoon(() => opener.isVisible(), false);
  await context.close();
});

/** Names of the open menu that aren't whole inside of it. */
async function cutNames(page: Page): Promise<(string | null)[]> {
  const menu = page.getByRole('navigation', { name: 'Menu principal' });
  await menu.getByRole('button', { name: 'Expandir menu' }).click();
  await menu.getByRole('button', { name: 'Recolher menu' }).waitFor();
  return menu.getByRole('link').evaluateAll((links) =>
    links
      .filter((link) => {
        const range = document.createRange();
        range.selectNodeContents(link.querySelector('span') ?? link);
        const words = range.getBoundingClientRect();
        const entry = link.getBoundingClientRect();
        const right = link.closest('nav')?.getBoundingClientRect().right ?? 0;
        return words.width === 0 || words.right > right || words.bottom > entry.bottom || words.top < entry.top;
      })
      .map((link) => link.textContent),
  );
}

test('at 1440 pixels the back-office has its own in sight without scrolling; no name of an open menu is cut', async () => {
  const sofia = await app.arrive({ who: 'sofia' });
  const list = sofia.page.getByRole('navigation', { name: 'Menu principal' }).getByRole('list', { name: 'Plataforma' });
  const outside = () =>
    list.getByRole('link').evaluateAll((links) =>
      links
        .filter((link) => {
          const box = link.getBoundingClientRect();
          const met = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
          return !link.contains(met) || box.bottom > window.innerHeight;
        })
        .map((link) => link.textContent),
    );
  await expectSoon(() => list.getByRole('link').allTextContents(), ['Empresas', 'Conexões', 'Manutenção']);
  // While the screen loads, its veil lies over all.
  await expectSoon(outside, []);
  expect(await cutNames(sofia.page)).toEqual([]);
  await expectSoon(outside, []);
  await sofia.context.close();
  // A company's administrator has the longest names.
  const ana = await app.arrive();
  await ana.page.getByRole('link', { name: 'Relatório de produtividade' }).waitFor();
  expect(await cutNames(ana.page)).toEqual([]);
  await ana.context.close();
});

test('a transfer without a network: why there are no people, and then the queues, well apart', async () => {
  const ana = await app.arrive();
  const { page, context } = ana;
  await ana.attend();
  await openConversation(page, 'Maria Muitas');
  const transfer = page.getByRole('button', { name: 'Transferir', exact: true });
  const dialog = page.getByRole('dialog');
  // The dialog's code is there from now on.
  await transfer.click();
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await context.setOffline(true);
  await page.getByText('Conexão: Sem conexão').waitFor({ state: 'attached' });
  await transfer.click();
  const [why, queues] = [dialog.getByRole('status'), dialog.getByRole('group', { name: 'Para uma fila' })];
  const boxOf = async (place: Locator) => (await place.boundingBox()) ?? { y: 0, height: 0 };
  await why.getByText('As pessoas aparecem aqui quando a conexão voltar.').waitFor();
  await queues.waitFor();
  const [above, below] = [await boxOf(why), await boxOf(queues)];
  expect(below.y - above.y - above.height).toBeGreaterThanOrEqual(16);
  await context.close();
});

test('theme and language are there with the first picture', async () => {
  const { page, go, context } = await app.visit({ theme: 'dark', locale: 'en' });
  await page.addInitScript(() => {
    Object.assign(window, { seen: [] });
    new MutationObserver(() => {
      const text = document.body?.innerText ?? '';
      const { theme } = document.documentElement.dataset;
      if (text !== '') (window as unknown as { seen: string[] }).seen.push(`${theme ?? 'none'} ${text}`);
    }).observe(document, { subtree: true, childList: true });
  });
  await go('/login');
  await page.getByRole('button', { name: 'Log in' }).waitFor();
  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
  expect(seen.length).toBeGreaterThan(0);
  expect(seen.filter((each) => !each.startsWith('dark') || each.includes('Entrar'))).toEqual([]);
  await context.close();
});

describe('on a phone', () => {
  let phone: Visit;
  let page: Page;
  beforeAll(async () => {
    phone = await app.arrive({ width: 390, height: 844, touch: true });
    page = phone.page;
  });
  afterAll(() => phone.context.close());

  test('one pane at a time: list -> conversation -> customer -> back -> back', async () => {
    await phone.attend();
    await row(page, 'Maria Muitas').tap();
    await messages(page).getByText('Oi 101').waitFor();
    await expectSoon(() => page.getByRole('listbox').isVisible(), false);
    // The menu makes room; there is the way back.
    await expectSoon(() => page.getByRole('navigation', { name: 'Menu principal' }).isVisible(), false);
    // No keyboard over half of the screen before one asks for it.
    await expectSoon(() => composer(page).evaluate((field) => field === document.activeElement), false);

    await page.getByRole('button', { name: 'Mais ações' }).tap();
    await page.getByRole('menuitem', { name: 'Dados do cliente' }).tap();
    const customer = page.getByRole('complementary', { name: 'Dados do cliente' });
    await customer.getByRole('heading', { name: 'Maria Muitas' }).waitFor();
    await expectSoon(() => messages(page).isVisible(), false);
    await customer.getByRole('button', { name: 'Fechar' }).tap();
    await expectSoon(() => messages(page).isVisible(), true);

    await page.getByRole('button', { name: 'Voltar para as conversas' }).tap();
    await expectSoon(() => page.getByRole('listbox').isVisible(), true);
    await expectSoon(() => page.getByRole('navigation', { name: 'Menu principal' }).isVisible(), true);
  });

  test('the bar breaks no word, however long', async () => {
    await phone.attend();
    const last = page.getByRole('navigation', { name: 'Menu principal' }).getByRole('link').last();
    const lines = await last.evaluate((link) => {
      const words = link.querySelector('span')?.firstChild;
      if (words?.nodeType !== Node.TEXT_NODE) throw new Error('no name');
      const held = words.textContent;
      words.textContent = 'Configurações dinâmicas';
      const range = document.createRange();
      range.setStart(words, 0);
      range.setEnd(words, 'Configurações'.length);
      const count = range.getClientRects().length;
      const isCut = link.scrollWidth > link.clientWidth || document.body.scrollWidth > window.innerWidth;
      words.textContent = held;
      return { count, isCut };
    });
    expect(lines).toEqual({ count: 1, isCut: false });
  });

  test('the bar’s “Fila” shows the queue, its “Atendimento” what one had before; one of them is the current one', async () => {
    await phone.attend();
    const bar = page.getByRole('navigation', { name: 'Menu principal' });
    const [chat, queue] = [bar.getByRole('link', { name: /^Atendimento/u }), bar.getByRole('button', { name: 'Fila' })];
    const current = () => Promise.all([chat, queue].map((tab) => tab.getAttribute('aria-current')));
    const shown = () => page.getByRole('radio', { checked: true }).first().getAttribute('value');
    const before = await shown();
    await queue.tap();
    await expectSoon(current, [null, 'true']);
    expect(await shown()).not.toBe(before);
    await chat.tap();
    await expectSoon(current, ['page', null]);
    expect(await shown()).toBe(before);
  });

  test('the list is where one left it, and the browser’s own way back leads there too', async () => {
    await phone.attend();
    const list = page.locator('[data-virtual-list]');
    // With more below than the screen holds.
    await expectSoon(() => list.evaluate((element) => element.scrollHeight > 2 * element.clientHeight), true);
    await list.evaluate((element) => {
      element.scrollTop = 120;
    });
    await expectSoon(() => list.evaluate((element) => element.scrollTop), 120);
    await page.getByRole('option').nth(4).tap();
    await messages(page).getByRole('article').last().waitFor();
    await page.goBack();
    await expectSoon(() => page.getByRole('listbox').isVisible(), true);
    await expectSoon(() => list.evaluate((element) => element.scrollTop), 120);
  });

  test('what is to be touched is large enough', async () => {
    await phone.attend();
    await row(page, 'Maria Muitas').tap();
    await messages(page).getByText('Oi 101').waitFor();
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('button, a, [role="button"], textarea')]
        .filter((each) => each.checkVisibility({ visibilityProperty: true }))
        .map((each) => ({
          name: each.getAttribute('aria-label') ?? each.textContent,
          box: each.getBoundingClientRect(),
        }))
        .filter(({ box }) => box.width > 1 && Math.min(box.width, box.height) < 24)
        .map(({ name, box }) => `${name} ${box.width} x ${box.height}`),
    );
    expect(small).toEqual([]);
  });

  test('the browser complained of nothing', () => {
    expect(phone.problems).toEqual([]);
  });
});

describe('a list of the administration', () => {
  test.each([true, false])('on a phone (touched: %s) -> what can be done begins where its name does', async (touch) => {
    const { page, go, context } = await app.arrive({ width: 390, height: 844, touch });
    await go('/users');
    const line = page.getByRole('row', { name: 'Bruno Carvalho' });
    await line.waitFor();
    const box = async (found: Locator) => {
      const { x, y, width, height } = (await found.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      return { left: Math.round(x), right: Math.round(x + width), middle: Math.round(y + height / 2) };
    };
    const title = await box(page.getByRole('heading', { level: 1 }));
    const search = await box(
      page
        .locator('label, div')
        .filter({ has: page.getByRole('searchbox') })
        .last(),
    );
    expect((await box(page.getByRole('button', { name: 'Convidar por e-mail' }))).left).toBe(title.left);
    expect(search.left - title.left).toBeLessThan(3);
    // Tick, name and menu of a row stand in one line.
    const name = (await box(line.getByText('Bruno Carvalho', { exact: true }))).middle;
    const tick = (await box(line.getByRole('gridcell').first())).middle;
    const menu = (await box(line.getByRole('button', { name: 'Ações de Bruno Carvalho' }))).middle;
    expect([Math.abs(tick - name) < 3, Math.abs(menu - name) < 3]).toEqual([true, true]);
    await context.close();
  });

  test('what one may search for can be read whole', async () => {
    const { page, context } = await app.visit();
    await page.goto(`${app.url}/balcao/login?to=/wabox-connections`);
    await page.locator('input[name=email]').fill('suporte@balcao.example');
    await page.locator('input[name=password]').fill(DEMO_PASSWORD);
    await page.locator('button[type=submit]').click();
    const field = page.getByRole('searchbox');
    await field.waitFor();
    const isWhole = await field.evaluate((input) => {
      if (!(input instanceof HTMLInputElement)) throw new Error('no field');
      input.value = input.placeholder;
      return input.scrollWidth <= input.clientWidth;
    });
    expect(isWhole).toBe(true);
    await context.close();
  });
});
