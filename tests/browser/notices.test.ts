import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { chatTickets } from '../../contract/graphql/chat-tickets.ts';
import { createTicketTransfer } from '../../contract/graphql/create-ticket-transfer.ts';
import { deleteTicketTransfer } from '../../contract/graphql/delete-ticket-transfer.ts';
import { users } from '../../contract/graphql/users.ts';
import { callGraphql } from '../support/attendance.ts';
import { axeFindings } from '../support/axe.ts';
import { composer, expectSoon, messages, openConversation, startBrowserApp, VENDAS } from '../support/browser-app.ts';
import type { BrowserApp } from '../support/browser-app.ts';
import { DEMO_PASSWORD, tokenOf } from '../support/server.ts';
import { PATIENCE_MS } from '../support/patience.ts';

const [WITHDRAWN, OFFERED] = ['5511955550061', '5511955550062'] as const;
const CLIENTE = '5511955550070';
const name = 'Tamires Aviso';
const LONG = 'Maria Aparecida do Nascimento Figueiredo de Albuquerque e Vasconcelos';

let app: BrowserApp;

beforeAll(async () => {
  app = await startBrowserApp();
  // Otherwise the demo's conversations whose 24 hours end soon, or ended, have notices of their own, at any moment.
  await app.owner.query(
    "update chat_ticket set last_received_at = null where last_received_at < now() - interval '20 hours'",
  );
  await app.emulator.saveCustomer(WITHDRAWN, 'Wanda Retirada');
  await app.emulator.saveCustomer(OFFERED, 'Olavo Oferecido');
  for (const number of [WITHDRAWN, OFFERED]) await app.emulator.write(VENDAS, number, 'Oi');
  await app.emulator.saveCustomer(CLIENTE, name);
  for (let n = 1; n <= 20; n += 1) await app.emulator.write(VENDAS, CLIENTE, `Mensagem ${n}`);
});
afterAll(() => app?.stop());

const bell = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const toasts = (page: Page) => page.locator('section > ol > li');

test('what happened while logged out is behind the bell after the login, and read in one tab it is read in all', async () => {
  const tell = async (who: 'ana' | 'bruno') => ({
    tenant: 'aurora',
    token: await tokenOf(app.url, `${who}@aurora.example`, DEMO_PASSWORD),
  });
  const [ana, bruno] = [await tell('ana'), await tell('bruno')];
  const next = (await callGraphql(app.url, ana, users, {})).users.find(({ name }) => name.startsWith('Carla'));
  const offer = async (number: string) => {
    const found = async () => {
      const { chatTickets: page } = await callGraphql(app.url, bruno, chatTickets, {
        search_query: number,
        all_users: true,
      });
      return page.items[0]?.id;
    };
    const chat_ticket_id = (await vi.waitUntil(found, { timeout: PATIENCE_MS })) ?? '';
    const variables = { chat_ticket_id, next_user_id: next?.id ?? '', previous_user_id: null };
    return (await callGraphql(app.url, bruno, createTicketTransfer, variables)).createTicketTransfer;
  };
  // Carla's page was open before, and nothing of what follows is seen in it.
  const before = await app.arrive({ who: 'carla' });
  await bell(before.page, 'Ver avisos').waitFor();
  await before.page.getByRole('button', { name: /^Conta de /u }).click();
  await before.page.getByRole('menu').getByText('Sair', { exact: true }).click();
  await before.page.waitForURL((url) => url.pathname.endsWith('/login'));
  await before.context.close();

  await callGraphql(app.url, ana, deleteTicketTransfer, { id: (await offer(WITHDRAWN)).id });
  const offered = await offer(OFFERED);

  const { page, context } = await app.arrive({ who: 'carla' });
  const other = await context.newPage();
  await bell(page, 'Ver avisos, 2 não lidos').waitFor();
  const seen = await toasts(page).allInnerTexts();
  expect(seen.filter((text) => /Wanda|Olavo/u.test(text))).toEqual([]);
  await bell(page, 'Ver avisos, 2 não lidos').click();
  const rows = page.getByRole('dialog', { name: 'Avisos' }).getByRole('row');
  await rows.first().waitFor();
  const told = await rows.allInnerTexts();
  expect(told).toEqual([
    expect.stringMatching(/Transferência para você[^]*Olavo Oferecido[^]*Bruno Carvalho[^]*Enquanto você estava fora/u),
    expect.stringMatching(/Transferência cancelada[^]*Ana Ribeiro[^]*Wanda Retirada[^]*Enquanto você estava fora/u),
  ]);
  await page.keyboard.press('Escape');

  // Told to both tabs as it happens.
  const greeted = new Promise<void>((resolve) => {
    other.on('websocket', (socket) => socket.on('framereceived', () => resolve()));
  });
  await other.goto(page.url());
  await greeted;
  await bell(other, 'Ver avisos, 2 não lidos').waitFor();
  await callGraphql(app.url, ana, deleteTicketTransfer, { id: offered.id });
  for (const tab of [page, other]) await toasts(tab).filter({ hasText: 'Olavo' }).waitFor();
  await bell(page, 'Ver avisos, 2 não lidos').click();
  await page.getByRole('button', { name: 'Marcar todos como lidos' }).click();
  await bell(page, 'Ver avisos').waitFor();
  await bell(other, 'Ver avisos').waitFor();
  await expectSoon(() => toasts(other).count(), 0);
  await context.close();
});

/** What of these the notice lies over, below the top bar and of `bar`. */
async function covered(page: Page, toast: Locator, bar: string): Promise<string[]> {
  const over = (await toast.boundingBox()) ?? expect.unreachable();
  const below = '[data-conversation] article, [data-row-menu], [data-row-tick], [data-composer]';
  const what = `${below}, ${bar}`;
  return page.evaluate(
    ([box, what]) => {
      return [...document.querySelectorAll<HTMLElement>(what)]
        .filter((each) => !each.closest('section:has(> ol)'))
        .filter((each) => each.checkVisibility({ visibilityProperty: true }))
        .filter((each) => {
          // What is scrolled out of its box is not seen there.
          const clip = each.closest('[data-conversation], [data-virtual-list]')?.getBoundingClientRect();
          const { left, right, top, bottom } = each.getBoundingClientRect();
          const from = Math.max(top, clip?.top ?? top);
          const to = Math.min(bottom, clip?.bottom ?? bottom);
          const isBeside = right <= box.x || left >= box.x + box.width || to <= box.y || from >= box.y + box.height;
          return from < to && !isBeside;
        })
        .map((each) => each.getAttribute('aria-label') ?? each.textContent ?? each.tagName);
    },
    [over, what] as const,
  );
}

test.each([
  [390, 844],
  [768, 1024],
  [1280, 800],
])(
  '%i pixels wide: a notice moves nothing, covers no message, no button and no name of the conversation, no row’s menu; on a phone the top bar',
  async (width, height) => {
    const visit = await app.arrive({ who: 'bruno', width, height, touch: width < 768 });
    const { page } = visit;
    await visit.attend();
    await openConversation(page, name);
    await messages(page).getByText('Mensagem 20', { exact: true }).waitFor();
    const toast = toasts(page).last();
    for (const [at, path] of [undefined, '/chat', '/quick-replies', '/'].entries()) {
      if (path !== undefined) await visit.go(path);
      await page.getByText('Conexão: Sincronizado').waitFor({ state: 'attached' });
      // What the page before hadn't stored is told once more, and beside a second notice there is less room.
      await expectSoon(() => toasts(page).count(), 0);
      const isOverBar = width < 768 && path !== undefined;
      const top = () => page.locator('main').evaluate((main) => main.getBoundingClientRect().top);
      const before = await top();
      const waiting = `5511955${String(width).padStart(4, '0')}5${at}`;
      await app.emulator.saveCustomer(waiting, LONG);
      await app.emulator.write(VENDAS, waiting, 'Bom dia');
      await toast.waitFor();
      expect(await top()).toBe(before);
      if (path === undefined) await page.getByRole('heading', { level: 2, name }).first().waitFor();
      const shown = 'a, button:not([aria-hidden]), input, h1, [role=status]';
      const bar = `${isOverBar ? 'main ' : ''}header :is(${shown}, h2)`;
      expect([path, await covered(page, toast, bar)]).toEqual([path, []]);
      const { x, width: wide } = (await toast.boundingBox()) ?? expect.unreachable();
      expect([x >= 0, x + wide <= width, wide >= 280]).toEqual([true, true, true]);
      const words = (await toast.locator('strong').boundingBox()) ?? expect.unreachable();
      expect(words.width).toBeGreaterThan(80);
      if (width < 768) continue;
      await toast.hover();
      expect([path, await covered(page, toast, bar)]).toEqual([path, []]);
      await page.mouse.move(10, 500);
    }
    await visit.context.close();
  },
);

test('two notices: of the one behind nothing can be pressed, pointed at or not; pressed, both can be closed', async () => {
  // So that its row is among the first.
  await app.emulator.write(VENDAS, CLIENTE, 'Mensagem 21');
  const visit = await app.arrive({ who: 'bruno' });
  const { page } = visit;
  await visit.attend();
  await openConversation(page, name);
  await composer(page).fill('Olá!');
  await composer(page).press('Enter');
  // The conversation is Bruno's once the server has the answer.
  await messages(page).getByRole('img', { name: 'Entregue' }).last().waitFor();
  await visit.attend();
  await page.getByText('Conexão: Sincronizado').waitFor({ state: 'attached' });
  const notices = page.locator('section > ol > li');
  const close = notices.getByRole('button', { name: 'Fechar aviso' });
  const waiting = '5511955550181';
  await app.emulator.saveCustomer(waiting, LONG);
  await app.emulator.write(VENDAS, CLIENTE, 'Mensagem 22');
  // Under the pointer the first one stays until the second is there.
  await notices.first().hover();
  await app.emulator.write(VENDAS, waiting, 'Boa tarde');
  await expectSoon(() => notices.count(), 2);
  // Its words are longer than there is room for.
  await notices.last().hover();
  expect(await covered(page, notices.last(), 'header :is(a, button:not([aria-hidden]), input, h2)')).toEqual([]);
  await expectSoon(() => close.count(), 1);
  await notices.last().locator('strong').click();
  await expectSoon(() => close.count(), 2);
  expect(await axeFindings(page)).toEqual([]);
  // By keyboard: closing one leads to the one left.
  await page.keyboard.press('F8');
  await page.mouse.move(10, 500);
  await close.last().press('Enter');
  await expectSoon(() => close.count(), 1);
  await expectSoon(() => notices.evaluate((each) => each.contains(document.activeElement)), true);
  await visit.context.close();
});
