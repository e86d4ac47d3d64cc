import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import type { Log } from '../log.ts';

const FOLDER = new URL('./migrations/', import.meta.url);
/** Any number that is ours: nodes that start together migrate one after the other. */
const LOCK = 7_301_640_221;
/** A host that swallows everything would keep the start waiting for minutes. */
const CONNECT_TIMEOUT_MS = 10_000;

type Migration = { name: string; sql: string; checksum: string };

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(FOLDER)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name)).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, FOLDER), 'utf8');
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

/**
 * Applies the migrations that the database doesn't have, each in its own transaction. Refuses a
 * database whose applied migrations differ from these files, or are newer. Answers the names applied.
 */
export async function migrate(url: string, log: Log): Promise<string[]> {
  const migrations = await readMigrations();
  const client = new pg.Client({
    connectionString: url,
    application_name: 'balcao migrate',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await client.query(
      'create table if not exists migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    const applied = await client.query<{ name: string; checksum: string }>('select name, checksum from migration');
    const checksums = new Map(applied.rows.map((row) => [row.name, row.checksum]));
    const known = new Set(migrations.map((migration) => migration.name));
    const foreign = [...checksums.keys()].find((name) => !known.has(name));
    if (foreign !== undefined) {
      throw new Error(`The database was migrated by a newer version (${foreign}); start that version`);
    }
    const done: string[] = [];
    for (const migration of migrations) {
      const checksum = checksums.get(migration.name);
      if (checksum === migration.checksum) continue;
      if (checksum !== undefined) throw new Error(`Migration ${migration.name} was changed after it was applied`);
      await apply(client, migration);
      log.info({ migration: migration.name }, 'migration applied');
      done.push(migration.name);
    }
    return done;
  } finally {
    // Its end gives the lock back, whatever happened.
    await client.end();
  }
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin');
  try {
    await client.query(migration.sql);
    await client.query('insert into migration (name, checksum) values ($1, $2)', [migration.name, migration.checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`Migration ${migration.name} failed`, { cause: error });
  }
}
