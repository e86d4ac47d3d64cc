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
/** Any number that is ours: nodes that start together migrate one after the other. */
const LOCK = 7_301_640_221;
/** A host that swallows everything would keep the start waiting for minutes. */
const CONNECT_TIMEOUT_MS = 10_000;
/** The first line of a migration that the version before can't work beside; without it, it can. */
const BREAKS = '-- breaks older versions';
/** What the first migration begins with, the roles, an owner may not be allowed to make: `makeRoles` has made them. */
const BEHIND_THE_ROLES = "do $$\nbegin\n  execute format('grant usage on schema";

export type Migration = { name: string; sql: string; checksum: string; breaks: boolean };

/** The program's migrations, in their order. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(FOLDER)).filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name)).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, FOLDER), 'utf8');
      const checksum = createHash('sha256').update(sql).digest('hex');
      return { name, sql, checksum, breaks: sql.startsWith(`${BREAKS}\n`) };
    }),
  );
}

/**
 * Applies, as the owner, the migrations that the database doesn't have, each in its own transaction, and
 * installs the tables of the jobs. Refuses with `DatabaseUnfit` a database whose applied migrations
 * differ from these, or that a newer version has migrated so that this one can't work on it any more.
 * Answers the names applied.
 */
export async function migrate(ownerUrl: string, log: Log, own?: readonly Migration[]): Promise<string[]> {
  const migrations = own ?? (await readMigrations());
  const client = await connectOwner(ownerUrl);
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    await makeRoles(client);
    await client.query(
      `create table if not exists migration (name text primary key, checksum text not null, applied_at timestamptz not null default now());
      alter table migration add column if not exists breaks_older boolean not null default false`,
    );
    const { rows: applied } = await client.query<Applied>('select name, checksum, breaks_older from migration');
    const missing = outstanding(migrations, applied, log);
    for (const migration of missing) {
      await apply(client, migration, log);
      log.info({ migration: migration.name }, 'migration applied');
    }
    await installJobs(client);
    return missing.map(({ name }) => name);
  } finally {
    // Its end gives the lock back, whatever happened.
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

/** A migration as the database remembers it. */
export type Applied = { name: string; checksum: string; breaks_older: boolean };

/**
 * Those that the database doesn't have. One that it has and this version doesn't know comes from a newer
 * version: that is logged, or refused where it breaks older versions.
 */
export function outstanding(own: readonly Migration[], applied: readonly Applied[], log: Log): Migration[] {
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
    log.warn({ migrations: names }, 'the database was migrated by a newer version; this one goes on working with it');
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
 * Refuses with `DatabaseUnfit` a database that has not all of this version's migrations, or that it can't
 * work on any more. Asked by the server's role, which looks as the platform.
 */
export async function requireMigrated(client: pg.Client, log: Log): Promise<void> {
  const { rows } = await client.query<{ readable: boolean }>(
    `select coalesce(has_table_privilege('balcao_platform', to_regclass('migration'), 'select'), false) as readable`,
  );
  if (rows[0]?.readable !== true) throw new DatabaseUnfit(`The database isn't migrated yet. ${TO_MIGRATE}`);
  await client.query('set role balcao_platform');
  const { rows: applied } = await client.query<Applied>('select name, checksum, breaks_older from migration');
  const [missing] = outstanding(await readMigrations(), applied, log);
  const jobs = await jobsVersion(client);
  await client.query('reset role');
  if (missing !== undefined || jobs === undefined || jobs < JOBS_VERSION) {
    const what = missing?.name ?? "the jobs' tables";
    throw new DatabaseUnfit(`The database isn't migrated for this version of the server (${what}). ${TO_MIGRATE}`);
  }
}

const LOCK_NOT_AVAILABLE = '55P03';
/** Every query that comes behind a waiting migration waits as long: less than their own limit. */
const LOCK_TIMEOUT = '2s';
const LOCK_PAUSE_MS = 3_000;
/** A backup of a large company takes that long. */
const LOCK_TRIES = 600;

/** Applies a migration; while somebody else holds its tables it lets all others pass and tries again. */
async function apply(client: pg.Client, migration: Migration, log: Log): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await applyNow(client, migration);
      return;
    } catch (error) {
      if (codeOf(error) !== LOCK_NOT_AVAILABLE || tries >= LOCK_TRIES) {
        throw new Error(`Migration ${migration.name} failed`, { cause: error });
      }
      log.warn({ migration: migration.name }, 'a migration waits for a backup or another long transaction to end');
      await pause(LOCK_PAUSE_MS);
    }
  }
}

async function applyNow(client: pg.Client, { name, sql, checksum, breaks }: Migration): Promise<void> {
  await client.query(`begin; set local lock_timeout = '${LOCK_TIMEOUT}'`);
  try {
    await client.query(sql.slice(Math.max(0, sql.indexOf(BEHIND_THE_ROLES))));
    await client.query('insert into migration (name, checksum, breaks_older) values ($1, $2, $3)', [
      name,
      checksum,
      breaks,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** Tells the planner of rows that were stored in tables in bulk, as the owner: it finds out by itself only after a while. */
export async function analyzeTables(ownerUrl: string, tables: readonly string[]): Promise<void> {
  const client = await connectOwner(ownerUrl);
  try {
    await client.query(`analyze ${tables.join(', ')}`);
  } finally {
    await client.end();
  }
}
