import { expect, onTestFinished, test } from 'vitest';
import { startFaultProxy } from '../support/fault-proxy.ts';
import { ok, startScriptedServer } from '../support/scripted-server.ts';

async function start() {
  const server = await startScriptedServer();
  const proxy = await startFaultProxy(server.url);
  onTestFinished(async () => {
    await proxy.close();
    await server.close();
  });
  server.on('GET /x', ok({ x: 1 }));
  return { server, proxy, get: () => fetch(`${proxy.url}/x`).then((response) => response.json()) };
}

test('open -> cut -> healed', async () => {
  const { get, proxy } = await start();
  expect(await get()).toEqual({ x: 1 });
  proxy.cut();
  await expect(get()).rejects.toThrow('fetch failed');
  proxy.heal();
  expect(await get()).toEqual({ x: 1 });
});

test('held -> the request waits -> healed -> it goes through', async () => {
  const { get, proxy, server } = await start();
  proxy.hold();
  const answer = get();
  // The proxy has it, the server doesn't.
  expect(server.requests.items).toEqual([]);
  proxy.heal();
  expect(await answer).toEqual({ x: 1 });
});

test('muted -> the server hears, and its answer waits -> cut -> it is lost', async () => {
  const { get, proxy, server } = await start();
  proxy.mute();
  const answer = get();
  await server.requests.count(1);
  proxy.cut();
  await expect(answer).rejects.toThrow('fetch failed');
  proxy.heal();
  expect(await get()).toEqual({ x: 1 });
});

test('cut -> a socket through it breaks', async () => {
  const { proxy, server } = await start();
  const socket = new WebSocket(`${proxy.url.replace('http', 'ws')}/ws`);
  await server.sockets.count(1);
  const closed = new Promise<number>((resolve) => {
    socket.addEventListener('close', (event) => resolve(event.code));
  });
  proxy.cut();
  expect(await closed).toBe(1006);
});
