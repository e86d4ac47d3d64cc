import { createHash } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { PROVIDER_KEEPS_DAYS } from '../../../contract/facts/media.ts';
import { retryMessageMedia } from '../../../contract/graphql/message-media.ts';
import { MEDIA_MAX_BYTES } from '../../../server/channels/whatsapp/settings.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { flatPng } from './flat-png.ts';
import { sample, startMediaWorld } from './media-world.ts';
import type { Announced, MediaWorld } from './media-world.ts';
import { endlessPdf } from './pdfs.ts';

let world: MediaWorld;
beforeAll(async () => {
  world = await startMediaWorld({ maxAttempts: 3, pdfMs: 500 });
});
afterAll(() => world.stop());

const NOTHING = { mime_type: null, size_bytes: null, width: null, height: null, url: null, preview_url: null };
const EXECUTABLE = Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), Buffer.alloc(4_096, 7)]);
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

/** Receives it with a text, waits for the state, and sees that the text is there. */
async function ends(announced: Announced, state: 'refused' | 'expired' | 'failed', refusal: string | null = null) {
  const { ticket, message, file } = await world.receive({ caption: 'Segue em anexo', ...announced });
  expect(await world.settled(message.id, state)).toEqual({
    id: message.id,
    state,
    refusal,
    ...NOTHING,
    expires_at: null,
  });
  const [kept] = (await world.chat(world.people.ana, ticket)).filter(({ id }) => id === message.id);
  expect(kept?.message).toBe(announced.kind === 'sticker' ? null : 'Segue em anexo');
  return { message, file };
}

describe('not what its kind allows -> refused, its text stays', () => {
  test.each<[string, () => Announced | Promise<Announced>, string?]>([
    ['an executable announced as an image', () => ({ bytes: EXECUTABLE })],
    ['an executable as a document called .jpg', () => ({ kind: 'document', bytes: EXECUTABLE, filename: 'foto.jpg' })],
    ['an SVG with a script as an image', () => ({ bytes: SVG, mimeType: 'image/svg+xml' })],
    ['an SVG called .png', () => ({ kind: 'document', bytes: SVG, mimeType: 'image/png', filename: 'logo.png' })],
    ['a page as audio', () => ({ kind: 'audio', bytes: Buffer.from('<html></html>'), mimeType: 'audio/ogg' })],
    ['an image as video', async () => ({ kind: 'video', bytes: await sample('photo.jpg'), mimeType: 'video/mp4' })],
    [
      'a photo as sticker, which has no text',
      async () => ({ kind: 'sticker', bytes: await sample('photo.jpg'), mimeType: 'image/webp' }),
    ],
    ['an image without its end', async () => ({ bytes: (await sample('photo.jpg')).subarray(0, 5_000) }), 'damaged'],
    ['nothing', () => ({ bytes: Buffer.alloc(0) })],
    ['other bytes than announced', async () => ({ bytes: await sample('photo.jpg'), sha256: 'AAAA' }), 'damaged'],
    [
      'more than the provider allows',
      () => ({ kind: 'document', bytes: Buffer.alloc(MEDIA_MAX_BYTES + 1), filename: 'a.bin' }),
      'tooLarge',
    ],
  ])('%s', async (_what, announced, refusal = 'content') => {
    const before = await world.kept();
    await ends(await announced(), 'refused', refusal);
    expect(await world.kept()).toEqual(before);
  });
});

test('a picture of 20,000 by 20,000 -> never decoded, without a preview, and only downloaded', async () => {
  const { message } = await world.receive({ bytes: flatPng(20_000), mimeType: 'image/png' });
  const media = await world.settled(message.id, 'ready');
  expect(media).toMatchObject({ width: 20_000, height: 20_000, preview_url: null });
  const { status, headers } = await world.get(media.url, { method: 'HEAD' });
  expect([status, headers.get('content-disposition')]).toEqual([200, 'attachment']);
});

test('a PDF whose page takes minutes to draw -> ready without a preview, and the thread that drew it ended', async () => {
  const threads: Worker[] = [];
  const note = (worker: Worker) => void threads.push(worker);
  process.on('worker', note);
  onTestFinished(() => void process.off('worker', note));
  const { message } = await world.receive({ kind: 'document', bytes: endlessPdf(), filename: 'boleto.pdf' });
  expect(await world.settled(message.id, 'ready')).toMatchObject({ mime_type: 'application/pdf', preview_url: null });
  expect(threads.map(({ threadId }) => threadId)).toEqual([-1]);
});

describe('shown to be wrong while it comes -> refused without waiting for the rest', () => {
  test.each<[string, () => Announced, string]>([
    [
      'by its first bytes',
      () => ({ bytes: Buffer.concat([EXECUTABLE, Buffer.alloc(300_000)]), mode: 'hang' }),
      'content',
    ],
    [
      'by more bytes than announced',
      () => ({ kind: 'document', bytes: Buffer.from('oi'), filename: 'a.bin', mode: 'endless' }),
      'tooLarge',
    ],
  ])('%s', async (_what, announced, refusal) => {
    const before = await world.kept();
    const { file } = await ends(announced(), 'refused', refusal);
    await expectEventually(async () => file.leftEarly).toBe(1);
    expect(file.asked).toBe(1);
    expect(await world.kept()).toEqual(before);
  });
});

describe('not to be had', () => {
  test('not given by the provider -> expired; asked again within its time, and not after', async () => {
    const bytes = await sample('photo.jpg');
    const { message, file } = await ends({ bytes, mode: 'gone' }, 'expired');
    file.mode = 'whole';
    const retry = () => world.call(world.people.ana, retryMessageMedia, { id: message.id });
    const aged = (days: number) =>
      world.rows('update message set created_at = now() - make_interval(days => $2) where id = $1', [message.id, days]);
    await aged(PROVIDER_KEEPS_DAYS + 1);
    expect((await retry()).retryMessageMedia).toMatchObject({ state: 'expired', url: null });
    await aged(PROVIDER_KEEPS_DAYS - 1);
    expect((await retry()).retryMessageMedia).toMatchObject({ state: 'fetching' });
    await world.settled(message.id, 'ready');
  });

  test('broken off half-way -> fetched again, whole', async () => {
    const bytes = await sample('photo.jpg');
    const before = await world.kept();
    const { message, file } = await ends({ bytes, mode: 'cut' }, 'failed');
    expect(file.asked).toBeGreaterThan(1);
    expect(await world.kept()).toEqual(before);
    file.mode = 'whole';
    await world.call(world.people.ana, retryMessageMedia, { id: message.id });
    const { url } = await world.settled(message.id, 'ready');
    expect(Buffer.from(await (await world.get(url)).arrayBuffer()).equals(bytes)).toBe(true);
  });

  test('the provider fails for too long -> failed; a retry fetches it', async () => {
    const { message, file } = await ends({ bytes: await sample('photo.jpg'), mode: 'busy' }, 'failed');
    file.mode = 'whole';
    const again = await world.call(world.people.ana, retryMessageMedia, { id: message.id });
    expect(again.retryMessageMedia).toMatchObject({ state: 'fetching', url: null });
    await world.settled(message.id, 'ready');
    const ready = await world.call(world.people.ana, retryMessageMedia, { id: message.id });
    expect(ready.retryMessageMedia.state).toBe('ready');
  });

  test('its next attempt is far off -> a retry fetches it now, unless it is being fetched', async () => {
    const { message, file } = await ends({ bytes: await sample('photo.jpg'), mode: 'busy' }, 'failed');
    const waiting = (lockedBy: string | null) =>
      world.rows(
        "update message_media set state = 'fetching', locked_by = $2, next_attempt_at = now() + interval '1 hour' where message_id = $1",
        [message.id, lockedBy],
      );
    file.mode = 'whole';
    await waiting('another node');
    const before = file.asked;
    const retry = () => world.call(world.people.ana, retryMessageMedia, { id: message.id });
    expect((await retry()).retryMessageMedia.state).toBe('fetching');
    await waiting(null);
    expect(file.asked).toBe(before);
    expect((await retry()).retryMessageMedia.state).toBe('fetching');
    await world.settled(message.id, 'ready');
  });

  test('gone from the disk -> failed; a retry fetches it', async () => {
    const bytes = await sample('receipt.pdf');
    const { message } = await world.receive({
      kind: 'document',
      bytes,
      mimeType: 'application/pdf',
      filename: 'a.pdf',
    });
    await world.settled(message.id, 'ready');
    const media = join(world.dataDir, 'media');
    await rename(media, `${media}-away`);
    // The disk can't tell: nothing is noted.
    expect(await world.mediaOf(message.id)).toMatchObject({ state: 'ready' });
    await rename(`${media}-away`, media);
    expect(await world.mediaOf(message.id)).toMatchObject({ state: 'ready' });
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const kept = join(media, '1', sha256.slice(0, 2), sha256);
    await rename(kept, `${kept}-away`);
    expect(await world.mediaOf(message.id)).toMatchObject({ state: 'failed', url: null });
    await rename(`${kept}-away`, kept);
    expect(await world.mediaOf(message.id)).toMatchObject({ state: 'ready' });
    await rm(kept);
    expect(await world.mediaOf(message.id)).toMatchObject({ state: 'failed', url: null });
    await world.call(world.people.ana, retryMessageMedia, { id: message.id });
    const { url } = await world.settled(message.id, 'ready');
    expect(Buffer.from(await (await world.get(url)).arrayBuffer()).equals(bytes)).toBe(true);
  });
});
