import * as z from 'zod/mini';
import { LOG_FILE_MAX_BYTES } from '../../contract/facts/limits.ts';
import type { StoredLog } from '../machines/app.ts';
import type { StoredActor } from '../machines/directory/stored.ts';
import type { Journal } from '../machines/log/journal.ts';
import type { ConfigSource } from './calls/gateway.ts';
import { LOG_FORMAT, parseOnDisk } from './storage/log-format.ts';
import type { Unreadable } from './storage/log-format.ts';
import type { OnDisk } from './storage/raw-log.ts';

const storedSchema = z.object({ value: z.unknown(), context: z.unknown() });
/** That of files saved before they named theirs. */
const FIRST_FORMAT = 9;

const placedSchema = z.object({ position: z.number() });
const reportSchema = z.object({
  format: z._default(z.number(), FIRST_FORMAT),
  position: z.number(),
  snapshots: z.record(z.string(), storedSchema),
  // Each event is checked once, as one of the disk.
  tail: z.array(z.unknown()),
});

/** The log in the text of a report, or why there is none. */
export async function readReport(text: string): Promise<StoredLog | Unreadable | 'notALog' | 'empty'> {
  if (text.trim() === '') return 'empty';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'notALog';
  }
  const { data: report } = reportSchema.safeParse(value);
  if (report === undefined) return 'notALog';
  const { format, position, snapshots, tail } = report;
  const { data: last } = placedSchema.safeParse(tail.at(-1) ?? { position });
  if (last === undefined) return 'damaged';
  const log = await parseOnDisk({
    about: { format, position },
    ...asOnDisk(format, snapshots),
    batches: [{ after: position, upTo: last.position, events: tail }],
  });
  if (log === null || typeof log === 'string') return log ?? 'damaged';
  if (tail.length === 0 && log.snapshots.size === 0) return 'empty';
  return log.tail.length === tail.length ? log : 'damaged';
}

/** The actors of a report as they would stand on the disk in its format. */
function asOnDisk(format: number, snapshots: Readonly<Record<string, StoredActor>>): Pick<OnDisk, 'actors' | 'others'> {
  const all = Object.entries(snapshots);
  const isWhole = all.every(([, { context }]) => typeof context === 'object' && context !== null);
  if (format === LOG_FORMAT && isWhole) return { actors: new Map(all), others: [] };
  return { actors: new Map(), others: [all.map(([name, { value, context }]) => [name, value, context])] };
}

/** The log in a file of “Relatar problema”, or why there is none. Nothing leaves the browser. */
async function readFile(
  file: Pick<Blob, 'size' | 'text'>,
): Promise<StoredLog | Unreadable | 'notALog' | 'empty' | 'tooLarge' | 'unreadable'> {
  if (file.size > LOG_FILE_MAX_BYTES) return 'tooLarge';
  try {
    return await readReport(await file.text());
  } catch (error) {
    // It was moved or changed since it was chosen, or is a folder.
    console.warn(error);
    return 'unreadable';
  }
}

/** Where the time machine gets its logs. */
export function createTimeMachine(journal: Pick<Journal, 'whole'>, config: ConfigSource) {
  return {
    read: readFile,
    /** This tab's own log, in development and the demo; null elsewhere. */
    present: async () => ((await config())?.demo === true ? journal.whole() : null),
  };
}
