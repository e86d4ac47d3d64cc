import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ChatTicket } from '../../../contract/entities/chat-ticket.ts';
import type { CustomerChat } from '../../../contract/entities/customer-chat.ts';
import { ACK } from '../../../contract/facts/ack.ts';
import { IMAGE_MAX } from '../../../contract/facts/outgoing-file.ts';
import { messageMedia } from '../../../contract/graphql/message-media.ts';
import { sendFile } from '../../../contract/graphql/send-file.ts';
import type { SendFileVariables } from '../../../contract/graphql/send-file.ts';
import { deleteOldFiles } from '../../../server/domain/media/delete-files.ts';
import { FolderFiles } from '../../../server/domain/media/folder-files.ts';
import { refusalOf, startAttendance } from '../../support/attendance.ts';
import type { Person, World } from '../../support/attendance.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { flatPng } from './flat-png.ts';
import { sample } from './media-world.ts';
import { newId, putFile, upload, uploadRefusal } from './sending.ts';

const PHONE = '5511955550000';
const MB = 1024 * 1024;
const EXECUTABLE = Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), Buffer.alloc(4_096, 7)]);
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');

let world: World;
let dataDir: string;
let ticket: ChatTicket;
const clock = { ms: 0 };

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'balcao-sent-'));
  world = await startAttendance({
    config: { dataDir },
    now: () => new Date(Date.now() + clock.ms),
    attendance: { outbox: { pollMs: 30, leaseMs: 2_000, uncertainMs: 300, retryMs: 10, maxRetryMs: 40 } },
  });
  ticket = await world.open({ from: PHONE });
});
afterAll(async () => {
  await world.stop();
  await rm(dataDir, { recursive: true, force: true });
});
beforeEach(async () => {
  await world.emulator.patchPolicy({
    sends: { mode: 'accept', times: null },
    uploads: { mode: 'accept', times: null },
  });
});

const bruno = (): Person => world.people.bruno;
const put = (name: string, bytes: Uint8Array, id = newId(), who = bruno()) =>
  upload(world.url, who.token, id, name, bytes);
const send = async (id: string, more: Partial<SendFileVariables> = {}, who = bruno()): Promise<CustomerChat> =>
  (await world.call(who, sendFile, { to_number: PHONE, instance_id: ticket.instance.id, client_id: id, ...more }))
    .sendFile;
const messageOf = async (id: string) => (await world.chat(bruno(), ticket)).find((message) => message.id === id);
const outboxOf = async (id: string) =>
  (
    await world.rows<{ state: string; file: string | null; attempts: number }>(
      'select state, provider_media_id as file, attempts from outbox where message_id = $1',
      [id],
    )
  )[0];
const phone = async (id: string) =>
  (await world.emulator.received(PHONE)).filter(({ callbackData }) => callbackData === id);
const kept = async (): Promise<string[]> => {
  const all = await readdir(join(dataDir, 'media'), { recursive: true, withFileTypes: true }).catch(() => []);
  return all.filter((entry) => entry.isFile()).map(({ name }) => name);
};
const noise = (side: number) =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });

/** Uploads and sends a file; answers it as the customer's phone has it. */
async function delivered(name: string, bytes: Uint8Array, caption?: string) {
  const id = newId();
  const uploaded = await put(name, bytes, id);
  const message = await send(id, caption === undefined ? {} : { caption });
  await expectEventually(async () => (await phone(message.id)).length).toBe(1);
  const [onPhone] = await phone(message.id);
  const file = await fetch(`${world.url}${onPhone?.media?.url ?? '/none'}`);
  return { uploaded, message, onPhone, bytes: Buffer.from(await file.arrayBuffer()) };
}

describe('each kind is on the customer’s phone, and in the conversation', () => {
  test.each([
    ['foto.jpg', 'photo.jpg', 'image', 'image', 'image/jpeg', 'Veja'],
    ['recibo.pdf', 'receipt.pdf', 'pdf', 'document', 'application/pdf', 'Segue'],
    ['voz.ogg', 'voice.ogg', 'audio', 'audio', 'audio/ogg', undefined],
    ['clipe.mp4', 'clip.mp4', 'video', 'video', 'video/mp4', 'Olha'],
  ] as const)('%s', async (name, from, tagType, type, mimeType, caption) => {
    const original = await sample(from);
    const { uploaded, message, onPhone, bytes } = await delivered(name, original, caption);
    expect(uploaded).toMatchObject({ tag_type: tagType, mime_type: mimeType, size_bytes: original.byteLength });
    expect(message).toMatchObject({ tag_type: tagType, has_file: true, message: caption ?? null, type: 0 });
    expect(message.document_name).toBe(type === 'document' ? name : null);
    expect(onPhone).toMatchObject({ type, text: caption ?? '', media: { mimeType } });
    // Phones play an audio as a voice message only if they are told to.
    expect(onPhone?.content).toEqual({
      id: expect.any(String),
      ...(caption !== undefined && { caption }),
      ...(type === 'document' && { filename: name }),
      ...(type === 'audio' && { voice: true }),
    });
    expect(bytes.equals(original)).toBe(true);
    await expectEventually(async () => (await messageOf(message.id))?.ack).toBeGreaterThan(0);
    const { messageMedia: media } = await world.call(bruno(), messageMedia, { id: message.id });
    expect(media).toMatchObject({ state: 'ready', mime_type: mimeType });
    const served = await fetch(world.url + (media.url ?? ''));
    expect(Buffer.from(await served.arrayBuffer()).equals(original)).toBe(true);
    expect(media.preview_url === null).toBe(tagType !== 'image' && tagType !== 'pdf');
  });

  test('a text document goes as plain text under its name', async () => {
    const { onPhone } = await delivered('clientes.csv', Buffer.from('nome;valor\nAna;1\n'));
    expect(onPhone).toMatchObject({ type: 'document', media: { mimeType: 'text/plain', filename: 'clientes.csv' } });
  });

  test('an image sent by its address has no file', async () => {
    expect(await world.send(bruno(), ticket, 'só texto')).toMatchObject({ has_file: false });
  });
});

describe('an image that WhatsApp doesn’t take is made to fit', () => {
  test('a GIF with see-through parts -> PNG', async () => {
    const gif = await sharp({
      create: { width: 40, height: 30, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .gif()
      .toBuffer();
    const { uploaded, bytes } = await delivered('anima.gif', gif);
    expect(uploaded).toMatchObject({ tag_type: 'image', mime_type: 'image/png' });
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 40, height: 30 });
  });

  test('one over 5 MB -> a JPEG below', async () => {
    const large = await noise(2_200).png().toBuffer();
    expect(large.byteLength).toBeGreaterThan(5 * MB);
    const { uploaded, bytes } = await delivered('grande.png', large);
    expect(uploaded.mime_type).toBe('image/jpeg');
    expect(bytes.byteLength).toBeLessThanOrEqual(IMAGE_MAX);
  });

  test('a sticker -> WebP of 512 × 512 below 100 KB', async () => {
    const { uploaded, onPhone, bytes } = await delivered(
      'figura.webp',
      await noise(1_400).webp({ quality: 100 }).toBuffer(),
    );
    expect(uploaded).toMatchObject({ tag_type: 'sticker', mime_type: 'image/webp' });
    expect(onPhone?.type).toBe('sticker');
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 });
    expect(bytes.byteLength).toBeLessThanOrEqual(100_000);
  });
});

describe('refused, and nothing is kept', () => {
  const cases: [string, string, () => Uint8Array | Promise<Uint8Array>, string, string][] = [
    ['an executable called .jpg', 'foto.jpg', () => EXECUTABLE, 'error.file.content', 'file'],
    ['an executable called .pdf', 'nota.pdf', () => EXECUTABLE, 'error.file.content', 'file'],
    ['an executable', 'setup.exe', () => EXECUTABLE, 'error.file.program', 'file'],
    ['an executable called .zip', 'tudo.zip', () => EXECUTABLE, 'error.file.program', 'file'],
    ['a text called .apk', 'app.apk', () => Buffer.from('oi'), 'error.file.program', 'file'],
    [
      'an archive called .txt',
      'nota.txt',
      () => Buffer.from(`PK\x03\x04${'\0'.repeat(60)}`),
      'error.file.content',
      'file',
    ],
    ['an SVG called .png', 'logo.png', () => SVG, 'error.file.content', 'file'],
    ['20,000 × 20,000 pixels', 'bomba.png', () => flatPng(20_000), 'error.file.pixels', 'file'],
    [
      'half an image',
      'meia.jpg',
      async () => (await sample('photo.jpg')).subarray(0, 3_000),
      'error.file.content',
      'file',
    ],
    ['text called .docx', 'carta.docx', () => Buffer.from('oi'), 'error.file.content', 'file'],
    ['nothing', 'vazio.txt', () => Buffer.alloc(0), 'error.file.empty', 'file'],
    ['a name of spaces', '  ', () => Buffer.from('oi'), 'error.file.name', 'name'],
    ['a long name', `${'x'.repeat(240)}.txt`, () => Buffer.from('oi'), 'error.file.nameTooLong', 'name'],
  ];
  test.each(cases)('%s', async (_what, name, bytes, key, field) => {
    const before = await kept();
    expect(await uploadRefusal(world.url, bruno().token, name, await bytes())).toEqual({ status: 400, key, field });
    expect(await kept()).toEqual(before);
  });

  test('more bytes than its kind allows, announced or not', async () => {
    const before = await kept();
    const refused = { status: 413, key: 'error.file.tooLarge', field: 'file' };
    const large = Buffer.alloc(16 * MB + 1, 1);
    expect(await uploadRefusal(world.url, bruno().token, 'longo.mp3', large)).toEqual(refused);
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < 17; at += 1) controller.enqueue(new Uint8Array(MB));
        controller.close();
      },
    });
    expect(await uploadRefusal(world.url, bruno().token, 'longo.mp3', stream)).toEqual(refused);
    expect(await kept()).toEqual(before);
  });

  test('a sender that breaks off', async () => {
    const before = await kept();
    const abort = new AbortController();
    const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array(100_000)) });
    const sending = putFile(world.url, bruno().token, newId(), 'a.txt', body, abort.signal);
    await expectEventually(async () => (await kept()).length).toBe(before.length + 1);
    abort.abort();
    await expect(sending).rejects.toThrow();
    await expectEventually(kept).toEqual(before);
  });
});

describe('once', () => {
  test('the same upload and send again -> the same file and message', async () => {
    const id = newId();
    const first = await put('um.txt', Buffer.from('primeiro'), id);
    expect(await put('um.txt', Buffer.from('outro, mais longo'), id)).toEqual(first);
    const message = await send(id);
    expect(await send(id)).toMatchObject({ id: message.id });
    await expectEventually(async () => (await phone(message.id)).length).toBe(1);
  });

  test('an upload fails for now -> tried again; for good -> not sent, with its reason', async () => {
    await world.emulator.patchPolicy({ uploads: { mode: 'drop', times: 2 } });
    const { message } = await delivered('dois.txt', Buffer.from('dois'));
    expect(await phone(message.id)).toHaveLength(1);
    await world.emulator.patchPolicy({ uploads: { mode: 'refuse', code: 100 } });
    const id = newId();
    await put('tres.txt', Buffer.from('três'), id);
    const refused = await send(id);
    await expectEventually(async () => (await messageOf(refused.id))?.error_key).toBe('channel.error.media');
    expect(await phone(refused.id)).toEqual([]);
  });

  test('its file can’t be read for now -> tried again; never -> not sent, with its reason', async () => {
    const folder = join(dataDir, 'media');
    const id = newId();
    await put('sete.txt', Buffer.from('sete'), id);
    await rename(folder, `${folder}-away`);
    const message = await send(id);
    await expectEventually(async () => (await outboxOf(message.id))?.attempts).toBeGreaterThan(1);
    await rename(`${folder}-away`, folder);
    await expectEventually(async () => (await phone(message.id)).length).toBe(1);
    const lost = newId();
    const sha256 = createHash('sha256').update('oito').digest('hex');
    await put('oito.txt', Buffer.from('oito'), lost);
    await rm(join(folder, '1', sha256.slice(0, 2), sha256));
    const failed = await send(lost);
    await expectEventually(async () => (await messageOf(failed.id))?.error_key).toBe('error.file.lost');
    expect((await outboxOf(failed.id))?.attempts).toBe(12);
  });

  test('the send’s answer is lost -> uncertain, never sent again', async () => {
    await world.emulator.patchPolicy({ sends: { mode: 'drop', times: 1 } });
    const id = newId();
    await put('quatro.txt', Buffer.from('quatro'), id);
    const message = await send(id);
    await expectEventually(async () => (await messageOf(message.id))?.error_key).toBe('error.send.uncertain');
    expect(await phone(message.id)).toEqual([]);
  });

  test('refused for now after the upload -> sent with the same file; one that is gone is uploaded anew', async () => {
    await world.emulator.patchPolicy({ sends: { mode: 'refuse', code: 131_016, times: 2 } });
    const { message, onPhone } = await delivered('cinco.txt', Buffer.from('cinco'));
    expect(onPhone?.content).toMatchObject({ id: (await outboxOf(message.id))?.file });
    // Its statuses settle it too.
    await expectEventually(async () => (await messageOf(message.id))?.ack).toBe(ACK.read);
    await world.rows(
      `update outbox set state = 'upload', provider_media_id = '1', next_attempt_at = now(), attempts = 1 where message_id = $1`,
      [message.id],
    );
    await expectEventually(async () => (await phone(message.id)).length).toBe(2);
    expect((await outboxOf(message.id))?.file).not.toBe('1');
  });

  test('a node dies while it uploads -> another uploads it again', async () => {
    await world.emulator.patchPolicy({ uploads: { mode: 'hang', times: 1 } });
    const id = newId();
    await put('seis.txt', Buffer.from('seis'), id);
    const message = await send(id);
    await expectEventually(async () => (await world.emulator.patchPolicy({})).uploads.mode).toBe('accept');
    expect(await outboxOf(message.id)).toMatchObject({ state: 'upload', attempts: 1 });
    // Its node no longer renews the lease, which has run out.
    await world.rows('update outbox set locked_by = null, next_attempt_at = now() where message_id = $1', [message.id]);
    await expectEventually(async () => (await phone(message.id)).length).toBe(1);
    await expectEventually(async () => (await outboxOf(message.id))?.state).toBe('sent');
  });
});

describe('whose file it is', () => {
  test('another user’s, another company’s, or one that never came -> not uploaded', async () => {
    const id = newId();
    await put('meu.txt', Buffer.from('meu'), id);
    const notThere = 'NOT_FOUND error.file.notUploaded';
    expect(await refusalOf(send(id, {}, world.people.ana))).toBe(notThere);
    expect(await refusalOf(send(newId()))).toBe(notThere);
    const brisa = await world.open({ from: PHONE, number: 'brisa' });
    expect(await refusalOf(send(id, { instance_id: brisa.instance.id }, world.people.bia))).toBe(notThere);
    // The same id is a file of their own.
    await put('delas.txt', Buffer.from('da Bia'), id, world.people.bia);
    const message = await send(id, { instance_id: brisa.instance.id }, world.people.bia);
    await expectEventually(async () => (await phone(message.id))[0]?.media?.filename).toBe('delas.txt');
    expect(await refusalOf(world.call(bruno(), messageMedia, { id: message.id }))).toBe('NOT_FOUND error.notFound');
    // The refused ones took nothing: its owner still sends it.
    expect(await send(id)).toMatchObject({ document_name: 'meu.txt' });
  });

  test('without a login -> refused before a byte is read', async () => {
    expect((await putFile(world.url, '', newId(), 'a.txt', Buffer.from('oi'))).status).toBe(401);
  });

  test('a caption that its kind doesn’t take, or too long -> refused, the file stays', async () => {
    const id = newId();
    await put('voz.ogg', await sample('voice.ogg'), id);
    expect(await refusalOf(send(id, { caption: 'ouça' }))).toBe('INVALID error.file.caption');
    expect(await refusalOf(send(id, { caption: 'a'.repeat(1_025) }))).toBe('INVALID error.image.captionTooLong');
    expect(await send(id)).toMatchObject({ tag_type: 'audio' });
  });
});

test('after a day an upload that was not sent is gone with its file, unless something else has the file', async () => {
  const files = new FolderFiles(join(dataDir, 'media'));
  const [alone, shared] = [newId(), newId()];
  const { services } = world.server;
  const before = await kept();
  await put('so.txt', Buffer.from('só eu'), alone);
  await put('nosso.txt', Buffer.from('primeiro'), shared);
  expect(await kept()).toHaveLength(before.length + 1);
  await deleteOldFiles(services, files);
  expect(await kept()).toHaveLength(before.length + 1);
  clock.ms = 25 * 3_600_000;
  await deleteOldFiles(services, files);
  clock.ms = 0;
  expect(await kept()).toEqual(before);
  expect(await world.rows('select 1 from unused_file')).toEqual([]);
  expect(await refusalOf(send(alone))).toBe('NOT_FOUND error.file.notUploaded');
  expect(await world.rows(`select 1 from outgoing_file`)).toEqual([]);
});

test.each<[string, () => Uint8Array | Promise<Uint8Array>]>([
  ['tudo.zip', () => Buffer.from(`PK\x05\x06${'\0'.repeat(18)}`)],
  ['nota.zip', () => sample('receipt.pdf')],
  ['logo.svg', () => SVG],
  ['planta.dwg', () => Buffer.from('AC1032\0\0', 'latin1')],
])('what only a gateway takes, %s -> not sent by Meta’s API', async (name, bytes) => {
  const id = newId();
  await put(name, await bytes(), id);
  expect(await refusalOf(send(id))).toBe('INVALID error.file.notTaken');
});
