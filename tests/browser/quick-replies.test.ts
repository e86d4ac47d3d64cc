import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { composer, expectSoon, openConversation, startBrowserApp, VENDAS } from '../support/browser-app.ts';
import type { BrowserApp, Visit } from '../support/browser-app.ts';

const IVO = '5511955550092';
const name = 'Ivo Prado';

let app: BrowserApp;
let bruno: Visit;
let page: Page;

beforeAll(async () => {
  app = await startBrowserApp();
  await app.emulator.saveCustomer(IVO, name);
  await app.emulator.write(VENDAS, IVO, 'Oi!');
  bruno = await app.arrive({ who: 'bruno' });
  page = bruno.page;
}, 120_000);
afterAll(() => app?.stop());

const offered = () => page.getByRole('listbox', { name: 'Respostas rápidas' });
const chosen = () => offered().getByRole('option', { selected: true });

test('made on its screen, it is offered with the company’s when one types a slash', async () => {
  await bruno.go('/quick-replies');
  await page.getByRole('button', { name: 'Nova resposta rápida' }).click();
  await page.getByRole('textbox', { name: 'Atalho' }).fill('voltar');
  await page.getByRole('textbox', { name: 'Texto' }).fill('{{cliente}}, seu protocolo é {{protocolo}}. {{atendente}}');
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.getByRole('row', { name: '/voltar' }).waitFor();

  await bruno.attend();
  await openConversation(page, name);
  await composer(page).pressSequentially('/');
  await offered().getByRole('option', { name: '/pix' }).waitFor();
  await expectSoon(() => offered().getByText('Minha').count(), 3);
});

test('arrows choose, Enter fills the variables in and doesn’t send', async () => {
  const first = await chosen().textContent();
  await composer(page).press('ArrowDown');
  await expectSoon(async () => (await chosen().textContent()) === first, false);
  await composer(page).press('ArrowUp');
  await expectSoon(() => chosen().textContent(), first);
  await composer(page).pressSequentially('volta');
  await expectSoon(() => offered().getByRole('option').count(), 1);
  await composer(page).press('Enter');
  await expectSoon(
    async () => /^Ivo Prado, seu protocolo é \d{8}-\d{4}\. Bruno Carvalho$/u.test(await composer(page).inputValue()),
    true,
  );
  expect(await offered().count()).toBe(0);
  expect(await app.emulator.received(IVO)).toEqual([]);
  await composer(page).press('Enter');
  await expectSoon(async () => (await app.emulator.received(IVO)).length, 1);
});

test('Escape leaves what is typed to be sent as it is', async () => {
  await composer(page).pressSequentially('/pi');
  await offered().waitFor();
  await composer(page).press('Escape');
  await expectSoon(() => offered().count(), 0);
  expect(await composer(page).inputValue()).toBe('/pi');
  await composer(page).fill('');
});
