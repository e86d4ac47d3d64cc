import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, test } from 'vitest';
import { createDatabase, databaseName } from '../../src/adapters/storage/database.ts';
import { DEFAULT_PREFERENCES } from '../../src/adapters/storage/local.ts';
import { createOutboxStore } from '../../src/adapters/storage/outbox-store.ts';
import { createFileShelf } from '../../src/adapters/storage/outgoing-files.ts';
import type { OutgoingAction, StoredMessage } from '../../src/machines/log/events-send.ts';
import { fillingDisk } from '../support/filling-disk.ts';
import { manualClock, steppingClock } from '../support/node-environment.ts';
import { startBench, TENANT } from './harness.ts';
import type { Bench } from './harness.ts';
import { eventually } from '../support/expect-eventually.ts';

function stored(number: number, changes: Partial<StoredMessage> = {}): StoredMessage {
  return {
    clientId: `0b8f7c1e-6f0f-4f39-9d2c-00000000000${number}`,
    tempId: `${number}-temp`,
    ticketId: '20',
    customerId: '40',
    instanceId: '5',
    toNumber: '5511987654321',
    text: `Texto ${number}`,
    replyTo: null,
    userId: '7',
    submittedAt: 1000,
    failure: null,
    ...changes,
  };
}

const REFUSED = {
  code: 'INVALID',
  key: 'error.window.closed',
  params: { hours: 24 },
  fields: {},
  requestId: 'r-1',
} as const;

const TRANSFER: OutgoingAction = {
  kind: 'transfer',
  clientId: 'transfer-1',
  ticketId: '20',
  instanceId: '5',
  target: { kind: 'person', id: '8', name: 'Carla' },
  previousOwner: null,
  note: 'Quer a segunda via.',
  userId: '7',
};
const FINISH: OutgoingAction = {
  kind: 'finish',
  clientId: 'finish:21',
  ticketId: '21',
  outcomeId: '70',
  userId: '7',
};

/** Waits until everything asked of the storage before is done: one more put, behind it in line. */
async function settled({ adapters, events }: Bench): Promise<void> {
  const message = stored(9);
  adapters.run({ type: 'outbox.put', message });
  await events.find((event) => event.type === 'outbox.stored' && event.clientId === message.clientId);
}

/** Over the databases of another: a person's is open only when the test lets it. */
function slowFor(userId: string, databases: IDBFactory, isLet: Promise<void>): IDBFactory {
  const factory = new IDBFactory();
  factory.open = (name, version) => {
    const request = databases.open(name, version);
    if (!name.endsWith(`:${userId}`)) return request;
    Object.defineProperty(request, 'onsuccess', {
      set(opened: () => void) {
        request.addEventListener('success', () => void isLet.then(opened));
      },
    });
    return request;
  };
  return factory;
}

describe('the outbox', () => {
  test('stored -> the page is gone, twice -> restored in the order of submission, whatever the clock said', async () => {
    const browser = { indexedDB: new IDBFactory(), now: steppingClock() };
    const bench = await startBench(browser);
    const messages = [
      stored(3, { submittedAt: 2000, clientId: 'c' }),
      stored(4, { submittedAt: 2000, clientId: 'a' }),
      // The clock was set back.
      stored(5, { submittedAt: 1000, clientId: 'b' }),
    ];
    for (const message of messages) bench.adapters.run({ type: 'outbox.put', message });
    bench.adapters.run({ type: 'outbox.putAction', action: TRANSFER });
    bench.adapters.run({ type: 'outbox.putAction', action: { ...FINISH, clientId: 'withdrawn' } });
    bench.adapters.run({ type: 'outbox.putAction', action: FINISH });
    bench.adapters.run({ type: 'outbox.remove', clientId: 'withdrawn' });
    await bench.all('outbox.stored', 6);
    bench.adapters.stop();

    const second = await startBench(browser);
    const later = stored(1, { submittedAt: 500, clientId: 'd' });
    second.adapters.run({ type: 'outbox.load', userId: '7' });
    // Before what was stored is read.
    second.adapters.run({ type: 'outbox.put', message: later });
    expect(await second.next('outbox.restored')).toMatchObject({ messages, actions: [TRANSFER, FINISH] });
    await second.next('outbox.stored');
    const refused = stored(3, { submittedAt: 2000, clientId: 'c', failure: REFUSED });
    second.adapters.run({ type: 'outbox.put', message: refused });
    await second.all('outbox.stored', 2);
    second.adapters.stop();

    const third = await startBench(browser);
    third.adapters.run({ type: 'outbox.load', userId: '7' });
    expect((await third.next('outbox.restored')).messages).toEqual([refused, ...messages.slice(1), later]);
    expect((await third.next('drafts.restored')).drafts).toEqual([]);
  });

  test('the clock was set back since -> what is submitted comes after what was stored', async () => {
    const indexedDB = new IDBFactory();
    const first = await startBench({ indexedDB, now: () => 2_000 });
    first.adapters.run({ type: 'outbox.put', message: stored(1) });
    await first.next('outbox.stored');
    first.adapters.stop();
    const second = await startBench({ indexedDB, now: () => 1_000 });
    second.adapters.run({ type: 'outbox.load', userId: '7' });
    await second.next('outbox.restored');
    second.adapters.run({ type: 'outbox.put', message: stored(2) });
    await second.next('outbox.stored');
    second.adapters.run({ type: 'outbox.load', userId: '7' });
    expect((await second.all('outbox.restored', 2))[1]?.messages).toEqual([stored(1), stored(2)]);
  });

  test('a transfer of an older version -> its next owner is its target; those into queues are as they were stored', async () => {
    const indexedDB = new IDBFactory();
    const { target: _target, ...rest } = TRANSFER;
    const older = { ...rest, clientId: 'older', nextOwner: { id: '8', name: 'Carla' } };
    const database = createDatabase({ indexedDB, after: manualClock().after }, databaseName('aurora', '7'));
    await database.put('outbox', 'older', { action: older, place: 1, tab: 'closed' });
    const actions: readonly OutgoingAction[] = [
      { ...TRANSFER, clientId: 'older' },
      { ...TRANSFER, clientId: 'department', target: { kind: 'department', id: '70', name: 'Financeiro' } },
      { ...TRANSFER, clientId: 'queue', target: { kind: 'queue' } },
    ];
    const bench = await startBench({ indexedDB });
    bench.adapters.run({ type: 'outbox.load', userId: '7' });
    expect(await bench.next('outbox.restored')).toMatchObject({ actions: actions.slice(0, 1) });
    for (const action of actions.slice(1)) bench.adapters.run({ type: 'outbox.putAction', action });
    await bench.all('outbox.stored', 2);
    bench.adapters.stop();
    const next = await startBench({ indexedDB });
    next.adapters.run({ type: 'outbox.load', userId: '7' });
    expect((await next.next('outbox.restored')).actions).toEqual(actions);
  });

  test('stored only when the transaction is complete', async () => {
    const indexedDB = new IDBFactory();
    const bench = await startBench({ indexedDB });
    const message = stored(1);
    bench.adapters.run({ type: 'outbox.put', message });
    await bench.next('outbox.stored');
    // A second connection sees it as soon as the event is there.
    const other = await startBench({ indexedDB });
    other.adapters.run({ type: 'outbox.load', userId: '7' });
    expect((await other.next('outbox.restored')).messages).toEqual([message]);
  });

  test('put again under the same client id -> replaced', async () => {
    const bench = await startBench();
    bench.adapters.run({ type: 'outbox.put', message: stored(1) });
    bench.adapters.run({ type: 'outbox.put', message: stored(1, { failure: REFUSED }) });
    await bench.all('outbox.stored', 2);
    bench.adapters.run({ type: 'outbox.load', userId: '7' });
    expect((await bench.next('outbox.restored')).messages).toMatchObject([{ failure: REFUSED }]);
  });

  test('removed -> not restored', async () => {
    const bench = await startBench();
    bench.adapters.run({ type: 'outbox.put', message: stored(1) });
    bench.adapters.run({ type: 'outbox.put', message: stored(2) });
    bench.adapters.run({ type: 'outbox.remove', clientId: stored(1).clientId });
    bench.adapters.run({ type: 'outbox.load', userId: '7' });
    expect((await bench.next('outbox.restored')).messages).toEqual([stored(2)]);
  });

  test('removed while it is read -> not restored', async () => {
    const bench = await startBench();
    bench.adapters.run({ type: 'outbox.put', message: stored(1) });
    await bench.next('outbox.stored');
    bench.adapters.run({ type: 'outbox.load', userId: '7' });
    bench.adapters.run({ type: 'outbox.remove', clientId: stored(1).clientId });
    expect((await bench.next('outbox.restored')).messages).toEqual([]);
  });

  test('each person and each company has their own', async () => {
    const indexedDB = new IDBFactory();
    const bench = await startBench({ indexedDB });
    bench.adapters.run({ type: 'outbox.put', message: stored(1) });
    await bench.next('outbox.stored');
    bench.adapters.run({ type: 'outbox.load', userId: '8' });
    expect((await bench.next('outbox.restored')).messages).toEqual([]);
    const names = (await indexedDB.databases()).map((database) => database.name);
    expect(new Set(names)).toEqual(new Set([`balcao:${TENANT}:7`, `balcao:${TENANT}:8`]));
  });

  test('somebody else logs in while it is read -> theirs wait for their own, and come after it', async () => {
    const indexedDB = new IDBFactory();
    const theirs = [1, 2].map((number) => stored(number, { userId: '8' }));
    const now = steppingClock();
    const first = await startBench({ indexedDB, now });
    for (const message of theirs) first.adapters.run({ type: 'outbox.put', message });
    await first.all('outbox.stored', 2);

    const { promise: isLet, resolve: letThemRead } = Promise.withResolvers<void>();
    const bench = await startBench({ indexedDB: slowFor('8', indexedDB, isLet), now });
    bench.adapters.run({ type: 'outbox.load', userId: '7' });
    bench.adapters.run({ type: 'outbox.load', userId: '8' });
    // The first is read by then.
    const other = await startBench({ indexedDB });
    other.adapters.run({ type: 'outbox.load', userId: '7' });
    await other.next('drafts.restored');
    const later = stored(3, { userId: '8', submittedAt: 500 });
    bench.adapters.run({ type: 'outbox.put', message: later });
    letThemRead();
    expect((await bench.next('outbox.restored')).messages).toEqual(theirs);
    await bench.next('outbox.stored');
    first.adapters.run({ type: 'outbox.load', userId: '8' });
    expect((await first.next('outbox.restored')).messages).toEqual([...theirs, later]);
  });

  test('stored by a newer version -> what it has more stays', async () => {
    const bench = await startBench();
    const newer = { ...stored(1), attachment: 'pdf' };
    bench.adapters.run({ type: 'outbox.put', message: newer });
    await bench.next('outbox.stored');
    bench.adapters.run({ type: 'outbox.load', userId: '7' });
    expect((await bench.next('outbox.restored')).messages).toEqual([newer]);
    await settled(bench);
    expect(bench.had('outbox.readFailed')).toEqual([]);
  });

  test('what doesn’t read well is left out and reported', async () => {
    const bench = await startBench();
    const odd = { ...stored(1), text: 7 } as unknown as StoredMessage;
    bench.adapters.run({ type: 'outbox.put', message: odd });
    bench.adapters.run({ type: 'outbox.put', message: stored(2) });
    await bench.all('outbox.stored', 2);
    bench.adapters.run({ type: 'outbox.load', userId: '7' });
    expect((await bench.next('outbox.restored')).messages).toEqual([stored(2)]);
    expect(await bench.next('outbox.readFailed')).toMatchObject({ of: 'messages', count: 1 });
  });
});

describe('drafts', () => {
  test('kept -> changed -> emptied', async () => {
    const indexedDB = new IDBFactory();
    const bench = await startBench({ indexedDB });
    bench.adapters.run({ type: 'outbox.load', userId: '7' });
    await bench.next('drafts.restored');
    const keep = (customerId: string, text: string, instanceId = '5'): void =>
      bench.adapters.run({ type: 'draft.keep', customerId, instanceId, text });
    keep('40', 'Bom');
    keep('41', 'Olá');
    keep('40', 'Bom dia');
    keep('41', '');
    // The same customer's elsewhere are other conversations.
    keep('40', 'Boa tarde', '6');
    keep('40', 'Boa noite', '7');
    keep('40', '', '7');
    bench.adapters.run({ type: 'draft.keep', customerId: '40', instanceId: '5', text: 'Ligar', of: 'note' });
    await settled(bench);

    const next = await startBench({ indexedDB });
    next.adapters.run({ type: 'outbox.load', userId: '7' });
    expect((await next.next('drafts.restored')).drafts).toEqual([
      { customerId: '40', instanceId: '5', text: 'Bom dia' },
      { customerId: '40', instanceId: '5', text: 'Ligar', of: 'note' },
      { customerId: '40', instanceId: '6', text: 'Boa tarde' },
    ]);
  });
});

test('what can’t be stored -> nothing of its transaction is done', async () => {
  const database = createDatabase({ indexedDB: new IDBFactory(), after: manualClock().after }, 'test');
  await database.put('events', '1', 'kept');
  const write = database.together(['events'], 'readwrite', (storeOf) => {
    storeOf('events').clear();
    storeOf('events').put(() => undefined, '2');
  });
  await expect(write).rejects.toThrow();
  expect(await database.all('events')).toEqual(['kept']);
});

describe('storage.erase', () => {
  test('nothing of the person is left, and the next login starts empty', async () => {
    const indexedDB = new IDBFactory();
    const bench = await startBench({ indexedDB });
    bench.adapters.run({ type: 'outbox.put', message: stored(1) });
    await bench.next('outbox.stored');
    bench.adapters.run({ type: 'storage.erase' });
    bench.adapters.run({ type: 'outbox.load', userId: '7' });
    expect((await bench.next('outbox.restored')).messages).toEqual([]);
    expect((await bench.next('drafts.restored')).drafts).toEqual([]);
  });

  test('a message that waited until the outbox was read isn’t stored any more', async () => {
    const indexedDB = new IDBFactory();
    const store = createOutboxStore({
      append: () => undefined,
      environment: { indexedDB, ...manualClock(), console, page: { online: () => true } },
      tenant: TENANT,
      tabs: { id: 'tab', leads: () => true, others: async () => new Set() },
      shelf: createFileShelf(async () => null),
    });
    await Promise.all([store.load('7'), store.putOutgoing(stored(1)), store.erase()]);
    expect(await indexedDB.databases()).toEqual([]);
  });

  test('another tab that has it open does not hold it back, and works on', async () => {
    const indexedDB = new IDBFactory();
    const other = await startBench({ indexedDB });
    other.adapters.run({ type: 'outbox.put', message: stored(1) });
    await other.next('outbox.stored');
    const bench = await startBench({ indexedDB });
    bench.adapters.run({ type: 'outbox.load', userId: '7' });
    await bench.next('drafts.restored');
    bench.adapters.run({ type: 'storage.erase' });
    bench.adapters.run({ type: 'outbox.load', userId: '7' });
    const [, again] = await bench.all('outbox.restored', 2);
    expect(again?.messages).toEqual([]);
    await settled(other);
  });
});

describe('storage that is refused', () => {
  /** A browser told to keep nothing. */
  function refusing(): IDBFactory {
    const factory = new IDBFactory();
    factory.open = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    return factory;
  }

  test.each<[string, IDBFactory | null, RegExp]>([
    ['no IndexedDB', null, /no IndexedDB/],
    ['private mode', refusing(), /insecure/],
    ['a full disk', fillingDisk(() => true), /QuotaExceededError/],
  ])('%s -> outbox.storeFailed with the reason', async (_what, indexedDB, reason) => {
    const bench = await startBench({ indexedDB });
    bench.adapters.run({ type: 'outbox.put', message: stored(1) });
    const failed = await bench.next('outbox.storeFailed');
    expect(failed.clientId).toBe(stored(1).clientId);
    expect(failed.reason).toMatch(reason);
    expect(bench.had('outbox.stored')).toEqual([]);
  });

  test('a disk that never answers -> outbox.storeFailed in time, and what was kept counts as nothing', async () => {
    const clock = manualClock();
    const indexedDB = new IDBFactory();
    const requests = new IDBFactory();
    indexedDB.open = (name) => Object.create(requests.open(name));
    const bench = await startBench({ indexedDB, ...clock });
    bench.adapters.run({ type: 'outbox.load', userId: '7' });
    bench.adapters.run({ type: 'outbox.put', message: stored(1) });
    await eventually(() => {
      clock.advance(2_000);
      expect(bench.had('outbox.storeFailed')).toMatchObject([{ clientId: stored(1).clientId, reason: 'no answer' }]);
      expect(bench.had('outbox.restored')).toMatchObject([{ messages: [] }]);
    });
  });

  test('loading -> empty, and reported; drafts, removing and erasing harm nothing', async () => {
    const bench = await startBench({ indexedDB: null });
    bench.adapters.run({ type: 'outbox.load', userId: '7' });
    expect((await bench.next('outbox.restored')).messages).toEqual([]);
    expect((await bench.next('drafts.restored')).drafts).toEqual([]);
    expect(await bench.all('outbox.readFailed', 2)).toMatchObject([
      { of: 'messages', count: null },
      { of: 'drafts', count: null },
    ]);
    bench.adapters.run({ type: 'draft.keep', customerId: '40', instanceId: '5', text: 'a' });
    bench.adapters.run({ type: 'outbox.remove', clientId: 'a' });
    await bench.environment.lines.count(2);
    bench.adapters.run({ type: 'storage.erase' });
    bench.adapters.run({ type: 'outbox.load', userId: '7' });
    await bench.all('outbox.restored', 2);
  });

  test('localStorage that throws -> opens with nothing, keeps nothing, works on', async () => {
    const refuse = (): never => {
      throw new DOMException('full', 'QuotaExceededError');
    };
    const bench = await startBench({ localStorage: { getItem: refuse, setItem: refuse, removeItem: refuse } });
    bench.adapters.start();
    expect(bench.had('app.opened')).toMatchObject([{ session: null, preferences: DEFAULT_PREFERENCES }]);
    bench.adapters.run({ type: 'preferences.keep', preferences: DEFAULT_PREFERENCES });
    bench.adapters.run({ type: 'session.forget' });
    expect(bench.environment.lines.items).toHaveLength(7);
  });
});
