import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrate, readMigrations } from '../../../server/db/migrate.ts';
import type { Migration } from '../../../server/db/migrate.ts';
import { createLog } from '../../../server/log.ts';
import { readyDatabase } from '../../../server/ready-database.ts';
import { createTestDatabase } from '../../support/database.ts';
import type { TestDatabase } from '../../support/database.ts';

const lines: string[] = [];
const log = createLog({ level: 'warn', destination: { write: (line) => void lines.push(line) } });
let database: TestDatabase;
let owner: pg.Client;

beforeEach(async () => {
  lines.length = 0;
  database = await createTestDatabase();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
});
afterEach(async () => {
  await owner.end();
  await database.drop();
});

const start = () => readyDatabase({ databaseUrl: database.url, log });
const startAsOwner = () => readyDatabase({ databaseUrl: database.url, ownerUrl: database.ownerUrl, log });

/** Holds every table as pg_dump does, in the transaction of `owner`. */
async function beginBackup(): Promise<void> {
  const { rows } = await owner.query<{ tables: string }>(
    `select string_agg(oid::regclass::text, ', ') as tables from pg_class where relkind in ('r', 'p')
      and relnamespace in ('public'::regnamespace, 'pgboss'::regnamespace)`,
  );
  await owner.query(`begin; lock table ${rows[0]?.tables} in access share mode`);
}

async function waitsForBackup(migration: string): Promise<void> {
  const told = () => lines.filter((line) => line.includes(migration)).join('');
  await expect.poll(told).toContain('a migration waits for a backup');
}

/** This version's migrations and one more: what the next version comes with. */
async function newerVersion(breaks: boolean): Promise<Migration[]> {
  const sql = 'alter table customer add column favourite_colour text';
  return [...(await readMigrations()), { name: '9999_future.sql', sql, checksum: 'x', breaks }];
}

describe('a database that a newer version migrated', () => {
  test('by adding -> this version starts beside it and after it, and says so', async () => {
    expect(await migrate(database.ownerUrl, log, await newerVersion(false))).toEqual(['9999_future.sql']);
    expect(await start()).toEqual([]);
    expect(await startAsOwner()).toEqual([]);
    expect(lines.join('')).toContain('9999_future.sql');
    // And the newer one again, which finds it as it left it.
    expect(await migrate(database.ownerUrl, log, await newerVersion(false))).toEqual([]);
  });

  test('while a backup reads every table -> queries pass, and it is migrated once the backup is done', async () => {
    await beginBackup();
    const migrated = migrate(database.ownerUrl, log, await newerVersion(false));
    await waitsForBackup('9999_future.sql');
    const other = new pg.Client({ connectionString: database.ownerUrl, lock_timeout: 5_000 });
    await other.connect();
    expect((await other.query('select count(*) from customer')).rowCount).toBe(1);
    await other.end();
    await owner.query('commit');
    expect(await migrated).toEqual(['9999_future.sql']);
  });

  test('a migration of two tables that meets them in another order -> deadlock, tried again', async () => {
    await owner.query("set deadlock_timeout = '1min'; begin; select count(*) from message");
    const sql = `set local deadlock_timeout = '500ms'; alter table customer add column future_a text;
      alter table message add column future_b text`;
    const migrated = migrate(database.ownerUrl, log, [
      ...(await readMigrations()),
      { name: '9999_future.sql', sql, checksum: 'x', breaks: false },
    ]);
    const watcher = new pg.Client({ connectionString: database.ownerUrl });
    await watcher.connect();
    const waiting = "select from pg_locks where relation = 'message'::regclass and not granted";
    await expect.poll(async () => (await watcher.query(waiting)).rowCount).toBe(1);
    await watcher.end();
    await owner.query('select count(*) from customer; commit');
    expect(await migrated).toEqual(['9999_future.sql']);
  });

  test('by breaking older versions -> this version refuses to start, in a sentence', async () => {
    await migrate(database.ownerUrl, log, await newerVersion(true));
    const refusal = /newer version, which this one can't work beside \(9999_future\.sql\)/;
    await expect(start()).rejects.toThrow(refusal);
    await expect(startAsOwner()).rejects.toThrow(refusal);
  });

  test('an older pg-boss goes on with a newer one’s tables', async () => {
    await owner.query('update pgboss.version set version = version + 1');
    expect(await start()).toEqual([]);
    expect(await startAsOwner()).toEqual([]);
  });
});

describe('a database that an older version migrated', () => {
  test('while a backup reads every table -> a start that has nothing to migrate doesn’t wait for it', async () => {
    await beginBackup();
    expect(await startAsOwner()).toEqual([]);
    expect(lines.join('')).not.toContain('a migration waits');
    await owner.query('commit');
  });

  test('from before migrations had a breaking mark, during a backup -> waits and says so', async () => {
    await owner.query('alter table migration drop column breaks_older');
    await beginBackup();
    const started = startAsOwner();
    await waitsForBackup('migration.breaks_older');
    await owner.query('commit');
    expect(await started).toEqual([]);
  });

  test('this version’s server says what is missing and what to run; with the owner’s address it migrates', async () => {
    await owner.query("delete from migration where name = '0083_server_role.sql'");
    await expect(start()).rejects.toThrow(/0083_server_role\.sql\)\. Run npm run migrate with DATABASE_OWNER_URL/);
    expect(await startAsOwner()).toEqual(['0083_server_role.sql']);
    expect(await start()).toEqual([]);
  });

  test('of before the server had a role of its own -> not migrated yet', async () => {
    await owner.query(
      'revoke select on migration from balcao_platform; alter table migration drop column breaks_older',
    );
    await owner.query("delete from migration where name = '0083_server_role.sql'");
    await expect(start()).rejects.toThrow("isn't migrated yet");
    expect(await startAsOwner()).toEqual(['0083_server_role.sql']);
  });

  test('an older pg-boss’s tables -> refused until they are migrated', async () => {
    await owner.query('drop schema pgboss cascade');
    await expect(start()).rejects.toThrow("(the jobs' tables)");
    await startAsOwner();
    expect(await start()).toEqual([]);
  });
});

test('a migration that was changed after it was applied is refused', async () => {
  await owner.query("update migration set checksum = 'x' where name = '0002_tenant.sql'");
  await expect(start()).rejects.toThrow('0002_tenant.sql was changed');
  await expect(startAsOwner()).rejects.toThrow('0002_tenant.sql was changed');
});

test('no migration needs a PostgreSQL newer than 15', async () => {
  const newer = /\bset expression\b|\bmerge\b.*\breturning\b|\bnot enforced\b|\bvirtual\b/i;
  const statements = (await readMigrations()).map(({ name, sql }) => ({ name, sql: sql.replaceAll(/--.*/g, '') }));
  expect(statements.filter(({ sql }) => newer.test(sql)).map(({ name }) => name)).toEqual([]);
});

test('the first line says that a migration breaks older versions; none does by accident', async () => {
  const migrations = await readMigrations();
  expect(migrations.filter(({ breaks }) => breaks).map(({ name }) => name)).toEqual([]);
  expect(migrations.filter(({ sql, breaks }) => !breaks && /breaks older/i.test(sql))).toEqual([]);
});
