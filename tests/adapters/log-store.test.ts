import { describe, expect, test } from 'vitest';
import { parseOnDisk } from '../../src/adapters/storage/log-format.ts';
import { actorsOf, beginReading } from '../../src/adapters/storage/raw-log.ts';
import { endOf, readStoredLog } from '../../src/adapters/storage/stored-log.ts';
import { createApp, emptyLog } from '../../src/machines/app.ts';
import type { StoredLog } from '../../src/machines/app.ts';
import type { AppEvent } from '../../src/machines/log/event.ts';
import { createJournal } from '../../src/machines/log/journal.ts';
import { START, anOutgoing } from '../support/builders.ts';
import { openedBy } from '../support/patient-disk.ts';
import { fillingDisk } from '../support/filling-disk.ts';
import { messageTo } from '../machines/directory-support.ts';
import { createLogStore } from '../../src/adapters/storage/log-store.ts';
import { createLog } from '../../src/machines/log/log.ts';
import { reportOf } from '../../src/machines/log/report.ts';
import { laterParts } from '../support/later-parts.ts';
import {
  NAME,
  aDisk,
  openPage,
  logIn,
  logInOther,
  stored,
  keptOf,
  readBack,
  clear,
  eraseAsOtherTab,
  lastOn,
} from './log-store-support.ts';
import type { Page } from './log-store-support.ts';
import { eventually } from '../support/expect-eventually.ts';

describe('the log on the disk', () => {
  test('written -> the tab is killed -> the next page shows the same, and goes on', async () => {
    const disk = aDisk();
    const page = await openPage(disk);
    logIn(page);
    await page.written();
    page.append(messageTo(2, 11));
    await page.written();
    const held = page.app.snapshots();
    page.kill();

    const next = await openPage(disk);
    expect(next.found.failure).toBeNull();
    expect(next.rows()).toEqual(['502', '501']);
    expect(next.app.directory.conversation('102@10')?.getSnapshot().context.lastMessage?.id).toBe('2011');
    // The log begins anew with whoever logs in.
    expect(next.found.stored?.position).toBe(3);
    expect(next.app.log.position).toBeGreaterThan(page.app.log.position);
    expect(next.app.snapshots().get('ticket:502')).toEqual(held.get('ticket:502'));
    next.append(messageTo(1, 12));
    await next.written();
    next.kill();
    expect((await openPage(disk)).rows()).toEqual(['501', '502']);
  });

  test('lists, forms, files, notices and who is there -> nothing of them is on the disk, and all of it in a report', async () => {
    const disk = aDisk();
    const page = await openPage(disk);
    laterParts(page.app.directory.add);
    logIn(page);
    const query = { page: 1, limit: 10, search: '', sort: { by: 'id', descending: false }, filters: {} };
    const open = { customerId: '101', instanceId: '10' };
    const person = { id: '9', name: 'Ana' };
    const ofPage = () =>
      page.append(
        { type: 'list.opened', list: 'tags', query },
        { type: 'form.opened', form: 'chat.customer', key: '101', values: { name: 'Rosa' } },
        { type: 'media.shown', messageId: '901' },
        { type: 'message.progressed', clientId: 'c', sent: 1, total: 2 },
        { type: 'presence.followed', visible: true },
        { type: 'presence.arrived', pageId: 'p', person, isSupport: false, open, typing: false },
      );
    ofPage();
    for (let seq = 11; seq < 330; seq += 1) page.append(messageTo(1 + (seq % 2), seq));
    ofPage();
    page.append(messageTo(1, 330));
    await page.written();
    const [, records, batches] = await keptOf(disk, NAME);
    const onDisk = JSON.stringify([[...actorsOf(records).actors], batches]);
    expect(onDisk).toContain('["ticket:501"');
    expect(
      onDisk.match(
        /\["(?:list|form|notice|media|presence):|"type":"(?:(?:list|form|media|presence)\.|message\.progressed)|Rosa/g,
      ),
    ).toBeNull();
    expect([...page.journal.latest().snapshots.keys()]).toEqual(
      expect.arrayContaining(['list:tags', 'form:chat.customer:101', 'media:901', 'presence:all']),
    );
    expect(reportOf(page.journal.whole()).tail.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['list.opened', 'form.opened', 'media.shown', 'presence.arrived']),
    );
  });

  test('many events -> the newest snapshot, and the 300 events after it at most', async () => {
    const disk = aDisk();
    const page = await openPage(disk);
    logIn(page);
    for (let seq = 11; seq < 2_100; seq += 1) page.append(messageTo(1 + (seq % 2), seq));
    await page.written();
    const { events, records } = await stored(disk);
    expect(Math.min(...events.map(({ upTo }) => upTo))).toBeGreaterThan(page.app.log.position - 300);
    expect(actorsOf(records).actors.size).toBeGreaterThan(6);
    page.kill();
    const next = await openPage(disk);
    expect(next.found.stored?.position).toBeGreaterThanOrEqual(page.app.log.position - 300);
    expect(next.rows()).toEqual(page.rows());
    const unseen = (from: Page) => from.app.directory.unseen('101@10')?.getSnapshot().context.count;
    expect(unseen(next)).toEqual(unseen(page));
    // The next snapshot takes the place of the one before.
    for (let seq = 2_100; seq < 4_300; seq += 1) next.append(messageTo(1, seq));
    await next.written();
    next.kill();
    expect((await openPage(disk)).rows()).toEqual(['501', '502']);
  });

  test('some events, then none for a while -> a snapshot of all of them, which the next page opens on', async () => {
    const disk = aDisk();
    const page = await openPage(disk);
    logIn(page);
    for (let seq = 11; seq < 61; seq += 1) page.append(messageTo(1 + (seq % 2), seq));
    await page.written();
    const { position } = page.app.log;
    await page.quiet();
    page.kill();
    const next = await openPage(disk);
    expect(next.found.stored?.position).toBeGreaterThanOrEqual(position);
    expect(next.rows()).toEqual(page.rows());
  });

  test('some events, and one now and then -> no snapshot before it is quiet', async () => {
    const disk = aDisk();
    const page = await openPage(disk);
    logIn(page);
    for (let seq = 11; seq < 40; seq += 1) page.append(messageTo(1, seq));
    await page.written();
    const before = (await keptOf(disk, NAME))[0];
    for (let seq = 40; seq < 47; seq += 1) {
      page.append(messageTo(1, seq));
      await page.written();
    }
    expect((await keptOf(disk, NAME))[0]).toEqual(before);
    page.kill();
  });

  test('one conversation of many is busy, another is gone -> only what changed is written, and all is read back', async () => {
    const disk = aDisk();
    const page = await openPage(disk);
    logIn(page, { tickets: 400 });
    page.append(messageTo(1, 11));
    await page.written();
    const whole = (await stored(disk)).records;
    page.append(messageTo(2, 12, { owner: { id: '9', name: 'Ana', image: null } }));
    for (let seq = 13; seq < 1_000; seq += 1) {
      page.append(messageTo(1, seq));
      if (seq % 100 === 0) await page.written();
    }
    await page.written();
    page.kill();
    const { records } = await stored(disk);
    expect(records[0] === whole[0]).toBe(true);
    expect(records.length).toBeGreaterThan(whole.length + 1);
    const actorsIn = (of: readonly unknown[]) => of.flatMap((record) => [...actorsOf([record]).actors]).length;
    expect(actorsIn(records.slice(whole.length))).toBeLessThan(actorsIn(whole) / 4);
    const { snapshots, held } = await readBack(page);
    expect(snapshots).toEqual(held);
    expect(page.app.snapshots().has('ticket:502')).toBe(false);
  });

  test('an actor is removed and made again, then removed for good -> it is read back as it was each time', async () => {
    const disk = aDisk();
    const page = await openPage(disk);
    logIn(page, { tickets: 400 });
    page.append(messageTo(1, 11));
    await page.written();
    let seq = 12;
    const goOn = async () => {
      for (let count = 0; count < 310; count += 1) page.append(messageTo(1, (seq += 1)));
      await page.written();
      const { snapshots, held } = await readBack(page);
      expect(snapshots).toEqual(held);
    };
    const elsewhere = { owner: { id: '9', name: 'Ana', image: null } };
    page.append(messageTo(2, (seq += 1), elsewhere));
    await goOn();
    page.append(messageTo(2, (seq += 1)));
    expect(page.app.snapshots().has('ticket:502')).toBe(true);
    await goOn();
    page.append(messageTo(2, (seq += 1), elsewhere));
    await goOn();
    expect(page.app.snapshots().has('ticket:502')).toBe(false);
  });

  test('an actor comes to another state and knows the same -> it is read back in that state', async () => {
    const disk = aDisk();
    const log = createLog({ now: () => 0, position: 0 });
    const context = {};
    const actors = Array.from({ length: 8 }, (_, index) => [`ticket:${index}`, { value: 'open', context }] as const);
    let latest: StoredLog = { position: 1, snapshots: new Map(actors), tail: [] };
    const journal = { latest: () => latest, whole: () => latest, renew: () => undefined };
    const found = { position: null, upTo: 0, failure: null };
    const environment = { indexedDB: disk.indexedDB, after: () => () => undefined, locks: null };
    const store = createLogStore({
      append: (event) => log.append(event),
      environment,
      tenant: 'aurora',
      log,
      journal,
      found,
    });
    const isWritten = async () => {
      const [about, records, batches] = await keptOf(disk, NAME);
      expect(await parseOnDisk({ about: about[0], ...actorsOf(records), batches })).toEqual(latest);
    };
    store.keep('2');
    await eventually(isWritten);
    latest = { ...latest, position: 2, snapshots: new Map([...actors, ['ticket:3', { value: 'closed', context }]]) };
    log.append({ type: 'page.visibilityChanged', visible: false });
    await eventually(isWritten);
    expect((await stored(disk)).records).toHaveLength(2);
    store.stop();
  });

  test('many conversations are busy -> what is on the disk is never more than a whole snapshot and a quarter of one', async () => {
    const disk = aDisk();
    const page = await openPage(disk);
    logIn(page, { tickets: 400 });
    const goOn = async (from: number) => {
      for (let seq = from; seq < from + 310; seq += 1) page.append(messageTo(1 + (seq % 100), seq));
      await page.written();
    };
    await goOn(20);
    const onDisk = async () => (await stored(disk)).records.flatMap((record) => [...actorsOf([record]).actors]).length;
    const whole = await onDisk();
    for (let round = 1; round < 6; round += 1) {
      await goOn(20 + round * 310);
      expect(await onDisk()).toBeLessThanOrEqual(whole * 1.25);
    }
    const { snapshots, held } = await readBack(page);
    expect(snapshots).toEqual(held);
  });

  test('storage is cleared under the page -> the next snapshot is whole', async () => {
    const disk = aDisk();
    const page = await openPage(disk);
    logIn(page, { tickets: 400 });
    page.append(messageTo(1, 11));
    await page.written();
    await clear(disk);
    for (let seq = 12; seq < 320; seq += 1) page.append(messageTo(1, seq));
    await page.written();
    page.kill();
    const { snapshots, held } = await readBack(page);
    expect(snapshots).toEqual(held);
  });

  test('something happens as a snapshot is being written -> it is there once', async () => {
    let onWrite = () => {};
    const disk = aDisk(
      fillingDisk(() => {
        onWrite();
        return false;
      }),
    );
    const page = await openPage(disk);
    onWrite = () => {
      onWrite = () => {};
      page.append(messageTo(2, 11));
    };
    logIn(page);
    await page.written();
    page.kill();
    const { tail, snapshots, held } = await readBack(page);
    expect(snapshots).toEqual(held);
    expect(tail.filter(({ type }) => type === 'message.arrived')).toHaveLength(1);
  });

  test('two tabs read the same log and the other one led first -> whoever leads next stores their own', async () => {
    const disk = aDisk();
    const earlier = await openPage(disk);
    logIn(earlier);
    await earlier.written();
    earlier.kill();
    const environment = { ...openedBy(disk.indexedDB), locks: null };
    const found = await readStoredLog({ ...environment, localStorage: disk.localStorage }, 'aurora');
    const begun = found.stored ?? emptyLog;
    const app = createApp({ now: () => START, onCommand: () => undefined, stored: begun });
    const own = { log: app.log, journal: createJournal(app, begun), found: endOf(found) };
    const store = createLogStore({ append: () => undefined, environment, tenant: 'aurora', ...own });
    const other = await openPage(disk);
    await other.written();
    other.kill();
    for (let seq = 11; seq < 21; seq += 1) app.append(messageTo(2, seq));
    store.keep('2');
    await eventually(async () => expect(await lastOn(disk)).toBe(app.log.position));
    const now = await readStoredLog({ ...environment, localStorage: disk.localStorage }, 'aurora');
    expect(endOf(now).upTo).toBe(app.log.position);
    store.stop();
  });

  test('logout while the first write is under way -> nothing is left, and nobody else’s is under that name', async () => {
    const disk = aDisk();
    const page = await openPage(disk);
    logIn(page);
    // Its write reads first what the disk has.
    page.append({ type: 'logout.requested' }, { type: 'logout.finished', generation: 2 });
    logInOther(page);
    await eventually(async () => {
      const other = await keptOf(disk, 'balcao:aurora:3');
      expect(other[0]).toHaveLength(1);
    });
    expect((await disk.indexedDB?.databases())?.map(({ name }) => name)).toEqual(['balcao:aurora:3']);
  });

  test('what was not written yet is not there; the server tells it from the position that is', async () => {
    const disk = aDisk();
    const page = await openPage(disk);
    logIn(page);
    await page.written();
    page.append(messageTo(2, 11));
    page.kill();
    const next = await openPage(disk);
    expect(next.rows()).toEqual(['501', '502']);
    expect(next.app.directory.socket.getSnapshot().context.position).toBe(10);
  });

  test('a draft is emptied and the tab is killed at once -> it does not come back', async () => {
    const disk = aDisk();
    const page = await openPage(disk);
    logIn(page);
    page.append({ type: 'draft.changed', ticketId: '501', text: 'Já vai' });
    await page.written();
    page.append({ type: 'draft.changed', ticketId: '501', text: '' });
    // Nobody waits for the second of the next batch.
    await eventually(async () => expect(await lastOn(disk)).toBe(page.app.log.position));
    page.kill();
    const next = await openPage(disk);
    expect(next.app.directory.conversation('101@10')?.getSnapshot().context.draft).toBe('');
  });

  test.each<AppEvent>([
    {
      type: 'message.submitted',
      message: anOutgoing({ ticketId: '501', customerId: '101', instanceId: '10', userId: '2' }),
    },
    { type: 'draft.discarded', customerId: '101', instanceId: '10' },
    { type: 'page.visibilityChanged', visible: false },
    { type: 'page.closing' },
  ])('$type -> on the disk without waiting for the next batch', async (event) => {
    const disk = aDisk();
    const page = await openPage(disk);
    logIn(page);
    await page.written();
    page.append(event);
    const { position } = page.app.log;
    await eventually(async () => expect(await lastOn(disk)).toBeGreaterThanOrEqual(position));
    page.kill();
  });

  test('logout -> nothing is left', async () => {
    const disk = aDisk();
    const page = await openPage(disk);
    logIn(page);
    await page.written();
    page.append({ type: 'logout.requested' });
    await eventually(async () => expect(await disk.indexedDB?.databases()).toEqual([]));
    const next = await openPage(disk);
    expect(next.found).toEqual({ stored: null, failure: null });
  });

  test('logout in another tab that this one hasn’t heard of yet -> nothing is written after it', async () => {
    const disk = aDisk();
    const page = await openPage(disk);
    logIn(page);
    await page.written();
    await eraseAsOtherTab(disk);
    page.append({ type: 'page.closing' }, { type: 'logout.inOtherTab' });
    logInOther(page);
    await eventually(async () => expect((await keptOf(disk, 'balcao:aurora:3'))[0]).toHaveLength(1));
    expect((await disk.indexedDB?.databases())?.map(({ name }) => name)).toEqual(['balcao:aurora:3']);
  });

  test('logout, and somebody else logs in on the same page -> nothing of the first is under the other’s name', async () => {
    const disk = aDisk();
    const page = await openPage(disk);
    logIn(page);
    page.append(messageTo(2, 11));
    await page.written();
    page.append({ type: 'logout.requested' }, { type: 'logout.finished', generation: 2 });
    logInOther(page);
    page.append({ type: 'page.closing' });
    await eventually(async () => {
      const kept = await keptOf(disk, 'balcao:aurora:3');
      expect(kept[0]).toHaveLength(1);
      expect(JSON.stringify(kept)).not.toContain('Cliente');
    });
  });

  test('not to be remembered -> nothing is written, and nothing read', async () => {
    const disk = aDisk();
    const page = await openPage(disk);
    logIn(page, { remember: false });
    page.append({ type: 'page.closing' });
    expect(await lastOn(disk)).toBe(0);
    page.kill();
    expect(beginReading({ ...openedBy(disk.indexedDB), localStorage: disk.localStorage }, 'aurora').userId).toBeNull();
    expect((await openPage(disk)).found).toEqual({ stored: null, failure: null });
  });

  test('not to be remembered any more -> nothing is left of what was written before', async () => {
    const disk = aDisk();
    const page = await openPage(disk);
    logIn(page);
    await page.written();
    page.kill();
    disk.localStorage.removeItem('balcao:aurora:session');
    logIn(await openPage(disk), { remember: false });
    await eventually(async () => expect(await keptOf(disk, NAME)).toEqual([[], [], []]));
  });

  test('somebody else logs in -> theirs, and nothing of the one before', async () => {
    const disk = aDisk();
    const page = await openPage(disk);
    logIn(page);
    await page.written();
    page.kill();
    const session = JSON.parse(disk.localStorage.getItem('balcao:aurora:session') ?? '{}');
    disk.localStorage.setItem('balcao:aurora:session', JSON.stringify({ ...session, user: { id: '3', role: 'x' } }));
    const next = await openPage(disk);
    expect(next.found.stored).toBeNull();
    expect(next.rows()).toEqual([]);
  });
});
