import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../server/db/database.ts';
import type { Database } from '../../server/db/database.ts';
import { startDatabase } from '../../server/db/embedded.ts';
import { migrateDatabase } from '../../server/ready-database.ts';
import { createLog } from '../../server/log.ts';
import { spawnServer } from '../support/server.ts';
import { Calls } from './load-calls.ts';
import { seedCompanies } from './load-companies.ts';
import type { Company, Size } from './load-companies.ts';
import { Provider } from './load-provider.ts';

/** Each company: an administrator and 99 attendants, of whom nine have most of the customers. */
export const SIZE: Size = {
  companies: 20,
  users: 100,
  busy: 9,
  customersOfBusy: 33,
  customersOfOthers: 3,
  messagesOfEach: 6,
};

/** What a load works on. */
export type Bench = {
  url: string;
  db: Database;
  companies: Company[];
  calls: Calls;
  provider: Provider;
  nextNumber: () => number;
  /** Kills the server with -9 and starts another; answers its address once it listens. `calls` are the first one's. */
  restart: () => Promise<string>;
};

/** The whole of it: a durable database of its own, filled, and the server in production's mode. */
export async function openBench(
  size: Size = SIZE,
  env: Readonly<Record<string, string>> = {},
): Promise<Bench & { close: () => Promise<void> }> {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const closer of closers.toReversed()) await closer();
  };
  try {
    const folder = await mkdtemp(join(tmpdir(), 'balcao-bench-'));
    closers.push(() => rm(folder, { recursive: true, force: true }));
    // So that, run as root, PostgreSQL's own user gets in.
    await chmod(folder, 0o711);
    const log = createLog({ level: 'warn' });
    const cluster = await startDatabase({ dataDir: folder, log, durable: true });
    closers.push(async () => {
      await cluster.stop();
      await rm(cluster.folder, { recursive: true, force: true });
    });
    await migrateDatabase(cluster.ownerUrl, log);
    const db = openDatabase({ url: cluster.ownerUrl, log });
    closers.push(() => db.close());
    const companies = await seedCompanies(db, size);
    const provider = new Provider();
    const graphUrl = await provider.start();
    closers.push(() => provider.stop());
    const spawn = () => spawnServer({ env: { DATABASE_URL: cluster.url, WHATSAPP_GRAPH_URL: graphUrl, ...env } });
    let server = await spawn();
    closers.push(async () => {
      const { exitCode, signalCode } = server.child;
      if (exitCode === null && signalCode === null) await server.end();
      else console.error(`The server ended by itself (${exitCode ?? signalCode}): ${server.output()}`);
    });
    const calls = new Calls(server.url);
    closers.push(async () => calls.close());
    let number = 0;
    const restart = async () => {
      await server.end('SIGKILL');
      server = await spawn();
      return server.url;
    };
    return { url: server.url, db, companies, calls, provider, nextNumber: () => (number += 1), restart, close };
  } catch (error) {
    await close();
    throw error;
  }
}
