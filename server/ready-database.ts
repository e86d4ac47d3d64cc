import pg from 'pg';
import { openDatabase } from './db/database.ts';
import { migrate, requireMigrated } from './db/migrate.ts';
import { requireServerRole } from './db/roles.ts';
import { syncPermissions } from './domain/permission-routes.ts';
import type { Log } from './log.ts';

const CONNECT_TIMEOUT_MS = 10_000;

/** Brings the schema and what the program itself keeps in it up to this version, as the owner. Answers the migrations applied. */
export async function migrateDatabase(ownerUrl: string, log: Log): Promise<string[]> {
  const applied = await migrate(ownerUrl, log);
  const db = openDatabase({ url: ownerUrl, log, size: 1 });
  try {
    await syncPermissions(db);
  } finally {
    await db.close();
  }
  return applied;
}

/**
 * Makes sure that the server can run on the database: its role can't see two companies' rows at a time,
 * and the schema is this version's, migrated here where the owner's address is known. Refuses with
 * `DatabaseUnfit`. Answers the migrations applied.
 */
export async function readyDatabase(options: {
  databaseUrl: string;
  ownerUrl?: string | undefined;
  log: Log;
}): Promise<string[]> {
  const { databaseUrl, ownerUrl, log } = options;
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'balcao start',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  await client.connect();
  try {
    // Before anything is migrated: its owner may not be given the server's grants.
    await requireServerRole(client, false);
    const applied = ownerUrl === undefined ? [] : await migrateDatabase(ownerUrl, log);
    await requireServerRole(client, true);
    await requireMigrated(client, log);
    return applied;
  } finally {
    await client.end();
  }
}
