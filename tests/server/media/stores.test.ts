import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { retryMessageMedia } from '../../../contract/graphql/message-media.ts';
import { sendFile } from '../../../contract/graphql/send-file.ts';
import { deleteOldFiles } from '../../../server/domain/media/delete-files.ts';
import { openFiles } from '../../../server/domain/media/open-files.ts';
import { startAttendance } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { startBucket } from '../../support/bucket.ts';
import type { TestBucket } from '../../support/bucket.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { sample, startMediaWorld } from './media-world.ts';
import type { MediaWorld } from './media-world.ts';
import { newId, putFile, upload } from './sending.ts';

const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** What holds wherever messages' files are kept. */
describe.each(['folder', 'bucket'] as const)('kept in a %s', (store) => {
  let bucket: TestBucket | undefined;
  let world: MediaWorld;
  beforeAll(async () => {
    bucket = store === 'bucket' ? await startBucket() : undefined;
    world = await startMediaWorld({}, bucket);
  });
  afterAll(async () => {
    await world.stop();
    await bucket?.stop();
  });

  test('an image and its preview are served whole, from our own address; nothing unfinished stays', async () => {
    const bytes = await sample('photo.jpg');
    const { message } = await world.receive({ bytes });
    const media = await world.settled(message.id, 'ready');
    expect(media.url).toMatch(/^\/api\/media\/[\w.-]+$/u);
    const served = await world.get(media.url);
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect((await bytesOf(served)).equals(bytes)).toBe(true);
    const preview = await world.get(media.preview_url);
    expect([preview.status, preview.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect((await world.kept()).toSorted()).toEqual([hashOf(bytes), `${hashOf(bytes)}.preview`]);
  });

  test('parts of a video, from its end too; an impossible one -> 416', async () => {
    const bytes = await sample('clip.mp4');
    const { message } = await world.receive({ kind: 'video', bytes, mimeType: 'video/mp4' });
    const { url } = await world.settled(message.id, 'ready');
    const part = async (range: string) => world.get(url, { headers: { range } });
    const size = bytes.byteLength;
    for (const [range, from, to] of [
      ['bytes=0-99', 0, 100],
      ['bytes=-50', size - 50, size],
      ['bytes=1000-', 1_000, size],
      [`bytes=1000-${size + 9}`, 1_000, size],
    ] as const) {
      const answer = await part(range);
      expect([answer.status, answer.headers.get('content-range')]).toEqual([206, `bytes ${from}-${to - 1}/${size}`]);
      expect(answer.headers.get('content-length')).toBe(String(to - from));
      expect((await bytesOf(answer)).equals(bytes.subarray(from, to))).toBe(true);
    }
    const beyond = await part(`bytes=${size}-`);
    expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${size}`]);
    const head = await world.get(url, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(size)]);
    expect((await bytesOf(head)).byteLength).toBe(0);
  });

  test('the same bytes twice -> kept once a company; lost -> said so, and fetched again', async () => {
    const bytes = await sample('receipt.pdf');
    const announced = { kind: 'document', bytes, mimeType: 'application/pdf', filename: 'a.pdf' } as const;
    const copies = async () => (await world.kept()).filter((name) => name === hashOf(bytes)).length;
    const [first, second] = [await world.receive(announced), await world.receive(announced)];
    for (const { message } of [first, second]) await world.settled(message.id, 'ready');
    expect(await copies()).toBe(1);
    const theirs = await world.receive({ ...announced, number: 'brisa' });
    await world.settled(theirs.message.id, 'ready', world.people.bia);
    expect(await copies()).toBe(2);

    const { id } = first.message;
    await world.lose(hashOf(bytes));
    expect(await world.mediaOf(id)).toMatchObject({ state: 'failed', url: null });
    await world.call(world.people.ana, retryMessageMedia, { id });
    const { url } = await world.settled(id, 'ready');
    expect((await bytesOf(await world.get(url))).equals(bytes)).toBe(true);
  });

  test('deleted with its last row, not before, and not while it is being kept', async () => {
    const { services } = world.server;
    const files = await openFiles({ dataDir: world.dataDir, media: { bucket: bucket?.settings } }, services);
    const bytes = await sample('voice.ogg');
    const { message } = await world.receive({ kind: 'audio', bytes, mimeType: 'audio/ogg' });
    await world.settled(message.id, 'ready');
    await deleteOldFiles(services, files);
    expect(await world.kept()).toContain(hashOf(bytes));
    await world.rows('delete from message_media where message_id = $1', [message.id]);
    // As after its row was stored: noted as unused from later on.
    await deleteOldFiles(services, files);
    expect(await world.kept()).toContain(hashOf(bytes));
    world.clock.ms = 2 * 3_600_000;
    await deleteOldFiles(services, files);
    world.clock.ms = 0;
    expect(await world.kept()).not.toContain(hashOf(bytes));
    expect(await world.kept()).toContain(hashOf(await sample('photo.jpg')));
  });
});

describe('a bucket that fails', () => {
  let bucket: TestBucket;
  let world: MediaWorld;
  beforeAll(async () => {
    bucket = await startBucket();
    world = await startMediaWorld({ maxAttempts: 2 }, bucket);
  });
  afterAll(async () => {
    await world.stop();
    await bucket.stop();
  });

  test('doesn’t answer -> stored files count as present', async () => {
    const { message } = await world.receive({ bytes: await sample('photo.jpg') });
    await world.settled(message.id, 'ready');
    bucket.state.isHanging = true;
    const { state, url } = await world.mediaOf(message.id);
    bucket.state.isHanging = false;
    expect(state).toBe('ready');
    expect((await world.get(url)).status).toBe(200);
  });

  test('is down for longer than the provider would get attempts -> kept once it is back', async () => {
    bucket.state.isDown = true;
    const { message } = await world.receive({ kind: 'audio', bytes: await sample('voice.ogg'), mimeType: 'audio/ogg' });
    // Three requests an attempt.
    await expectEventually(async () => bucket.state.refused).toBeGreaterThan(9);
    expect(await world.mediaOf(message.id)).toMatchObject({ state: 'fetching' });
    bucket.state.isDown = false;
    await world.settled(message.id, 'ready');
  });

  test('a file kept again while it can’t be deleted -> it waits for its row as before', async () => {
    const { services } = world.server;
    const files = await openFiles({ dataDir: world.dataDir, media: { bucket: bucket.settings } }, services);
    const sha256 = hashOf(Buffer.from('unused'));
    await world.rows(`insert into unused_file (tenant_id, sha256, since) values (1, $1, now() - interval '1 day')`, [
      sha256,
    ]);
    vi.spyOn(files, 'delete').mockImplementation(async () => {
      await world.rows(`update unused_file set since = now() + interval '1 hour' where sha256 = $1`, [sha256]);
      throw new Error('down');
    });
    await deleteOldFiles(services, files);
    const waits = 'select from unused_file where sha256 = $1 and since > now()';
    expect(await world.rows(waits, [sha256])).toHaveLength(1);
  });
});

describe('sent from a bucket', () => {
  const PHONE = '5511955550000';
  let bucket: TestBucket;
  let dataDir: string;
  let world: World;
  beforeAll(async () => {
    bucket = await startBucket();
    dataDir = await mkdtemp(join(tmpdir(), 'balcao-bucket-'));
    world = await startAttendance({
      config: { dataDir, media: { bucket: bucket.settings } },
      attendance: { outbox: { pollMs: 30, leaseMs: 2_000, uncertainMs: 300, retryMs: 10, maxRetryMs: 40 } },
    });
  });
  afterAll(async () => {
    await world.stop();
    await bucket.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  test('uploaded, then sent -> whole on the phone, also when the store was down for a while', async () => {
    const { bruno } = world.people;
    const { instance } = await world.open({ from: PHONE });
    const bytes = await sample('clip.mp4');
    const id = newId();
    bucket.state.isDown = true;
    expect((await putFile(world.url, bruno.token, id, 'clipe.mp4', bytes)).status).toBe(500);
    bucket.state.isDown = false;
    await upload(world.url, bruno.token, id, 'clipe.mp4', bytes);
    bucket.state.isDown = true;
    const { sendFile: message } = await world.call(bruno, sendFile, {
      to_number: PHONE,
      instance_id: instance.id,
      client_id: id,
    });
    await expectEventually(async () => bucket.state.refused).toBeGreaterThan(2);
    bucket.state.isDown = false;
    const onPhone = async () =>
      (await world.emulator.received(PHONE)).filter(({ callbackData }) => callbackData === message.id);
    await expectEventually(async () => (await onPhone()).length).toBe(1);
    const [received] = await onPhone();
    const file = await fetch(`${world.url}${received?.media?.url ?? '/none'}`);
    expect((await bytesOf(file)).equals(bytes)).toBe(true);
    expect(await readdir(join(dataDir, 'media', 'unfinished'))).toEqual([]);
  });
});
