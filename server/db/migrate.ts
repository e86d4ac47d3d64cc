import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log.ts';
import { explainConnection } from './explain.ts';
import { codeOf } from './failures.ts';
import { installJobs, JOBS_VERSION, jobsVersion } from './jobs.ts';
import { makeRoles } from './roles.ts';
import { DatabaseUnfit } from './unfit.ts';

const FOLDER = new URL('./migrations/', import.meta.url);
/** An arbitrary advisory lock: nodes that start together migrate one after the other. */
const LOCK = 7_301_640_221;
/** An unresponsive host would block the start for minutes. */
const CONNECT_TIMEOUT_MS = 10_000;
/** First line of a migration that is incompatible with the previous version. */
const BREAKING_MARK = '-- breaks older versions';
/**
 * The first migration creates the roles, which an owner may not be allowed to: `makeRoles` has already done it, so it
 * is skipped up to here.
 */
const AFTER_ROLES = "do $$\nbegin\n  execute format('grant usage on schema";

export type Migration = { name: string; sql: string; checksum: string; breaks: boolean };

/** The program's migrations, in order. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(FOLDER)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name)).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, FOLDER), 'utf8');
      const checksum = createHash('sha256').update(sql).digest('hex');
      return { name, sql, checksum, breaks: sql.startsWith(`${BREAKING_MARK}\n`) };
    }),
  );
}

/**
 * Applies missing migrations as the owner, each in its own transaction, and installs the job tables. Refuses with
 * `DatabaseUnfit` a database whose applied migrations differ from these, or that a newer version made incompatible.
 * Returns the names applied.
 */
export async function migrate(ownerUrl: string, log: Log, own?: readonly Migration[]): Promise<string[]> {
  const migrations = own ?? (await readMigrations());
  const client = await connectOwner(ownerUrl);
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await makeRoles(client);
    await client.query(
      'create table if not exists migration (name text primary key, checksum text not null, applied_at timestamptz not null default now())',
    );
    await addBreaksOlder(client, log);
    const { rows: applied } = await client.query<Applied>('select name, checksum, breaks_older from migration');
    const missing = missingMigrations(migrations, applied, log);
    for (const migration of missing) {
      await retryWhileLocked(client, migration.name, log, () => apply(client, migration));
      log.info({ migration: migration.name }, 'migration applied');
    }
    await retryWhileLocked(client, "the jobs' tables", log, () => installJobs(client));
    return missing.map(({ name }) => name);
  } finally {
    // Ending the connection releases the lock in any case.
    await client.end();
  }
}

async function connectOwner(ownerUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: ownerUrl,
    application_name: 'balcao migrate',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  await client.connect().catch((error: unknown) => {
    const refused = explainConnection(error, ownerUrl, 'DATABASE_OWNER_URL');
    throw refused === undefined ? error : new DatabaseUnfit(refused, error);
  });
  return client;
}

/** A migration recorded in the database. */
export type Applied = { name: string; checksum: string; breaks_older: boolean };

/**
 * The missing migrations. Applied ones that this version doesn't know come from a newer version: logged, or refused if
 * incompatible.
 */
export function missingMigrations(own: readonly Migration[], applied: readonly Applied[], log: Log): Migration[] {
  const known = new Map(own.map((migration) => [migration.name, migration]));
  const foreign = applied.filter(({ name }) => !known.has(name));
  const breaking = foreign.find((migration) => migration.breaks_older);
  if (breaking !== undefined) {
    throw new DatabaseUnfit(
      `The database was migrated by a newer version, which this one can't work beside (${breaking.name}). Start that version, or restore the backup from before the upgrade.`,
    );
  }
  if (foreign.length > 0) {
    const names = foreign.map(({ name }) => name);
    log.warn({ migrations: names }, 'the database was migrated by a newer version; this one is compatible');
  }
  const changed = applied.find(({ name, checksum }) => known.has(name) && known.get(name)?.checksum !== checksum);
  if (changed !== undefined) {
    throw new DatabaseUnfit(`The migration ${changed.name} was changed after it was applied.`);
  }
  const done = new Set(applied.map(({ name }) => name));
  return own.filter(({ name }) => !done.has(name));
}

const TO_MIGRATE =
  'Run npm run migrate with DATABASE_OWNER_URL, the address of the role that owns the database; or set it for the server too, which then migrates when it starts.';

/**
 * Refuses with `DatabaseUnfit` a database that lacks migrations or is incompatible. For the server's role, which reads
 * as the platform.
 */
export async function requireMigrated(client: pg.Client, log: Log): Promise<void> {
  const { rows } = await client.query<{ readable: boolean }>(
    `select coalesce(has_table_privilege('balcao_platform', to_regclass('migration'), 'select'), false) as readable`,
  );
  if (rows[0]?.readable !== true) throw new DatabaseUnfit(`The database isn't migrated yet. ${TO_MIGRATE}`);
  await client.query('set role balcao_platform');
  const { rows: applied } = await client.query<Applied>('select name, checksum, breaks_older from migration');
  const [missing] = missingMigrations(await readMigrations(), applied, log);
  const jobs = await jobsVersion(client);
  await client.query('reset role');
  if (missing !== undefined || jobs === undefined || jobs < JOBS_VERSION) {
    const what = missing?.name ?? "the jobs' tables";
    throw new DatabaseUnfit(`The database isn't migrated for this version of the server (${what}). ${TO_MIGRATE}`);
  }
}

/** lock_not_available, deadlock_detected */
const LOCK_FAILURES: ReadonlySet<string> = new Set(['55P03', '40P01']);
/** Queries behind a waiting migration wait as long, so less than their own timeout. */
const LOCK_TIMEOUT = '2s';
const LOCK_PAUSE_MS = 3_000;
/** A backup of a large company takes that long. */
const LOCK_TRIES = 600;

/** Runs `work`; if its tables are locked, lets others pass and retries. */
async function retryWhileLocked(
  client: pg.Client,
  name: string,
  log: Log,
  work: () => Promise<unknown>,
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await work();
      return;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      if (!LOCK_FAILURES.has(codeOf(error)) || tries >= LOCK_TRIES) {
        throw new Error(`Migration ${name} failed`, { cause: error });
      }
      log.warn({ migration: name }, 'a migration waits for a backup or another long transaction to end');
      await pause(LOCK_PAUSE_MS);
    }
  }
}

/** For tables of the first versions. Checks first, as even `add column if not exists` takes an exclusive lock. */
async function addBreaksOlder(client: pg.Client, log: Log): Promise<void> {
  const { rowCount } = await client.query(
    "select from pg_attribute where attrelid = 'migration'::regclass and attname = 'breaks_older' and not attisdropped",
  );
  if (rowCount !== 0) return;
  await retryWhileLocked(client, 'migration.breaks_older', log, () =>
    client.query(
      `begin; set local lock_timeout = '${LOCK_TIMEOUT}';
       alter table migration add column breaks_older boolean not null default false; commit`,
    ),
  );
}

async function apply(client: pg.Client, { name, sql, checksum, breaks }: Migration): Promise<void> {
  await client.query(`begin; set local lock_timeout = '${LOCK_TIMEOUT}'`);
  await client.query(sql.slice(Math.max(0, sql.indexOf(AFTER_ROLES))));
  await client.query('insert into migration (name, checksum, breaks_older) values ($1, $2, $3)', [
    name,
    checksum,
    breaks,
  ]);
  await client.query('commit');
}

/** Updates the planner's statistics after bulk inserts, as the owner: autovacuum would take a while. */
export async function analyzeTables(ownerUrl: string, tables: readonly string[]): Promise<void> {
  const client = await connectOwner(ownerUrl);
  try {
    await client.query(`analyze ${tables.join(', ')}`);
  } finally {
    await client.end();
  }
}
