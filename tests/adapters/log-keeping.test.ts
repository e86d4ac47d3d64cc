import { IDBFactory } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { createLogKeeping } from '../../src/adapters/storage/log-keeping.ts';
import { createApp, emptyLog } from '../../src/machines/app.ts';
import { createJournal } from '../../src/machines/log/journal.ts';
import { START } from '../support/builders.ts';
import { openedBy } from '../support/patient-disk.ts';

/** A page whose first screen isn't shown yet, so that the code that stores its log isn't loaded. */
function unshownPage() {
  const opened: string[] = [];
  class Disk extends IDBFactory {
    override open(name: string, version?: number): ReturnType<IDBFactory['open']> {
      opened.push(name);
      return super.open(name, version);
    }
  }
  const app = createApp({ now: () => START, onCommand: () => undefined });
  const { promise: whenShown, resolve: show } = Promise.withResolvers<void>();
  const keeping = createLogKeeping({
    append: app.append,
    environment: { ...openedBy(new Disk()), locks: null },
    tenant: 'aurora',
    keeps: { log: app.log, journal: createJournal(app, emptyLog), found: { position: null, upTo: 0, failure: null } },
    whenShown,
  });
  return { keeping, show, opened };
}

test('logout before its code has loaded -> nothing is opened', async () => {
  const { keeping, show, opened } = unshownPage();
  const kept = keeping.keep('2');
  keeping.stop();
  show();
  await kept;
  expect(opened).toEqual([]);
});

test('somebody else logs in before its code has loaded -> theirs alone is opened', async () => {
  const { keeping, show, opened } = unshownPage();
  const kept = [keeping.keep('2'), keeping.keep('3')];
  show();
  await Promise.all(kept);
  keeping.stop();
  expect(new Set(opened)).toEqual(new Set(['balcao:aurora:3']));
});
