import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { chatTickets } from '../../contract/graphql/chat-tickets.ts';
import { createTicketTransfer } from '../../contract/graphql/create-ticket-transfer.ts';
import { deleteTicketTransfer } from '../../contract/graphql/delete-ticket-transfer.ts';
import { users } from '../../contract/graphql/users.ts';
import { callGraphql } from '../support/attendance.ts';
import { expectSoon, startBrowserApp, VENDAS } from '../support/browser-app.ts';
import type { BrowserApp } from '../support/browser-app.ts';
import { DEMO_PASSWORD, tokenOf } from '../support/server.ts';

const [WITHDRAWN, OFFERED] = ['5511955550061', '5511955550062'] as const;

let app: BrowserApp;

beforeAll(async () => {
  app = await startBrowserApp();
  await app.emulator.saveCustomer(WITHDRAWN, 'Wanda Retirada');
  await app.emulator.saveCustomer(OFFERED, 'Olavo Oferecido');
  for (const number of [WITHDRAWN, OFFERED]) await app.emulator.write(VENDAS, number, 'Oi');
}, 120_000);
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
    const chat_ticket_id = (await vi.waitUntil(found, { timeout: 20_000 })) ?? '';
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
    expect.stringMatching(/Transferência para você[^]*Bruno Carvalho[^]*Olavo Oferecido[^]*Enquanto você estava fora/u),
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
}, 60_000);
