import type { StoredLog } from '../../machines/app.ts';
import type { Environment } from '../environment.ts';
import { createDatabase, databaseName, reasonOf } from './database.ts';
import { keptPerson } from './local.ts';
import { parseRecord } from './actor-records.ts';
import { parseOnDisk } from './log-format.ts';

/** After this long without an answer, the page starts without the stored log (milliseconds). */
const READ_MS = 2_000;

/** What an earlier page stored for this one to continue. */
export interface FoundLog {
  readonly stored: StoredLog | null;
  /** Why what is stored can't be used; null otherwise. */
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

/** Reads the log of the user with a stored session; nothing if they didn't ask to stay logged in. */
export async function readStoredLog(
  environment: Pick<Environment, 'indexedDB' | 'localStorage' | 'after'>,
  tenant: string,
): Promise<FoundLog> {
  const person = keptPerson(environment.localStorage, tenant);
  if (person === null || !person.remembered) return nothing;
  const database = createDatabase(environment, databaseName(tenant, person.userId));
  const { promise: late, resolve } = Promise.withResolvers<FoundLog>();
  const cancel = environment.after(READ_MS, () => resolve({ stored: null, failure: 'no answer' }));
  try {
    return await Promise.race([read(), late]);
  } finally {
    cancel();
    database.close();
  }

  async function read(): Promise<FoundLog> {
    try {
      let [about, batches]: [unknown, readonly unknown[]] = [undefined, []];
      const records: unknown[] = [];
      await database.together(['log', 'actors', 'events'], 'readonly', (storeOf) => {
        const actors = storeOf('actors');
        const asked = [storeOf('log').get('about'), storeOf('events').getAll(), actors.getAllKeys()] as const;
        asked[0].onsuccess = () => (about = asked[0].result);
        asked[1].onsuccess = () => (batches = asked[1].result);
        asked[2].onsuccess = () => {
          for (const key of asked[2].result) {
            const record = actors.get(key);
            // Parsed while the next one is being read.
            record.onsuccess = () => records.push(parseRecord(record.result));
          }
        };
      });
      const found = await parseOnDisk({ about, records, batches });
      return typeof found === 'string' ? { stored: null, failure: found } : { stored: found, failure: null };
    } catch (error) {
      return { stored: null, failure: reasonOf(error) };
    }
  }
}
