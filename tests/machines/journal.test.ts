import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { CLOSE } from '../../contract/facts/close-codes.ts';
import { createApp, emptyLog, replayApp } from '../../src/machines/app.ts';
import { laterParts } from '../support/later-parts.ts';
import type { Snapshots } from '../../src/machines/directory/stored.ts';
import type { AppEvent, Logged } from '../../src/machines/log/event.ts';
import { createJournal } from '../../src/machines/log/journal.ts';
import { START, aFailure, aUser, brunoViewing, carlaViewing } from '../support/builders.ts';
import { transferRemoved } from '../support/builders-events.ts';
import { greeting, listed, messageTo, opening, storedOf, ticketOf } from './directory-support.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

test('long lists again and again -> snapshots are frequent, and few are kept for a report', async () => {
  const app = createApp({ now: () => START, onCommand: () => undefined });
  const made: WeakRef<Snapshots>[] = [];
  const journal = createJournal(
    {
      log: app.log,
      snapshots: () => {
        const snapshots = app.snapshots();
        made.push(new WeakRef(snapshots));
        return snapshots;
      },
    },
    emptyLog,
  );
  const items = Array.from({ length: 100 }, (_, index) => ticketOf(index + 1));
  for (const event of [opening(brunoViewing), ...greeting(10)]) app.append(event);
  for (let count = 0; count < 1_500; count += 1) app.append(listed(2, items));
  expect(made.length).toBeGreaterThan(450);
  expect(made.length).toBeLessThanOrEqual(501);
  // What was made in a task lives as long as the task.
  await new Promise(setImmediate);
  collectGarbage();
  expect(made.filter((snapshots) => snapshots.deref() !== undefined).length).toBeLessThan(20);
  const { position, snapshots, tail } = journal.whole();
  expect(position + tail.length).toBe(app.log.position);
  expect(replayApp([], laterParts, { position, snapshots, tail })).toEqual(app.snapshots());
});

test('a page that opens on long lists -> its first snapshot comes at once', () => {
  const items = Array.from({ length: 300 }, (_, index) => ticketOf(index + 1));
  const earlier = createApp({ now: () => START, onCommand: () => undefined });
  const events: Logged[] = [];
  earlier.log.subscribe((event) => events.push(event));
  for (const event of [opening(brunoViewing), ...greeting(10), listed(2, items)]) earlier.append(event);
  const stored = { ...emptyLog, tail: events };
  const app = createApp({ now: () => START, onCommand: () => undefined, stored });
  const journal = createJournal(app, stored);
  expect(journal.latest().position).toBe(0);
  app.append(opening(brunoViewing));
  expect(journal.latest()).toMatchObject({ position: app.log.position, tail: [] });
});

test('a few long lists -> what led there is in a report still', () => {
  const app = createApp({ now: () => START, onCommand: () => undefined });
  const journal = createJournal(app, emptyLog);
  for (const event of [opening(brunoViewing), ...greeting(10)]) app.append(event);
  for (let count = 0; count < 700; count += 1) app.append(listed(2, []));
  const items = Array.from({ length: 500 }, (_, index) => ticketOf(index + 1));
  for (let count = 0; count < 5; count += 1) app.append(listed(2, items));
  expect(journal.whole().position).toBe(0);
});

const closedForGood: AppEvent = { type: 'socket.closed', attempt: 1, code: CLOSE.disconnected, reason: '' };
const otherLogsIn: readonly AppEvent[] = [
  { type: 'login.submitted', path: 'graphql', email: 'z@y', secret: 's', remember: true, to: null },
  {
    type: 'login.succeeded',
    generation: 3,
    token: 't',
    user: aUser({ id: '9' }),
    routes: ['chat'],
    originBackoffice: false,
  },
];

test.each<[string, readonly AppEvent[]]>([
  ['logged out', [{ type: 'logout.requested' }]],
  ['logged out in another tab', [{ type: 'logout.inOtherTab' }]],
  ['shut out, and somebody else logs in', [closedForGood, ...otherLogsIn]],
])('%s -> nothing of the one before is stored any more, nor in a report', (_what, events) => {
  const app = createApp({ now: () => START, onCommand: () => undefined });
  const journal = createJournal(app, emptyLog);
  for (const event of [opening(brunoViewing), ...greeting(10), listed(2, [ticketOf(1)])]) app.append(event);
  journal.renew();
  app.append(messageTo(1, 11));
  for (const event of events) app.append(event);
  for (const { position, tail, snapshots } of [journal.latest(), journal.whole()]) {
    expect([position, tail]).toEqual([app.log.position, []]);
    expect(JSON.stringify([...snapshots])).not.toContain('Cliente');
  }
});

test('what was missed, and why a form was refused, is among the notices of the next page', () => {
  const app = createApp({ now: () => START, onCommand: () => undefined });
  const journal = createJournal(app, emptyLog);
  for (const event of [opening(carlaViewing), ...greeting(10), listed(2, [])]) app.append(event);
  const { position: _p, loggedAt: _l, ...frame } = transferRemoved(2, { deletedAt: START });
  const rows = [{ id: frame.stream.id, at: START, frame }];
  app.append({
    type: 'list.answered',
    list: 'missedNotices',
    request: 1,
    page: { list: 'missedNotices', rows, total: 1 },
  });
  const limit = { id: '2026-11', percent: 80, sent: 800, limit: 1_000 };
  app.append({
    type: 'list.answered',
    list: 'messageLimit',
    request: 1,
    page: { list: 'messageLimit', rows: [limit], total: 1 },
  });
  app.append({ type: 'form.refused', form: 'chat.take', key: '501', request: 1, failure: aFailure() });
  expect(app.directory.noticeLog.getSnapshot().context.entries).toHaveLength(3);
  const next = createApp({ now: () => START, onCommand: () => undefined, stored: storedOf(journal.latest()) });
  expect(next.directory.noticeLog.getSnapshot()).toEqual(app.directory.noticeLog.getSnapshot());
  expect(next.directory.shell.getSnapshot()).toEqual(app.directory.shell.getSnapshot());
});
