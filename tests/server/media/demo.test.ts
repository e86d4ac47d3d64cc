import { afterAll, beforeAll, expect, test } from 'vitest';
import { messageMedia } from '../../../contract/graphql/message-media.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedMedia } from '../../../server/demo/media.ts';
import { seedDemo } from '../../../server/demo/seed.ts';
import { FolderFiles } from '../../../server/domain/media/folder-files.ts';
import { startAttendance } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';

let world: World;
let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'balcao-media-'));
  world = await startAttendance({ config: { dataDir } });
  await seedDemo(world.server.db, new Date());
  await seedMedia(world.server.services, new FolderFiles(join(dataDir, 'media')));
});
afterAll(async () => {
  await world.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const rows = () =>
  world.rows<{ id: string; tag: string }>(
    `select min(m.id)::text as id, m.tag_type as tag from message m join message_media f using (tenant_id)
    where f.message_id = m.id and f.state = 'ready' and tenant_id = (select id from tenant where slug = 'aurora')
    group by m.tag_type, m.document_mimetype order by 2`,
  );

test('each seeded file is ready and served; another start adds nothing', async () => {
  const found = await rows();
  expect(new Set(found.map(({ tag }) => tag))).toEqual(new Set(['image', 'pdf', 'audio', 'video', 'doc']));
  for (const { id, tag } of found) {
    const media = (await world.call(world.people.ana, messageMedia, { id })).messageMedia;
    expect(media).toMatchObject({ state: 'ready', width: tag === 'image' ? 960 : null });
    for (const path of [media.url, media.preview_url].filter((each) => each !== null)) {
      expect((await fetch(world.url + path)).status).toBe(200);
    }
  }
  const count = () => world.rows('select count(*) from message_media');
  const before = await count();
  await seedMedia(world.server.services, new FolderFiles(join(dataDir, 'media')));
  expect(await count()).toEqual(before);
  expect(
    await world.rows(`select id from message m where document_mimetype is not null
      and not exists (select from message_media f where f.message_id = m.id)`),
  ).toEqual([]);
});
