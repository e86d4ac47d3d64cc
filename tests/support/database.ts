import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import pg from 'pg';
import { openDatabase } from '../../server/db/database.ts';
import type { Database } from '../../server/db/database.ts';
import { startDatabase } from '../../server/db/embedded.ts';
import { makeServerRole } from '../../server/db/roles.ts';
import { seedPeople } from '../../server/demo/people.ts';
import { DEMO_PASSWORD } from '../../server/domain/auth/passwords.ts';
import { createLog } from '../../server/log.ts';
import { migrateDatabase } from '../../server/ready-database.ts';
import { tryElsewhere } from './statements-elsewhere.ts';

/** Whom the servers under test log in as. */
const SERVER = { name: 'balcao_server', password: 'of-the-tests' };
/** How the workers find the cluster that `startTestCluster` started. */
const CLUSTER_URL = 'BALCAO_TEST_CLUSTER';
/** The tables whose rows are a company's, for `statements.ts`. */
export const COMPANY_TABLES = 'BALCAO_TEST_COMPANY_TABLES';
/** Where `demo-data.ts` keeps the files of the demo's messages, for whoever copies its database. */
const DEMO_FILES = 'BALCAO_TEST_DEMO_FILES';
/** Migrated and empty; the same with the demo's companies and people; and with their conversations, once somebody needs them. */
const TEMPLATES = { empty: 'balcao', people: 'balcao_people', demo: 'balcao_demo' } as const;
export type Template = keyof typeof TEMPLATES;
/** Their passwords are hashed at the least cost: a login of the tests is none of an attacker's. */
const LEAST_COST = { memoryCost: 8, timeCost: 1, parallelism: 1 };
const log = createLog({ level: process.env['TEST_LOG'] ?? 'silent' });

/**
 * Starts the run's one PostgreSQL, with the migrated databases that each test file's own is copied
 * from. For the global setup: workers find it by the environment. With BALCAO_TEST_CLUSTER set
 * already, that cluster is used and left running.
 */
export async function startTestCluster(): Promise<{ url: string; stop: () => Promise<void> }> {
  const given = process.env[CLUSTER_URL];
  if (given !== undefined) {
    process.env[COMPANY_TABLES] = await companyTables();
    return { url: given, stop: async () => undefined };
  }
  const folder = await mkdtemp(join(tmpdir(), 'balcao-test-'));
  // So that, run as root, PostgreSQL's own user gets in.
  await chmod(folder, 0o711);
  const cluster = await startDatabase({ dataDir: folder, log, durable: false });
  await migrateDatabase(cluster.ownerUrl, log);
  process.env[CLUSTER_URL] = cluster.ownerUrl;
  process.env[DEMO_FILES] = join(folder, 'demo-files');
  process.env[COMPANY_TABLES] = await companyTables();
  await asOwner((client) => makeServerRole(client, SERVER.name, SERVER.password));
  await makePeopleTemplate();
  return {
    url: cluster.ownerUrl,
    stop: async () => {
      delete process.env[CLUSTER_URL];
      delete process.env[DEMO_FILES];
      await cluster.stop();
      await rm(cluster.folder, { recursive: true, force: true });
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Those of the migrated database that the others are copied from. */
async function companyTables(): Promise<string> {
  const client = new pg.Client({ connectionString: ownerUrlOf(TEMPLATES.empty) });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and (c.relname = 'tenant' or exists (
          select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id'))`,
    );
    return rows.map(({ name }) => name).join(' ');
  } finally {
    await client.end();
  }
}

async function makePeopleTemplate(): Promise<void> {
  await copy(TEMPLATES.people, 'empty');
  const db = openDatabase({ url: ownerUrlOf(TEMPLATES.people), log });
  await seedPeople(db);
  await db.pool.query('update app_user set password_hash = $1', [await hash(DEMO_PASSWORD, LEAST_COST)]);
  // A database that somebody is connected to can't be copied.
  await db.close();
}

/** Makes the demo's template, if nobody has, and answers the folder of its files; undefined with a cluster that was given. */
export async function readyDemoTemplate(
  fill: (db: Database, ownerUrl: string, folder: string) => Promise<void>,
): Promise<string | undefined> {
  const folder = process.env[DEMO_FILES];
  if (folder === undefined) return undefined;
  await asOwner(async (client) => {
    await client.query('select pg_advisory_lock(2)');
    const { rowCount } = await client.query('select from pg_database where datname = $1', [TEMPLATES.demo]);
    if (rowCount !== 0) return;
    const unfinished = `${TEMPLATES.demo}_unfinished`;
    await client.query(`drop database if exists ${unfinished} with (force)`);
    await copy(unfinished, 'people');
    const db = openDatabase({ url: ownerUrlOf(unfinished), log });
    try {
      await fill(db, ownerUrlOf(unfinished), folder);
    } finally {
      await db.close();
    }
    await client.query(`alter database ${unfinished} rename to ${TEMPLATES.demo}`);
  });
  return folder;
}

function clusterUrl(): string {
  const url = process.env[CLUSTER_URL];
  if (url === undefined) throw new Error('No test cluster: tests/support/environment.ts starts it');
  return url;
}

async function asOwner<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const url = new URL(clusterUrl());
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function ownerUrlOf(name: string): string {
  const url = new URL(clusterUrl());
  url.pathname = `/${name}`;
  return url.href;
}

function serverUrlOf(name: string): string {
  const url = new URL(ownerUrlOf(name));
  url.username = SERVER.name;
  url.password = SERVER.password;
  return url.href;
}

async function copy(name: string, template: Template): Promise<void> {
  // Copies of one template exclude each other for a moment; the lock makes them wait in line.
  await asOwner(async (client) => {
    await client.query('select pg_advisory_lock(1)');
    await client.query(`create database ${name} template ${TEMPLATES[template]}`);
  });
}

/** A fresh database: `url` is the server's, `ownerUrl` the one of the tests, who may see and set up everything. */
export type TestDatabase = { url: string; ownerUrl: string; drop: () => Promise<void> };

/** A fresh, migrated database of a test file's own: empty, or with what its template has. */
export async function createTestDatabase(template: Template = 'empty'): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await copy(name, template);
  return {
    url: serverUrlOf(name),
    ownerUrl: ownerUrlOf(name),
    drop: async () => {
      try {
        await tryElsewhere(ownerUrlOf(name));
      } finally {
        await asOwner(async (client) => void (await client.query(`drop database if exists ${name} with (force)`)));
      }
    },
  };
}

/** The owner's address of a server's database; `database` is another one's name on the same PostgreSQL. */
export function ownerUrlFor(serverUrl: string, database?: string): string {
  return ownerUrlOf(database ?? new URL(serverUrl).pathname.slice(1));
}

/** What a test looks up and sets up by itself, past the server's role. */
export function openOwner(serverUrl: string): pg.Pool {
  // Over all tables at once, a look would have processes started for it, ten times as long as it takes.
  const options = '-c max_parallel_workers_per_gather=0';
  const pool = new pg.Pool({ connectionString: ownerUrlFor(serverUrl), max: 4, options });
  // One whose database is taken away in a test is no failure of the test.
  pool.on('error', () => undefined);
  return pool;
}

/** A fresh database, opened as the server does and as its owner. */
export async function openTestDatabase(
  template?: Template,
): Promise<{ db: Database; owner: pg.Pool; url: string; ownerUrl: string; close: () => Promise<void> }> {
  const { url, ownerUrl, drop } = await createTestDatabase(template);
  const db = openDatabase({ url, log });
  const owner = openOwner(url);
  return {
    db,
    owner,
    url,
    ownerUrl,
    close: async () => {
      await Promise.all([db.close(), owner.end()]);
      await drop();
    },
  };
}
