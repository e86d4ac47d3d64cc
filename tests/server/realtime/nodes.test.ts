import { afterEach, describe, expect, test } from 'vitest';
import { createSocketTicket } from '../../../contract/graphql/create-socket-ticket.ts';
import { startAttendance, writtenBody } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { openSocket } from '../../support/socket.ts';

const worlds: World[] = [];
const start = async (options: Parameters<typeof startAttendance>[0] = {}): Promise<World> => {
  const world = await startAttendance({ sweepMs: 100, ...options });
  worlds.push(world);
  return world;
};
afterEach(async () => {
  for (const world of worlds.splice(0).toReversed()) await world.stop();
});

describe('two nodes on one database', () => {
  test('what one takes in, the sockets of both get, in one order', async () => {
    // Each hears of it at once, not by looking for it.
    const one = await start({ sweepMs: 3_600_000 });
    const two = await start({ databaseUrl: one.server.databaseUrl, emulator: null, sweepMs: 3_600_000 });
    const sockets = [await one.socket(one.people.ana), await one.socket(one.people.ana, { url: two.url })];
    const texts = Array.from({ length: 20 }, (_, index) => `n${index}`);
    await Promise.all(texts.map((text, index) => (index % 2 === 0 ? one : two).write({ from: '5511970000001', text })));
    for (const socket of sockets) await socket.inbox.count(20, (frame) => frame.event === 'CustomerChatCreated');
    const [a, b] = sockets.map((socket) => socket.frames.map((frame) => [frame.seq, frame.event]));
    expect(b).toEqual(a);
  });

  test('a client goes on at another node where it stood', async () => {
    const one = await start();
    const two = await start({ databaseUrl: one.server.databaseUrl, emulator: null });
    const first = await one.socket(one.people.ana);
    await one.write({ from: '5511970000002', text: 'um' });
    // The instance is heard of for the first time, which is told too.
    await Promise.all([first.frame('ChatNotification'), first.frame('InstanceUpdated')]);
    const at = await first.position();
    await first.end();
    await one.write({ from: '5511970000002', text: 'dois' });
    const second = await one.socket(one.people.ana, { ...at, url: two.url });
    expect((await second.hello()).recovered).toBe(true);
    const frame = await second.frame('CustomerChatCreated');
    expect(frame.data.customerChat.message).toBe('dois');
    expect(frame.prev).toBe(at.since);
  });

  test('a ticket used at one is used at the other', async () => {
    const one = await start();
    const two = await start({ databaseUrl: one.server.databaseUrl, emulator: null });
    const { ana } = one.people;
    const { ticket } = (await one.call(ana, createSocketTicket, {})).createSocketTicket;
    const query = { tenantName: ana.tenant, userId: ana.id, ticket };
    const sockets = [one, two, one, two].map(({ url }) => openSocket(url, query));
    const outcomes = await Promise.all(
      sockets.map((socket) =>
        Promise.race([
          socket.hello().then(
            () => 'open',
            () => 'refused',
          ),
          socket.closed.then(() => 'refused'),
        ]),
      ),
    );
    expect(outcomes.toSorted()).toEqual(['open', 'refused', 'refused', 'refused']);
    for (const socket of sockets) await socket.end();
  });

  test('blocked over one, the socket at the other ends', async () => {
    const one = await start();
    const two = await start({ databaseUrl: one.server.databaseUrl, emulator: null });
    const socket = await one.socket(one.people.bruno, { url: two.url });
    await one.rows('update app_user set is_blocked = true where id = $1', [one.people.bruno.id]);
    expect((await socket.closed).code).toBe(4403);
  });
});

describe('a node', () => {
  test('that stops closes its sockets with 1012', async () => {
    const world = await startAttendance();
    const socket = await world.socket(world.people.bruno);
    await world.server.stop();
    expect((await socket.closed).code).toBe(1012);
  });

  test('sends a pong by itself, and drops a client that gives no sign of life', async () => {
    const world = await start({ attendance: { realtime: { heartbeatMs: 250 } } });
    const alive = await world.socket(world.people.bruno);
    await alive.inbox.count(4, (frame) => frame.event === 'pong');
    const dead = await world.socket(world.people.ana);
    // As behind a cable that was pulled: it is there, and answers nothing.
    dead.ws.pong = () => undefined;
    Reflect.set(dead.ws, '_autoPong', false);
    Reflect.get(dead.ws, '_receiver').removeAllListeners('ping');
    expect((await dead.closed).code).toBe(1006);
    expect((await alive.pong()).event).toBe('pong');
  });

  test('that can not keep up with a client says so and lets it go', async () => {
    const world = await start({ attendance: { realtime: { limits: { bufferMax: 64 * 1024 } } } });
    const slow = await world.socket(world.people.ana);
    const quick = await world.socket(world.people.bruno);
    slow.ws.pause();
    const text = 'x'.repeat(4_000);
    let isCut = false;
    void slow.closed.then(() => (isCut = true));
    const sockets = async () =>
      Number(/realtime_sockets (\d+)/.exec(await (await fetch(`${world.url}/metrics`)).text())?.[1]);
    await expectEventually(async () => {
      await Promise.all(Array.from({ length: 20 }, () => world.write({ from: '5511970000009', text })));
      return await sockets();
    }).toBe(1);
    slow.ws.resume();
    await expectEventually(() => isCut).toBe(true);
    expect((await quick.pong()).event).toBe('pong');
  });

  test('restarted goes on for a client that resumes', async () => {
    const first = await startAttendance({ databaseUrl: (await start()).server.databaseUrl, emulator: null });
    const socket = await first.socket(first.people.bruno);
    const at = await socket.position();
    await first.stop();
    const [world] = worlds;
    if (world === undefined) throw new Error('no world');
    await world.write({ from: '5511970000010', text: 'enquanto isso' });
    const second = await start({ databaseUrl: world.server.databaseUrl, emulator: null });
    const again = await second.socket(second.people.bruno, at);
    expect((await again.hello()).recovered).toBe(true);
    expect((await again.frame('CustomerChatCreated')).data.customerChat.message).toBe('enquanto isso');
  });

  test('whose connections to the database are all cut goes on, and so does its neighbour', async () => {
    const one = await start();
    const two = await start({ databaseUrl: one.server.databaseUrl, emulator: null });
    const sockets = [await one.socket(one.people.ana), await one.socket(one.people.ana, { url: two.url })];
    await one.rows(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
    const { id, body } = writtenBody({ from: '5511970000011', text: 'depois do corte' });
    // A 503 makes the provider repeat it.
    await expectEventually(() => one.webhook(body)).toBe(200);
    for (const socket of sockets) {
      const frame = await socket.frame('CustomerChatCreated');
      expect(frame.data.customerChat.whatsapp_message_id).toBe(id);
    }
    await one.rows('update app_user set is_blocked = true where id = $1', [one.people.ana.id]);
    for (const socket of sockets) expect((await socket.closed).code).toBe(4403);
  });

  test('whose database forgot its positions starts its clients over', async () => {
    const world = await start();
    const socket = await world.socket(world.people.bruno);
    const at = await socket.position();
    await world.rows("update tenant set epoch = gen_random_uuid(), stream_position = 0 where slug = 'aurora'");
    await world.rows('delete from event');
    expect((await socket.closed).code).toBe(1012);
    const again = await world.socket(world.people.bruno, at);
    const hello = await again.hello();
    expect(hello).toMatchObject({ recovered: false, head: 0 });
    expect(hello.epoch).not.toBe(at.epoch);
  });
});
