import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { parse } from 'content-disposition';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PdfPages } from '../../../server/domain/media/pdf-pages.ts';
import { createLog } from '../../../server/log.ts';
import { sample, startMediaWorld } from './media-world.ts';
import type { MediaWorld } from './media-world.ts';
import { pdfOf } from './pdfs.ts';

let world: MediaWorld;
beforeAll(async () => {
  world = await startMediaWorld();
});
afterAll(() => world.stop());

const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());

/** A photo as a phone takes it: lying on its side, with the place in its metadata. */
function phonePhoto(): Promise<Buffer> {
  const noise = Buffer.from(Array.from({ length: 1_600 * 1_200 * 3 }, (_, index) => (index * 7919) % 251));
  return sharp(noise, { raw: { width: 1_600, height: 1_200, channels: 3 } })
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Artist: 'Luciana' } })
    .jpeg()
    .toBuffer();
}

describe('an image', () => {
  test('received -> ready, whole at its address, and smaller and upright as a preview without metadata', async () => {
    const bytes = await phonePhoto();
    const { message } = await world.receive({ bytes, caption: 'A caixa' });
    const media = await world.settled(message.id, 'ready');
    expect(media).toMatchObject({
      id: message.id,
      mime_type: 'image/jpeg',
      size_bytes: bytes.byteLength,
      width: 1_200,
      height: 1_600,
    });
    expect(message).toMatchObject({ message: 'A caixa', tag_type: 'image' });

    const original = await world.get(media.url);
    expect(original.status).toBe(200);
    expect((await bytesOf(original)).equals(bytes)).toBe(true);

    const preview = await bytesOf(await world.get(media.preview_url));
    expect(preview.byteLength).toBeLessThan(bytes.byteLength);
    const decoded = await sharp(preview).metadata();
    expect(decoded).toMatchObject({ format: 'webp', width: 480, height: 640 });
    expect(decoded.exif).toBeUndefined();
    expect(decoded.orientation).toBeUndefined();
  });

  test('its headers let a browser show it and nothing else', async () => {
    const { message } = await world.receive({ bytes: await sample('photo.jpg') });
    const media = await world.settled(message.id, 'ready');
    for (const [path, type] of [
      [media.url, 'image/jpeg'],
      [media.preview_url, 'image/webp'],
    ] as const) {
      const { headers } = await world.get(path, { method: 'HEAD' });
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': type,
        'content-disposition': 'inline',
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, max-age=600, immutable',
        'accept-ranges': 'bytes',
      });
    }
  });

  test('the same bytes twice -> kept once; another company keeps its own', async () => {
    const bytes = await sharp({ create: { width: 30, height: 20, channels: 3, background: '#246' } })
      .png()
      .toBuffer();
    const name = createHash('sha256').update(bytes).digest('hex');
    const copies = async () => (await world.kept()).filter((each) => each === name).length;
    const announced = { bytes, mimeType: 'image/png' };
    for (const _ of [1, 2]) await world.settled((await world.receive(announced)).message.id, 'ready');
    expect(await copies()).toBe(1);
    const { message } = await world.receive({ ...announced, number: 'brisa' });
    await world.settled(message.id, 'ready', world.people.bia);
    expect(await copies()).toBe(2);
  });
});

describe('ranges', () => {
  test('parts of a video, from its end too; an impossible one -> 416', async () => {
    const bytes = await sample('clip.mp4');
    const { message } = await world.receive({ kind: 'video', bytes, mimeType: 'video/mp4' });
    const { url, preview_url: preview, width } = await world.settled(message.id, 'ready');
    expect([preview, width]).toEqual([null, null]);
    const part = async (range: string) => world.get(url, { headers: { range } });

    const first = await part('bytes=0-99');
    expect([first.status, first.headers.get('content-range')]).toEqual([206, `bytes 0-99/${bytes.byteLength}`]);
    expect((await bytesOf(first)).equals(bytes.subarray(0, 100))).toBe(true);
    expect((await bytesOf(await part('bytes=-50'))).equals(bytes.subarray(-50))).toBe(true);
    expect((await bytesOf(await part(`bytes=1000-`))).equals(bytes.subarray(1_000))).toBe(true);

    const beyond = await part(`bytes=${bytes.byteLength}-`);
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${bytes.byteLength}`]);
    expect(beyond.headers.get('cache-control')).toBe('no-store');
    const head = await world.get(url, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.byteLength)]);
    expect((await bytesOf(head)).byteLength).toBe(0);
  });
});

describe('other kinds', () => {
  test.each([
    ['audio', 'voice.ogg', 'audio/ogg; codecs=opus', 'audio/ogg'],
    ['video', 'clip.mp4', 'video/mp4', 'video/mp4'],
    ['sticker', 'sticker.webp', 'image/webp', 'image/webp'],
  ] as const)('%s -> ready, shown in place', async (kind, name, announced, checked) => {
    const bytes = await sample(name);
    const { message } = await world.receive({ kind, bytes, mimeType: announced });
    const { url, mime_type: mimeType } = await world.settled(message.id, 'ready');
    expect(mimeType).toBe(checked);
    const served = await world.get(url);
    expect([served.headers.get('content-type'), served.headers.get('content-disposition')]).toEqual([
      checked,
      'inline',
    ]);
    expect((await bytesOf(served)).equals(bytes)).toBe(true);
  });

  test('a PDF -> shown in place, under its name, with its first page as a preview', async () => {
    const bytes = await sample('receipt.pdf');
    const announced = {
      kind: 'document',
      bytes,
      mimeType: 'application/pdf',
      filename: 'comprovação nº 1.pdf',
    } as const;
    const { message } = await world.receive(announced);
    const { url, preview_url: preview, width } = await world.settled(message.id, 'ready');
    const { headers } = await world.get(url);
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(parse(headers.get('content-disposition') ?? '')).toMatchObject({
      type: 'inline',
      parameters: { filename: 'comprovação nº 1.pdf' },
    });
    expect(width).toBeNull();
    const page = sharp(await bytesOf(await world.get(preview)));
    expect(await page.metadata()).toMatchObject({ format: 'webp', width: 451, height: 640 });
    // Something is written on the white page.
    const { channels } = await page.stats();
    expect(channels.map(({ min, max }) => min < 100 && max > 250)).toEqual([true, true, true]);
  });

  test('a long receipt -> the preview is of its top', async () => {
    const bytes = await pdfOf({ size: [226, 1_400] });
    const { message } = await world.receive({ kind: 'document', bytes, filename: 'cupom.pdf' });
    const { preview_url: preview } = await world.settled(message.id, 'ready');
    expect(await sharp(await bytesOf(await world.get(preview))).metadata()).toMatchObject({ width: 320, height: 640 });
  });

  test.each<[string, () => Buffer | Promise<Buffer>]>([
    ['that asks for a password', () => pdfOf({ userPassword: 'cpf', ownerPassword: 'dono' })],
    ['without its second half', async () => (await sample('receipt.pdf')).subarray(0, 8_000)],
    ['that only begins like one', () => Buffer.from('%PDF-1.7\noi')],
  ])('a PDF %s -> ready without a preview', async (_what, bytesOfPdf) => {
    const bytes = await bytesOfPdf();
    const { message } = await world.receive({ kind: 'document', bytes, filename: 'fatura.pdf' });
    const media = await world.settled(message.id, 'ready');
    expect(media).toMatchObject({ mime_type: 'application/pdf', preview_url: null });
    expect((await bytesOf(await world.get(media.url))).equals(bytes)).toBe(true);
  });

  test('a PDF of more than 32 MB -> never opened', async () => {
    const pages = new PdfPages(createLog({ level: 'silent' }));
    const path = fileURLToPath(new URL('../../../server/emulator/samples/receipt.pdf', import.meta.url));
    const isDrawn = async (megabytes: number) =>
      (await pages.top({ path, sizeBytes: megabytes * 1024 * 1024, sha256: '' })) !== undefined;
    expect([await isDrawn(33), await isDrawn(32)]).toEqual([false, true]);
  });

  test.each([
    ['a page', '<!doctype html><script>alert(1)</script>', 'text/html', 'oi.html'],
    ['a vector image', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'image/svg+xml', 'logo.svg'],
    ['a table', 'nome;valor\n', 'text/csv', 'vendas.csv'],
  ])('a document that is %s -> only downloaded, not as what it says', async (_what, content, mimeType, filename) => {
    const { message } = await world.receive({ kind: 'document', bytes: Buffer.from(content), mimeType, filename });
    const { url, preview_url: preview } = await world.settled(message.id, 'ready');
    expect(preview).toBeNull();
    const { headers } = await world.get(url);
    expect(headers.get('content-type')).toBe('application/octet-stream');
    expect(headers.get('content-disposition')).toBe(`attachment; filename=${filename}`);
  });

  test('a photo sent as a document -> downloaded under its name, with a preview', async () => {
    const bytes = await sample('photo.jpg');
    const { message } = await world.receive({ kind: 'document', bytes, filename: 'foto.jpg' });
    const media = await world.settled(message.id, 'ready');
    expect((await world.get(media.url)).headers.get('content-disposition')).toBe('attachment; filename=foto.jpg');
    expect((await world.get(media.preview_url)).headers.get('content-disposition')).toBe('inline');
  });

  test.each([
    ['quotes', 'a";x="b.csv', 'a";x="b.csv'],
    ['line breaks', 'a\r\nset-cookie: b=c.csv', 'aset-cookie: b=c.csv'],
    ['a path', '../../etc/passwd.csv', '.._.._etc_passwd.csv'],
    ['a path of Windows', 'C:\\x\\y.csv', 'C:_x_y.csv'],
    ['letters that turn around', 'nota\u202Evsc.exe', 'notavsc.exe'],
  ])('a name with %s can’t break out of the header', async (_what, filename, plain) => {
    const { message } = await world.receive({
      kind: 'document',
      bytes: Buffer.from(`de ${filename}`),
      mimeType: 'text/plain',
      filename,
    });
    const { url } = await world.settled(message.id, 'ready');
    const { headers } = await world.get(url);
    expect(headers.get('set-cookie')).toBeNull();
    expect(parse(headers.get('content-disposition') ?? '')).toEqual({
      type: 'attachment',
      parameters: { filename: plain },
    });
  });
});
