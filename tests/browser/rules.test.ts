import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings, narrowFindings } from '../support/axe.ts';
import { expectSoon, startBrowserApp, VENDAS } from '../support/browser-app.ts';
import type { BrowserApp, Visit } from '../support/browser-app.ts';
import { pressUntil } from '../support/by-keyboard.ts';

let app: BrowserApp;
let ana: Visit;
let page: Page;

const CLIENTE = '5511955550091';

beforeAll(async () => {
  app = await startBrowserApp();
  await app.emulator.saveCustomer(CLIENTE, 'Rosa Regras');
  await app.emulator.write(VENDAS, CLIENTE, 'Vou ao Procon');
  await app.emulator.write(VENDAS, CLIENTE, 'Bom dia');
  ana = await app.arrive();
  page = ana.page;
});
afterAll(() => app?.stop());

const names = () => page.getByRole('list', { name: 'Regras' }).locator('b').allTextContents();
const trials = (verdict: string) =>
  page.getByRole('complementary', { name: 'Bancada' }).getByText(verdict, { exact: true }).count();

/** Chooses an option of the select that has the focus, by its first letters. */
async function chooseByKeyboard(typed: string, wanted: string): Promise<void> {
  await page.keyboard.press('Enter');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.type(typed);
  await pressUntil(page, 'ArrowDown', new RegExp(`^${wanted}`, 'u'));
  await page.keyboard.press('Enter');
}

test('a rule by keyboard alone: what it waits for, a condition, an action; tried while it is written, and saved', async () => {
  await ana.go('/rules?id=new');
  await page.getByRole('textbox', { name: 'Nome' }).fill('Reclamação');
  await pressUntil(page, 'Tab', 'condição');
  await page.keyboard.press('Enter');
  await pressUntil(page, 'Tab', 'etiqueta do cliente');
  await chooseByKeyboard('texto', 'texto');
  await pressUntil(page, 'Tab', 'Valor');
  await page.keyboard.type('procon, reclamar');
  await pressUntil(page, 'Tab', 'ação');
  await page.keyboard.press('Enter');
  await pressUntil(page, 'Tab', 'Acrescentar etiqueta');
  await chooseByKeyboard('Anotar', 'Anotar no ticket');
  await pressUntil(page, 'Tab', 'Texto');
  await page.keyboard.type('Cuidado');
  await expectSoon(() => trials('Casou'), 1);
  expect(await trials('Não casou')).toBeGreaterThan(0);
  await page.getByText('Esperava: texto contém “procon”, “reclamar”').first().waitFor();
  await page.getByText('Não dispara a si mesma', { exact: false }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await pressUntil(page, 'Tab', 'Salvar');
  await page.keyboard.press('Enter');
  await page.getByText('Versão 1').waitFor();
  expect(await names()).toEqual(['Reclamação']);
});

test('a rule acts on what comes then, the list and the executions say so; one that causes itself isn’t saved', async () => {
  await app.emulator.write(VENDAS, CLIENTE, 'Quero reclamar');
  const acted = async () => (await app.owner.query("select from rule_execution where outcome = 'done'")).rowCount;
  await expectSoon(async () => (await acted()) ?? 0, 1);
  await ana.go('/rules?view=executions');
  await page.getByText('Rosa Regras').first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await ana.go('/rules?id=new');
  await page.getByRole('textbox', { name: 'Nome' }).fill('Em roda');
  await page.getByRole('button', { name: /Quando$/u }).click();
  await page.getByRole('option', { name: 'Ticket assumido por alguém' }).click();
  await page.getByRole('button', { name: 'ação', exact: true }).click();
  await page.getByRole('button', { name: /Ação 1$/u }).click();
  await page.getByRole('option', { name: 'Voltar para a fila' }).click();
  await page.getByText('Dispararia a si mesma:').waitFor();
  await page.getByRole('button', { name: 'Salvar' }).click();
  await page.getByText('Esta regra dispararia a si mesma: “Em roda” → “Em roda”', { exact: false }).waitFor();
});

test('Alt and an arrow moves a rule, its switch turns it off; on a phone it is one thing at a time', async () => {
  await app.owner.query(`insert into rule (tenant_id, name, definition, position)
    select tenant_id, 'Segunda', definition, 1 from rule where name = 'Reclamação'
    on conflict do nothing`);
  await ana.go('/rules');
  await page.getByRole('button', { name: /^Reclamação/u }).focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expectSoon(async () => (await names()).join(), 'Segunda,Reclamação');
  const placed = async () => (await app.owner.query('select name from rule order by position')).rows;
  await expectSoon(async () => JSON.stringify(await placed()), '[{"name":"Segunda"},{"name":"Reclamação"}]');
  await page.getByRole('switch', { name: 'Ativa: Reclamação' }).press('Space');
  await expectSoon(async () => (await app.owner.query('select from rule where is_active')).rowCount ?? 0, 0);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await axeFindings(page)).toEqual([]);
  expect(await narrowFindings(page)).toEqual([]);
  await page.getByRole('button', { name: /^Segunda/u }).click();
  await page.getByRole('link', { name: 'Voltar às regras' }).waitFor();
  expect(await page.getByRole('list', { name: 'Regras' }).isVisible()).toBe(false);
  expect(await narrowFindings(page)).toEqual([]);
  expect(ana.problems).toEqual([]);
});
