import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, test, vi } from 'vitest';
import { knownConfig } from '../../src/adapters/backoffice/config.ts';
import type { KeyValueStore } from '../../src/adapters/environment.ts';
import { createAdapters } from '../../src/adapters/run-commands.ts';
import { createDatabase } from '../../src/adapters/storage/database.ts';
import { LOG_FORMAT } from '../../src/adapters/storage/log-format.ts';
import { endOf, readStoredLog } from '../../src/adapters/storage/stored-log.ts';
import { createApp, emptyLog, replayApp } from '../../src/machines/app.ts';
import { laterParts } from '../support/later-parts.ts';
import type { AppEvent } from '../../src/machines/log/event.ts';
import { createJournal } from '../../src/machines/log/journal.ts';
import { aUser } from '../support/builders.ts';
import { fillingDisk } from '../support/filling-disk.ts';
import { manualClock, memoryStorage, nodeEnvironment } from '../support/node-environment.ts';
import { greeting, listed, messageTo, ticketOf } from '../machines/directory-support.ts';

interface Disk {
  readonly indexedDB: IDBFactory | null;
  readonly localStorage: KeyValueStore;
}

const NAME = 'balcao:aurora:2';

function aDisk(indexedDB: IDBFactory | null = new IDBFactory()): Disk {
  return { indexedDB, localStorage: memoryStorage() };
}

/** Nobody is at the other end. */
class SilentSocket extends EventTarget {
  readonly readyState = 0;
  close(): void {}
  send(): void {}
}

/** A page in a browser: log, directory and adapters with nobody at the other end. */
async function openPage(disk: Disk) {
  const clock = manualClock();
  const environment = {
    ...nodeEnvironment({ url: 'http://127.0.0.1:9', ...disk, ...clock }),
    fetch: () => new Promise<never>(() => undefined),
    WebSocket: SilentSocket as unknown as typeof WebSocket,
  };
  const found = await readStoredLog({ ...environment, after: () => () => undefined }, 'aurora');
  const stored = found.stored ?? emptyLog;
  const app = createApp({ now: environment.now, onCommand: (command) => adapters.run(command), stored });
  const journal = createJournal(app, stored);
  const adapters = createAdapters({
    append: (event) => app.append(event),
    config: knownConfig({ backoffice: '', graphql: '', realtime: '', ip_lookup: null, demo: false }),
    tenant: 'aurora',
    environment,
    keeps: { log: app.log, journal, found: endOf(found) },
    textOf: () => '',
  });
  const types: string[] = [];
  app.log.subscribe(({ type }) => types.push(type));
  adapters.start();
  return {
    app,
    adapters,
    environment,
    found,
    types,
    rows: () => app.directory.ticketOrder.getSnapshot().ids,
    append: (...events: readonly AppEvent[]) => {
      for (const event of events) app.append(event);
    },
    /** Lets what is to be written be written. */
    written: () =>
      vi.waitFor(async () => {
        clock.advance(1_000);
        expect(await lastOn(disk)).toBe(app.log.position);
      }),
    /** The tab is killed. */
    kill: () => adapters.stop(),
  };
}

type Page = Awaited<ReturnType<typeof openPage>>;

function logIn(page: Page, { remember = true, tickets = 2 } = {}): void {
  page.append(
    {
      type: 'login.submitted',
      path: 'graphql',
      email: 'x@y',
      secret: page.adapters.vault.keep('s'),
      remember,
      to: null,
    },
    {
      type: 'login.succeeded',
      generation: 2,
      token: page.adapters.vault.keep('t'),
      user: aUser({ id: '2' }),
      routes: ['chat'],
      originBackoffice: false,
    },
    ...greeting(10, { attempt: 1 }),
    listed(
      2,
      Array.from({ length: tickets }, (_, index) => ticketOf(index + 1)),
    ),
  );
}

const keyOf = (position: number) => String(position).padStart(16, '0');

async function stored(disk: Disk) {
  const database = createDatabase(disk.indexedDB, NAME);
  try {
    const [events, records] = [await database.all('events'), await database.all('actors')];
    return { events: events as { upTo: number }[], records };
  } finally {
    database.close();
  }
}

async function lastOn(disk: Disk): Promise<number> {
  return (await stored(disk)).events.at(-1)?.upTo ?? 0;
}

async function withStore(disk: Disk, work: (storeOf: (name: 'log' | 'events' | 'actors') => IDBObjectStore) => void) {
  const database = createDatabase(disk.indexedDB, NAME);
  await database.together(['log', 'events', 'actors'], 'readwrite', work);
  database.close();
}

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

  test('many events -> the newest snapshot, and the 300 events after it at most', async () => {
    const disk = aDisk();
    const page = await openPage(disk);
    logIn(page);
    for (let seq = 11; seq < 2_100; seq += 1) page.append(messageTo(1 + (seq % 2), seq));
    await page.written();
    const { events, records } = await stored(disk);
    expect(Math.min(...events.map(({ upTo }) => upTo))).toBeGreaterThan(page.app.log.position - 300);
    expect(JSON.parse(String(records[0])).length).toBeGreaterThan(6);
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
    expect(records.slice(whole.length).join('').length).toBeLessThan(whole.join('').length / 4);
    const { stored: found } = await readStoredLog({ ...page.environment, after: () => () => undefined }, 'aurora');
    if (found === null) throw new Error('Nothing is stored.');
    expect(replayApp([], laterParts, found)).toEqual(page.app.snapshots());
    expect(page.app.snapshots().has('ticket:502')).toBe(false);
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

  test('logout -> nothing is left', async () => {
    const disk = aDisk();
    const page = await openPage(disk);
    logIn(page);
    await page.written();
    page.append({ type: 'logout.requested' });
    await vi.waitFor(async () => expect(await disk.indexedDB?.databases()).toEqual([]));
    const next = await openPage(disk);
    expect(next.found).toEqual({ stored: null, failure: null });
  });

  test('logout, and somebody else logs in on the same page -> nothing of the first is under the other’s name', async () => {
    const disk = aDisk();
    const page = await openPage(disk);
    logIn(page);
    page.append(messageTo(2, 11));
    await page.written();
    page.append({ type: 'logout.requested' }, { type: 'logout.finished', generation: 2 });
    const secret = page.adapters.vault.keep('s');
    page.append(
      { type: 'login.submitted', path: 'graphql', email: 'z@y', secret, remember: true, to: null },
      {
        type: 'login.succeeded',
        generation: 4,
        token: page.adapters.vault.keep('t2'),
        user: aUser({ id: '3' }),
        routes: ['chat'],
        originBackoffice: false,
      },
      { type: 'page.closing' },
    );
    await vi.waitFor(async () => {
      const database = createDatabase(disk.indexedDB, 'balcao:aurora:3');
      const kept = [await database.all('log'), await database.all('actors'), await database.all('events')];
      database.close();
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
    expect((await openPage(disk)).found).toEqual({ stored: null, failure: null });
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

describe('a disk that is no good', () => {
  test('refused -> the page works, and says so once', async () => {
    const page = await openPage(aDisk(null));
    logIn(page);
    page.append(messageTo(2, 11));
    await vi.waitFor(() => expect(page.types.filter((type) => type === 'log.storeFailed')).toHaveLength(1));
    expect(page.rows()).toEqual(['502', '501']);
    expect(page.app.directory.notices.getSnapshot()).toHaveLength(2);
  });

  test('full -> the same, and what was written before is whole', async () => {
    let isFull = false;
    const disk = aDisk(fillingDisk(() => isFull));
    const page = await openPage(disk);
    logIn(page);
    await page.written();
    const before = page.app.log.position;
    isFull = true;
    page.append(messageTo(2, 11), { type: 'page.closing' });
    await vi.waitFor(() => expect(page.types).toContain('log.storeFailed'));
    isFull = false;
    page.kill();
    const next = await openPage(disk);
    expect(next.found.stored?.tail.at(-1)?.position).toBe(before);
    expect(next.rows()).toEqual(['501', '502']);
  });

  test('of a newer version -> it is left to that one', async () => {
    const disk = aDisk();
    const page = await openPage(disk);
    logIn(page);
    await page.written();
    page.kill();
    await withStore(disk, (storeOf) => storeOf('log').put({ format: LOG_FORMAT + 1, position: 0 }, 'about'));
    const before = await stored(disk);
    const next = await openPage(disk);
    expect(next.found).toEqual({ stored: null, failure: 'newer' });
    expect(next.types).toContain('log.storeFailed');
    next.append(messageTo(2, 11), { type: 'page.closing' });
    expect(await stored(disk)).toEqual(before);
  });

  test('a batch is missing -> all before it', async () => {
    const disk = aDisk();
    const page = await openPage(disk);
    logIn(page);
    await page.written();
    const first = page.app.log.position;
    page.append(messageTo(2, 11));
    await page.written();
    const second = page.app.log.position;
    page.append(messageTo(2, 12));
    await page.written();
    page.kill();
    await withStore(disk, (storeOf) => storeOf('events').delete(IDBKeyRange.bound(keyOf(first + 1), keyOf(second))));
    const next = await openPage(disk);
    expect(next.found.stored?.tail.at(-1)?.position).toBe(first);
    expect(next.rows()).toEqual(['501', '502']);
  });

  test('an actor is not one -> the page begins anew, says so, and writes its own', async () => {
    const disk = aDisk();
    const page = await openPage(disk);
    logIn(page);
    await page.written();
    page.kill();
    await withStore(disk, (storeOf) => storeOf('actors').put('[["ticket:501","open"]]', keyOf(999)));
    const next = await openPage(disk);
    expect(next.found).toEqual({ stored: null, failure: 'damaged' });
    expect(next.types).toContain('log.storeFailed');
    next.append(...greeting(10), listed(2, [ticketOf(3)]));
    await next.written();
    next.kill();
    expect((await openPage(disk)).rows()).toEqual(['503']);
  });

  test('of the version before -> the same is shown, and written in this one’s way', async () => {
    const disk = aDisk();
    const page = await openPage(disk);
    logIn(page);
    for (let seq = 11; seq < 2_100; seq += 1) page.append(messageTo(1 + (seq % 2), seq));
    await page.written();
    page.kill();
    const { records } = await stored(disk);
    const actors = records.flatMap((record) => JSON.parse(String(record)) as [string, unknown, unknown][]);
    await withStore(disk, (storeOf) => {
      storeOf('actors').clear();
      for (const [name, value, context] of actors) storeOf('actors').put({ name, value, context }, name);
      const about = storeOf('log').get('about');
      about.onsuccess = () => storeOf('log').put({ ...about.result, format: 1 }, 'about');
    });
    const next = await openPage(disk);
    expect(next.found.failure).toBeNull();
    expect(next.app.directory.conversation('101@10')?.getSnapshot().context).toEqual(
      page.app.directory.conversation('101@10')?.getSnapshot().context,
    );
    next.append({ type: 'tab.led' }, messageTo(1, 2_100));
    await next.written();
    next.kill();
    const last = await openPage(disk);
    expect(last.rows()).toEqual(next.rows());
    expect(last.found.stored?.tail.at(-1)?.position).toBe(next.app.log.position);
  });

  test('of a version without a log -> its messages and drafts stay', async () => {
    const indexedDB = new IDBFactory();
    await new Promise<void>((resolve) => {
      const request = indexedDB.open(NAME, 1);
      request.onupgradeneeded = () => {
        request.result.createObjectStore('outbox');
        request.result
          .createObjectStore('drafts')
          .put({ customerId: '101', instanceId: '10', text: 'Bom dia' }, '101@10');
      };
      request.onsuccess = () => {
        request.result.close();
        resolve();
      };
    });
    const page = await openPage(aDisk(indexedDB));
    logIn(page);
    await vi.waitFor(() =>
      expect(page.app.directory.conversation('101@10')?.getSnapshot().context.draft).toBe('Bom dia'),
    );
    await page.written();
  });
});
