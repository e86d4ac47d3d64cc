import * as z from 'zod/mini';
import type { StoredLog } from '../../machines/app.ts';
import type { Snapshots, StoredActor } from '../../machines/directory/stored.ts';
import type { Logged } from '../../machines/log/event.ts';
import { parseJson } from '../calls/issues.ts';

/**
 * Version of the stored log. Raise it, with a migration in `log-migrations.ts`, whenever an actor's context or an event
 * is read differently from how it was written; a test compares the shapes of contexts, none those of events.
 */
export const LOG_FORMAT = 8;

/** The header of a stored log; `position` is that of the snapshots. */
export const aboutSchema = z.object({ format: z.number(), position: z.number() });
export type About = z.infer<typeof aboutSchema>;

/**
 * An actor in a record: its name, state and context; or only the name of one that was removed. A record is a JSON array
 * of some hundreds of them. A later record of an actor replaces an earlier one.
 */
export type ActorEntry = readonly [name: string, value: unknown, context: unknown] | readonly [name: string];

/** Events that were written together. */
export interface Batch {
  /** Position of the last event of the batch before, or of the snapshots. */
  readonly after: number;
  /** Position of the last event; that of the snapshots where there is none. */
  readonly upTo: number;
  readonly events: readonly Logged[];
}

/** A stored log in raw form. */
export interface OnDisk {
  readonly about: unknown;
  /** Records of actors, parsed, oldest first. */
  readonly records: readonly unknown[];
  /** Batches, in order. */
  readonly batches: readonly unknown[];
}

/** Why a stored log can't be continued. */
export type Unreadable = 'newer' | 'damaged';

// An event was checked when it was logged; the directory looks at it by its type.
const loggedSchema = z.object({ type: z.string(), position: z.number(), loggedAt: z.number() });
const batchSchema = z.object({ after: z.number(), upTo: z.number(), events: z.array(z.unknown()) });

/** A batch as it was written: events pass unchanged, whatever their type. */
export function parseBatch(value: unknown): { after: number; upTo: number; events: Logged[] } | undefined {
  const { data: batch } = batchSchema.safeParse(value);
  const events = batch?.events.filter(isLogged);
  return batch && events?.length === batch.events.length ? { ...batch, events } : undefined;
}

function isLogged(value: unknown): value is Logged {
  return loggedSchema.safeParse(value).success;
}

/** The stored log; null for none. Batches after a missing one are left out. */
export async function parseOnDisk(onDisk: OnDisk): Promise<StoredLog | Unreadable | null> {
  if (onDisk.about === undefined) return null;
  const { data: written } = aboutSchema.safeParse(onDisk.about);
  if (written === undefined) return 'damaged';
  if (written.format > LOG_FORMAT) return 'newer';
  const isOlder = written.format < LOG_FORMAT;
  // Few pages need the migrations, and each only once.
  const found = isOlder ? (await import('./log-migrations.ts')).migrated(onDisk, written.format) : onDisk;
  if (found === null) return 'damaged';
  const { data: about } = aboutSchema.safeParse(found.about);
  const snapshots = snapshotsOf(found.records);
  if (about === undefined || snapshots === null) return 'damaged';
  const tail: Logged[] = [];
  let upTo = about.position;
  for (const value of found.batches) {
    const batch = parseBatch(value);
    if (batch?.after !== upTo) break;
    tail.push(...batch.events);
    ({ upTo } = batch);
  }
  return { position: about.position, snapshots, tail };
}

/** A record of actors as stored: as text, which is read back in half the time of as many objects. */
export function recordOfActors(actors: readonly ActorEntry[]): string {
  return JSON.stringify(actors);
}

/** Parses an actor of a record. */
export function entryOf(name: string, { value, context }: StoredActor): ActorEntry {
  return [name, value, context];
}

/** Parses a stored record; in the first format it is an object already. */
export function parseRecord(record: unknown): unknown {
  return typeof record === 'string' ? parseJson(record) : record;
}

/** The actors of all records; null where one isn't readable. */
function snapshotsOf(records: readonly unknown[]): Snapshots | null {
  const snapshots = new Map<string, StoredActor>();
  for (const record of records) {
    if (!Array.isArray(record)) return null;
    for (const actor of record) {
      if (!isActorEntry(actor)) return null;
      const [name, value, context] = actor;
      if (actor.length === 1) snapshots.delete(name);
      else snapshots.set(name, { value, context });
    }
  }
  return snapshots;
}

/** Without a schema: there are tens of thousands, and the list can't render before. */
export function isActorEntry(actor: unknown): actor is ActorEntry {
  if (!Array.isArray(actor) || typeof actor[0] !== 'string') return false;
  return actor.length === 1 || (actor.length === 3 && typeof actor[2] === 'object' && actor[2] !== null);
}
