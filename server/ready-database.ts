import pg from 'pg';
import { openDatabase } from './db/database.ts';
import { migrate, requireMigrated } from './db/migrate.ts';
import { requireServerRole } from './db/roles.ts';
import { syncPermissions } from './domain/sync-permissions.ts';
import type { Log } from './log.ts';

const CONNECT_TIMEOUT_MS = 10_000;

/** Migrates the schema and the program's own rows, as the owner. Returns the applied migrations. */
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
 * Ensures that the server can run on the database: its role can't see several companies' rows at once, and the schema
 * is current, migrated here if the owner's URL is known. Refuses with `DatabaseUnfit`. Returns the applied migrations.
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
    // Before migrating: the owner may lack the server's grants.
    await requireServerRole(client, false);
    const applied = ownerUrl === undefined ? [] : await migrateDatabase(ownerUrl, log);
    await requireServerRole(client, true);
    await requireMigrated(client, log);
    return applied;
  } finally {
    await client.end();
  }
}
