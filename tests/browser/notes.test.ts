import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { composer, expectSoon, messages, openConversation, startBrowserApp, VENDAS } from '../support/browser-app.ts';
import type { BrowserApp, Visit } from '../support/browser-app.ts';

const LAURA = '5511955550091';
const name = 'Laura Nunes';

let app: BrowserApp;
let ana: Visit;
let bruno: Visit;

beforeAll(async () => {
  app = await startBrowserApp();
  await app.emulator.saveCustomer(LAURA, name);
  await app.emulator.write(VENDAS, LAURA, 'Tem desconto à vista?');
  [ana, bruno] = await Promise.all([app.arrive(), app.arrive({ who: 'bruno' })]);
  await Promise.all([ana.attend(), bruno.attend()]);
  await Promise.all([openConversation(ana.page, name), openConversation(bruno.page, name)]);
}, 120_000);
afterAll(() => app?.stop());

const notes = (page: Page) => messages(page).getByRole('note', { name: 'Nota interna' });
const noteField = (page: Page) => page.getByRole('textbox', { name: 'Nota interna' });

test('a note mentions a colleague, who reads it at once; the customer never gets it', async () => {
  const { page } = bruno;
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
  const { page } = ana;
  await notes(page).getByRole('button', { name: 'Excluir' }).click();
  await notes(page).getByText('Excluir esta nota?').waitFor();
  await notes(page).getByRole('button', { name: 'Cancelar' }).click();
  expect(await notes(page).count()).toBe(1);
  await notes(page).getByRole('button', { name: 'Excluir' }).click();
  await notes(page).getByRole('button', { name: 'Excluir' }).click();
  await expectSoon(() => notes(page).count(), 0);
  await expectSoon(() => notes(bruno.page).count(), 0);
});

test('the browsers complained of nothing', () => {
  expect([...ana.problems, ...bruno.problems]).toEqual([]);
});
