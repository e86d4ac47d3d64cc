import { IDBFactory } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { createOutboxStore } from '../../src/adapters/storage/outbox-store.ts';
import { createFileShelf } from '../../src/adapters/storage/outgoing-files.ts';
import type { AppEvent } from '../../src/machines/log/event.ts';
import type { StoredMessage } from '../../src/machines/log/events-send.ts';
import { aStored } from '../support/builders.ts';
import { eventually } from '../support/expect-eventually.ts';
import { manualClock } from '../support/node-environment.ts';
import { TENANT } from './harness.ts';

const PHOTO = { name: 'foto.png', mimeType: 'image/png', bytes: 3, tag: 'image' } as const;
const CLIENTS = Array.from({ length: 20 }, (_, index) => `c-${index}`);

const message = (clientId: string, more: Partial<StoredMessage> = {}) => aStored({ clientId, userId: '7', ...more });

/** Over a disk whose transactions are passed to `begin` as they begin, and whose databases open when `opening` lets them. */
function openOutbox(
  indexedDB: IDBFactory,
  begin: (transaction: IDBTransaction) => void = () => undefined,
  opening: (database: IDBDatabase) => Promise<void> | undefined = () => undefined,
  {
    clock = manualClock(),
    online = () => true,
  }: { clock?: ReturnType<typeof manualClock>; online?: () => boolean } = {},
) {
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
    // `onsuccess` is called only once it is let.
    Object.defineProperty(request, 'onsuccess', {
      set(opened: () => void) {
        request.addEventListener('success', () => {
          const isLet = opening(request.result);
          if (isLet === undefined) opened();
          else void isLet.then(opened);
        });
      },
    });
    return request;
  };
  const events: AppEvent[] = [];
  const shelf = createFileShelf(async () => null);
  const store = createOutboxStore({
    append: (event) => void events.push(event),
    environment: { indexedDB: factory, ...clock, console, page: { online } },
    tenant: TENANT,
    tabs: { id: 'tab', leads: () => true, others: async () => new Set() },
    shelf,
  });
  return { store, shelf, events };
}

async function storedIn(indexedDB: IDBFactory, userId = '7'): Promise<readonly string[]> {
  const { store, events } = openOutbox(indexedDB);
  await store.load(userId);
  return events.flatMap((event) =>
    event.type === 'outbox.restored' ? event.messages.map(({ clientId }) => clientId) : [],
  );
}

test('the page is killed before the disk answers -> what it asked for is stored, in order', async () => {
  const indexedDB = new IDBFactory();
  const { store, shelf } = openOutbox(indexedDB, (transaction) =>
    transaction.addEventListener('success', (event) => event.stopImmediatePropagation(), { capture: true }),
  );
  shelf.keep('c-3', new Blob(['abc']));
  for (const clientId of CLIENTS) void store.putOutgoing(message(clientId, clientId === 'c-3' ? { file: PHOTO } : {}));
  await eventually(async () => expect(await storedIn(indexedDB)).toEqual(CLIENTS));
});

test('without a network it is the only copy -> on the disk itself before it counts as stored', async () => {
  let isOnline = true;
  const seen: string[] = [];
  const { store } = openOutbox(new IDBFactory(), ({ durability }) => void seen.push(durability), undefined, {
    online: () => isOnline,
  });
  await store.putOutgoing(message('c-1'));
  isOnline = false;
  await store.putOutgoing(message('c-2'));
  await store.removeOutgoing('c-2');
  expect(seen).toEqual(['relaxed', 'strict', 'relaxed']);
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

test('a file that doesn’t fit the disk -> its message alone isn’t stored, neither at the second try', async () => {
  const indexedDB = new IDBFactory();
  const { store, shelf, events } = openOutbox(indexedDB, (transaction) => {
    const objectStore = transaction.objectStore.bind(transaction);
    transaction.objectStore = (name) => {
      const found = objectStore(name);
      if (name === 'files')
        found.put = (file, key) => {
          // Refused later, as browsers do it: the second of one key.
          found.add(file, key);
          return found.add(file, key);
        };
      return found;
    };
  });
  shelf.keep('c-2', new Blob(['abc']));
  const putting = [
    message('c-0'),
    message('c-1'),
    message('c-2', { file: PHOTO }),
    // Again before the disk answered.
    message('c-2', { file: PHOTO }),
    message('c-3'),
  ].map(store.putOutgoing);
  await Promise.all(putting);
  const failed = events.filter(({ type }) => type === 'outbox.storeFailed');
  expect(failed).toMatchObject([{ clientId: 'c-2' }, { clientId: 'c-2' }]);
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

test('somebody else logs in while entries wait, and out again -> each entry is where it belongs, and told', async () => {
  const indexedDB = new IDBFactory();
  const { store, events } = openOutbox(indexedDB);
  const theirs = CLIENTS.map((clientId) => store.putOutgoing(message(clientId)));
  const ours = [store.putOutgoing(message('b-1', { userId: '8' })), store.putOutgoing(message('b-2', { userId: '8' }))];
  await Promise.all([...theirs, ...ours, store.erase()]);
  expect(events).toEqual(CLIENTS.map((clientId) => ({ type: 'outbox.stored', clientId })));
  expect(await storedIn(indexedDB)).toEqual(CLIENTS);
  expect(await storedIn(indexedDB, '8')).toEqual([]);
});

test('somebody else logs in while the disk has the other’s entries -> theirs doesn’t wait', async () => {
  const indexedDB = new IDBFactory();
  const { promise: isLet, resolve: letThem } = Promise.withResolvers<void>();
  const { store, events } = openOutbox(indexedDB, undefined, ({ name }) => (name.endsWith(':7') ? isLet : undefined));
  const waiting = store.putOutgoing(message('c-1'));
  await store.load('8');
  await store.putOutgoing(message('b-1', { userId: '8' }));
  expect(events.map(({ type }) => type)).toEqual(['outbox.restored', 'drafts.restored', 'outbox.stored']);
  letThem();
  await waiting;
  expect(events.at(-1)).toEqual({ type: 'outbox.stored', clientId: 'c-1' });
});

test('the disk never opens -> all that wait are refused together', async () => {
  const { promise: isLet } = Promise.withResolvers<void>();
  const clock = manualClock();
  const { store, events } = openOutbox(new IDBFactory(), undefined, () => isLet, { clock });
  const putting = [store.putOutgoing(message('c-1'))];
  clock.advance(1_000);
  putting.push(store.putOutgoing(message('c-2')), store.putOutgoing(message('c-3')));
  clock.advance(60_000);
  await Promise.all(putting);
  expect(events).toEqual(
    ['c-1', 'c-2', 'c-3'].map((clientId) => ({ type: 'outbox.storeFailed', clientId, reason: 'no answer' })),
  );
});

test('put, removed and put again with its file -> stored with the file', async () => {
  const indexedDB = new IDBFactory();
  const { store, shelf } = openOutbox(indexedDB);
  const sent = message('c-1', { file: PHOTO });
  shelf.keep('c-1', new Blob(['abc']));
  const first = store.putOutgoing(sent);
  const removed = store.removeOutgoing('c-1');
  shelf.keep('c-1', new Blob(['abc']));
  await Promise.all([first, removed, store.putOutgoing(sent)]);
  expect(await storedIn(indexedDB)).toEqual(['c-1']);
  expect(await store.readFile('c-1')).not.toBeNull();
});

test('erased while the disk writes -> what waits for it doesn’t make the database again', async () => {
  const indexedDB = new IDBFactory();
  const later: Promise<void>[] = [];
  const { store } = openOutbox(indexedDB, () => {
    if (later.length === 0) later.push(store.putOutgoing(message('c-2')), store.erase());
  });
  await store.putOutgoing(message('c-1'));
  await Promise.all(later);
  expect(await indexedDB.databases()).toEqual([]);
});
