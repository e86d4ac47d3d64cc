import { randomBytes } from 'node:crypto';
import { mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log.ts';
import { databaseAccount } from './embedded/account.ts';
import { clusterVersion, createCluster, OWNER, programsVersion, runCluster, stopOrphan } from './embedded/cluster.ts';
import type { ClusterSettings, RunningCluster } from './embedded/cluster.ts';
import { lockFolder } from './embedded/lock.ts';
import { findPlace, findPrograms, refuseForeign } from './embedded/place.ts';
import { makeServerRole } from './roles.ts';

const DATABASE = 'balcao';
const RESTARTS = 5;

/** File in the data folder with the running server's URL: readable by its owner only, as it contains the password. */
export const ADDRESS_FILE = 'postgres-address';
/** The server's login role. */
const SERVER = 'balcao_server';

/**
 * An embedded PostgreSQL. `url` is for the server, `ownerUrl` for the schema's owner, `folder` is its data folder,
 * `stop` shuts it down cleanly.
 */
export type EmbeddedDatabase = { url: string; ownerUrl: string; folder: string; stop: () => Promise<void> };

/**
 * Starts PostgreSQL in `dataDir`, creating the cluster the first time. Refuses with `DataFolderInUse` while another
 * server uses the folder. If it ends by itself, it is restarted on the same port.
 */
export async function startDatabase(options: {
  dataDir: string;
  log: Log;
  durable?: boolean;
}): Promise<EmbeddedDatabase> {
  const { log } = options;
  await mkdir(options.dataDir, { recursive: true, mode: 0o755 });
  const dataDir = await realpath(options.dataDir);
  await refuseForeign(join(dataDir, 'postgres'));
  const unlock = await lockFolder(dataDir);
  try {
    const place = await findPlace(dataDir, await databaseAccount(log));
    const programs = await findPrograms(place.account);
    const settings: ClusterSettings = {
      bin: programs.bin,
      data: join(place.folder, 'data'),
      account: place.account,
      password: await storedPassword(join(dataDir, 'postgres-password')),
      durable: options.durable ?? true,
      log,
    };
    if (place.staged) {
      log.warn(
        { folder: place.folder },
        `PostgreSQL runs as ${place.account?.name}, which can't access ${dataDir}: its data is in ${place.folder}`,
      );
    }
    if (programs.staged) log.info({ folder: programs.bin }, `PostgreSQL's programs were copied to ${programs.bin}`);

    const isNew = await prepare(settings);
    const keeper = new Keeper(settings, await runCluster(settings));
    const serverPassword = await storedPassword(join(dataDir, 'postgres-server-password'));
    try {
      if (isNew || !(await hasDatabase(keeper.url('postgres')))) await createDatabase(keeper.url('postgres'));
      await withClient(keeper.url(DATABASE), (client) => makeServerRole(client, SERVER, serverPassword));
    } catch (error) {
      await keeper.stop();
      throw error;
    }
    const url = keeper.url(DATABASE, { name: SERVER, password: serverPassword });
    await rm(join(dataDir, ADDRESS_FILE), { force: true });
    await writeFile(join(dataDir, ADDRESS_FILE), url, { mode: 0o600 });
    return {
      url,
      ownerUrl: keeper.url(DATABASE),
      folder: place.folder,
      stop: async () => {
        await keeper.stop();
        await rm(join(dataDir, ADDRESS_FILE), { force: true });
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/** Prepares the cluster; returns whether it is new. */
async function prepare(settings: ClusterSettings): Promise<boolean> {
  const [created, ours] = await Promise.all([clusterVersion(settings.data), programsVersion(settings)]);
  if (created === undefined) {
    await createCluster(settings);
    return true;
  }
  if (created !== ours) {
    throw new Error(
      `The database in ${settings.data} was created by PostgreSQL ${created}, and this is ${ours}. Migrate it with pg_dump and pg_restore, or set DATA_DIR to another folder.`,
    );
  }
  await stopOrphan(settings.data, settings.log);
  return false;
}

async function storedPassword(path: string): Promise<string> {
  const stored = await readFile(path, 'utf8').catch(() => undefined);
  if (stored !== undefined && stored !== '') return stored;
  const password = randomBytes(24).toString('base64url');
  await writeFile(path, password, { mode: 0o600 });
  return password;
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function hasDatabase(url: string): Promise<boolean> {
  return withClient(url, async (client) => {
    const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
    return found.rowCount === 1;
  });
}

function createDatabase(url: string): Promise<void> {
  return withClient(url, async (client) => {
    await client.query(`create database ${DATABASE}`);
  });
}

/** Keeps the cluster running until stopped. */
class Keeper {
  readonly #settings: ClusterSettings;
  #running: RunningCluster;
  #stopping = false;
  #restarting: Promise<void> | undefined;

  constructor(settings: ClusterSettings, running: RunningCluster) {
    this.#settings = settings;
    this.#running = running;
    this.#watch();
  }

  url(database: string, who = { name: OWNER, password: this.#settings.password }): string {
    return `postgres://${who.name}:${who.password}@127.0.0.1:${this.#running.port}/${database}`;
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#restarting;
    await this.#running.stop();
  }

  #watch(): void {
    void this.#running.ended.then(() => {
      if (!this.#stopping) this.#restarting = this.#restart();
    });
  }

  async #restart(): Promise<void> {
    for (let attempt = 1; attempt <= RESTARTS && !this.#stopping; attempt += 1) {
      this.#settings.log.error({ attempt }, 'PostgreSQL exited unexpectedly; restarting it');
      try {
        await stopOrphan(this.#settings.data, this.#settings.log);
        this.#running = await runCluster(this.#settings, this.#running.port);
        this.#watch();
        return;
      } catch (error) {
        this.#settings.log.error({ err: error }, 'PostgreSQL did not start');
        await pause(attempt * 500);
      }
    }
  }
}
