import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectSoon, messages, openConversation, startBrowserApp, VENDAS } from '../support/browser-app.ts';
import type { BrowserApp, Visit } from '../support/browser-app.ts';
import { MEDIA_MAX_BYTES } from '../../server/channels/whatsapp/settings.ts';
import { MEDIA_DEFAULTS } from '../../server/domain/media/media-worker.ts';
import { flatPng } from '../server/media/flat-png.ts';
import { zipBomb } from '../server/media/zip-bomb.ts';
import { eventually } from '../support/expect-eventually.ts';

let app: BrowserApp;
let ana: Visit;
let page: Page;

const MARINA = '5511955550077';
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

beforeAll(async () => {
  app = await startBrowserApp('full');
  await app.emulator.saveCustomer(MARINA, 'Marina Alves');
  await app.emulator.write(VENDAS, MARINA, 'Mandei tudo aqui');
  // Breaks off half-way, each time.
  await app.emulator.patchPolicy({ downloads: { mode: 'cut', times: null } });
  await app.emulator.write(VENDAS, MARINA, { type: 'image', caption: 'Veja o risco' });
  await failForGood();
  ana = await app.arrive();
  page = ana.page;
  await ana.attend();
  await openConversation(page, 'Marina Alves');
});
afterAll(() => app?.stop());

/** The broken file's last attempt is due now instead of in an hour. */
async function failForGood(): Promise<void> {
  const last = `update message_media set attempts = ${MEDIA_DEFAULTS.maxAttempts - 1}, next_attempt_at = now()
    where state = 'fetching' and locked_by is null and attempts > 0`;
  const failed = "select from message_media where state = 'failed'";
  for (const query of [last, failed])
    await eventually(async () => expect((await app.owner.query(query)).rowCount).toBe(1));
  await app.emulator.patchPolicy({ downloads: { mode: 'accept' } });
}

/** Whether an image has its pixels. */
const isDrawn = (image: ReturnType<Page['locator']>) =>
  image.evaluate((element) => element instanceof HTMLImageElement && element.complete && element.naturalWidth > 0);

test('an image comes -> it is shown; by keyboard its viewer opens and closes, and the focus is back on it', async () => {
  await app.emulator.write(VENDAS, MARINA, { type: 'image' });
  const open = messages(page).getByRole('button', { name: 'Ampliar imagem de Marina Alves' });
  await open.waitFor();
  await expectSoon(() => isDrawn(open.locator('img')), true);
  await open.focus();
  await page.keyboard.press('Enter');
  const viewer = page.getByRole('dialog', { name: 'Imagem de Marina Alves' });
  await expectSoon(() => isDrawn(viewer.locator('img')), true);
  const picture = viewer.locator('img');
  const look = () => picture.evaluate((image) => image instanceof HTMLElement && image.style.transform);
  await page.keyboard.press('r');
  await expectSoon(look, 'translate(0px, 0px) rotate(90deg) scale(1)');
  // Turned, it is as wide as its place is, and as high.
  const within = await picture.evaluate((image) => {
    const [inner, outer] = [image.getBoundingClientRect(), image.parentElement?.getBoundingClientRect()];
    return [Math.round(inner.width - (outer?.width ?? 0)), Math.round(inner.left - (outer?.left ?? 0))];
  });
  expect(within).toEqual([0, 0]);
  await picture.hover();
  await page.mouse.wheel(0, -300);
  await expectSoon(async () => /scale\(1\.8/.test(String(await look())), true);
  await page.mouse.down();
  await page.mouse.move(0, 0, { steps: 4 });
  await page.mouse.up();
  // It follows the mouse, up to its edge.
  await expectSoon(async () => /translate\(-[1-9]\d+/.test(String(await look())), true);
  await page.keyboard.press('Escape');
  await expectSoon(() => open.evaluate((button) => button === document.activeElement), true);
  await expectSoon(() => viewer.count(), 0);
});

test('a voice message, a video, a sticker and a document come -> each plays, shows or opens', async () => {
  for (const type of ['audio', 'video', 'sticker', 'document'] as const)
    await app.emulator.write(VENDAS, MARINA, { type });
  const log = messages(page);
  const player = log.getByRole('group', { name: /Áudio|Mensagem de voz/u });
  await player.getByRole('button').first().click();
  // How loud it is is told by bars of different heights.
  const heights = () =>
    player
      .locator('svg[preserveAspectRatio] path')
      .first()
      .evaluate((bars) => new Set(bars.getAttribute('d')?.match(/v[\d.]+/gu)).size);
  await expectSoon(async () => (await heights()) > 5, true);
  // What was played stays known when it is over.
  await expectSoon(() => log.locator('audio').evaluate((audio: HTMLAudioElement) => audio.played.length > 0), true);
  await expectSoon(() => log.locator('video').evaluate((video: HTMLVideoElement) => video.readyState > 0), true);
  await expectSoon(() => isDrawn(log.locator('img[data-sticker]')), true);
  // The first page of the document.
  await expectSoon(() => isDrawn(log.locator('[data-page] img')), true);
  const address = await log.locator('a[href*="/api/media/"]').last().getAttribute('href');
  const file = await page.request.get(new URL(address ?? '', page.url()).href, { headers: { range: 'bytes=0-4' } });
  expect([file.status(), await file.text()]).toEqual([206, '%PDF-']);
});

test('a PDF -> the browser’s viewer draws it in the dialog, under our policy', async () => {
  const link = messages(page).getByRole('link', { name: /\.pdf/u }).last();
  expect(await page.evaluate(() => navigator.pdfViewerEnabled)).toBe(true);
  await link.click();
  await page.getByRole('dialog').locator('iframe').waitFor();
  // The viewer is a page of the browser's own inside of the answer.
  await expectSoon(() => page.frames().some((frame) => frame.url().startsWith('chrome-extension://')), true);
  await page.keyboard.press('Escape');
  await expectSoon(() => page.getByRole('dialog').count(), 0);
});

test('an image of 20,000 × 20,000 pixels -> a card for the download that says why, and no pixel is decoded', async () => {
  const media = { base64: flatPng(20_000).toString('base64'), mimeType: 'image/png' };
  await app.emulator.write(VENDAS, MARINA, { type: 'image', media });
  const link = messages(page).getByRole('link', { name: /^Baixar Foto/u });
  await link.waitFor();
  await link.getByText('Imagem grande demais para mostrar aqui. Baixe para abrir.').waitFor();
  const address = await link.getAttribute('href');
  expect(await page.locator(`img[src="${address}"]`).count()).toBe(0);
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(await download.failure()).toBeNull();
});

test('what is chosen in a list, a button, a spreadsheet that unpacks to 4 GB and an SVG with a script come -> words are shown, files are downloads', async () => {
  await app.emulator.write(VENDAS, MARINA, { type: 'interactive', reply: 'list_reply', id: 'a', title: 'Segunda via' });
  await app.emulator.write(VENDAS, MARINA, { type: 'button', text: 'Quero falar', payload: 'talk' });
  const log = messages(page);
  await log.getByText('Segunda via').waitFor();
  await log.getByText('Quero falar').waitFor();
  const files = {
    'pedidos.xlsx': [XLSX, zipBomb()],
    'logo.svg': ['image/svg+xml', SVG],
  } as const;
  for (const [filename, [mimeType, bytes]] of Object.entries(files)) {
    const media = { base64: bytes.toString('base64'), mimeType, filename };
    await app.emulator.write(VENDAS, MARINA, { type: 'document', media });
  }
  for (const [filename, [, bytes]] of Object.entries(files)) {
    const link = log.getByRole('link', { name: new RegExp(`^Baixar ${filename}`, 'u') });
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).toBe(filename);
    expect((await readFile(await download.path())).equals(bytes)).toBe(true);
  }
});

test('an executable and an SVG with a script come as images, and more than the provider allows -> refused in words, their captions are read', async () => {
  const image = (bytes: Buffer, mimeType: string) => ({ base64: bytes.toString('base64'), mimeType });
  const program = image(Buffer.from(`MZ${'\0'.repeat(4096)}`), 'image/jpeg');
  const large = { zeros: MEDIA_MAX_BYTES + 1, mimeType: XLSX, filename: 'catalogo.xlsx' };
  await app.emulator.write(VENDAS, MARINA, { type: 'image', media: program, caption: 'Olha a foto' });
  await app.emulator.write(VENDAS, MARINA, { type: 'image', media: image(SVG, 'image/svg+xml'), caption: 'Este logo' });
  await app.emulator.write(VENDAS, MARINA, { type: 'document', media: large, caption: 'O catálogo inteiro' });
  const refused = async (caption: string, words: RegExp): Promise<void> => {
    const line = messages(page).getByRole('article').filter({ hasText: caption });
    await line.getByText(words).waitFor();
    expect(await line.getByRole('button', { name: 'Tentar de novo' }).count()).toBe(0);
  };
  await refused('Olha a foto', /^Bloqueado por segurança/u);
  await refused('Este logo', /^Bloqueado por segurança/u);
  await refused('O catálogo inteiro', /maior do que o WhatsApp permite/u);
});

test('an image broke off half-way each time -> said, its caption is read; retried, it is shown', async () => {
  const line = messages(page).getByRole('article').filter({ hasText: 'Veja o risco' });
  await line.getByText('Não deu para carregar o arquivo.').waitFor();
  await line.getByRole('button', { name: 'Tentar de novo' }).click();
  await expectSoon(() => isDrawn(line.locator('img')), true);
});

test('opened anew on a phone -> at the end, also once the files are there', async () => {
  await app.emulator.write(VENDAS, MARINA, { type: 'image' });
  const phone = await app.arrive({ who: 'bruno', width: 390, height: 844, touch: true });
  await phone.attend();
  await openConversation(phone.page, 'Marina Alves');
  await expectSoon(() => isDrawn(messages(phone.page).locator('img').last()), true);
  const left = () =>
    messages(phone.page).evaluate((box) => Math.round(box.scrollHeight - box.scrollTop - box.clientHeight));
  await expectSoon(left, 0);
  expect(phone.problems).toEqual([]);
});

test('the browser complained of nothing, and nothing left the server', () => {
  // Its PDF viewer is an extension of its own.
  const ofPage = ana.problems.filter((problem) => !/^left for chrome(?:-extension)?:\/\//u.test(problem));
  expect(ofPage).toEqual([]);
});
