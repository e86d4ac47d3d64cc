import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Config } from './config.ts';
import { openDatabase } from './db/database.ts';
import { noticeRestore } from './db/identity.ts';
import { StreamFeed } from './db/listener.ts';
import { deriveKeys } from './domain/auth/keys.ts';
import type { Services } from './domain/context.ts';
import { MaintenanceWatch } from './domain/maintenance/watch.ts';
import { emulatorPlugin } from './emulator/plugin.ts';
import type { EmulatorOptions } from './emulator/plugin.ts';
import { features } from './features.ts';
import type { Feature, Running } from './features.ts';
import { createApp } from './http/app.ts';
import type { Log } from './log.ts';
import { createMailDesk } from './mail/desk.ts';
import { addMailbox } from './mail/mailbox.ts';
import { readyDatabase } from './ready-database.ts';

const META_GRAPH_URL = 'https://graph.facebook.com/v23.0';
const EMULATOR_GRAPH = '/emulator/graph';

export type StartOptions = {
  config: Config;
  /** Of the role that the server runs as. */
  databaseUrl: string;
  /** Of the role that owns the schema, which then is migrated; undefined: it has to be migrated already. */
  ownerUrl?: string | undefined;
  log: Log;
  /** The time; a test's own where it needs one. */
  now?: () => Date;
  /** The provider's stand-in, on this server; undefined: none. */
  emulator: Omit<EmulatorOptions, 'graphPrefix' | 'webhookUrl' | 'appSecret'> | undefined;
  /** Runs on the migrated database before anything is served. */
  seed?: (services: Services) => Promise<void>;
  features?: readonly Feature[];
  /** Where `/` leads; undefined: to the SPA's page. */
  home?: string;
};

export type RunningServer = {
  /** Without a slash at the end. */
  url: string;
  app: FastifyInstance;
  services: Services;
  feed: StreamFeed;
  /** Finishes the requests under way, closes sockets and the database's connections. */
  stop: () => Promise<void>;
};

/** Migrates if it may, seeds, listens. What was opened is closed again when it can't. */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { config, log } = options;
  await readyDatabase(options);
  const db = openDatabase({ url: options.databaseUrl, log });
  const services: Services = {
    db,
    log,
    now: options.now ?? (() => new Date()),
    keys: deriveKeys(config.secret, config.olderSecrets),
    isDemo: config.mode === 'demo',
  };
  const feed = new StreamFeed(db);
  const maintenance = new MaintenanceWatch(services);
  const running: Running[] = [];
  let address = '';
  const mail = createMailDesk({ config, services, address: () => address });
  let app: FastifyInstance | undefined;
  let isStopping = false;
  const stop = async () => {
    isStopping = true;
    for (const part of running.toReversed()) await part.stop?.();
    maintenance.stop();
    await mail.stop();
    await closeApp(app);
    await feed.stop();
    await db.close();
  };
  try {
    await noticeRestore(db);
    await options.seed?.(services);
    const created = await createApp(services, {
      config,
      folder: join(import.meta.dirname, '..', 'dist'),
      home: options.home,
      mail,
      maintenance,
      checks: { serving: () => !isStopping, stream: () => feed.isListening },
    });
    app = created.app;
    const { emulator } = options;
    if (emulator !== undefined) {
      await app.register(emulatorPlugin, {
        ...emulator,
        graphPrefix: EMULATOR_GRAPH,
        webhookUrl: () => `${address}/webhooks/whatsapp`,
        appSecret: config.whatsapp.appSecret,
      });
      addMailbox(app, mail.sunk);
    }
    const ownGraph = () => (emulator === undefined ? META_GRAPH_URL : `${address}${EMULATOR_GRAPH}/v23.0`);
    const parts = {
      app,
      maintenance,
      services,
      feed,
      config,
      metrics: created.metrics,
      address: () => address,
      graphUrl: () => config.whatsapp.graphUrl ?? ownGraph(),
    };
    for (const feature of options.features ?? features) running.push((await feature(parts)) ?? {});
    await feed.start();
    await maintenance.start();
    // Known before it listens, where the port is: the first request may need it.
    if (config.port !== 0) address = `http://${reachable(config.host)}:${config.port}`;
    const listening = await app.listen({ host: config.host, port: config.port });
    address = `http://${reachable(config.host)}:${new URL(listening).port || '80'}`;
    for (const part of running) await part.start?.();
    mail.start();
    return { url: address, app, services, feed, stop };
  } catch (error) {
    await stop().catch((failure: unknown) => log.error({ err: failure }, 'the server did not stop cleanly'));
    throw error;
  }
}

/** Requests under way when the server is told to stop have so long to end. */
const CLOSE_GRACE_MS = 5_000;

/**
 * Finishes what is under way. A connection that falls idle only after the close began would keep it
 * waiting, and one that never bore a request counts as busy: after the grace all are cut.
 */
async function closeApp(app: FastifyInstance | undefined): Promise<void> {
  const sweep = setInterval(() => app?.server.closeIdleConnections(), 50);
  const cut = setTimeout(() => app?.server.closeAllConnections(), CLOSE_GRACE_MS);
  try {
    await app?.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(cut);
  }
}

/** A host that a client can name: a server on all addresses is on this one too. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
