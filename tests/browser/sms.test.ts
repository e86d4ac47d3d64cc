import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings } from '../support/axe.ts';
import { composer, expectSoon, messages, openConversation, row, startBrowserApp } from '../support/browser-app.ts';
import type { BrowserApp, Visit } from '../support/browser-app.ts';

/** The demo's sender, and who has written to it. */
const SMS = '551140000003';
const CLIENTE = '5511944406789';
const name = 'Sebastião Nunes';

let app: BrowserApp;
let ana: Visit;
let page: Page;

beforeAll(async () => {
  app = await startBrowserApp();
  ana = await app.arrive();
  page = ana.page;
});
afterAll(() => app?.stop());

test('a conversation by SMS: it comes, an answer goes, and nothing is offered that SMS doesn’t have', async () => {
  await ana.attend();
  await page.getByRole('radiogroup', { name: 'Mostrar' }).getByRole('radio', { name: 'Fila' }).check();
  await openConversation(page, name);
  await app.emulator.write(SMS, CLIENTE, 'É o pedido 5512');
  await messages(page).getByText('É o pedido 5512').waitFor();
  await page.getByRole('button', { name: 'Inserir emoji' }).waitFor();
  const missing = page.getByRole('button', { name: /^(?:Anexar|Gravar áudio|Responder|Reagir)$/u });
  expect(await missing.allTextContents()).toEqual([]);
  // No window counts down, however long ago it was.
  expect(await page.getByText('Tempo para responder').count()).toBe(0);

  const counter = page.getByRole('group', { name: 'Tamanho em SMS' });
  await composer(page).fill(`A entrega já saiu: ${'não precisa descer. '.repeat(4)}`);
  await expectSoon(() => counter.textContent().then((words) => words?.startsWith('2 SMS')), true);
  expect(await axeFindings(page)).toEqual([]);
  await counter.getByRole('button', { name: 'Tirar acentos' }).click();
  await expectSoon(() => counter.textContent().then((words) => words?.startsWith('1 SMS')), true);
  await composer(page).press('Enter');
  const sent = messages(page).getByRole('article').last();
  await sent.getByText('A entrega ja saiu').waitFor();
  await sent.getByRole('img', { name: 'Entregue' }).waitFor();
  await expectSoon(
    async () => (await app.emulator.received(CLIENTE)).map(({ text }) => text.slice(0, 17)),
    ['A entrega ja saiu'],
  );

  await app.emulator.write(SMS, CLIENTE, 'Obrigado!');
  await messages(page).getByText('Obrigado!').waitFor();
  await expectSoon(
    () =>
      row(page, name)
        .count()
        .then((count) => count <= 1),
    true,
  );
  expect(ana.problems).toEqual([]);
});
