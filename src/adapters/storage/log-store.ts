import type { Snapshots } from '../../machines/directory/stored.ts';
import type { AppEvent } from '../../machines/log/event.ts';
import type { Journal } from '../../machines/log/journal.ts';
import type { Log } from '../../machines/log/log.ts';
import type { UserId } from '../../machines/entities/ids.ts';
import type { Environment } from '../environment.ts';
import { createDatabase, databaseName, reasonOf } from './database.ts';
import type { Database } from './database.ts';
import { entryOf, recordOfActors } from './actor-records.ts';
import type { ActorEntry } from './actor-records.ts';
import { LOG_FORMAT, aboutSchema } from './log-format.ts';
import type { About, Batch } from './log-format.ts';
import { isLasting, isLastingActor } from './lasting.ts';
import type { FoundEnd } from './stored-log.ts';

/** Events are on the disk after this long at the latest (milliseconds). */
const WRITE_MS = 1_000;
/** After this long without events a snapshot is taken (milliseconds), if enough were stored since the last one. */
const QUIET_MS = 5_000;
const QUIET_EVENTS = 20;
/** With many actors, one event per this many of them is enough: a snapshot goes through them all. */
const QUIET_ACTORS_PER_EVENT = 500;
/**
 * Actors per record. Records are built one at a time, so that the page isn't blocked; Chromium reads those over 64 KB
 * more slowly.
 */
const RECORD_ACTORS = 200;
/** A snapshot is written as changes until these reach this share of all actors, then in full. */
const CHANGES_PART = 1 / 4;
/** Begins the keys of records of changes: they are read after the digits of a whole snapshot's. */
const CHANGES = 'changes-';

/** Keeps a person's log on the disk, for the next page: a snapshot of all actors, and the events after it. */
export interface LogStore {
  /** Starts storing this user's log; replaces another page's unless this log continues it. */
  readonly keep: (userId: UserId) => void;
  /** Writes no more; what is stored stays. */
  readonly stop: () => void;
  /** Stops, and removes what is stored of a person's log; unsent messages and drafts stay. Never fails. */
  readonly drop: (userId: UserId) => Promise<void>;
}

interface LogStoreOptions {
  readonly append: (event: AppEvent) => void;
  readonly environment: Pick<Environment, 'indexedDB' | 'after' | 'locks'>;
  readonly tenant: string;
  readonly log: Pick<Log, 'subscribe'>;
  readonly journal: Journal;
  /** What an earlier page left. */
  readonly found: FoundEnd;
}

export function createLogStore({ append, environment, tenant, log, journal, found }: LogStoreOptions): LogStore {
  /** With locks no other tab writes while this one does. */
  const isOnly = environment.locks !== null;
  let database: Database | null = null;
  let cancelWrite: (() => void) | null = null;
  let cancelQuiet: (() => void) | null = null;
  let isWriting = false;
  /** Whether more is to be written since the last write began. */
  let isDue = false;
  /** Whether the disk is known to match what this page last read or wrote. */
  let isOwn = false;
  /** The header on the disk. */
  let base = found.position;
  let { upTo } = found;
  /** The snapshot on the disk, which the next one may only change; and the changes written since the last whole one. */
  let written: { readonly snapshots: Snapshots; readonly changes: number } | null = null;

  log.subscribe((event) => {
    if (database === null) return;
    if (isLeaving(event)) renewBeforeLeaving(event);
    if (isUrgent(event)) void write({ isLast: isOnly && event.type === 'page.closing' });
    else cancelWrite ??= environment.after(WRITE_MS, () => void write());
  });

  /** `isLast`: the page is closing, and the browser gives no answer any more. */
  async function write({ isLast = false } = {}): Promise<void> {
    cancelWrite?.();
    cancelWrite = null;
    const target = database;
    isDue = isWriting;
    if (target === null || isWriting) return;
    isWriting = true;
    try {
      // The browser may have cleared it, and then changes alone are of no use.
      if ((!isOwn || (journal.latest().position !== base && !isLast)) && !(await isAsRead(target))) {
        base = null;
        written = null;
      } else if (!isOwn) {
        const changes = await changesLeft(target);
        if (database === target) written &&= { ...written, changes };
      }
      // The log may be somebody else's by now.
      if (database === target) {
        isOwn = true;
        await (journal.latest().position === base ? addEvents(target) : writeSnapshot(target, isLast));
      }
    } catch (error) {
      if (database === target) {
        stop();
        append({ type: 'log.storeFailed', reason: reasonOf(error) });
      }
    } finally {
      isWriting = false;
    }
    if (isDue) void write();
  }

  /** Another tab may have led since, and written its own log. */
  async function isAsRead(target: Database): Promise<boolean> {
    let [about, last]: [unknown, unknown] = [undefined, undefined];
    await target.together(['log', 'events'], 'readonly', (storeOf) => {
      const asked = [storeOf('log').get('about'), storeOf('events').getAllKeys()] as const;
      asked[0].onsuccess = () => (about = asked[0].result);
      asked[1].onsuccess = () => (last = asked[1].result.at(-1));
    });
    const { data } = aboutSchema.safeParse(about);
    return data?.format === LOG_FORMAT && data.position === base && last === keyOf(upTo);
  }

  /** How many changes earlier pages wrote since the last whole snapshot, at most. */
  async function changesLeft(target: Database): Promise<number> {
    let records = 0;
    await target.together(['actors'], 'readonly', (storeOf) => {
      const asked = storeOf('actors').getAllKeys();
      asked.onsuccess = () => {
        records = asked.result.filter((key) => typeof key === 'string' && key.startsWith(CHANGES)).length;
      };
    });
    return records * RECORD_ACTORS;
  }

  async function addEvents(target: Database): Promise<void> {
    const events = journal.latest().tail.filter((event) => event.position > upTo && isLasting(event));
    const last = events.at(-1);
    if (last === undefined) return;
    const batch: Batch = { after: upTo, upTo: last.position, events };
    await target.put('events', keyOf(batch.upTo), batch);
    upTo = last.position;
    cancelQuiet?.();
    cancelQuiet = environment.after(QUIET_MS, renewWhenQuiet);
  }

  function renewWhenQuiet(): void {
    const { tail, snapshots } = journal.latest();
    const enough = Math.max(QUIET_EVENTS, snapshots.size / QUIET_ACTORS_PER_EVENT);
    if (database === null || tail.filter(isLasting).length < enough) return;
    journal.renew();
    void write();
  }

  /**
   * Nobody looks at the page, so a snapshot holds up nothing. As the page closes, a whole one might not be written in
   * time, nor any that is first compared with another tab's.
   */
  function renewBeforeLeaving({ type }: AppEvent): void {
    const { position, snapshots } = journal.latest();
    if (!isOnly || !isOwn || isWriting || written === null || position !== base) return;
    const isLarge = written.changes > snapshots.size * CHANGES_PART;
    if (type !== 'page.closing' || !isLarge) journal.renew();
  }

  /**
   * Writes a new snapshot: all actors, or those that changed, and the few events after it. At once if it `isLast`, else
   * a record at a time.
   */
  async function writeSnapshot(target: Database, isLast: boolean): Promise<void> {
    const { position, snapshots, tail } = journal.latest();
    const events = tail.filter(isLasting);
    const changes = written === null ? [] : [...changesBetween(written.snapshots, snapshots)];
    const changed = (written?.changes ?? 0) + changes.length;
    const isWhole = written === null || changed > snapshots.size * CHANGES_PART;
    const entries = isWhole ? changesBetween(new Map(), snapshots) : changes.values();
    const last = events.at(-1)?.position ?? position;
    const about: About = { format: LOG_FORMAT, position, actors: countLasting(snapshots) };
    const batch: Batch = { after: position, upTo: last, events };
    await target.together(['log', 'actors', 'events'], 'readwrite', (storeOf) => {
      storeOf('events').clear();
      storeOf('events').put(batch, keyOf(batch.upTo));
      storeOf('log').put(about, 'about');
      const actors = storeOf('actors');
      if (isWhole) actors.clear();
      putRecords(actors, isWhole ? '' : `${CHANGES}${keyOf(position)}-`, entries, 0, isLast);
      if (isLast) actors.transaction.commit();
    });
    if (database === target) written = { snapshots, changes: isWhole ? 0 : changed };
    base = position;
    upTo = last;
  }

  function stop(): void {
    cancelWrite?.();
    cancelWrite = null;
    cancelQuiet?.();
    database?.close();
    database = null;
    isOwn = false;
    written = null;
  }

  async function drop(userId: UserId): Promise<void> {
    stop();
    const own = createDatabase(environment, databaseName(tenant, userId));
    try {
      await own.together(['log', 'actors', 'events'], 'readwrite', (storeOf) => {
        for (const store of ['log', 'actors', 'events'] as const) storeOf(store).clear();
      });
    } catch {
      // Storage is refused, so the next page reads nothing either.
    } finally {
      own.close();
    }
  }

  return {
    drop,
    keep: (userId) => {
      stop();
      // The version that wrote it can still use it.
      if (found.failure === 'newer') return;
      // Another tab that logs out erases it: nothing is written after that.
      database = createDatabase(environment, databaseName(tenant, userId), stop);
      const { position, snapshots } = journal.latest();
      // The page goes on from what it read.
      if (position === base) written = { snapshots, changes: 0 };
      void write();
    },
    stop,
  };
}

function isLeaving(event: AppEvent): boolean {
  return event.type === 'page.closing' || (event.type === 'page.visibilityChanged' && !event.visible);
}

/** Events to write at once: the page may close, and a draft mustn't reappear after it was sent or cleared. */
function isUrgent(event: AppEvent): boolean {
  const { type } = event;
  if (type === 'draft.changed') return event.text === '';
  return ['page.closing', 'page.visibilityChanged', 'message.submitted', 'draft.discarded'].includes(type);
}

/** The stored actors that changed or were removed since the last snapshot, one by one: all of them are too many at once. */
function* changesBetween(before: Snapshots, after: Snapshots): Generator<ActorEntry, undefined> {
  for (const [name, actor] of after) {
    const was = before.get(name);
    const isSame = was !== undefined && was.context === actor.context && was.value === actor.value;
    if (!isSame && isLastingActor(name)) yield entryOf(name, actor);
  }
  for (const name of before.keys()) if (isLastingActor(name) && !after.has(name)) yield [name];
}

/** Actors that are stored: the next page counts them, too. */
function countLasting(snapshots: Snapshots): number {
  let count = 0;
  for (const name of snapshots.keys()) if (isLastingActor(name)) count += 1;
  return count;
}

/** Records are read in the order of their keys: those of a whole snapshot, then those of changes. */
function putRecords(
  store: IDBObjectStore,
  prefix: string,
  actors: Iterator<ActorEntry, undefined>,
  from: number,
  isAtOnce: boolean,
): void {
  const record: ActorEntry[] = [];
  for (let next = actors.next(); !next.done; next = actors.next()) {
    record.push(next.value);
    if (record.length === RECORD_ACTORS) break;
  }
  if (record.length === 0) return;
  const put = store.put(recordOfActors(record), `${prefix}${keyOf(from)}`);
  const goOn = () => putRecords(store, prefix, actors, from + record.length, isAtOnce);
  // The transaction stays open while a request is pending.
  if (isAtOnce) goOn();
  else put.onsuccess = goOn;
}

/** Sorts as the position does. */
function keyOf(upTo: number): string {
  return String(upTo).padStart(16, '0');
}
