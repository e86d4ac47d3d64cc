import { afterEach, expect, test } from 'vitest';
import { startAttendance, writtenBody } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { backUp } from '../../support/backup.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { detectRestore } from '../../../server/db/identity.ts';

const PHONE = '5511970000201';
const worlds: World[] = [];
const start = async (options: Parameters<typeof startAttendance>[0] = {}): Promise<World> => {
  const world = await startAttendance({ sweepMs: 100, ...options });
  worlds.push(world);
  return world;
};
afterEach(async () => {
  for (const world of worlds.splice(0).toReversed()) await world.stop();
});

const epochs = async (world: World) =>
  (await world.rows<{ epoch: string }>('select epoch from tenant order by id')).map(({ epoch }) => epoch);

/** Each message by itself: one that meets the cut is repeated, as the provider does. */
const write = async (world: World, text: string) => {
  const { body } = writtenBody({ from: PHONE, text });
  await expectEventually(() => world.webhook(body)).toBe(200);
};

test('two nodes run -> their database is restored -> every epoch changes once, and clients of both start over', async () => {
  const one = await start();
  const two = await start({ databaseUrl: one.server.databaseUrl, emulator: null });
  const { bruno } = one.people;
  await write(one, 'antes');
  const backup = await backUp(one.server.databaseUrl);
  const before = await epochs(one);
  const sockets = [await one.socket(bruno), await one.socket(bruno, { url: two.url })];
  await write(one, 'perdida');
  for (const socket of sockets) await socket.frame('CustomerChatCreated');
  const [at] = await Promise.all(sockets.map((socket) => socket.position()));
  if (at === undefined) throw new Error('no position');

  await backup.restore();
  expect(await Promise.all(sockets.map(async ({ closed }) => (await closed).code))).toEqual([1012, 1012]);
  const after = await epochs(one);
  expect(after).toHaveLength(before.length);
  expect(after.filter((epoch) => before.includes(epoch))).toEqual([]);

  // The same position is given to another message; who knows the first one isn't told that this is all.
  await write(one, 'depois');
  await write(two, 'e mais');
  for (const world of [one, two]) {
    const again = await one.socket(bruno, { ...at, url: world.url });
    const hello = await again.hello();
    expect(hello).toMatchObject({ recovered: false, epoch: after[0] });
    expect(hello.head).toBeGreaterThanOrEqual(at.since);
    await write(world, 'ao vivo');
    // What the other node took in may come behind the hello.
    await again.frame('CustomerChatCreated', ({ data }) => data.customerChat.message === 'ao vivo');
    expect(JSON.stringify(again.frames)).not.toContain('perdida');
  }
  expect(await epochs(one)).toEqual(after);
});

test('a server is started on a restored database -> every epoch changes; on the same one again -> none', async () => {
  const world = await start();
  const before = await epochs(world);
  const { databaseUrl } = world.server;
  const second = await startAttendance({ databaseUrl, emulator: null });
  expect(await epochs(world)).toEqual(before);
  await second.server.stop();
  const backup = await backUp(databaseUrl);
  await backup.restore();
  const results = await Promise.all(Array.from({ length: 6 }, () => detectRestore(world.server.db)));
  // At most one: the node itself may have been quicker than these.
  expect(results.filter(Boolean).length).toBeLessThanOrEqual(1);
  const after = await epochs(world);
  expect(after.filter((epoch) => before.includes(epoch))).toEqual([]);
  await startAttendance({ databaseUrl, emulator: null }).then((third) => third.server.stop());
  expect(await epochs(world)).toEqual(after);
});

test('tables that are made anew in the same database (pg_restore --clean) are another history too', async () => {
  const world = await start();
  const before = await epochs(world);
  // As a restore leaves it: the rows are the same, the table is not.
  await world.rows(`do $$ begin
    create table made_anew (like database_identity including all);
    insert into made_anew select * from database_identity;
    drop table database_identity;
    alter table made_anew rename to database_identity;
    grant select, update on database_identity to balcao_platform;
  end $$`);
  await expectEventually(async () => (await epochs(world)).filter((epoch) => before.includes(epoch))).toEqual([]);
});

test('another node noticed first -> a page that connects to this one can’t resume', async () => {
  const world = await start();
  const { bruno } = world.people;
  const held = await world.socket(bruno);
  await write(world, 'antes');
  await held.frame('CustomerChatCreated');
  const at = await held.position();
  await world.rows('update tenant set epoch = gen_random_uuid()');
  const again = await world.socket(bruno, at);
  expect(await again.hello()).toMatchObject({ recovered: false });
});
