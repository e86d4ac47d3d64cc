import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  composer,
  expectSoon,
  messages,
  openConversation,
  row,
  startBrowserApp,
  VENDAS,
} from '../support/browser-app.ts';
import { axeFindings } from '../support/axe.ts';
import type { BrowserApp, Visit } from '../support/browser-app.ts';
import { focusedIn, pressUntil } from '../support/by-keyboard.ts';

const RITA = '5511955550093';
const name = 'Rita Salles';

let app: BrowserApp;
let ana: Visit;
let bruno: Visit;

beforeAll(async () => {
  app = await startBrowserApp();
  await app.emulator.saveCustomer(RITA, name);
  await app.emulator.write(VENDAS, RITA, { type: 'document', media: { sample: 'document' }, caption: 'meu pedido' });
  [ana, bruno] = await Promise.all([app.arrive(), app.arrive({ who: 'bruno' })]);
  await Promise.all([ana.attend(), bruno.attend()]);
  await Promise.all([openConversation(ana.page, name), openConversation(bruno.page, name)]);
});
afterAll(() => app?.stop());

const pane = (page: Page) => page.getByRole('complementary', { name: 'Dados do cliente' });

test('a tag is seen by a colleague on the row, and gone there when it is taken off', async () => {
  const { page } = bruno;
  await pane(page).getByRole('combobox', { name: 'Adicionar etiqueta' }).fill('vi');
  await page.getByRole('option', { name: 'VIP' }).click();
  await row(ana.page, name).getByText('VIP').waitFor();
  await pane(page).getByRole('button', { name: 'Remover etiqueta VIP' }).click();
  await expectSoon(() => row(ana.page, name).getByText('VIP').count(), 0);
});

test('fields are filled in and shown in the reader’s language; a wrong one says so and loses nothing', async () => {
  const { page } = bruno;
  await pane(page).getByRole('button', { name: 'Editar' }).click();
  await pane(page).getByLabel('E-mail').fill('rita');
  const birthday = pane(page).getByRole('group', { name: 'Aniversário' });
  await birthday.getByRole('spinbutton').first().focus();
  await page.keyboard.type('02031990');
  await pane(page).getByRole('textbox', { name: 'Nota' }).fill('Prefere à tarde');
  await pane(page).getByRole('button', { name: 'Salvar' }).click();
  await pane(page).getByText('Informe um e-mail válido', { exact: false }).waitFor();
  await expectSoon(() => pane(page).getByRole('textbox', { name: 'Nota' }).inputValue(), 'Prefere à tarde');
  await pane(page).getByLabel('E-mail').fill('rita@mail.example');
  await pane(page).getByRole('button', { name: 'Salvar' }).click();
  await pane(page).getByText('rita@mail.example').waitFor();
  await pane(page).getByText(/1990$/u).waitFor();
  await pane(ana.page).getByText('rita@mail.example').waitFor();
});

test('by keyboard alone: a tag is put on and taken off, own fields are filled in, and the focus stays in the card', async () => {
  const { page } = bruno;
  await composer(page).focus();
  await pressUntil(page, 'Tab', 'Adicionar etiqueta');
  await page.keyboard.type('ataca');
  await page.getByRole('option', { name: 'Atacado' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await row(ana.page, name).getByText('Atacado').waitFor();
  await pane(page).getByRole('button', { name: 'Remover etiqueta Atacado' }).waitFor();
  await pressUntil(page, 'Shift+Tab', 'Remover etiqueta Atacado');
  await page.keyboard.press('Enter');
  await expectSoon(() => row(ana.page, name).getByText('Atacado').count(), 0);
  await expectSoon(async () => (await focusedIn(page)).startsWith('Etiquetas'), true);
  await pressUntil(page, 'Tab', 'Editar');
  await page.keyboard.press('Enter');
  await expectSoon(() => focusedIn(page), 'Nome');
  // The first of the own fields is one of choices.
  await pressUntil(page, 'Tab', 'Não informado');
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: 'Shopping' }).waitFor();
  await pressUntil(page, 'ArrowDown', 'Shopping');
  await page.keyboard.press('Enter');
  await expectSoon(() => focusedIn(page), 'Shopping');
  await pressUntil(page, 'Tab', 'Profissão');
  await page.keyboard.type('Arquiteta');
  await page.keyboard.press('Enter');
  await pane(page).getByText('Arquiteta').waitFor();
  await pane(page).getByText('Shopping').waitFor();
  await expectSoon(() => focusedIn(page), 'Editar');
});

test('her files are found beside the conversation', async () => {
  await pane(ana.page).getByRole('radio', { name: 'Documentos' }).check();
  await expectSoon(() => pane(ana.page).getByRole('link', { name: /\.pdf/u }).count(), 1);
});

test('the number and the protocol are copied with a press, which says so', async () => {
  const { page } = ana;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = async (what: string) => {
    await pane(page)
      .getByRole('button', { name: `Copiar ${what}`, exact: true })
      .click();
    await pane(page).getByText(`Copiado: ${what}`).waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  expect(await copied('Telefone')).toMatch(/^\+55\d{11}$/u);
  expect(await copied('Protocolo')).toMatch(/^\d{8}-\d{4}$/u);
});

test('blocked, by keyboard alone -> nobody can write to her, and it says why; unblocked -> they can', async () => {
  const { page } = ana;
  const dialog = page.getByRole('dialog');
  const confirm = async (button: string) => {
    await page.keyboard.press('Enter');
    await expectSoon(() => dialog.evaluateAll(([each]) => each?.contains(document.activeElement)), true);
    await pressUntil(page, 'Tab', button);
    await page.keyboard.press('Enter');
    await expectSoon(() => dialog.count(), 0);
  };
  await composer(page).focus();
  await pressUntil(page, 'Tab', 'Bloquear cliente');
  await confirm('Bloquear cliente');
  for (const each of [page, bruno.page]) {
    await each.getByText('bloqueado', { exact: false }).first().waitFor();
    await expectSoon(() => composer(each).count(), 0);
  }
  await expectSoon(() => focusedIn(page), 'Desbloquear cliente');
  await confirm('Desbloquear cliente');
  await Promise.all([composer(page).waitFor(), composer(bruno.page).waitFor()]);
  await expectSoon(() => focusedIn(page), 'Bloquear cliente');
});

test('merged with her other number, by keyboard alone -> who looks at that conversation goes on in the one of both', async () => {
  const other = '5511955550094';
  const { page } = ana;
  const dialog = page.getByRole('dialog');
  const isInside = () => dialog.evaluateAll(([each]) => each?.contains(document.activeElement));
  // The finish is asked for in the list.
  await composer(page).focus();
  await page.keyboard.press('Escape');
  await page.keyboard.press('f');
  await expectSoon(() => focusedIn(page), 'Finalizar');
  await page.keyboard.press('Enter');
  await expectSoon(() => composer(page).count(), 0);
  await app.emulator.saveCustomer(other, 'Nova Cliente');
  await app.emulator.write(VENDAS, other, 'mudei de número');
  await openConversation(bruno.page, 'Nova Cliente');
  await pressUntil(page, 'Tab', 'Juntar com outro cliente');
  await page.keyboard.press('Enter');
  const found = dialog.getByRole('list', { name: 'Clientes encontrados' }).getByRole('button');
  await found.first().waitFor();
  await expectSoon(isInside, true);
  await pressUntil(page, 'Tab', 'Buscar por nome ou número');
  await page.keyboard.type('Nova');
  await expectSoon(() => found.count(), 1);
  await pressUntil(page, 'Tab', /Nova Cliente/u);
  await page.keyboard.press('Enter');
  await dialog.getByRole('table').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await expectSoon(isInside, true);
  await pressUntil(page, 'Tab', 'Juntar');
  await page.keyboard.press('Enter');
  await expectSoon(() => dialog.count(), 0);
  await expectSoon(() => focusedIn(page), 'Juntar com outro cliente');
  await bruno.page.getByRole('heading', { level: 2, name }).first().waitFor();
  await messages(bruno.page).getByText('meu pedido').first().waitFor();
  await messages(bruno.page).getByText('mudei de número').first().waitFor();
  await pane(bruno.page).getByRole('region', { name: 'Outros números' }).getByText('95555-0094').waitFor();
  await composer(bruno.page).waitFor();
});
