import { createHash, randomBytes } from 'node:crypto';
import { arrayBuffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { restErrorSchema } from '../../../contract/errors.ts';
import { updateCustomer } from '../../../contract/graphql/update-customer.ts';
import { customerZip } from '../../../server/documents/customer-zip.ts';
import { safeFileName } from '../../../server/documents/file-names.ts';
import type { ExportedEntry } from '../../../server/domain/customers/export-customer.ts';
import { createLog } from '../../../server/log.ts';
import { startBucket } from '../../support/bucket.ts';
import type { TestBucket } from '../../support/bucket.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { jsonOf, unzipped } from '../../support/unzipped.ts';
import { sample, startMediaWorld } from '../media/media-world.ts';
import type { MediaWorld } from '../media/media-world.ts';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe.each(['folder', 'bucket'] as const)('a customer with files in a %s', (store) => {
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

  const exported = (id: string, signal: AbortSignal | null = null) =>
    fetch(`${world.url}/api/customers/export?customer_id=${id}`, {
      headers: { authorization: `Bearer ${world.people.ana.token}` },
      signal,
    });

  test('-> a ZIP of exactly their bytes, each once, which its JSON names; a file that is gone is said', async () => {
    const from = '5511970001111';
    const [photo, voice, receipt] = await Promise.all([
      sample('photo.jpg'),
      sample('voice.ogg'),
      sample('receipt.pdf'),
    ]);
    const first = await world.receive({ from, bytes: photo });
    const spoken = await world.receive({ from, kind: 'audio', bytes: voice, mimeType: 'audio/ogg' });
    const again = await world.receive({ from, bytes: photo, caption: 'de novo' });
    const pdf = { kind: 'document', bytes: receipt, mimeType: 'application/pdf', filename: '../nota: 1.pdf' } as const;
    const lost = await world.receive({ from, ...pdf });
    const never = await world.receive({ from, bytes: await sample('sticker.webp'), mode: 'gone' });
    await world.settled(never.message.id, 'expired');
    for (const { message } of [first, spoken, again, lost]) await world.settled(message.id, 'ready');
    const { id } = first.ticket.customer;
    await world.call(world.people.ana, updateCustomer, { id, name: 'Nina', image: `data:image/png;base64,${PNG}` });

    const names = {
      photo: `arquivos/${first.message.id}-imagem.jpg`,
      voice: `arquivos/${spoken.message.id}-audio.ogg`,
      pdf: `arquivos/${lost.message.id}-.._nota_ 1.pdf`,
    };
    const whole = await exported(id);
    expect(whole.headers.get('content-type')).toBe('application/zip');
    expect(whole.headers.get('content-disposition')).toMatch(/filename="cliente-\d+-[\d-]+\.zip"/u);
    const { 'cliente.json': json, ...files } = Object.fromEntries(await unzipped(whole));
    expect(files).toEqual({
      'foto.png': Buffer.from(PNG, 'base64'),
      [names.photo]: photo,
      [names.voice]: voice,
      [names.pdf]: receipt,
    });
    expect(JSON.parse(json?.toString() ?? '')).toMatchObject({ picture: 'foto.png' });

    await world.lose(hashOf(receipt));
    const entries = await unzipped(await exported(id));
    expect([...entries.keys()]).toEqual(['cliente.json', 'foto.png', names.photo, names.voice]);
    expect(jsonOf(entries, 'cliente.json')).toMatchObject({
      entry_count: 5,
      entries: [
        { kind: 'image', file: { name: null, type: 'image/jpeg', size_bytes: photo.byteLength, path: names.photo } },
        { kind: 'audio', file: { path: names.voice } },
        { kind: 'image', text: 'de novo', file: { path: names.photo } },
        { kind: 'pdf', file: { name: '../nota: 1.pdf', path: null, missing: 'gone' } },
        { kind: 'image', file: { path: null, missing: 'gone' } },
      ],
    });
  });

  test('the client goes in the middle -> no slot is held, which refused others until then; nothing unfinished stays', async () => {
    const bytes = randomBytes(20_000_000);
    const big = { kind: 'document', bytes, mimeType: 'application/octet-stream', filename: 'a.bin' } as const;
    const { ticket, message } = await world.receive(big);
    await world.settled(message.id, 'ready');
    const before = (await world.kept()).toSorted();
    const gone = new AbortController();
    const response = await exported(ticket.customer.id, gone.signal);
    await response.body?.getReader().read();
    // Meanwhile nothing else is exported to the same person.
    const place = { customer_id: ticket.customer.id, instance_id: ticket.instance.id, format: 'json' };
    const headers = { authorization: `Bearer ${world.people.ana.token}` };
    for (const other of [
      await exported(ticket.customer.id),
      await fetch(`${world.url}/api/conversation/export?${new URLSearchParams(place).toString()}`, { headers }),
    ])
      expect([other.status, restErrorSchema.parse(await other.json()).error?.key]).toEqual([429, 'error.export.busy']);
    gone.abort();
    await expectEventually(async () => (await fetch(`${world.url}/metrics`)).text()).toContain(
      'limits_slots_in_use{limit="downloads"} 0',
    );
    await expectEventually(async () => (await world.kept()).toSorted()).toEqual(before);
  });
});

describe('the ZIP', () => {
  const entry = (id: string, sha256: string): ExportedEntry => ({
    entry: { kind: 'pdf' },
    file: { id, name: 'a.pdf', tagType: 'pdf', mimeType: null, sizeBytes: 1, url: null, state: 'ready', sha256 },
  });
  const log = createLog({ level: 'silent' });
  const record = {
    tenantId: '1',
    customerId: '2',
    exportedAt: new Date(),
    head: { name: 'Nina' },
    picture: null,
    campaigns: [],
  };
  async function* rows(...entries: ExportedEntry[]) {
    yield* entries;
  }

  test('a file that disappears while it is written -> the others are there, and it is named', async () => {
    const store = {
      has: async () => true,
      onDisk: async <T>(path: string, work: (diskPath: string) => Promise<T>) =>
        work(path.endsWith('bb') ? import.meta.filename : '/nowhere/at/all'),
    };
    const zip = customerZip({ ...record, messages: rows(entry('7', 'aa'), entry('8', 'bb')) }, store, log);
    const entries = await unzipped(new Response(await arrayBuffer(zip)));
    expect([...entries.keys()]).toEqual(['cliente.json', 'arquivos/8-a.pdf', 'faltam.json']);
    expect(jsonOf(entries, 'faltam.json')).toEqual({ missing: ['arquivos/7-a.pdf'] });
  });

  test('the store doesn’t say whether it has a file -> it is said, and the rest is there', async () => {
    const store = {
      has: () => Promise.reject(new Error('Not mounted')),
      onDisk: () => Promise.reject(new Error('Not mounted')),
    };
    const zip = customerZip({ ...record, messages: rows(entry('7', 'aa')) }, store, log);
    const entries = await unzipped(new Response(await arrayBuffer(zip)));
    expect([...entries.keys()]).toEqual(['cliente.json']);
    expect(jsonOf(entries, 'cliente.json')).toMatchObject({
      entries: [{ file: { name: 'a.pdf', path: null, missing: 'unreadable' } }],
      entry_count: 1,
    });
  });

  test.each([
    ['nota fiscal.pdf', 'nota fiscal.pdf'],
    ['../../etc/passwd', '.._.._etc_passwd'],
    ['C:\\a|b?.txt', 'C__a_b_.txt'],
    ['foto\u202Egpj.exe', 'fotogpj.exe'],
    [`${'é'.repeat(300)}.docx`, `${'é'.repeat(60)}.docx`],
    [`${'a'.repeat(59)}😀.txt`, `${'a'.repeat(59)}.txt`],
    [' ... ', ''],
  ])('the name %j -> %j', (name, safe) => {
    expect(safeFileName(name)).toBe(safe);
  });
});
