import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedPeople } from '../../../server/demo/people.ts';
import { postWebhook, writtenBody } from '../../support/attendance.ts';
import { openTestDatabase } from '../../support/database.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { spawnServer, TEST_PASSWORD } from '../../support/server.ts';
import type { SpawnedServer } from '../../support/server.ts';
import { startFileHost } from './file-host.ts';
import type { FileHost } from './file-host.ts';
import { sample } from './media-world.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
let host: FileHost;
let dataDir: string;
let server: SpawnedServer;
let env: Record<string, string>;

beforeAll(async () => {
  database = await openTestDatabase();
  await seedPeople(database.db, TEST_PASSWORD);
  await database.owner.query("update instance set access_token = 'a-token'");
  host = await startFileHost();
  dataDir = await mkdtemp(join(tmpdir(), 'balcao-media-'));
  env = { DATABASE_URL: database.url, WHATSAPP_GRAPH_URL: host.graphUrl, DATA_DIR: dataDir };
  server = await spawnServer({ env });
});
afterAll(async () => {
  await server.end();
  await host.stop();
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

const state = async () =>
  (await database.owner.query<{ state: string; attempts: number }>('select state, attempts from message_media')).rows;
const kept = async () => {
  const all = await readdir(join(dataDir, 'media'), { recursive: true, withFileTypes: true });
  // What a killed server had begun to write stays until it is swept.
  return all.filter((entry) => entry.isFile() && basename(entry.parentPath) !== 'unfinished');
};

/** What a killed server claimed is somebody else's once its lease has run out: as if that were now. */
const leaseRunsOut = () => database.owner.query('update message_media set next_attempt_at = now()');

test('killed while it fetches -> the next one fetches it again; killed before it is noted -> kept once', async () => {
  const { id, file } = host.add(await sample('photo.jpg'), 'image/jpeg', 'hang');
  const more = { type: 'image', image: { id, mime_type: 'image/jpeg' } };
  expect(await postWebhook(server.url, writtenBody({ from: '5511961110000', more }).body)).toBe(200);
  await expectEventually(() => file.asked).toBe(1);
  await server.end('SIGKILL');
  expect(await state()).toEqual([{ state: 'fetching', attempts: 1 }]);

  file.mode = 'whole';
  server = await spawnServer({ env });
  await leaseRunsOut();
  await expectEventually(state).toEqual([{ state: 'ready', attempts: 2 }]);
  expect(await kept()).toHaveLength(2);

  // As a server leaves it that has the file on the disk and dies before it says so.
  await database.owner.query("update message_media set state = 'fetching', sha256 = null");
  await leaseRunsOut();
  await expectEventually(state).toEqual([{ state: 'ready', attempts: 3 }]);
  expect(await kept()).toHaveLength(2);
});

test('stopped while it fetches -> given back, as if not tried', async () => {
  await database.owner.query('delete from message_media');
  const { id, file } = host.add(await sample('receipt.pdf'), 'application/pdf', 'hang');
  const more = { type: 'document', document: { id, mime_type: 'application/pdf', filename: 'nota.pdf' } };
  expect(await postWebhook(server.url, writtenBody({ from: '5511961110000', more }).body)).toBe(200);
  await expectEventually(() => file.asked).toBe(1);
  await server.end();
  expect(await state()).toEqual([{ state: 'fetching', attempts: 0 }]);

  file.mode = 'whole';
  server = await spawnServer({ env });
  await expectEventually(state).toEqual([{ state: 'ready', attempts: 1 }]);
});
