import type { Environment } from '../environment.ts';
import { parseJson } from '../calls/issues.ts';
import type { Snapshots, StoredActor } from '../../machines/directory/stored.ts';
import { isFields, takeRecord } from './actor-records.ts';
import { createDatabase, databaseName, reasonOf } from './database.ts';

/** A stored log in raw form. */
export interface OnDisk {
  readonly about: unknown;
  /** Actors in records of today's format. */
  readonly actors: Snapshots;
  /** Other records, parsed, oldest first: those of older formats, and damaged ones. */
  readonly others: readonly unknown[];
  /** Batches, in order. */
  readonly batches: readonly unknown[];
}

/** A stored log that is being read. */
export interface Reading {
  /** Whose it is; null, and nothing is read, if nobody asked to stay logged in. */
  readonly userId: string | null;
  /** Whether there is a log; known before it is read. */
  readonly isThere: Promise<boolean>;
  /** What is on the disk, unchecked; a string is why it couldn't be read. */
  readonly onDisk: Promise<OnDisk | string>;
}

const nothing: OnDisk = { about: undefined, actors: new Map(), others: [], batches: [] };

/** The key of a company's stored session. */
export function sessionKeyOf(tenant: string): string {
  return `balcao:${tenant}:session`;
}

/**
 * Begins to read the log of the user with a stored session. It runs while the rest of the program is still being
 * compiled, so it imports little; session and log are checked later.
 */
export function beginReading(
  environment: Pick<Environment, 'indexedDB' | 'localStorage' | 'after'>,
  tenant: string,
): Reading {
  const userId = rememberedUser(environment.localStorage, tenant);
  const { promise: isThere, resolve: tell } = Promise.withResolvers<boolean>();
  const onDisk =
    userId === null ? Promise.resolve(nothing) : readOnDisk(environment, databaseName(tenant, userId), tell);
  void onDisk.then(() => tell(false));
  return { userId, isThere, onDisk };
}

function rememberedUser(store: Environment['localStorage'], tenant: string): string | null {
  try {
    const session = parseJson(store?.getItem(sessionKeyOf(tenant)) ?? '');
    if (!isFields(session) || session['remembered'] !== true || !isFields(session['user'])) return null;
    const { id } = session['user'];
    return typeof id === 'string' ? id : null;
  } catch {
    return null;
  }
}

async function readOnDisk(
  environment: Pick<Environment, 'indexedDB' | 'after'>,
  name: string,
  tell: (isThere: boolean) => void,
): Promise<OnDisk | string> {
  const database = createDatabase(environment, name);
  const { promise: onDisk, resolve, reject } = Promise.withResolvers<OnDisk>();
  const done = database.together(['log', 'actors', 'events'], 'readonly', (storeOf) => {
    const about = storeOf('log').get('about');
    const batches = storeOf('events').getAll();
    const actors = storeOf('actors').getAll();
    about.onsuccess = () => tell(about.result !== undefined);
    // The last to be answered.
    actors.onsuccess = () => resolve({ about: about.result, batches: batches.result, ...actorsOf(actors.result) });
  });
  done.catch(reject);
  try {
    return await onDisk;
  } catch (error) {
    return reasonOf(error);
  } finally {
    database.close();
  }
}

/** The actors of stored records. A record is text; in the first format it is an object. */
export function actorsOf(records: readonly unknown[]): Pick<OnDisk, 'actors' | 'others'> {
  const actors = new Map<string, StoredActor>();
  const others: unknown[] = [];
  for (const record of records) {
    const parsed = typeof record === 'string' ? parseJson(record) : record;
    if (!takeRecord(actors, parsed)) others.push(parsed);
  }
  return { actors, others };
}
