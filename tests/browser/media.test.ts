import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectSoon, messages, openConversation, startBrowserApp, VENDAS } from '../support/browser-app.ts';
import type { BrowserApp, Visit } from '../support/browser-app.ts';

let app: BrowserApp;
let ana: Visit;
let page: Page;

const MARINA = '5511955550077';

beforeAll(async () => {
  app = await startBrowserApp();
  await app.emulator.saveCustomer(MARINA, 'Marina Alves');
  await app.emulator.write(VENDAS, MARINA, 'Mandei tudo aqui');
  ana = await app.arrive();
  page = ana.page;
  await ana.attend();
  await openConversation(page, 'Marina Alves');
}, 120_000);
afterAll(() => app?.stop());

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
  await page.keyboard.press('Escape');
  await expectSoon(() => open.evaluate((button) => button === document.activeElement), true);
  expect(await viewer.count()).toBe(0);
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
  await expectSoon(() => isDrawn(log.locator('img').last()), true);
  const address = await log.locator('a[href*="/api/media/"]').last().getAttribute('href');
  const file = await page.request.get(new URL(address ?? '', page.url()).href, { headers: { range: 'bytes=0-4' } });
  expect([file.status(), await file.text()]).toEqual([206, '%PDF-']);
});

test('opened anew on a phone -> at the end, also once the files are there', async () => {
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
  expect(ana.problems).toEqual([]);
});
