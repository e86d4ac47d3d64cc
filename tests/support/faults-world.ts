import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { openDatabase } from '../../server/db/database.ts';
import { startDatabase } from '../../server/db/embedded.ts';
import { migrateDatabase } from '../../server/ready-database.ts';
import { seedPeople } from '../../server/demo/people.ts';
import { createLog } from '../../server/log.ts';
import { spawnServer, TEST_PASSWORD } from './server.ts';
import type { SpawnedServer } from './server.ts';

/** A server in its place: killed, another one comes to the same address. */
export class Place {
  readonly #env: Readonly<Record<string, string>>;
  readonly url: string;
  #server: SpawnedServer | undefined;

  constructor(port: number, env: Readonly<Record<string, string>>) {
    this.#env = { ...env, PORT: String(port) };
    this.url = `http://127.0.0.1:${port}`;
  }

  /** Until it runs: the database may be away just now. */
  async start(): Promise<void> {
    while (this.#server === undefined) {
      this.#server = await spawnServer({ env: this.#env }).catch(() => undefined);
      if (this.#server === undefined) await pause(200);
    }
  }

  signal(name: NodeJS.Signals): void {
    this.#server?.child.kill(name);
  }

  async kill(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    await server?.end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.#server?.end();
  }
}

/** Two servers on a PostgreSQL of their own, all of them real processes that may be broken. */
export type FaultWorld = {
  places: readonly Place[];
  databaseUrl: string;
  /** The process number of PostgreSQL. */
  postmaster: () => Promise<number>;
  /** Asks as the owner, again until the database answers. */
  insist: <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>;
  stop: () => Promise<void>;
};

export async function startFaultWorld(options: { durable: boolean; statementMs?: number }): Promise<FaultWorld> {
  const log = createLog({ level: 'silent' });
  const folder = await mkdtemp(join(tmpdir(), 'balcao-faults-'));
  // So that, run as root, PostgreSQL's own user gets in.
  await chmod(folder, 0o711);
  const cluster = await startDatabase({ dataDir: folder, log, durable: options.durable });
  const stopCluster = async () => {
    await cluster.stop();
    await rm(cluster.folder, { recursive: true, force: true });
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await migrateDatabase(cluster.ownerUrl, log);
    const db = openDatabase({ url: cluster.ownerUrl, log });
    await seedPeople(db, TEST_PASSWORD);
    await db.close();
    const env = {
      DATABASE_URL: cluster.url,
      LOG_LEVEL: 'silent',
      ...(options.statementMs === undefined ? {} : { DATABASE_STATEMENT_TIMEOUT_MS: String(options.statementMs) }),
    };
    const places = [new Place(await freePort(), env), new Place(await freePort(), env)];
    await Promise.all(places.map((place) => place.start()));
    return {
      places,
      databaseUrl: cluster.ownerUrl,
      postmaster: async () => {
        const text = await readFile(join(cluster.folder, 'data', 'postmaster.pid'), 'utf8');
        return Number(text.split('\n')[0]);
      },
      insist: (text, values) => insist(cluster.ownerUrl, text, values),
      stop: async () => {
        await Promise.all(places.map((place) => place.stop()));
        await stopCluster();
      },
    };
  } catch (error) {
    await stopCluster();
    throw error;
  }
}

async function insist<Row extends object>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, query_timeout: 10_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return (await client.query<Row>(text, values)).rows;
    } catch (error) {
      // What it says of a statement is a mistake of ours.
      if (error instanceof pg.DatabaseError && /^(?:22|42)/.test(error.code ?? '')) throw error;
      await pause(100);
    } finally {
      client.end().catch(() => undefined);
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}
