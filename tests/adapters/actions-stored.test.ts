import { IDBFactory } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { createDatabase, databaseName } from '../../src/adapters/storage/database.ts';
import type { Command } from '../../src/machines/log/command.ts';
import type { OutgoingAction } from '../../src/machines/log/events-send.ts';
import { eventually } from '../support/expect-eventually.ts';
import { openedBy } from '../support/patient-disk.ts';
import { TENANT, startBench } from './harness.ts';
import type { Bench } from './harness.ts';

const who = { ticketId: '20', userId: '7' } as const;
const finish: OutgoingAction = { kind: 'finish', clientId: 'finish:20', outcomeId: null, ...who };
const transfer: OutgoingAction = {
  kind: 'transfer',
  clientId: 'c-1',
  instanceId: '5',
  target: { kind: 'queue' },
  previousOwner: null,
  note: '',
  ...who,
};
const given = { ticketId: '20', clientId: 'c-1', previousOwnerId: null } as const;

const CASES: readonly (readonly [string, OutgoingAction, Command])[] = [
  ['finishChatTicket', finish, { type: 'ticket.finish', ticketId: '20' }],
  ['createTicketTransfer', transfer, { type: 'transfer.create', ...given, nextOwnerId: '8' }],
  ['queueChatTicket', transfer, { type: 'transfer.queue', ...given, departmentId: null }],
];

/** Keeps the outbox busy until released. */
async function holdOutbox(indexedDB: IDBFactory): Promise<{ readonly release: () => void }> {
  let isHeld = true;
  const began = Promise.withResolvers<void>();
  const database = createDatabase(openedBy(indexedDB), databaseName(TENANT, '7'));
  void database.together(['outbox'], 'readwrite', (storeOf) => {
    const ask = () => {
      storeOf('outbox').count().onsuccess = () => {
        began.resolve();
        if (isHeld) ask();
      };
    };
    ask();
  });
  await began.promise;
  return {
    release: () => {
      isHeld = false;
      database.close();
    },
  };
}

async function openPage(indexedDB: IDBFactory): Promise<Bench> {
  const bench = await startBench({ indexedDB });
  bench.adapters.run({ type: 'outbox.load', userId: '7' });
  await bench.next('drafts.restored');
  bench.adopt('token', 1);
  return bench;
}

const sent = (bench: Bench) => bench.server.requests.items.map(({ name }) => name);

test.each(CASES)('%s -> leaves once its entry is on the disk', async (name, action, command) => {
  const indexedDB = new IDBFactory();
  const bench = await openPage(indexedDB);
  const { release } = await holdOutbox(indexedDB);
  bench.adapters.run({ type: 'outbox.putAction', action });
  bench.adapters.run(command);
  // Calls of the same code, made later, that wait for nothing.
  bench.adapters.run({ type: 'history.fetch', customerId: '40', instanceId: '5', limit: 11 });
  bench.adapters.run({ type: 'transfer.delete', transferId: '90' });
  await bench.server.requests.count(2, () => true);
  expect(sent(bench).toSorted()).toEqual(['deleteTicketTransfer', 'pastChatTickets']);
  release();
  await bench.next('outbox.stored');
  await bench.server.requests.find((request) => request.name === name);
});

test('logout before its entry is on the disk -> it doesn’t leave', async () => {
  const indexedDB = new IDBFactory();
  const bench = await openPage(indexedDB);
  const { release } = await holdOutbox(indexedDB);
  bench.adapters.run({ type: 'outbox.putAction', action: finish });
  bench.adapters.run({ type: 'ticket.finish', ticketId: '20' });
  bench.adapters.run({ type: 'storage.erase' });
  release();
  bench.adapters.run({ type: 'outbox.putAction', action: { ...finish, clientId: 'finish:21', ticketId: '21' } });
  bench.adapters.run({ type: 'ticket.finish', ticketId: '21' });
  await bench.server.requests.find(({ name }) => name === 'finishChatTicket');
  expect(bench.server.requests.items.map(({ body }) => body)).toEqual([{ id: '21' }]);
});

test('another tab’s logout that this one hasn’t heard of yet -> no draft is written after it', async () => {
  const indexedDB = new IDBFactory();
  const bench = await openPage(indexedDB);
  const draft = { type: 'draft.keep', customerId: '40', instanceId: '5' } as const;
  bench.adapters.run({ ...draft, text: 'Bom dia' });
  const erased = createDatabase(openedBy(indexedDB), databaseName(TENANT, '7'));
  await erased.erase();
  bench.adapters.run({ ...draft, text: 'Bom dia!' });
  // Somebody else's database is made after that draft would have been written.
  bench.adapters.run({ type: 'outbox.load', userId: '8' });
  bench.adapters.run({ type: 'draft.keep', customerId: '40', instanceId: '5', text: 'Oi' });
  await eventually(async () =>
    expect(await indexedDB.databases()).toMatchObject([{ name: databaseName(TENANT, '8') }]),
  );
});

test('the session expires before its entry is on the disk -> it doesn’t leave in the next one, and is repeated', async () => {
  const indexedDB = new IDBFactory();
  const bench = await openPage(indexedDB);
  const { release } = await holdOutbox(indexedDB);
  bench.adapters.run({ type: 'outbox.putAction', action: finish });
  bench.adapters.run({ type: 'ticket.finish', ticketId: '20' });
  bench.adapters.run({ type: 'token.clear' });
  bench.adopt('another token', 2);
  release();
  expect(await bench.next('ticket.finishFailed')).toMatchObject({ ticketId: '20', failure: { code: 'ABANDONED' } });
  expect(sent(bench)).toEqual([]);
});

test('the disk refuses it -> it leaves all the same', async () => {
  const bench = await startBench({ indexedDB: null });
  bench.adopt('token', 1);
  bench.adapters.run({ type: 'outbox.putAction', action: finish });
  bench.adapters.run({ type: 'ticket.finish', ticketId: '20' });
  await bench.server.requests.find(({ name }) => name === 'finishChatTicket');
  expect(bench.had('outbox.storeFailed')).toHaveLength(1);
});
