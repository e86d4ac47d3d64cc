import { expect, test } from 'vitest';
import { beginReading } from '../../src/adapters/storage/raw-log.ts';
import { readStoredLog } from '../../src/adapters/storage/stored-log.ts';
import { openedBy } from '../support/patient-disk.ts';
import { aUser } from '../support/builders.ts';
import { aDisk, logIn, openPage } from './log-store-support.ts';
import type { Disk } from './log-store-support.ts';

/* The stored log is read before the program has loaded; the session is checked once it has. */

const environmentOf = (disk: Disk) => ({ ...openedBy(disk.indexedDB), localStorage: disk.localStorage });

async function leftBy({ remember = true } = {}): Promise<Disk> {
  const disk = aDisk();
  const page = await openPage(disk);
  logIn(page, { remember });
  if (remember) await page.written();
  page.kill();
  return disk;
}

test('reading begun -> program loaded: the log that was read', async () => {
  const disk = await leftBy();
  const environment = environmentOf(disk);
  const reading = beginReading(environment, 'aurora');
  expect(reading.userId).toBe('2');
  expect(await reading.isThere).toBe(true);
  const { stored } = await readStoredLog(environment, 'aurora', reading);
  expect(stored?.tail.map(({ type }) => type)).toContain('tickets.listed');
});

test('reading begun -> somebody else logged in in another tab: nothing of the first person is used', async () => {
  const disk = await leftBy();
  const environment = environmentOf(disk);
  const reading = beginReading(environment, 'aurora');
  const key = 'balcao:aurora:session';
  const kept: { user: object } = JSON.parse(disk.localStorage.getItem(key) ?? '');
  disk.localStorage.setItem(key, JSON.stringify({ ...kept, user: { ...kept.user, id: '3' } }));
  expect(await readStoredLog(environment, 'aurora', reading)).toEqual({ stored: null, failure: null });
});

test('"Manter conectado" off -> nothing is read', async () => {
  const disk = await leftBy({ remember: false });
  const { userId, isThere } = beginReading(environmentOf(disk), 'aurora');
  expect({ userId, isThere: await isThere }).toEqual({ userId: null, isThere: false });
});

test('session stored -> page opened again: the person’s department is known before the server answers', async () => {
  const disk = aDisk();
  const page = await openPage(disk);
  logIn(page);
  page.append({ type: 'user.loaded', user: aUser({ id: '2', departmentId: '7' }) });
  await page.written();
  const { context } = page.app.directory.auth.getSnapshot();
  expect(context.session?.viewer.departmentId).toBe('7');
  page.kill();
  const again = await openPage(disk);
  expect(again.app.directory.auth.getSnapshot().context.session?.viewer).toEqual(context.session?.viewer);
  again.kill();
});
