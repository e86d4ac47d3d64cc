import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectSoon, messages, openConversation, startBrowserApp, VENDAS } from '../support/browser-app.ts';
import type { BrowserApp, Visit } from '../support/browser-app.ts';

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
const virus = { name: 'virus.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('MZ, and no picture at all') };

const sample = (file: string) => readFile(new URL(`../../server/emulator/samples/${file}`, import.meta.url));

beforeAll(async () => {
  app = await startBrowserApp();
  await app.emulator.saveCustomer(MARINA, 'Marina Alves');
  await app.emulator.write(VENDAS, MARINA, 'Me mande o contrato');
  ana = await app.arrive();
  page = ana.page;
  await ana.attend();
  await openConversation(page, 'Marina Alves');
}, 120_000);
afterAll(() => app?.stop());

const composer = () => page.locator('[data-composer]');
const choose = (files: readonly (typeof pdf)[]) => page.locator('input[data-attach]').setInputFiles([...files]);
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
  expect(await log.locator('img').count()).toBe(1);
});

test('Escape asks first; discarded -> what was typed is there', async () => {
  await composer().fill('Não perca isto');
  await choose([pdf]);
  await caption().waitFor();
  await page.keyboard.press('Escape');
  await page.locator('button', { hasText: 'Descartar' }).click();
  await expectSoon(() => page.getByRole('dialog').count(), 0);
  expect(await composer().inputValue()).toBe('Não perca isto');
  await composer().fill('');
});

test('an executable called .jpg -> refused in words, its caption stays to be read', async () => {
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
  expect(await log.getByText('proposta.pdf').count()).toBe(1);
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

test('a video and a sticker arrive as what they are', async () => {
  await choose([
    { name: 'vitrine.mp4', mimeType: 'video/mp4', buffer: await sample('clip.mp4') },
    { name: 'oba.webp', mimeType: 'image/webp', buffer: await sample('sticker.webp') },
  ]);
  await caption().press('Enter');
  const kinds = async () => (await app.emulator.received(MARINA)).slice(-2).map(({ type }) => type);
  await expectSoon(kinds, ['video', 'sticker']);
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
  await dialog.getByLabel('Link do mapa ou coordenadas').fill('https://www.google.com/maps/@-23.5614,-46.6559,17z');
  await dialog.getByLabel('Nome do lugar').fill('Loja Aurora');
  await dialog.getByLabel('Nome do lugar').press('Enter');
  await dialog.waitFor({ state: 'detached' });
  expect(await log.getByRole('link', { name: 'Ver Loja Aurora no mapa' }).getAttribute('href')).toContain('-23.5614');
  await open('Contato…');
  await dialog.getByLabel('Nome').fill('Rui Alves');
  await dialog.getByRole('button', { name: 'Enviar' }).click();
  await dialog.getByText('Este número não está completo.', { exact: false }).waitFor();
  await dialog.getByLabel('Telefone').fill('11 98765-0000');
  await dialog.getByLabel('Telefone').press('Enter');
  await dialog.waitFor({ state: 'detached' });
  expect(await log.getByRole('link', { name: '+55 11 98765-0000' }).getAttribute('href')).toBe('tel:+5511987650000');
  const kinds = async () => (await app.emulator.received(MARINA)).slice(-2).map(({ type }) => type);
  await expectSoon(kinds, ['location', 'contacts']);
  await expectSoon(() => composer().evaluate((field) => field === document.activeElement), true);
});

test('buttons sent from the menu -> under the message here and on the phone; what the customer taps quotes them, a reload keeps both', async () => {
  const log = messages(page);
  const dialog = page.getByRole('dialog', { name: 'Enviar botões ou lista' });
  await page.getByRole('button', { name: 'Anexar' }).click();
  await page.getByRole('menuitem', { name: 'Botões ou lista…' }).click();
  await dialog.getByLabel('Mensagem').fill('Qual tecido?');
  await dialog.getByRole('textbox', { name: /^Botão 1/u }).fill('Linho');
  await page.keyboard.press('Enter');
  await page.keyboard.type('Couro');
  await dialog.getByRole('button', { name: 'Enviar' }).click();
  await dialog.waitFor({ state: 'detached' });
  const phone = await app.visit({ width: 390, height: 844 });
  await phone.page.goto(`${app.url}/emulator?number=${VENDAS}&person=${MARINA}`);
  await phone.page.getByRole('button', { name: 'Linho', exact: true }).click();
  const answer = log.getByRole('article').filter({ hasText: 'Qual tecido?' }).filter({ hasText: 'Linho' }).last();
  await expectSoon(() => answer.locator('[data-quoted]').count(), 1);
  await page.reload();
  await log.getByRole('list', { name: 'Botões de resposta' }).waitFor();
  expect(await log.getByRole('list', { name: 'Botões de resposta' }).innerText()).toMatch(/Linho\s+Couro/u);
});

test('a new conversation begins with a template and the picture at its top', async () => {
  await page.getByRole('button', { name: 'Nova conversa' }).click();
  const dialog = page.getByRole('dialog', { name: 'Nova conversa' });
  await dialog.getByLabel('Número do WhatsApp').fill('+55 11 95555-0099');
  await dialog.getByRole('button', { name: /Enviar pela instância/u }).click();
  await page.getByRole('option', { name: 'Vendas' }).click();
  await dialog.getByRole('button', { name: 'Continuar' }).click();
  await dialog.getByRole('radio', { name: /Foto do produto/u }).click();
  await dialog.locator('input[data-header]').setInputFiles(png);
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

test('a voice message is recorded, listened to, and sent', async () => {
  await page.getByRole('button', { name: 'Gravar áudio' }).click();
  // It can't be shut by a click beside it.
  const dialog = page.getByRole('alertdialog', { name: 'Gravar áudio' });
  await expectSoon(async () => /0:0[1-9]/u.test(await dialog.innerText()), true);
  await dialog.getByRole('button', { name: 'Concluir e ouvir' }).click();
  await dialog.locator('audio').waitFor();
  await dialog.getByRole('button', { name: 'Enviar' }).click();
  await expectSoon(async () => (await app.emulator.received(MARINA)).at(-1)?.content, {
    id: expect.any(String),
    voice: true,
  });
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
  await dialog.getByRole('button', { name: 'Enviar' }).click();
  await expectSoon(() => page.getByRole('dialog').count(), 0);
  const link = messages(page).getByRole('link', { name: /^Abrir sofa\.jpg em nova aba/u });
  expect(await link.getAttribute('href')).toBe(url);
  await messages(page).getByText('O sofá novo').waitFor();
  await expectSoon(async () => (await app.emulator.received(MARINA)).at(-1)?.media?.url, url);
  // It is one for who comes later, too.
  await page.reload();
  await openConversation(page, 'Marina Alves');
  await link.waitFor();
});

test.each([
  ['tudo.zip', 'application/zip', 1_000, /não aceita o formato de tudo\.zip/u],
  ['enorme.mp4', 'video/mp4', 17 * 1024 * 1024, /enorme\.mp4 tem 17.* O limite/u],
])('what the provider won’t take is told before it is uploaded: %s', async (name, mimeType, size, words) => {
  const uploads: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/outgoing-files')) uploads.push(request.url());
  });
  await choose([{ name, mimeType, buffer: Buffer.alloc(size) }]);
  await page.getByRole('dialog').getByText(words).first().waitFor();
  expect(await page.getByRole('dialog').getByRole('button', { name: 'Enviar' }).isDisabled()).toBe(true);
  expect(uploads).toEqual([]);
  await page.keyboard.press('Escape');
  await page.locator('button', { hasText: 'Descartar' }).click();
  await expectSoon(() => page.getByRole('dialog').count(), 0);
});
