import { inspect } from 'node:util';
import { ConfigError, databaseSettings } from '../config.ts';
import { explainConnection } from '../db/explain.ts';
import { DatabaseUnfit } from '../db/unfit.ts';
import { createLog } from '../log.ts';
import { migrateDatabase, readyDatabase } from '../ready-database.ts';

/**
 * `npm run migrate`: migrates the database of DATABASE_OWNER_URL. With DATABASE_URL too, checks that the server can run
 * with that role.
 */
async function main(): Promise<void> {
  let databaseUrl: string | undefined;
  try {
    const settings = databaseSettings(process.env);
    databaseUrl = settings.databaseUrl;
    const ownerUrl = settings.databaseOwnerUrl;
    if (ownerUrl === undefined) {
      throw new ConfigError(
        'Set DATABASE_OWNER_URL, the address of the role that owns the database: postgres://balcao_owner:password@host:5432/balcao. server/db/setup.sql makes the roles. Without a PostgreSQL of your own there is nothing to do: the server migrates the one that it brings.',
      );
    }
    const log = createLog({ level: 'warn' });
    const applied =
      databaseUrl === undefined
        ? await migrateDatabase(ownerUrl, log)
        : await readyDatabase({ databaseUrl, ownerUrl, log });
    for (const name of applied) process.stdout.write(`  ${name}\n`);
    process.stdout.write(
      applied.length === 0
        ? 'The database has this version already.\n'
        : `The database was migrated: ${applied.length} steps.\n`,
    );
  } catch (error) {
    const refused = databaseUrl === undefined ? undefined : explainConnection(error, databaseUrl);
    const isKnown = error instanceof ConfigError || error instanceof DatabaseUnfit;
    process.stderr.write(`${isKnown ? error.message : (refused ?? inspect(error))}\n`);
    process.exitCode = 1;
  }
}

await main();
