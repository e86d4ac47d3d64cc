import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { axeFindings } from '../support/axe.ts';
import { expectSoon, messages, openConversation, startBrowserApp, VENDAS } from '../support/browser-app.ts';
import type { BrowserApp, Visit } from '../support/browser-app.ts';
import { focusedIn, pressUntil } from '../support/by-keyboard.ts';
import { flatPng } from '../server/media/flat-png.ts';
import { zipBomb } from '../server/media/zip-bomb.ts';

let app: BrowserApp;
let ana: Visit;
let page: Page;

const MARINA = '5511955550088';
const pdf = { name: 'contrato.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') };
const png = {
  name: 'foto.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};
const virus = { name: 'nota.pdf', mimeType: 'application/pdf', buffer: Buffer.from('MZ, and no PDF at all') };
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const sample = (file: string) => readFile(new URL(`../../server/emulator/samples/${file}`, import.meta.url));

beforeAll(async () => {
  app = await startBrowserApp();
  await app.emulator.saveCustomer(MARINA, 'Marina Alves');
  await app.emulator.write(VENDAS, MARINA, 'Me mande o contrato');
  ana = await app.arrive();
  page = ana.page;
  await ana.attend();
  await openConversation(page, 'Marina Alves');
});
afterAll(() => app?.stop());

const composer = () => page.locator('[data-composer]');
const choose = (files: readonly (Omit<typeof pdf, 'buffer'> & { buffer: Buffer })[]) =>
  page.locator('input[data-attach]').setInputFiles([...files]);
const caption = () => page.getByRole('dialog').getByRole('textbox', { name: 'Legenda' });

test('what is typed becomes the first caption; Enter sends all, in their order', async () => {
  await composer().fill('Segue a foto');
  await page.getByRole('button', { name: 'Anexar' }).waitFor();
  await choose([png, pdf]);
  await expectSoon(() => caption().inputValue(), 'Segue a foto');
  await caption().press('Enter');
  const log = messages(page);
  await log.getByRole('link', { name: /contrato\.pdf/u }).waitFor();
  await log.getByText('Segue a foto').waitFor();
  await expectSoon(() => composer().inputValue(), '');
  await expectSoon(() => log.locator('img').count(), 1);
});

test('five pictures in one go -> an album of four, which says that there is one more, already while this page has them', async () => {
  await choose([png, png, png, png, png]);
  await caption().press('Enter');
  const last = messages(page).getByRole('button', { name: 'Ampliar imagem de Você, e mais 1', exact: true });
  await expectSoon(() => last.count(), 1);
});

test('Escape asks first; discarded -> what was typed is there', async () => {
  await composer().fill('Não perca isto');
  await choose([pdf]);
  await caption().waitFor();
  await page.keyboard.press('Escape');
  await page.locator('button', { hasText: 'Descartar' }).click();
  await expectSoon(() => page.getByRole('dialog').count(), 0);
  await expectSoon(() => composer().inputValue(), 'Não perca isto');
  await composer().fill('');
});

test('an executable called .pdf -> refused in words, its caption stays to be read', async () => {
  await choose([virus]);
  await caption().fill('Veja esta');
  await caption().press('Enter');
  const log = messages(page);
  await log.getByText(/conteúdo do arquivo não é o que o nome diz/u).waitFor();
  await log.getByText('Veja esta').waitFor();
  await log.getByRole('button', { name: 'Descartar' }).click();
  await expectSoon(() => log.getByText('Veja esta').count(), 0);
});

test('the page is reloaded in the middle of an upload -> it goes on by itself, and is there once', async () => {
  // The first upload never gets through.
  await page.route('**/api/outgoing-files/**', () => undefined);
  await choose([{ ...pdf, name: 'proposta.pdf' }]);
  await caption().press('Enter');
  const log = messages(page);
  await log.getByRole('button', { name: 'Cancelar o envio' }).waitFor();
  await page.unroute('**/api/outgoing-files/**');
  await page.reload();
  await log.getByRole('link', { name: /proposta\.pdf/u }).waitFor();
  await expectSoon(() => log.getByText('proposta.pdf').count(), 1);
});

test('cancelled on its way -> gone', async () => {
  await page.route('**/api/outgoing-files/**', () => undefined);
  await choose([{ ...pdf, name: 'errado.pdf' }]);
  await caption().press('Enter');
  const log = messages(page);
  await log.getByRole('button', { name: 'Cancelar o envio' }).click();
  await expectSoon(() => log.getByText('errado.pdf').count(), 0);
  await page.unroute('**/api/outgoing-files/**');
});

test('a video, a sticker and a spreadsheet that unpacks to 4 GB arrive as what they are', async () => {
  const table = { name: 'pedidos.xlsx', mimeType: XLSX, buffer: zipBomb() };
  await choose([
    table,
    { name: 'vitrine.mp4', mimeType: 'video/mp4', buffer: await sample('clip.mp4') },
    { name: 'oba.webp', mimeType: 'image/webp', buffer: await sample('sticker.webp') },
  ]);
  await caption().press('Enter');
  const sent = async () => (await app.emulator.received(MARINA)).slice(-3);
  await expectSoon(async () => (await sent()).map(({ type }) => type), ['document', 'video', 'sticker']);
  const [onPhone] = await sent();
  expect(onPhone?.media).toMatchObject({ mimeType: XLSX, filename: table.name });
  const arrived = await page.request.get(app.url + (onPhone?.media?.url ?? '/none'));
  expect((await arrived.body()).equals(table.buffer)).toBe(true);
});

test('a place and a contact card: typed wrong -> said; sent from the menu -> drawn here, and on the phone as what they are', async () => {
  const log = messages(page);
  const dialog = page.getByRole('dialog');
  const open = async (entry: string): Promise<void> => {
    await page.getByRole('button', { name: 'Anexar' }).click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
  await open('Localização…');
  await dialog.getByLabel('Link do mapa ou coordenadas').fill('https://maps.app.goo.gl/abc');
  await dialog.getByRole('button', { name: 'Enviar' }).click();
  await dialog.getByText('Este link curto não diz onde fica.', { exact: false }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByLabel('Link do mapa ou coordenadas').fill('https://www.google.com/maps/@-23.5614,-46.6559,17z');
  await dialog.getByLabel('Nome do lugar').fill('Loja Aurora');
  await dialog.getByLabel('Nome do lugar').press('Enter');
  await dialog.waitFor({ state: 'detached' });
  expect(await log.getByRole('link', { name: 'Ver Loja Aurora no mapa' }).getAttribute('href')).toContain('-23.5614');
  await open('Contato…');
  await dialog.getByLabel('Nome').fill('Rui Alves');
  await dialog.getByRole('button', { name: 'Enviar' }).click();
  await dialog.getByText('Este número não está completo.', { exact: false }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByLabel('Telefone').fill('11 98765-0000');
  await dialog.getByLabel('Telefone').press('Enter');
  await dialog.waitFor({ state: 'detached' });
  expect(await log.getByRole('link', { name: '+55 11 98765-0000' }).getAttribute('href')).toBe('tel:+5511987650000');
  const kinds = async () => (await app.emulator.received(MARINA)).slice(-2).map(({ type }) => type);
  await expectSoon(kinds, ['location', 'contacts']);
  await expectSoon(() => composer().evaluate((field) => field === document.activeElement), true);
});

test('buttons and a list sent from the menu -> under their messages here and on the phone; what the customer taps quotes them, a reload keeps all', async () => {
  const log = messages(page);
  const dialog = page.getByRole('dialog', { name: 'Enviar botões ou lista' });
  const open = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Anexar' }).click();
    await page.getByRole('menuitem', { name: 'Botões ou lista…' }).click();
  };
  await open();
  await dialog.getByLabel('Mensagem').fill('Qual tecido?');
  await dialog.getByRole('textbox', { name: /^Botão 1/u }).fill('Linho');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Couro');
  await dialog.getByRole('button', { name: 'Enviar' }).click();
  await dialog.waitFor({ state: 'detached' });
  const phone = await app.visit({ width: 390, height: 844 });
  await phone.page.goto(`${app.url}/emulator?number=${VENDAS}&person=${MARINA}`);
  await phone.page.getByRole('button', { name: 'Linho', exact: true }).click();
  const quotes = (answer: string, question: string) =>
    expectSoon(async () => {
      const line = log.getByRole('article').filter({ hasText: answer }).last();
      return line.locator('[data-quoted]').filter({ hasText: question }).count();
    }, 1);
  await quotes('Linho', 'Qual tecido?');
  await open();
  await dialog.getByLabel('Mensagem').fill('Quando entregamos?');
  await dialog.getByRole('radio', { name: 'Lista' }).check({ force: true });
  await dialog.getByRole('textbox', { name: /^Opção 1/u }).fill('Sábado de manhã');
  await dialog.getByRole('textbox', { name: /^Descrição da opção 1/u }).fill('Das 8h às 12h');
  await dialog.getByRole('textbox', { name: /^Opção 2/u }).fill('Segunda à tarde');
  await dialog.getByRole('button', { name: 'Enviar' }).click();
  await dialog.waitFor({ state: 'detached' });
  await phone.page.getByText('Ver opções').click();
  await phone.page.getByRole('button', { name: 'Sábado de manhã' }).click();
  await quotes('Sábado de manhã', 'Quando entregamos?');
  await page.reload();
  expect(await log.getByRole('list', { name: 'Ver opções' }).innerText()).toMatch(/Sábado de manhã\s+Das 8h às 12h/u);
  await log.getByRole('list', { name: 'Botões de resposta' }).waitFor();
  expect(await log.getByRole('list', { name: 'Botões de resposta' }).innerText()).toMatch(/Linho\s+Couro/u);
});

test('a new conversation begins with a template and the picture at its top', async () => {
  await page.getByRole('button', { name: 'Nova conversa' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nova conversa' });
  await dialog.getByLabel('Número do WhatsApp').fill('+55 11 95555-0099');
  await dialog.getByRole('button', { name: /Enviar pela instância/u }).click();
  await page.getByRole('option', { name: 'Vendas', exact: true }).click();
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await dialog.getByRole('radio', { name: /Foto do produto/u }).click();
  await dialog.locator('input[data-file-field]').setInputFiles(png);
  await dialog.getByRole('img', { name: 'foto.png' }).waitFor();
  await dialog.getByRole('textbox', { name: 'Variável 1' }).fill('Lia');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  const log = messages(page);
  await log.getByText('Lia, esta é a foto que você pediu.', { exact: false }).waitFor();
  await log.locator('img').waitFor();
  const sent = async () =>
    (await app.emulator.received('5511955550099')).map(({ type, media }) => [type, media?.mimeType]);
  await expectSoon(sent, [['template', 'image/png']]);
  await openConversation(page, 'Marina Alves');
});

test('a place and a contact card come -> each is drawn', async () => {
  const log = messages(page);
  await app.emulator.write(VENDAS, MARINA, { type: 'location', latitude: -22.9, longitude: -43.2, name: 'Minha casa' });
  await app.emulator.write(VENDAS, MARINA, {
    type: 'contacts',
    contacts: [{ name: 'Lia', phone: '+55 21 98888-0000' }],
  });
  await log.getByRole('link', { name: 'Ver Minha casa no mapa' }).waitFor();
  await expectSoon(() => log.getByRole('group', { name: 'Lia' }).getByRole('link').innerText(), '+55 21 98888-0000');
});

/** Voice messages that the customer's phone has. */
const voices = async () =>
  (await app.emulator.received(MARINA)).filter(({ content }) => content !== null && 'voice' in Object(content)).length;
// It can't be shut by a click beside it.
const recording = () => page.getByRole('alertdialog', { name: 'Gravar áudio' });

test('a voice message is recorded, and sent without listening', async () => {
  await page.getByRole('button', { name: 'Gravar áudio' }).click();
  await expectSoon(async () => /0:0[1-9]/u.test(await recording().innerText()), true);
  expect(await axeFindings(page)).toEqual([]);
  await recording().getByRole('button', { name: 'Enviar' }).click();
  await expectSoon(() => recording().count(), 0);
  await expectSoon(voices, 1);
});

test('by keyboard alone: a voice message is recorded, paused, listened to and sent, and one can write again', async () => {
  const press = async (name: string, key = 'Tab') => {
    await pressUntil(page, key, name);
    await page.keyboard.press('Enter');
  };
  await composer().focus();
  await press('Gravar áudio', 'Shift+Tab');
  await expectSoon(async () => /0:0[1-9]/u.test(await recording().innerText()), true);
  await press('Pausar');
  await expectSoon(() => focusedIn(page), 'Continuar');
  await press('Concluir e ouvir');
  await recording().locator('audio').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await press('Enviar');
  await expectSoon(() => recording().count(), 0);
  await expectSoon(() => focusedIn(page), 'Mensagem para Marina Alves');
  await expectSoon(voices, 2);
});

test('an image by its address -> its preview, and then a link to it in the conversation and on the phone', async () => {
  const url = `${app.url}/promo/sofa.jpg`;
  await page.route(url, async (route) => route.fulfill({ contentType: 'image/jpeg', body: await sample('photo.jpg') }));
  await page.getByRole('button', { name: 'Anexar' }).click();
  await page.getByRole('menuitem', { name: 'Imagem por endereço…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enviar imagem por endereço' });
  await dialog.getByRole('textbox', { name: 'Endereço da imagem' }).fill(`${app.url}/promo/sofa`);
  await dialog.getByRole('button', { name: 'Enviar' }).click();
  await dialog
    .getByText(/termine em|\.jpg/u)
    .first()
    .waitFor();
  await dialog.getByRole('textbox', { name: 'Endereço da imagem' }).fill(url);
  await dialog.getByRole('textbox', { name: 'Legenda' }).fill('O sofá novo');
  await dialog.getByRole('img', { name: 'Prévia da imagem' }).waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Enviar' }).click();
  await expectSoon(() => page.getByRole('dialog').count(), 0);
  const link = messages(page).getByRole('link', { name: /^Abrir sofa\.jpg em nova aba/u });
  await expectSoon(() => link.getAttribute('href'), url);
  await messages(page).getByText('O sofá novo').waitFor();
  await expectSoon(async () => (await app.emulator.received(MARINA)).at(-1)?.media?.url, url);
  // It is one for who comes later, too.
  await page.reload();
  await openConversation(page, 'Marina Alves');
  await link.waitFor();
});

test('what can’t be sent is told before it is uploaded, and nothing draws a picture of 20,000 × 20,000; discarded -> what was typed is there', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-chosen-'));
  const files: Readonly<Record<string, readonly [bytes: string | Buffer, words: RegExp]>> = {
    'tudo.zip': ['PK', /não aceita o formato de tudo\.zip/u],
    'enorme.mp4': ['', /enorme\.mp4 tem 17.* O limite/u],
    'foto.jpg': ['MZ, and no picture at all', /foto\.jpg não é uma imagem/u],
    'logo.png': ['<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', /logo\.png não é uma/u],
    'painel.png': [flatPng(20_000), /painel\.png tem mais de 50 megapixels/u],
  };
  for (const [name, [bytes]] of Object.entries(files)) await writeFile(join(folder, name), bytes);
  await truncate(join(folder, 'enorme.mp4'), 17 * 1024 * 1024);
  const uploads: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/outgoing-files')) uploads.push(request.url());
  });
  await page.locator('input[data-attach]').setInputFiles(Object.keys(files).map((name) => join(folder, name)));
  const dialog = page.getByRole('dialog');
  for (const [name, [, words]] of Object.entries(files)) {
    await dialog.getByRole('button', { name: new RegExp(`^${name}, `, 'u') }).click();
    await dialog.getByText(words).first().waitFor();
  }
  expect(await dialog.locator('img').count()).toBe(0);
  const first = Object.values(files)[0]?.[1] ?? expect.unreachable();
  await dialog.getByRole('button', { name: 'Enviar' }).click();
  await dialog.getByText(first).first().waitFor();
  expect(uploads).toEqual([]);
  await caption().fill('O painel da loja');
  await page.keyboard.press('Escape');
  await page.locator('button', { hasText: 'Descartar' }).click();
  await expectSoon(() => dialog.count(), 0);
  await expectSoon(() => composer().inputValue(), 'O painel da loja');
  await rm(folder, { recursive: true });
});
