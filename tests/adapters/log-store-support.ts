import { openedBy } from '../support/patient-disk.ts';
import { IDBFactory } from 'fake-indexeddb';
import { expect } from 'vitest';
import { knownConfig } from '../../src/adapters/backoffice/config.ts';
import type { Environment, KeyValueStore } from '../../src/adapters/environment.ts';
import { createAdapters } from '../../src/adapters/run-commands.ts';
import { createDatabase } from '../../src/adapters/storage/database.ts';
import { aboutSchema } from '../../src/adapters/storage/log-format.ts';
import { endOf, readStoredLog } from '../../src/adapters/storage/stored-log.ts';
import { createApp, emptyLog, replayApp } from '../../src/machines/app.ts';
import { laterParts } from '../support/later-parts.ts';
import type { AppEvent } from '../../src/machines/log/event.ts';
import { createJournal } from '../../src/machines/log/journal.ts';
import { aUser } from '../support/builders.ts';
import { manualClock, memoryStorage, nodeEnvironment } from '../support/node-environment.ts';
import { greeting, listed, ticketOf } from '../machines/directory-support.ts';
import { eventually } from '../support/expect-eventually.ts';

export interface Disk {
  readonly indexedDB: IDBFactory | null;
  readonly localStorage: KeyValueStore;
  /** What the browser's tabs agree by on one that writes; every tab does without. */
  readonly locks?: Environment['locks'];
}

export const NAME = 'balcao:aurora:2';

export function aDisk(indexedDB: IDBFactory | null = new IDBFactory()): Disk {
  return { indexedDB, localStorage: memoryStorage() };
}

/** Nobody is at the other end. */
class SilentSocket extends EventTarget {
  readonly readyState = 0;
  close(): void {}
  send(): void {}
}

/** A page in a browser: log, directory and adapters with nobody at the other end. */
export async function openPage(disk: Disk) {
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
  /** Time goes on only once for what has happened: on a slow disk more would happen by itself, a lost connection at last. */
  const passing = (ms: number) => {
    let position = -1;
    return () => {
      if (position === app.log.position) return;
      position = app.log.position;
      clock.advance(ms);
    };
  };
  const written = () => {
    const pass = passing(1_000);
    return eventually(async () => {
      pass();
      expect(await lastOn(disk)).toBe(app.log.position);
    });
  };
  const types: string[] = [];
  app.log.subscribe(({ type }) => types.push(type));
  adapters.start();
  return {
    app,
    journal,
    adapters,
    environment,
    found,
    types,
    rows: () => app.directory.ticketOrder.getSnapshot().ids,
    append: (...events: readonly AppEvent[]) => {
      for (const event of events) app.append(event);
    },
    /** Lets what is to be written be written. */
    written,
    /** Lets nothing happen until a snapshot of all that has happened is written. */
    quiet: async () => {
      await written();
      const { position } = app.log;
      const pass = passing(5_000);
      await eventually(async () => {
        // The disk has it before the store knows so, and waits.
        if (clock.isAwaited(5_000)) clock.advance(5_000);
        else pass();
        // As time goes on, timers may add events after it.
        expect(await snapshotOn(disk)).toBeGreaterThanOrEqual(position);
      });
    },
    /** The tab is killed. */
    kill: () => adapters.stop(),
  };
}

export type Page = Awaited<ReturnType<typeof openPage>>;

export function logIn(page: Page, { remember = true, tickets = 2 } = {}): void {
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
    ...greeting(10),
    listed(
      2,
      Array.from({ length: tickets }, (_, index) => ticketOf(index + 1)),
    ),
  );
}

export function logInOther(page: Page): void {
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
  );
}

export const keyOf = (position: number) => String(position).padStart(16, '0');

export async function stored(disk: Disk) {
  const database = createDatabase(openedBy(disk.indexedDB), NAME);
  try {
    const [events, records] = [await database.all('events'), await database.all('actors')];
    return { events: events as { upTo: number }[], records };
  } finally {
    database.close();
  }
}

export async function keptOf(disk: Disk, name: string) {
  const database = createDatabase(openedBy(disk.indexedDB), name);
  const kept = [await database.all('log'), await database.all('actors'), await database.all('events')] as const;
  database.close();
  return kept;
}

/** What the disk has come to, and what the page holds but for its notices. */
export async function readBack({ app, environment }: Page) {
  const { stored: found } = await readStoredLog({ ...environment, after: () => () => undefined }, 'aurora');
  if (found === null) throw new Error('Nothing is stored.');
  const held = new Map([...app.snapshots()].filter(([name]) => !name.startsWith('notice:')));
  return { tail: found.tail, snapshots: replayApp([], laterParts, found), held };
}

/** As the browser does when it runs out of space, or when it is told to. */
export async function clear(disk: Disk): Promise<void> {
  await withStore(disk, (storeOf) => {
    for (const name of ['log', 'events', 'actors'] as const) storeOf(name).clear();
  });
}

/** As another tab does when its user logs out. */
export async function eraseAsOtherTab(disk: Disk): Promise<void> {
  const database = createDatabase(openedBy(disk.indexedDB), NAME);
  await database.erase();
}

/** The position of the snapshot on the disk; -1 without one. */
export async function snapshotOn(disk: Disk): Promise<number> {
  const { data } = aboutSchema.safeParse((await keptOf(disk, NAME))[0][0]);
  return data?.position ?? -1;
}

export async function lastOn(disk: Disk): Promise<number> {
  return (await stored(disk)).events.at(-1)?.upTo ?? 0;
}

export async function withStore(
  disk: Disk,
  work: (storeOf: (name: 'log' | 'events' | 'actors') => IDBObjectStore) => void,
) {
  const database = createDatabase(openedBy(disk.indexedDB), NAME);
  await database.together(['log', 'events', 'actors'], 'readwrite', work);
  database.close();
}
