import { describe, expect, test } from 'vitest';
import { recordOfActors } from '../../src/adapters/storage/actor-records.ts';
import { actorsOf } from '../../src/adapters/storage/raw-log.ts';
import type { AppEvent } from '../../src/machines/log/event.ts';
import { messageTo } from '../machines/directory-support.ts';
import { eventually } from '../support/expect-eventually.ts';
import { browserTabs } from '../support/tabs.ts';
import {
  aDisk,
  clear,
  keptOf,
  lastOn,
  logIn,
  NAME,
  openPage,
  readBack,
  snapshotOn,
  stored,
  withStore,
} from './log-store-support.ts';
import type { Disk } from './log-store-support.ts';

/** A disk on which a page left a whole snapshot, and a page that goes on from it. */
async function secondPage({ locks }: Pick<Disk, 'locks'> = browserTabs()) {
  const disk: Disk = { ...aDisk(), ...(locks !== undefined && { locks }) };
  const first = await openPage(disk);
  logIn(first, { tickets: 400 });
  for (let seq = 11; seq < 40; seq += 1) first.append(messageTo(1, seq));
  await first.quiet();
  first.kill();
  const page = await openPage(disk);
  await page.written();
  return { disk, page };
}

/** The page goes away as soon as the browser tells it so: no answer of the disk comes to it. */
async function leave(disk: Disk, append: () => void) {
  const before = await snapshotOn(disk);
  append();
  await eventually(async () => expect(await snapshotOn(disk)).toBeGreaterThan(before));
}

describe('the log on the disk, as the page is left', () => {
  test.each<[string, AppEvent]>([
    ['the tab closes', { type: 'page.closing' }],
    ['another tab is looked at', { type: 'page.visibilityChanged', visible: false }],
  ])(
    'some events, then %s -> what changed is written, and the next page has nothing to fold',
    async (_what, leaving) => {
      const { disk, page } = await secondPage();
      const whole = (await stored(disk)).records;
      await leave(disk, () => page.append(messageTo(2, 41), leaving));
      page.kill();
      const { records } = await stored(disk);
      expect(records.slice(0, whole.length)).toEqual(whole);
      expect(actorsOf(records.slice(whole.length)).actors.size).toBeLessThan(100);
      const { tail, snapshots, held } = await readBack(page);
      expect(tail).toEqual([]);
      expect(snapshots).toEqual(held);
      const next = await openPage(disk);
      expect(next.found).toMatchObject({ failure: null, stored: { position: page.app.log.position } });
      expect(next.rows()).toEqual(page.rows());
      next.kill();
    },
  );

  test('pages that come and go -> once their changes are many, the snapshot is written anew', async () => {
    const { disk, page } = await secondPage();
    page.kill();
    const { length } = (await stored(disk)).records;
    let most = 0;
    for (let count = 0; count < 8; count += 1) {
      const next = await openPage(disk);
      await next.written();
      await leave(disk, () =>
        next.append(messageTo(3, 50 + count), { type: 'page.visibilityChanged', visible: false }),
      );
      next.kill();
      most = Math.max(most, (await stored(disk)).records.length);
      const { snapshots, held } = await readBack(next);
      expect(snapshots).toEqual(held);
    }
    expect(most).toBeLessThan(length + 4);
  });

  test('many changes are on the disk, and the tab closes -> its events alone are written: all actors might take too long', async () => {
    const { disk, page } = await secondPage();
    const about = await snapshotOn(disk);
    page.kill();
    // As many as earlier pages may leave.
    await withStore(disk, (storeOf) => {
      for (let count = 0; count < 9; count += 1) storeOf('actors').put(recordOfActors([]), `changes-${count}`);
    });
    const next = await openPage(disk);
    await next.written();
    next.append(messageTo(2, 41), { type: 'page.closing' });
    await eventually(async () => expect(await lastOn(disk)).toBe(next.app.log.position));
    next.kill();
    expect(await snapshotOn(disk)).toBe(about);
    const { tail, snapshots, held } = await readBack(next);
    expect(tail.map(({ type }) => type)).toContain('message.arrived');
    expect(snapshots).toEqual(held);
  });

  test('storage is cleared as the tab closes -> the changes alone are not taken for all there was', async () => {
    const { disk, page } = await secondPage();
    const [about] = await keptOf(disk, NAME);
    await clear(disk);
    await leave(disk, () => page.append(messageTo(2, 41), { type: 'page.closing' }));
    page.kill();
    expect((await keptOf(disk, NAME))[0]).not.toEqual(about);
    expect((await openPage(disk)).found).toEqual({ stored: null, failure: 'damaged' });
  });

  test('records are gone, the header isn’t -> damaged', async () => {
    const { disk, page } = await secondPage();
    page.kill();
    await withStore(disk, (storeOf) => storeOf('actors').delete((0).toString().padStart(16, '0')));
    expect((await openPage(disk)).found).toEqual({ stored: null, failure: 'damaged' });
  });

  test('without locks another tab wrote meanwhile, then the tab closes -> its changes are not put onto that log', async () => {
    const { disk, page } = await secondPage({});
    const other = await openPage(disk);
    for (let seq = 50; seq < 80; seq += 1) other.append(messageTo(1, seq));
    await other.quiet();
    const [about, actors] = await keptOf(disk, NAME);
    page.append(messageTo(2, 41), { type: 'page.closing' });
    const last = expect.objectContaining({ upTo: page.app.log.position });
    await eventually(async () => expect((await stored(disk)).events).toContainEqual(last));
    expect((await keptOf(disk, NAME)).slice(0, 2)).toEqual([about, actors]);
    page.kill();
    other.kill();
  });
});
