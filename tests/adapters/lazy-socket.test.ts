import { expect, test } from 'vitest';
import { createLazySocket } from '../../src/adapters/realtime/lazy-socket.ts';
import type { RealtimeSocket } from '../../src/adapters/realtime/socket.ts';
import type { AppEvent } from '../../src/machines/log/event.ts';

/* The code of the realtime socket comes after the page's, or doesn't. */

function bench() {
  const calls: string[] = [];
  const events: AppEvent[] = [];
  const dropped: string[] = [];
  const loads: { come: () => void; fail: () => void }[] = [];
  const real: RealtimeSocket = {
    open: ({ attempt }) => calls.push(`open ${attempt}`),
    ping: (attempt) => calls.push(`ping ${attempt}`),
    tell: ({ typing }) => calls.push(`tell ${typing}`),
    close: (attempt) => calls.push(`close ${attempt}`),
    stop: () => calls.push('stop'),
  };
  const socket = createLazySocket({
    append: (event) => events.push(event),
    vault: { drop: (ref) => void dropped.push(ref) },
    load: () =>
      new Promise((resolve, reject) => {
        loads.push({ come: () => resolve(real), fail: () => reject(new TypeError('Failed to fetch')) });
      }),
  });
  const open = (attempt: number) =>
    socket.open({ type: 'socket.open', attempt, ticket: `ticket-${attempt}`, userId: '7', epoch: null, since: null });
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  return { socket, calls, events, dropped, loads, open, settled };
}

test('asked for early, opened before its code is there -> opens with it, once', async () => {
  const { socket, calls, loads, open, settled } = bench();
  socket.prepare();
  open(1);
  socket.ping(1);
  expect(calls).toEqual([]);
  loads[0]?.come();
  await settled();
  socket.ping(1);
  open(2);
  expect(loads).toHaveLength(1);
  expect(calls).toEqual(['open 1', 'ping 1', 'open 2']);
});

test('closed, stopped or opened anew while its code comes -> only the last one opens', async () => {
  const { socket, calls, dropped, loads, open, settled } = bench();
  open(1);
  open(2);
  socket.close(1);
  loads[0]?.come();
  await settled();
  expect(calls).toEqual(['open 2']);
  expect(dropped).toEqual(['ticket-1']);

  const other = bench();
  other.open(1);
  other.socket.stop();
  other.loads[0]?.come();
  await other.settled();
  expect(other.calls).toEqual([]);
});

test('its code doesn’t come -> a broken connection; at the next attempt it is asked for again', async () => {
  const { socket, calls, events, dropped, loads, open, settled } = bench();
  socket.prepare();
  loads[0]?.fail();
  await settled();
  open(1);
  loads[1]?.fail();
  await settled();
  expect(events).toEqual([{ type: 'socket.closed', attempt: 1, code: 1006, reason: 'its code did not load' }]);
  expect(dropped).toEqual(['ticket-1']);
  open(2);
  loads[2]?.come();
  await settled();
  expect(calls).toEqual(['open 2']);
});
