import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings } from '../support/axe.ts';
import { expectSoon, openConversation, row, startBrowserApp, VENDAS } from '../support/browser-app.ts';
import type { BrowserApp, Visit } from '../support/browser-app.ts';
import { expectEventually } from '../support/expect-eventually.ts';

const CLIENTE = '5511955550077';
const name = 'Tadeu Tempo';

let app: BrowserApp;
let ana: Visit;
let page: Page;

beforeAll(async () => {
  app = await startBrowserApp();
  await app.emulator.saveCustomer(CLIENTE, name);
  await app.emulator.write(VENDAS, CLIENTE, 'Primeira');
  ana = await app.arrive();
  page = ana.page;
});
afterAll(() => app?.stop());

/** The rows of the list inside the frame. */
const shown = () => page.frameLocator('iframe').getByRole('option');
const slider = () => page.getByRole('slider', { name: 'Momento' });

test('a session exported -> dropped -> slid back -> the list as it was then, and nothing is asked for', async () => {
  await ana.attend();
  await openConversation(page, name);
  await app.emulator.saveCustomer(`${CLIENTE}1`, 'Teresa Tardiamentissima');
  await app.emulator.write(VENDAS, `${CLIENTE}1`, 'Cheguei depois');
  await row(page, 'Teresa Tardiamentissima').waitFor();

  await page.getByRole('button', { name: /Conta de/u }).click();
  await page.getByRole('menuitem', { name: 'Relatar problema' }).click();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Salvar arquivo' }).click();
  const buffer = await readFile(await (await saving).path());

  await ana.lead('/time-machine');
  await page.getByText('o arquivo não sai deste navegador', { exact: false }).waitFor();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Escolher arquivo' }).click();
  await (await chooser).setFiles([{ name: 'balcao.json', mimeType: 'application/json', buffer }]);
  await slider().waitFor();
  const stored = await page.evaluate(() => JSON.stringify(localStorage));
  await expectEventually(() => shown().count()).toBeGreaterThan(0);

  const frame = page.frameLocator('iframe');
  const list = () => frame.locator('[data-virtual-list]').first().textContent();
  // Her name as the report has it.
  await expectEventually(list).toContain('Xxxxxx Xxxxxxxxxxxxxxxx');
  await page.getByRole('searchbox', { name: 'Filtrar por acontecimento' }).fill('ticket.opened');
  await page
    .getByRole('option', { name: /ticket\.opened/u })
    .first()
    .click();
  await expectEventually(list).not.toContain('Xxxxxx Xxxxxxxxxxxxxxxx');
  await expectEventually(list).toContain('Xxxxx Xxxxx');
  await slider().fill(String(await slider().getAttribute('max')));
  await expectEventually(list).toContain('Xxxxxx Xxxxxxxxxxxxxxxx');

  // A press inside comes to nothing.
  await shown().first().click({ force: true });
  await frame
    .locator('textarea')
    .first()
    .press('a')
    .catch(() => undefined);
  await expectSoon(() => page.evaluate(() => JSON.stringify(localStorage)), stored);
  expect(asked.filter((path) => !path.startsWith('/assets/'))).toEqual([]);
});

/** The frame is a document of its own, with the landmarks that the page around it has too. */
const found = async () => (await axeFindings(page)).filter((finding) => !finding.startsWith('light landmark-unique'));

test('the screen -> nothing is found by axe, wide and on a phone', async () => {
  expect(await found()).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await found()).toEqual([]);
});

test('by the keyboard: the slider’s arrows go an event back and forth; behind it come the events, then the screens', async () => {
  await slider().focus();
  const at = Number(await slider().inputValue());
  await page.keyboard.press('ArrowLeft');
  await expectSoon(() => slider().inputValue(), String(at - 1));
  await page.keyboard.press('ArrowRight');
  await expectSoon(() => slider().inputValue(), String(at));
  await page.keyboard.press('Tab');
  const focused = page.locator(':focus');
  await expectSoon(() => focused.getAttribute('value'), 'events');
});
