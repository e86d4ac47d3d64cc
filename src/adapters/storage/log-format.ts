import * as z from 'zod/mini';
import type { StoredLog } from '../../machines/app.ts';
import type { Logged } from '../../machines/log/event.ts';
import type { OnDisk } from './raw-log.ts';

/**
 * Version of the stored log. Raise it, with a migration in `log-migrations.ts`, whenever an actor's context or an event
 * is read differently from how it was written; a test compares the shapes of contexts, none those of events.
 */
export const LOG_FORMAT = 10;

/** The header of a stored log; `position` is that of the snapshots, and `actors` how many they are of. */
export const aboutSchema = z.object({ format: z.number(), position: z.number(), actors: z.optional(z.number()) });
export type About = z.infer<typeof aboutSchema>;

/** Events that were written together. */
export interface Batch {
  /** Position of the last event of the batch before, or of the snapshots. */
  readonly after: number;
  /** Position of the last event; that of the snapshots where there is none. */
  readonly upTo: number;
  readonly events: readonly Logged[];
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
  const isEmpty = onDisk.actors.size === 0 && onDisk.others.length === 0 && onDisk.batches.length === 0;
  if (onDisk.about === undefined) return isEmpty ? null : 'damaged';
  const { data: written } = aboutSchema.safeParse(onDisk.about);
  if (written === undefined) return 'damaged';
  if (written.format > LOG_FORMAT) return 'newer';
  const { position, actors } = written;
  const isOlder = written.format < LOG_FORMAT;
  // Changes may have been written to a snapshot that was cleared meanwhile.
  if (!isOlder && actors !== undefined && actors !== onDisk.actors.size) return 'damaged';
  // Few pages need the migrations, and each only once.
  const found = isOlder ? (await import('./log-migrations.ts')).migrated(onDisk, written.format) : onDisk;
  if (found === null || found.others.length > 0) return 'damaged';
  const tail: Logged[] = [];
  let upTo = position;
  for (const value of found.batches) {
    const batch = parseBatch(value);
    if (batch?.after !== upTo) break;
    tail.push(...batch.events);
    ({ upTo } = batch);
  }
  return { position, snapshots: found.actors, tail };
}
