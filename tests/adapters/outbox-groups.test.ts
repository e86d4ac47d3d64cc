import { IDBFactory } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { createOutboxStore } from '../../src/adapters/storage/outbox-store.ts';
import { createFileShelf } from '../../src/adapters/storage/outgoing-files.ts';
import type { AppEvent } from '../../src/machines/log/event.ts';
import type { StoredMessage } from '../../src/machines/log/events-send.ts';
import { manualClock } from '../support/node-environment.ts';
import { TENANT } from './harness.ts';

const CLIENTS = Array.from({ length: 20 }, (_, index) => `c-${index}`);

function message(clientId: string, file?: StoredMessage['file']): StoredMessage {
  return {
    clientId,
    tempId: '1-temp',
    ticketId: '20',
    customerId: '40',
    instanceId: '5',
    toNumber: '5511987654321',
    text: `Texto ${clientId}`,
    replyTo: null,
    userId: '7',
    submittedAt: 1000,
    failure: null,
    ...(file !== undefined && { file }),
  };
}

/** Over a disk whose transactions are passed to `begin` as they begin. */
function openOutbox(indexedDB: IDBFactory, begin: (transaction: IDBTransaction) => void = () => undefined) {
  const factory = new IDBFactory();
  factory.deleteDatabase = (name) => indexedDB.deleteDatabase(name);
  factory.open = (...name) => {
    const request = indexedDB.open(...name);
    request.addEventListener('success', () => {
      const { result } = request;
      const transaction = result.transaction.bind(result);
      result.transaction = (...how) => {
        const begun = transaction(...how);
        begin(begun);
        return begun;
      };
    });
    return request;
  };
  const events: AppEvent[] = [];
  const shelf = createFileShelf(async () => null);
  const store = createOutboxStore({
    append: (event) => void events.push(event),
    environment: { indexedDB: factory, after: manualClock().after, console },
    tenant: TENANT,
    tabs: { id: 'tab', leads: () => true, others: async () => new Set() },
    shelf,
  });
  return { store, shelf, events };
}

async function storedIn(indexedDB: IDBFactory): Promise<readonly string[]> {
  const { store, events } = openOutbox(indexedDB);
  await store.load('7');
  return events.flatMap((event) =>
    event.type === 'outbox.restored' ? event.messages.map(({ clientId }) => clientId) : [],
  );
}

test('many wait while the disk is busy -> one transaction stores them all, in order', async () => {
  const indexedDB = new IDBFactory();
  let writing = 0;
  const { store, events } = openOutbox(indexedDB, ({ mode }) => (writing += mode === 'readwrite' ? 1 : 0));
  await Promise.all(CLIENTS.map((clientId) => store.putOutgoing(message(clientId))));
  expect(events).toEqual(CLIENTS.map((clientId) => ({ type: 'outbox.stored', clientId })));
  // The first alone, as nothing was being written; then the others.
  expect(writing).toBe(2);
  expect(await storedIn(indexedDB)).toEqual(CLIENTS);
});

test('one is removed while it waits -> it isn’t stored, the others are', async () => {
  const indexedDB = new IDBFactory();
  const { store } = openOutbox(indexedDB);
  const putting = CLIENTS.map((clientId) => store.putOutgoing(message(clientId)));
  await Promise.all([...putting, store.removeOutgoing('c-7')]);
  expect(await storedIn(indexedDB)).toEqual(CLIENTS.filter((clientId) => clientId !== 'c-7'));
});

test('removed before it is read again -> not restored', async () => {
  const { store, events } = openOutbox(new IDBFactory());
  await store.putOutgoing(message('c-1'));
  await Promise.all([store.putOutgoing(message('c-2')), store.removeOutgoing('c-1'), store.load('7')]);
  expect(events).toContainEqual({ type: 'outbox.restored', messages: [message('c-2')] });
});

test('a file that doesn’t fit the disk -> its message alone isn’t stored', async () => {
  const indexedDB = new IDBFactory();
  const { store, shelf, events } = openOutbox(indexedDB, (transaction) => {
    const objectStore = transaction.objectStore.bind(transaction);
    transaction.objectStore = (name) => {
      const found = objectStore(name);
      if (name === 'files')
        found.put = (_file, key) => {
          // As browsers do it: later.
          queueMicrotask(() => transaction.abort());
          return found.get(key ?? '') as IDBRequest<IDBValidKey>;
        };
      return found;
    };
  });
  const file = { name: 'foto.png', mimeType: 'image/png', bytes: 3, tag: 'image' } as const;
  shelf.keep('c-2', new Blob(['abc']));
  const putting = [message('c-0'), message('c-1'), message('c-2', file), message('c-3')].map(store.putOutgoing);
  await Promise.all(putting);
  const failed = events.filter(({ type }) => type === 'outbox.storeFailed');
  expect(failed).toMatchObject([{ clientId: 'c-2' }]);
  expect(await storedIn(indexedDB)).toEqual(['c-0', 'c-1', 'c-3']);
});

test('erased while they wait -> nothing of them is stored, nor told as stored', async () => {
  const indexedDB = new IDBFactory();
  const { store, events } = openOutbox(indexedDB);
  const putting = CLIENTS.map((clientId) => store.putOutgoing(message(clientId)));
  await Promise.all([...putting, store.erase()]);
  expect(await indexedDB.databases()).toEqual([]);
  expect(events.filter(({ type }) => type === 'outbox.stored')).toEqual([]);
});
