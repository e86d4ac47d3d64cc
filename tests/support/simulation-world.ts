import type { AttendanceOptions } from '../../server/attendance.ts';
import type { Config } from '../../server/config.ts';
import { readStoredLog } from '../../src/adapters/storage/stored-log.ts';
import { changeTenant } from '../../server/db/change.ts';
import { openDatabase } from '../../server/db/database.ts';
import type { Database } from '../../server/db/database.ts';
import { createLog } from '../../server/log.ts';
import { backUp } from './backup.ts';
import type { Backup } from './backup.ts';
import { createBrowser, openClient, startClient } from './client.ts';
import type { Browser, Client } from './client.ts';
import { createTestDatabase } from './database.ts';
import { startEmulator } from './emulator.ts';
import type { EmulatorClient } from './emulator.ts';
import { startFaultProxy } from './fault-proxy.ts';
import type { FaultProxy } from './fault-proxy.ts';
import type { NodeEnvironmentOptions } from './node-environment.ts';
import { differenceAfterReplay } from './replay.ts';
import { DEMO_PASSWORD, startTestServer, testConfig } from './server.ts';
import { until } from './simulation-until.ts';

export const PEOPLE = {
  ana: { email: 'ana@aurora.example', tenant: 'aurora' },
  bruno: { email: 'bruno@aurora.example', tenant: 'aurora' },
  carla: { email: 'carla@aurora.example', tenant: 'aurora' },
  bia: { email: 'bia@brisa.example', tenant: 'brisa' },
} as const;
export type PersonName = keyof typeof PEOPLE;

export const VENDAS = '100000000000001';
export const SUPORTE = '100000000000002';

/** Someone's page, behind a network of its own. */
export interface Page {
  readonly client: Client;
  readonly network: FaultProxy;
  readonly person: PersonName;
}

export interface PageOptions {
  readonly browser?: Browser;
  readonly environment?: Partial<NodeEnvironmentOptions>;
  /** Whether it logs in, which it doesn't when the browser has a session. */
  readonly logsIn?: boolean;
  /** Whether it goes on from the log that its browser holds, and stores its own. */
  readonly storesLog?: boolean;
  /** Opened without a network, until `goOnline`. */
  readonly offline?: boolean;
  /** Looks at the page from its first event on. */
  readonly onStart?: (client: Client) => void;
}

/** How a server is run. */
export interface Running {
  readonly url: string;
  /** In order, or with a signal of which it knows nothing. */
  readonly stop: () => Promise<void>;
}

export interface WorldOptions {
  readonly now?: () => Date;
  readonly attendance?: AttendanceOptions;
  /** Another way to run the server: in a process of its own. */
  readonly run?: (place: {
    readonly databaseUrl: string;
    readonly ownerUrl: string;
    readonly graphUrl: string;
  }) => Promise<Running>;
  readonly password?: string;
}

/** Provider, database and a server that may go away and come back at another address. */
export interface World {
  readonly provider: EmulatorClient;
  readonly db: Database;
  readonly url: () => string;
  readonly restart: () => Promise<void>;
  readonly stopServer: () => Promise<void>;
  /** Copies the database as it is now. */
  readonly backUp: () => Promise<Backup>;
  readonly startServer: () => Promise<void>;
  readonly open: (person: PersonName, options?: PageOptions) => Promise<Page>;
  /** Logs a page out of the world's care: it is gone without a word. */
  readonly kill: (page: Page) => Promise<void>;
  readonly rows: <Row extends object>(sql: string, values?: readonly unknown[]) => Promise<Row[]>;
  /** Adds events that everybody gets and that change nothing; answers the position of the last. */
  readonly mark: (count?: number) => Promise<number>;
  /** Waits until nothing is under way between server and provider. */
  readonly providerDone: () => Promise<void>;
  /** Waits until the pages have heard all that happened before. */
  readonly allHeard: (...pages: readonly Page[]) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/** A world with the demo's people, and an emulated provider that outlives the server. */
export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const password = options.password ?? DEMO_PASSWORD;
  const database = await createTestDatabase(password === DEMO_PASSWORD ? 'people' : 'empty');
  let running: Running | null = null;
  const emulator = await startEmulator({
    webhookUrl: () => `${running?.url ?? 'http://127.0.0.1:9'}/webhooks/whatsapp`,
  });
  const { graphUrl } = emulator.client;
  const pages = new Set<Page>();

  async function runHere(): Promise<Running> {
    const { outbox, ...rest } = options.attendance ?? {};
    const config: Partial<Config> = { whatsapp: { ...testConfig().whatsapp, graphUrl } };
    const server = await startTestServer({
      config,
      databaseUrl: database.url,
      emulator: null,
      attendance: { outbox: { pollMs: 50, retryMs: 20, ...outbox }, ...rest },
      ...(options.now === undefined ? {} : { now: options.now }),
    });
    return {
      url: server.url,
      stop: async () => {
        // A killed page leaves connections that never bore a request; node waits a minute for one.
        server.app.server.closeAllConnections();
        await server.stop();
      },
    };
  }

  async function startServer(): Promise<void> {
    running = await (options.run?.({ databaseUrl: database.url, ownerUrl: database.ownerUrl, graphUrl }) ?? runHere());
  }

  async function stopServer(): Promise<void> {
    const stopped = running;
    running = null;
    await stopped?.stop();
  }

  function url(): string {
    // Nothing listens there: what a client meets while the server is away.
    return running?.url ?? 'http://127.0.0.1:9';
  }

  await startServer();
  const db = openDatabase({ url: database.ownerUrl, log: createLog({ level: 'silent' }) });
  const { rows: tenants } = await db.pool.query<{ id: string }>(`select id from tenant where slug = 'aurora'`);
  const tenantId = tenants[0]?.id ?? '';

  async function mark(count = 1): Promise<number> {
    return changeTenant(db, tenantId, async ({ append, position }) => {
      for (let index = 0; index < count; index += 1) {
        append('CampaignUpdated', { campaign: { id: String(index + 1), name: 'marco', status: 'ok' } }, { to: 'all' });
      }
      return position();
    });
  }

  async function rows<Row extends object>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await db.pool.query<Row>(sql, [...values])).rows;
  }

  async function kill(page: Page): Promise<void> {
    pages.delete(page);
    page.client.kill();
    await page.network.close();
  }

  return {
    provider: emulator.client,
    db,
    url,
    startServer,
    stopServer,
    restart: async () => {
      await stopServer();
      await startServer();
    },
    open: async (
      person,
      { browser = createBrowser(), environment = {}, logsIn = true, storesLog = false, offline = false, onStart } = {},
    ) => {
      const network = await startFaultProxy(url);
      if (offline) network.cut();
      const { email, tenant } = PEOPLE[person];
      const options = { url: network.url, tenant, browser, environment: { online: !offline, ...environment } };
      const client = storesLog ? await openClient(options) : startClient(options);
      const page = { client, network, person };
      pages.add(page);
      onStart?.(client);
      if (logsIn) await client.logIn(email, password);
      return page;
    },
    kill,
    rows,
    mark,
    backUp: () => backUp(database.url),
    providerDone: async () => {
      const isDone = async (): Promise<boolean> => {
        const open = await rows(`select 1 from outbox where state not in ('sent', 'failed') limit 1`);
        return open.length === 0 && (await emulator.client.state()).pendingWebhooks === 0;
      };
      await until('the provider has nothing left to do', isDone);
    },
    allHeard: async (...listeners) => {
      const position = await mark();
      await Promise.all(
        listeners.map(({ client }) =>
          client.waitFor(({ socket }) => {
            const snapshot = socket.getSnapshot();
            return snapshot.value === 'live' && (snapshot.context.position ?? -1) >= position;
          }),
        ),
      );
    },
    stop: async () => {
      for (const page of [...pages]) await kill(page);
      await stopServer();
      await emulator.close();
      await db.close();
      await database.drop();
    },
  };
}

/** The network comes back, and the browser says so. */
export function goOnline({ network, client }: Page): void {
  network.heal();
  client.environment.pageControl.setOnline(true);
}

/** Waits until the disk holds all that the page has logged so far. */
export async function untilStored({ client, person }: Page): Promise<void> {
  const { position } = client.app.log;
  await until('the log is stored', async () => {
    const { stored } = await readStoredLog(client.environment, PEOPLE[person].tenant);
    return stored !== null && (stored.tail.at(-1)?.position ?? stored.position) >= position;
  });
}

/** Every log that a test recorded folds to the same snapshots without adapters. */
export function expectReplayed(...pages: readonly Page[]): void {
  for (const { client, person } of pages) {
    const difference = differenceAfterReplay(client.events.items, client.app.snapshots(), client.stored);
    if (difference !== null) throw new Error(`The log of ${person} doesn't come to the same again. ${difference}`);
  }
}
