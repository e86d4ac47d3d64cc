import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { LOG_FORMAT } from '../../src/adapters/storage/log-format.ts';
import { actorsOf, beginReading } from '../../src/adapters/storage/raw-log.ts';
import { readStoredLog } from '../../src/adapters/storage/stored-log.ts';
import { fillingDisk } from '../support/filling-disk.ts';
import { greeting, listed, messageTo, ticketOf } from '../machines/directory-support.ts';
import { NAME, aDisk, openPage, logIn, keyOf, stored, keptOf, withStore } from './log-store-support.ts';
import type { Disk, Page } from './log-store-support.ts';
import { openedBy } from '../support/patient-disk.ts';
import { eventually } from '../support/expect-eventually.ts';

const oldSchema = z.object({
  version: z.number(),
  session: z.string(),
  stores: z.record(z.string(), z.array(z.tuple([z.string(), z.unknown()]))),
});

/** A disk as an older page of ours left it. */
async function writtenBy(format: number): Promise<Disk> {
  const text = await readFile(join(import.meta.dirname, 'stored-logs', `format-${format}.json`), 'utf8');
  const { version, session, stores } = oldSchema.parse(JSON.parse(text));
  const disk = aDisk();
  disk.localStorage.setItem('balcao:aurora:session', session);
  const request = (disk.indexedDB ?? new IDBFactory()).open(NAME, version);
  request.onupgradeneeded = () => {
    for (const [store, entries] of Object.entries(stores)) {
      const made = request.result.createObjectStore(store);
      for (const [key, value] of entries) made.put(value, key);
    }
  };
  await new Promise((resolve) => (request.onsuccess = resolve));
  request.result.close();
  return disk;
}

describe('a disk that is no good', () => {
  test('refused -> the page works, and says so once', async () => {
    const page = await openPage(aDisk(null));
    logIn(page);
    page.append(messageTo(2, 11));
    await eventually(() => expect(page.types.filter((type) => type === 'log.storeFailed')).toHaveLength(1));
    expect(page.rows()).toEqual(['502', '501']);
    // The login, what wasn't read, and what isn't stored.
    expect(page.app.directory.notices.getSnapshot()).toHaveLength(3);
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
    await eventually(() => expect(page.types).toContain('log.storeFailed'));
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
    expect(next.types).toContain('log.readFailed');
    next.append(messageTo(2, 11), { type: 'page.closing' });
    expect(await stored(disk)).toEqual(before);
    expect(next.types).not.toContain('log.storeFailed');
  });

  test('in stores of a newer version -> it is left to that one', async () => {
    const disk = aDisk();
    const page = await openPage(disk);
    logIn(page);
    await page.written();
    page.kill();
    const raised = new IDBFactory();
    await new Promise<void>((resolve) => {
      raised.open(NAME, 99).onsuccess = () => resolve();
    });
    const next = await openPage({ ...disk, indexedDB: raised });
    expect(next.found).toEqual({ stored: null, failure: 'newer' });
    expect(next.types).toContain('log.readFailed');
  });

  test('another tab is somebody else’s by the time it is read -> nothing of it is shown', async () => {
    const disk = aDisk();
    const page = await openPage(disk);
    logIn(page);
    await page.written();
    page.kill();
    const environment = { ...openedBy(disk.indexedDB), localStorage: disk.localStorage };
    const reading = beginReading(environment, 'aurora');
    const session = JSON.parse(disk.localStorage.getItem('balcao:aurora:session') ?? '{}');
    disk.localStorage.setItem('balcao:aurora:session', JSON.stringify({ ...session, user: { id: '3', role: 'x' } }));
    expect(await readStoredLog(environment, 'aurora', reading)).toEqual({ stored: null, failure: null });
  });

  test('a batch is missing -> all before it, and that something is lost; then it is written anew', async () => {
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
    expect(next.found.failure).toBe('incomplete');
    expect(next.rows()).toEqual(['501', '502']);
    next.append({ type: 'tab.led' }, messageTo(2, 13));
    await next.written();
    next.kill();
    const last = await openPage(disk);
    expect([last.found.failure, last.rows()]).toEqual([null, ['502', '501']]);
  });

  test.each(['log', 'events'] as const)('%s is empty, the rest is there -> the page says so', async (name) => {
    const disk = aDisk();
    const page = await openPage(disk);
    logIn(page);
    page.append(messageTo(2, 11));
    await page.written();
    page.kill();
    await withStore(disk, (storeOf) => storeOf(name).clear());
    const next = await openPage(disk);
    expect(next.found.failure).toBe(name === 'log' ? 'damaged' : 'incomplete');
    expect(next.types).toContain('log.readFailed');
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
    expect(next.types).toContain('log.readFailed');
    next.append(...greeting(10), listed(2, [ticketOf(3)]));
    await next.written();
    expect(next.types).not.toContain('log.storeFailed');
    next.kill();
    expect((await openPage(disk)).rows()).toEqual(['503']);
  });

  test.each([1, 8])('of format %i -> the same is shown, and written in this one’s way', async (format) => {
    const disk = aDisk();
    const page = await openPage(disk);
    logIn(page);
    for (let seq = 11; seq < 2_100; seq += 1) page.append(messageTo(1 + (seq % 2), seq));
    await page.written();
    page.kill();
    const { records } = await stored(disk);
    const actors = [...actorsOf(records).actors].map(([name, { value, context }]) => [name, value, context] as const);
    await withStore(disk, (storeOf) => {
      storeOf('actors').clear();
      if (format === 8) storeOf('actors').put(JSON.stringify(actors), '0');
      else for (const [name, value, context] of actors) storeOf('actors').put({ name, value, context }, name);
      const about = storeOf('log').get('about');
      about.onsuccess = () => storeOf('log').put({ ...about.result, format }, 'about');
    });
    const next = await openPage(disk);
    expect(next.found.failure).toBeNull();
    // What changed in the format is listed anew.
    expect(next.app.directory.socket.getSnapshot().context.position).toBeNull();
    expect(next.app.directory.conversation('101@10')?.getSnapshot().context).toEqual(
      page.app.directory.conversation('101@10')?.getSnapshot().context,
    );
    next.append({ type: 'tab.led' }, messageTo(1, 2_100));
    await next.written();
    expect((await keptOf(disk, NAME))[0]).toMatchObject([{ format: LOG_FORMAT }]);
    next.kill();
    const last = await openPage(disk);
    expect(last.rows()).toEqual(next.rows());
    expect(last.found.stored?.tail.at(-1)?.position).toBe(next.app.log.position);
  });

  test.each([2, 3, 4, 9])(
    'written by the page of format %i -> the same is shown, goes on, and is written in today’s way',
    async (format) => {
      const disk = await writtenBy(format);
      const page = await openPage(disk);
      expect(page.found.failure).toBeNull();
      expect(page.rows()).toHaveLength(2);
      const today = await openPage(aDisk());
      logIn(today);
      today.append({ type: 'ticket.opened', ticketId: '501' }, messageTo(1, 11), messageTo(2, 12));
      const namesIn = (from: Page, name: string) =>
        Object.keys(from.app.snapshots().get(name)?.context ?? {}).toSorted();
      for (const name of ['auth', 'socket', 'inbox', 'ticket:502', 'conversation:102@10', 'unseen:102@10']) {
        expect(namesIn(page, name)).toEqual(expect.arrayContaining(namesIn(today, name)));
      }
      page.append({ type: 'tab.led' }, messageTo(2, 2_100));
      expect(page.rows()).toEqual(['502', '501']);
      await eventually(() =>
        expect(page.app.directory.conversation('101@10')?.getSnapshot().context.draft).toBe('Bom dia'),
      );
      await page.written();
      page.kill();
      expect((await keptOf(disk, NAME))[0]).toMatchObject([{ format: LOG_FORMAT }]);
      expect((await openPage(disk)).app.directory.conversation('102@10')?.getSnapshot().context.lastMessage?.id).toBe(
        '4100',
      );
    },
  );

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
    await eventually(() =>
      expect(page.app.directory.conversation('101@10')?.getSnapshot().context.draft).toBe('Bom dia'),
    );
    await page.written();
  });
});
