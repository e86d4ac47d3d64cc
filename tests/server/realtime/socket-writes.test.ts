import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { CLOSE } from '../../../contract/facts/close-codes.ts';
import type { Audience } from '../../../server/db/audience.ts';
import { frameOf } from '../../../server/http/realtime/frame.ts';
import { RealtimeSocket, SOCKET_LIMITS } from '../../../server/http/realtime/socket.ts';
import type { SocketLimits } from '../../../server/http/realtime/socket.ts';

const stops: (() => unknown)[] = [];
afterEach(() => stops.splice(0).forEach((stop) => stop()));

/** A page's end and the server's end of one connection. */
async function connect(bufferMax: number, limits: Partial<SocketLimits> = {}) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  stops.push(() => server.close());
  await once(server, 'listening');
  const accepted = new Promise<RealtimeSocket>((resolve) => {
    server.on('connection', (ws, { socket: stream }) => {
      const who = { sessionId: '1', userId: '7', takesBatches: true };
      const socket = new RealtimeSocket({ ws, stream }, who, { ...SOCKET_LIMITS, bufferMax, ...limits });
      socket.setViewer({ userId: '7', isAdmin: true, canChat: true, instanceIds: new Set(), routes: new Set() });
      resolve(socket);
    });
  });
  const page = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  stops.push(() => page.terminate());
  const positions: number[] = [];
  page.on('message', (data: Buffer) => {
    const message: unknown = JSON.parse(data.toString());
    for (const frame of [message].flat()) positions.push(Number(Reflect.get(Object(frame), 'seq')));
  });
  const closed = once(page, 'close').then(([code]) => Number(code));
  const [socket] = await Promise.all([accepted, once(page, 'open')]);
  return { page, socket, positions, closed };
}

const frame = (position: number, size = 1) => {
  const data = JSON.stringify('x'.repeat(size));
  return frameOf({ position, name: 'CustomerChatCreated', data, audience: { to: 'all' } }, 'epoch');
};

test('a replay larger than the buffer -> what comes right after it doesn’t count the page as slow', async () => {
  const { page, socket, positions } = await connect(1024);
  // More than the system's own buffers take.
  page.pause();
  const missed = Array.from({ length: 40 }, (_, index) => frame(index + 1, 512 * 1024));
  socket.goLive(missed);
  socket.deliver(frame(41));
  page.resume();
  await expect.poll(() => positions.at(-1)).toBe(41);
  expect(positions).toHaveLength(41);
});

test('closed right after a frame -> the frame comes first', async () => {
  const { socket, positions, closed } = await connect(SOCKET_LIMITS.bufferMax);
  socket.goLive([]);
  socket.deliver(frame(1));
  socket.close(CLOSE.disconnected, 'blocked');
  expect(await closed).toBe(CLOSE.disconnected);
  expect(positions).toEqual([1]);
});

test('too much comes while it catches up -> closed as too slow; as much as may wait follows in order', async () => {
  const [fits, over] = [
    await connect(SOCKET_LIMITS.bufferMax, { queueMax: 3 }),
    await connect(SOCKET_LIMITS.bufferMax, { queueMax: 3 }),
  ];
  for (const { socket } of [fits, over]) for (const position of [2, 3, 4]) socket.deliver(frame(position));
  over.socket.deliver(frame(5));
  expect(over.socket.isOpen).toBe(false);
  expect(await over.closed).toBe(CLOSE.tooSlow);
  fits.socket.goLive([frame(1)]);
  await expect.poll(() => fits.positions).toEqual([1, 2, 3, 4]);
  // What it has already doesn’t come twice.
  fits.socket.deliver(frame(4));
  fits.socket.deliver(frame(5));
  await expect.poll(() => fits.positions).toEqual([1, 2, 3, 4, 5]);
});

test('what its user may not get isn’t sent, and leaves no hole for what they may', async () => {
  const { socket, positions } = await connect(SOCKET_LIMITS.bufferMax);
  const to = (audience: Audience, position: number) =>
    frameOf({ position, name: 'CustomerChatCreated', data: '{}', audience }, 'epoch');
  const viewer = { userId: '7', isAdmin: false, canChat: true, instanceIds: new Set(['1']), routes: new Set<string>() };
  socket.setViewer(viewer);
  socket.goLive([]);
  const ticket: Audience & { to: 'ticket' } = { to: 'ticket', instanceId: '1', ownerId: null, userIds: [] };
  const frames: [Audience, boolean][] = [
    [ticket, true],
    [{ ...ticket, instanceId: '2' }, false],
    [{ ...ticket, ownerId: '7' }, true],
    [{ ...ticket, ownerId: '8' }, false],
    [{ ...ticket, ownerId: '8', userIds: ['7'] }, true],
    [{ to: 'instance', instanceId: '1' }, true],
    [{ to: 'instance', instanceId: '2' }, false],
    [{ to: 'users', userIds: ['8'], admins: true }, false],
    [{ to: 'users', userIds: ['7'], admins: false }, true],
    [{ to: 'people', userIds: ['8'] }, false],
    [{ to: 'people', userIds: ['7'] }, true],
    [{ to: 'all' }, true],
  ];
  for (const [at, [audience]] of frames.entries()) socket.deliver(to(audience, at + 1));
  const wanted = frames.flatMap(([, isTheirs], at) => (isTheirs ? [at + 1] : []));
  await expect.poll(() => positions).toEqual(wanted);
  socket.setViewer({ ...viewer, isAdmin: true });
  for (const [at, [audience]] of frames.entries()) socket.deliver(to(audience, at + 21));
  await expect
    .poll(() => positions.slice(wanted.length))
    .toEqual(
      frames.flatMap(([audience], at) =>
        audience.to === 'people' && !audience.userIds.includes('7') ? [] : [at + 21],
      ),
    );
});
