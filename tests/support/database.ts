import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '../../server/db/database.ts';
import type { Database } from '../../server/db/database.ts';
import { startDatabase } from '../../server/db/embedded.ts';
import { migrate } from '../../server/db/migrate.ts';
import { createLog } from '../../server/log.ts';

/** How the workers find the cluster that `startTestCluster` started. */
const CLUSTER_URL = 'BALCAO_TEST_CLUSTER';
const TEMPLATE = 'balcao';
const log = createLog({ level: process.env['TEST_LOG'] ?? 'silent' });

/**
 * Starts the run's one PostgreSQL, with a migrated database that each test file's own is copied
 * from. For the global setup: workers find it by the environment. With BALCAO_TEST_CLUSTER set
 * already, that cluster is used and left running.
 */
export async function startTestCluster(): Promise<{ url: string; stop: () => Promise<void> }> {
  const given = process.env[CLUSTER_URL];
  if (given !== undefined) return { url: given, stop: async () => undefined };
  const folder = await mkdtemp(join(tmpdir(), 'balcao-test-'));
  // So that, run as root, PostgreSQL's own user gets in.
  await chmod(folder, 0o711);
  const cluster = await startDatabase({ dataDir: folder, log, durable: false });
  await migrate(cluster.url, log);
  process.env[CLUSTER_URL] = cluster.url;
  return {
    url: cluster.url,
    stop: async () => {
      delete process.env[CLUSTER_URL];
      await cluster.stop();
      await rm(cluster.folder, { recursive: true, force: true });
      await rm(folder, { recursive: true, force: true });
    },
  };
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

/** A fresh, migrated, empty database of a test file's own. */
export async function createTestDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  // Copies of one template exclude each other for a moment; the lock makes them wait in line.
  await asOwner(async (client) => {
    await client.query('select pg_advisory_lock(1)');
    await client.query(`create database ${name} template ${TEMPLATE}`);
  });
  const url = new URL(clusterUrl());
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => asOwner(async (client) => void (await client.query(`drop database if exists ${name} with (force)`))),
  };
}

/** A fresh database, opened. */
export async function openTestDatabase(): Promise<{ db: Database; url: string; close: () => Promise<void> }> {
  const { url, drop } = await createTestDatabase();
  const db = openDatabase({ url, log });
  return {
    db,
    url,
    close: async () => {
      await db.close();
      await drop();
    },
  };
}
