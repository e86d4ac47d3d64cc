import type { StoredLog } from '../../machines/app.ts';
import type { Environment } from '../environment.ts';
import { reasonOf } from './database.ts';
import { keptPerson } from './local.ts';
import { parseOnDisk } from './log-format.ts';
import { beginReading } from './raw-log.ts';
import type { OnDisk, Reading } from './raw-log.ts';

/** After this long the page starts without the stored log (milliseconds); counted once the program runs. */
const READ_MS = 2_000;

/** What an earlier page stored for this one to continue. */
export interface FoundLog {
  readonly stored: StoredLog | null;
  /** Why what is stored can't be used; null if all of it can. `incomplete`: events after those in `stored` are lost. */
  readonly failure: string | null;
}

/** Where the stored log ended. */
export interface FoundEnd {
  /** Position of the snapshots, and of the last event; null where there is none. */
  readonly position: number | null;
  readonly upTo: number;
  readonly failure: string | null;
}

export function endOf({ stored, failure }: FoundLog): FoundEnd {
  if (stored === null) return { position: null, upTo: 0, failure };
  return { position: stored.position, upTo: stored.tail.at(-1)?.position ?? stored.position, failure };
}

const nothing: FoundLog = { stored: null, failure: null };

/** Reads the log of the user with a stored session; nothing if they didn't ask to stay logged in. `reading` may have begun earlier. */
export async function readStoredLog(
  environment: Pick<Environment, 'indexedDB' | 'localStorage' | 'after'>,
  tenant: string,
  { userId, onDisk }: Reading = beginReading(environment, tenant),
): Promise<FoundLog> {
  const person = keptPerson(environment.localStorage, tenant);
  // Another tab may have stored another session since.
  if (person?.remembered !== true || person.userId !== userId) return nothing;
  const { promise: late, resolve } = Promise.withResolvers<string>();
  const cancel = environment.after(READ_MS, () => resolve('no answer'));
  const read = await Promise.race([onDisk, late]);
  cancel();
  if (typeof read === 'string') return { stored: null, failure: read === 'VersionError' ? 'newer' : read };
  try {
    const found = await parseOnDisk(read);
    if (typeof found === 'string') return { stored: null, failure: found };
    return { stored: found, failure: found === null || isWhole(read, found) ? null : 'incomplete' };
  } catch (error) {
    return { stored: null, failure: reasonOf(error) };
  }
}

/** Whether the log goes on to the last batch on the disk; there is one with every snapshot. */
function isWhole({ batches }: OnDisk, { position, tail }: StoredLog): boolean {
  return Object(batches.at(-1)).upTo === (tail.at(-1)?.position ?? position);
}
