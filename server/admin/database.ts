import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { ConfigError, databaseSettings } from '../config.ts';
import type { Environment } from '../config.ts';
import { ADDRESS_FILE, startDatabase } from '../db/embedded.ts';
import { DataFolderInUse } from '../db/embedded/lock.ts';
import type { Log } from '../log.ts';

export type Found = { databaseUrl: string; ownerUrl: string | undefined; release: () => Promise<void> };

const nothing = async () => undefined;

/**
 * The server's database: DATABASE_URL, or the embedded one of DATA_DIR, which is started unless a server already runs
 * it. `release` stops what was started.
 */
export async function findDatabase(env: Environment, log: Log): Promise<Found> {
  const { databaseUrl, databaseOwnerUrl } = databaseSettings(env);
  if (databaseUrl !== undefined) return { databaseUrl, ownerUrl: databaseOwnerUrl, release: nothing };
  const dataDir = resolve(env['DATA_DIR']?.trim() || '.data');
  try {
    const started = await startDatabase({ dataDir, log });
    return { databaseUrl: started.url, ownerUrl: started.ownerUrl, release: started.stop };
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error;
  }
  const address = await readFile(resolve(dataDir, ADDRESS_FILE), 'utf8').catch(() => undefined);
  if (address === undefined) throw new ConfigError(`The server on ${dataDir} is starting. Try again in a moment.`);
  return { databaseUrl: address, ownerUrl: undefined, release: nothing };
}
