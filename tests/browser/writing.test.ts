import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { composer, expectSoon, messages, openConversation, startBrowserApp, VENDAS } from '../support/browser-app.ts';
import type { BrowserApp, Visit } from '../support/browser-app.ts';

/* What is written besides messages: internal notes, and quick replies. */

const LAURA = '5511955550091';
const laura = 'Laura Nunes';
const IVO = '5511955550092';
const ivo = 'Ivo Prado';

let app: BrowserApp;
let ana: Visit;
let bruno: Visit;
let page: Page;

beforeAll(async () => {
  app = await startBrowserApp();
  await app.emulator.saveCustomer(LAURA, laura);
  await app.emulator.saveCustomer(IVO, ivo);
  await app.emulator.write(VENDAS, LAURA, 'Tem desconto à vista?');
  await app.emulator.write(VENDAS, IVO, 'Oi!');
  [ana, bruno] = await Promise.all([app.arrive(), app.arrive({ who: 'bruno' })]);
  page = bruno.page;
  await Promise.all([ana.attend(), bruno.attend()]);
  await Promise.all([openConversation(ana.page, laura), openConversation(page, laura)]);
});
afterAll(() => app?.stop());

const notes = (of: Page) => messages(of).getByRole('note', { name: 'Nota interna' });
const noteField = (of: Page) => of.getByRole('textbox', { name: 'Nota interna' });

test('a note mentions a colleague, who reads it at once; the customer never gets it', async () => {
  await composer(page).fill('Um minuto');
  await composer(page).press('Alt+n');
  await noteField(page).pressSequentially('Posso dar 5%, @an');
  await page
    .getByRole('listbox', { name: /^Pessoas/u })
    .getByText('Ana Ribeiro')
    .waitFor();
  await noteField(page).press('Enter');
  await expectSoon(() => noteField(page).inputValue(), 'Posso dar 5%, @Ana Ribeiro ');
  await noteField(page).pressSequentially('?');
  await noteField(page).press('Enter');
  await notes(ana.page).getByText('Posso dar 5%,').waitFor();
  expect(await notes(ana.page).locator('mark').allTextContents()).toEqual(['@Ana Ribeiro']);

  // The message that was begun waited for it.
  await page.getByRole('radio', { name: 'Mensagem' }).check();
  await expectSoon(() => composer(page).inputValue(), 'Um minuto');
  await composer(page).press('Enter');
  await expectSoon(async () => (await app.emulator.received(LAURA)).length, 1);
  expect(JSON.stringify(await app.emulator.received(LAURA))).not.toContain('5%');
});

test('changed by its author, and by nobody else', async () => {
  expect(await notes(ana.page).getByRole('button', { name: 'Editar' }).count()).toBe(0);
  await notes(bruno.page).getByRole('button', { name: 'Editar' }).click();
  await noteField(bruno.page).fill('Posso dar 10%, @Ana Ribeiro?');
  await noteField(bruno.page).press('Enter');
  await notes(ana.page).getByText('Posso dar 10%,').waitFor();
  await notes(ana.page).getByText('editada').waitFor();
});

test('deleted by an administrator, who is asked first -> gone for both', async () => {
  const { page: hers } = ana;
  await notes(hers).getByRole('button', { name: 'Excluir' }).click();
  await notes(hers).getByText('Excluir esta nota?').waitFor();
  await notes(hers).getByRole('button', { name: 'Cancelar' }).click();
  await expectSoon(() => notes(hers).count(), 1);
  await notes(hers).getByRole('button', { name: 'Excluir' }).click();
  await notes(hers).getByRole('button', { name: 'Excluir' }).click();
  await expectSoon(() => notes(hers).count(), 0);
  await expectSoon(() => notes(bruno.page).count(), 0);
});

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
  await openConversation(page, ivo);
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
  await expectSoon(() => offered().count(), 0);
  expect(await app.emulator.received(IVO)).toEqual([]);
  await composer(page).press('Enter');
  await expectSoon(async () => (await app.emulator.received(IVO)).length, 1);
});

test('Escape leaves what is typed to be sent as it is', async () => {
  await composer(page).pressSequentially('/pi');
  await offered().waitFor();
  await composer(page).press('Escape');
  await expectSoon(() => offered().count(), 0);
  await expectSoon(() => composer(page).inputValue(), '/pi');
  await composer(page).fill('');
});

test('the browsers complained of nothing', () => {
  expect([...ana.problems, ...bruno.problems]).toEqual([]);
});
