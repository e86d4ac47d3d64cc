import { afterAll, beforeAll, expect, test } from 'vitest';
import { chatTickets } from '../../../contract/graphql/chat-tickets.ts';
import { customerChats } from '../../../contract/graphql/customer-chats.ts';
import { messageMedia } from '../../../contract/graphql/message-media.ts';
import { quickReplies } from '../../../contract/graphql/quick-replies.ts';
import { join } from 'node:path';
import { seedMedia } from '../../../server/demo/media.ts';
import { seedDemo } from '../../../server/demo/seed.ts';
import { FolderFiles } from '../../../server/domain/media/folder-files.ts';
import { startAttendance } from '../../support/attendance.ts';
import type { Person, World } from '../../support/attendance.ts';
import { createDemoData } from '../../support/demo-data.ts';
import type { DemoData } from '../../support/demo-data.ts';

let world: World;
let data: DemoData;
beforeAll(async () => {
  data = await createDemoData();
  world = await startAttendance({ config: { dataDir: data.env.DATA_DIR }, databaseUrl: data.env.DATABASE_URL });
  // Another start does the same: nothing, unless the cluster was given and there is no data to copy.
  await seedDemo(world.server.db, new Date());
  await seedMedia(world.server.services, new FolderFiles(join(data.env.DATA_DIR, 'media')));
});
afterAll(async () => {
  await world.stop();
  await data.drop();
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
    expect(media).toMatchObject({ state: 'ready', width: tag === 'image' ? 720 : null });
    expect(media.preview_url !== null).toBe(tag === 'image' || tag === 'pdf');
    for (const path of [media.url, media.preview_url].filter((each) => each !== null)) {
      expect((await fetch(world.url + path)).status).toBe(200);
    }
  }
  const count = () => world.rows('select count(*) from message_media');
  const before = await count();
  await seedMedia(world.server.services, new FolderFiles(join(data.env.DATA_DIR, 'media')));
  expect(await count()).toEqual(before);
  expect(
    await world.rows(`select id from message m where document_mimetype is not null
      and not exists (select from message_media f where f.message_id = m.id)`),
  ).toEqual([]);
});

/** What an attendant finds in the open tickets that they see: kinds of files, lines of the thread, tags. */
async function foundBy(who: Person): Promise<Set<string>> {
  const found = new Set<string>();
  const { items } = (await world.call(who, chatTickets, { all_users: true, pagination_limit: 100 })).chatTickets;
  for (const { id: ticket, customer, instance } of items) {
    for (const { name } of customer.tags ?? []) found.add(name === '' ? 'unnamed' : 'tag');
    const variables = { customer_id: customer.id, instance_id: instance.id, all_users: true, finished_tickets: true };
    const thread = await world.call(who, customerChats, { ...variables, limit: 200 });
    for (const { kind, chatTicket } of thread.customerChatEvents ?? []) if (chatTicket.id === ticket) found.add(kind);
    for (const { id, tag_type: tag, chatTicket } of thread.customerChats) {
      if (chatTicket?.id !== ticket || tag === null || found.has(tag) || !['image', 'audio', 'pdf'].includes(tag))
        continue;
      const { url } = (await world.call(who, messageMedia, { id })).messageMedia;
      if (url !== null && (await fetch(world.url + url)).status === 200) found.add(tag);
    }
  }
  if ((await world.call(who, quickReplies, {})).quickReplies.length > 0) found.add('quick reply');
  return found;
}

test('an attendant of each company sees each kind in conversations that are open', async () => {
  const token = await world.server.tokenOf('caio@brisa.example');
  const caio = { email: 'caio@brisa.example', tenant: 'brisa', id: '', token };
  const kinds = ['image', 'audio', 'pdf', 'note', 'tag', 'quick reply', 'transfer_offered', 'transfer_accepted'];
  for (const who of [world.people.bruno, caio]) {
    const found = await foundBy(who);
    expect({ tenant: who.tenant, missing: kinds.filter((kind) => !found.has(kind)) }).toEqual({
      tenant: who.tenant,
      missing: [],
    });
  }
});

test('no two messages show the same file', async () => {
  const shown = await world.rows<{ slug: string; files: number; messages: number }>(
    `select t.slug, count(distinct f.sha256)::int as files, count(*)::int as messages
    from message_media f join tenant t on t.id = f.tenant_id group by t.slug order by t.slug`,
  );
  expect(shown.map(({ slug, files }) => [slug, files > 50])).toEqual([
    ['aurora', true],
    ['brisa', true],
  ]);
  for (const { files, messages } of shown) expect(files).toBe(messages);
});
