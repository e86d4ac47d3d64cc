import { IDBFactory } from 'fake-indexeddb';
import { expect, test, vi } from 'vitest';
import type { OutgoingAction } from '../../src/machines/log/events-send.ts';
import { startBench } from './harness.ts';
import { eventually } from '../support/expect-eventually.ts';

let loads = true;
vi.mock(import('../../src/adapters/storage/outbox-store.ts'), async (importOriginal) => {
  const original = await importOriginal();
  const createOutboxStore: typeof original.createOutboxStore = (options) => {
    if (!loads) throw new Error('not loaded');
    return original.createOutboxStore(options);
  };
  return { ...original, createOutboxStore };
});

const FINISH: OutgoingAction = {
  kind: 'finish',
  clientId: 'finish:20',
  ticketId: '20',
  outcomeId: null,
  userId: '7',
};

/** A page that left a finish behind. */
async function left(indexedDB: IDBFactory): Promise<void> {
  loads = true;
  const bench = await startBench({ indexedDB });
  bench.adapters.run({ type: 'outbox.load', userId: '7' });
  bench.adapters.run({ type: 'outbox.putAction', action: FINISH });
  await bench.next('outbox.stored');
  bench.adapters.stop();
}

test('the outbox’s code doesn’t load -> nothing waits for it, it is said, and what is there comes once it loads', async () => {
  const indexedDB = new IDBFactory();
  await left(indexedDB);
  loads = false;
  const bench = await startBench({ indexedDB });
  bench.adapters.run({ type: 'outbox.load', userId: '7' });
  expect((await bench.next('outbox.restored')).actions).toBeUndefined();
  expect((await bench.next('outbox.readFailed')).reason).toBe('its code did not load');
  bench.adapters.run({ type: 'outbox.putAction', action: { ...FINISH, clientId: 'finish:21', ticketId: '21' } });
  expect(await bench.next('outbox.storeFailed')).toMatchObject({ clientId: 'finish:21' });
  loads = true;
  bench.adapters.run({ type: 'draft.keep', customerId: '40', instanceId: '5', text: 'Oi' });
  await eventually(() => expect(bench.had('outbox.restored').at(-1)?.actions).toEqual([FINISH]));
});

test('and never does -> a logout erases all the same', async () => {
  const indexedDB = new IDBFactory();
  await left(indexedDB);
  loads = false;
  const bench = await startBench({ indexedDB });
  bench.adapters.run({ type: 'outbox.load', userId: '7' });
  await bench.next('outbox.restored');
  bench.adapters.run({ type: 'storage.erase' });
  await eventually(async () => expect(await indexedDB.databases()).toEqual([]));
});
