import { afterEach, describe, expect, test } from 'vitest';
import { connected } from '../../../contract/graphql/connected.ts';
import { disconnected } from '../../../contract/graphql/disconnected.ts';
import { onlineUsers } from '../../../contract/graphql/online-users.ts';
import { users } from '../../../contract/graphql/users.ts';
import { startAttendance } from '../../support/attendance.ts';
import type { Person, World } from '../../support/attendance.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { spawnServer } from '../../support/server.ts';
import type { TestSocket } from '../../support/socket.ts';

const worlds: World[] = [];
const start = async (options: { departureGraceMs?: number; databaseUrl?: string } = {}): Promise<World> => {
  const { databaseUrl, ...realtime } = options;
  const world = await startAttendance({
    attendance: { realtime },
    ...(databaseUrl === undefined ? {} : { databaseUrl, emulator: null }),
  });
  worlds.push(world);
  return world;
};
afterEach(async () => {
  for (const world of worlds.splice(0).toReversed()) await world.stop();
});

const names = async (world: World) =>
  (await world.call(world.people.ana, onlineUsers, {})).onlineUsers.map(({ name }) => name);
const BRUNO = 'Bruno Carvalho';
const CARLA = 'Carla Mendes';

/** At work with a socket, as a page is. */
async function atWork(world: World, who: Person, url = world.url): Promise<TestSocket> {
  const socket = await world.socket(who, { url });
  await world.call(who, connected, {});
  return socket;
}
const seenAt = async (world: World, who: Person) =>
  (await world.rows<{ at: Date | null }>('select last_seen_at at from app_user where id = $1', [who.id]))[0]?.at ??
  null;
const logOut = async (world: World, who: Person): Promise<void> => {
  const headers = { authorization: `Bearer ${who.token}`, 'content-type': 'application/json' };
  const response = await fetch(`${world.url}/api/auth/logout`, { method: 'POST', headers, body: '{}' });
  expect(response.status).toBe(200);
};

describe('at work -> away', () => {
  test('logged out: at once, whatever the socket does', async () => {
    const world = await start({ departureGraceMs: 3_600_000 });
    const { bruno } = world.people;
    const socket = await atWork(world, bruno);
    expect(await names(world)).toContain(BRUNO);
    await logOut(world, bruno);
    expect(await names(world)).not.toContain(BRUNO);
    expect((await socket.closed).code).toBe(4401);
    expect(await names(world)).not.toContain(BRUNO);
    const colleagues = (await world.call(world.people.ana, users, {})).users;
    expect(colleagues.find(({ id }) => id === bruno.id)?.isConnected).toBe(false);
  });

  test('logged out in one browser, at work in another: at work; its socket closes: away', async () => {
    const world = await start({ departureGraceMs: 10 });
    const { bruno } = world.people;
    const other: Person = { ...bruno, token: await world.server.tokenOf(bruno.email) };
    const here = await atWork(world, bruno);
    const there = await atWork(world, other);
    await logOut(world, bruno);
    await here.closed;
    expect(await names(world)).toContain(BRUNO);
    await there.end();
    await expectEventually(() => names(world)).not.toContain(BRUNO);
  });

  test('the last socket closed and not back in time: away; back in time: at work', async () => {
    const world = await start({ departureGraceMs: 100 });
    const { bruno, carla } = world.people;
    const closing = await atWork(world, bruno);
    const gone = await atWork(world, carla);
    await closing.end();
    await atWork(world, bruno);
    await gone.end();
    // Bruno's time was over before Carla's.
    await expectEventually(() => names(world)).not.toContain(CARLA);
    expect(await names(world)).toContain(BRUNO);
  });

  test('away, and the socket opens again: at work; said to be away: stays away', async () => {
    const world = await start({ departureGraceMs: 10 });
    const { bruno } = world.people;
    await (await atWork(world, bruno)).end();
    await expectEventually(() => names(world)).not.toContain(BRUNO);
    await world.socket(bruno);
    await expectEventually(() => names(world)).toContain(BRUNO);
    await world.call(bruno, disconnected, {});
    const seen = await seenAt(world, bruno);
    await world.socket(bruno);
    await expectEventually(async () => (await seenAt(world, bruno)) === seen).toBe(false);
    expect(await names(world)).not.toContain(BRUNO);
  });
});

describe('with two nodes', () => {
  test('the last socket at one closed, another open at the other: at work', async () => {
    const one = await start({ departureGraceMs: 10 });
    const two = await start({ departureGraceMs: 10, databaseUrl: one.server.databaseUrl });
    const { bruno } = one.people;
    const closing = await atWork(one, bruno);
    await atWork(one, bruno, two.url);
    const seen = Number(await seenAt(one, bruno));
    await closing.end();
    await expectEventually(async () => Number(await seenAt(one, bruno)) > seen).toBe(true);
    expect(await names(one)).toContain(BRUNO);
  });

  test('one that stops sends nobody away', async () => {
    const one = await start({ departureGraceMs: 0 });
    const two = await startAttendance({
      databaseUrl: one.server.databaseUrl,
      emulator: null,
      attendance: { realtime: { departureGraceMs: 0 } },
    });
    const { bruno } = one.people;
    const socket = await atWork(one, bruno, two.url);
    await two.server.stop();
    expect((await socket.closed).code).toBe(1012);
    expect(await names(one)).toContain(BRUNO);
  });

  test('one is killed: who was only there is gone, who came to the other or was there as well never was', async () => {
    const one = await startAttendance({
      attendance: { nodes: { pollMs: 250, silenceMs: 8_000 }, realtime: { heartbeatMs: 1_000 } },
    });
    worlds.push(one);
    const { ana, bruno, carla } = one.people;
    const two = await spawnServer({ env: { DATABASE_URL: one.server.databaseUrl } });
    await atWork(one, ana);
    await Promise.all([ana, bruno, carla].map((who) => atWork(one, who, two.url)));
    // The socket's ticket shows a user before their presence is written down.
    await expectEventually(
      async () =>
        (await one.rows<{ username: string }>('select username from app_user where node_id is not null')).length,
    ).toBe(3);
    await two.end('SIGKILL');
    await atWork(one, carla);
    await expectEventually(() => names(one)).not.toContain(BRUNO);
    expect(await names(one)).toEqual(['Ana Ribeiro', CARLA]);
    const left = await one.rows<{ username: string }>('select username from app_user where left_at is not null');
    expect(left).toEqual([{ username: 'bruno' }]);
    await expectEventually(async () => (await one.rows('select id from server_node')).length).toBe(1);
    // Back, though late.
    await one.socket(bruno);
    await expectEventually(() => names(one)).toContain(BRUNO);
  });
});
