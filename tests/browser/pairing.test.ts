import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings } from '../support/axe.ts';
import { composer, expectSoon, messages, openConversation, startBrowserApp } from '../support/browser-app.ts';
import type { BrowserApp, Visit } from '../support/browser-app.ts';

/** The demo's phone, which waits to be paired, and somebody who writes to it. */
const CELULAR = '551140000004';
const CLIENTE = '5511955550777';
const name = 'Gil Rocha';

let app: BrowserApp;
let ana: Visit;
let page: Page;

beforeAll(async () => {
  app = await startBrowserApp();
  ana = await app.arrive();
  page = ana.page;
});
afterAll(() => app?.stop());

const dialog = () => page.getByRole('dialog', { name: 'Configurar Celular da loja' });
const setUp = async () => {
  await ana.go('/instances');
  await page.getByText('Falta: parear o celular', { exact: false }).click();
};
/** Has the code shown in the setup, and the phone scan it. */
async function pair(): Promise<void> {
  await dialog().getByRole('button', { name: 'Mostrar o código QR' }).click();
  await dialog().getByRole('img', { name: 'Código QR para parear o celular' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await app.emulator.scan(CELULAR);
  await dialog().getByText('Celular pareado').waitFor();
}

test('the gateway’s phone: paired by its code, a text comes; the pairing is lost, which is said; paired again, one goes', async () => {
  await setUp();
  await dialog().getByRole('button', { name: 'Voltar' }).click();
  await dialog().getByLabel('Endereço do gateway').fill(`${app.url}/emulator/gateway`);
  await dialog().getByLabel('Chave do gateway').fill('demo-key-gateway');
  await dialog().getByRole('button', { name: 'Continuar' }).click();
  await pair();
  await app.emulator.saveCustomer(CLIENTE, name);
  await app.emulator.write(CELULAR, CLIENTE, 'Oi, tem sofá?');
  await ana.attend();
  await page.getByRole('radiogroup', { name: 'Mostrar' }).getByRole('radio', { name: 'Fila' }).check();
  await openConversation(page, name);
  await messages(page).getByText('Oi, tem sofá?').waitFor();
  const lost = page.getByText('O celular da empresa não está pareado', { exact: false });
  expect(await lost.count()).toBe(0);

  await app.emulator.unpair(CELULAR);
  await lost.first().waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await setUp();
  await dialog().getByText('O celular perdeu o pareamento', { exact: false }).waitFor();
  await pair();
  expect(await page.getByText('A conexão funciona').count()).toBe(0);

  await ana.attend();
  await page.getByRole('radiogroup', { name: 'Mostrar' }).getByRole('radio', { name: 'Fila' }).check();
  await openConversation(page, name);
  await expectSoon(() => lost.count(), 0);
  await composer(page).fill('Temos, sim!');
  await composer(page).press('Enter');
  await expectSoon(async () => (await app.emulator.received(CLIENTE)).map(({ text }) => text), ['Temos, sim!']);
  expect(ana.problems).toEqual([]);
});
