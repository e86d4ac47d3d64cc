import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { CLOSE } from '../../../contract/facts/close-codes.ts';
import { frameOf } from '../../../server/http/realtime/frame.ts';
import { RealtimeSocket, SOCKET_LIMITS } from '../../../server/http/realtime/socket.ts';

const stops: (() => unknown)[] = [];
afterEach(() => stops.splice(0).forEach((stop) => stop()));

/** A page's end and the server's end of one connection. */
async function connect(bufferMax: number) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  stops.push(() => server.close());
  await once(server, 'listening');
  const accepted = new Promise<RealtimeSocket>((resolve) => {
    server.on('connection', (ws, { socket: stream }) => {
      const who = { sessionId: '1', userId: '7', takesBatches: true };
      const socket = new RealtimeSocket({ ws, stream }, who, { ...SOCKET_LIMITS, bufferMax });
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
