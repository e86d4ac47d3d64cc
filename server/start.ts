import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { addAttendance } from './attendance.ts';
import type { AttendanceOptions, Parts, Running } from './attendance.ts';
import type { SmsProvider } from '../contract/facts/providers.ts';
import type { Config } from './config.ts';
import { openDatabase } from './db/database.ts';
import { detectRestore } from './db/identity.ts';
import { StreamFeed } from './db/listener.ts';
import { deriveKeys } from './domain/auth/keys.ts';
import type { Services } from './domain/context.ts';
import { MaintenanceWatch } from './domain/maintenance/watch.ts';
import type { EmulatorOptions } from './emulator/plugin.ts';
import { createApp } from './http/app.ts';
import type { Log } from './log.ts';
import { createMailDesk } from './mail/desk.ts';
import { readyDatabase } from './ready-database.ts';

const META_GRAPH_URL = 'https://graph.facebook.com/v23.0';
const SMS_URLS: Readonly<Record<SmsProvider, string>> = {
  twilio: 'https://api.twilio.com',
  zenvia: 'https://api.zenvia.com',
};
const EMULATOR_GRAPH = '/emulator/graph';

export type StartOptions = {
  config: Config;
  /** URL for the server's role. */
  databaseUrl: string;
  /** URL for the schema's owner, for migrations; undefined: they have already been run. */
  ownerUrl?: string | undefined;
  log: Log;
  /** The clock; tests set their own. */
  now?: () => Date;
  /** The emulator on this server; undefined: none. */
  emulator: Omit<EmulatorOptions, 'graphPrefix' | 'webhookUrl' | 'appSecret'> | undefined;
  /** Runs on the migrated database before the server listens. */
  seed?: (services: Services) => Promise<void>;
  /** Options of the attendance, for tests; null: none of it. */
  attendance?: AttendanceOptions | null;
  /** How often the streams' heads are looked at; tests are in more of a hurry. */
  sweepMs?: number;
  /** Redirect target of `/`; undefined: the SPA's page. */
  home?: string;
};

export type RunningServer = {
  /** Without a trailing slash. */
  url: string;
  app: FastifyInstance;
  services: Services;
  feed: StreamFeed;
  /** Finishes requests in progress, closes sockets and database connections. */
  stop: () => Promise<void>;
};

/** Migrates if allowed, seeds, listens. On failure it closes whatever it opened. */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { config, log } = options;
  await readyDatabase(options);
  const db = openDatabase({ url: options.databaseUrl, log, statementMs: config.statementMs });
  const services: Services = {
    db,
    log,
    now: options.now ?? (() => new Date()),
    keys: deriveKeys(config.secret, config.olderSecrets),
    isDemo: config.mode === 'demo',
    pools: config.pools,
  };
  const feed = new StreamFeed(db, options);
  const maintenance = new MaintenanceWatch(services);
  let attendance: Running | undefined;
  let address = '';
  const mail = createMailDesk({ config, services, address: () => address });
  let app: FastifyInstance | undefined;
  let isStopping = false;
  const stop = async () => {
    isStopping = true;
    await attendance?.stop();
    maintenance.stop();
    await mail.stop();
    await closeApp(app);
    await feed.stop();
    await db.close();
  };
  try {
    await detectRestore(db);
    await options.seed?.(services);
    const created = await createApp(services, {
      config,
      folder: join(import.meta.dirname, '..', 'dist'),
      home: options.home,
      mail,
      // The demo's URL is its machine's; behind a proxy it has to be configured.
      publicAddress: () => config.mail.publicUrl ?? (config.mode === 'demo' ? address : undefined),
      maintenance,
      checks: { serving: () => !isStopping, stream: () => feed.isListening },
    });
    app = created.app;
    const { emulator } = options;
    if (emulator !== undefined) {
      const { emulatorPlugin } = await import('./emulator/plugin.ts');
      const { addMailbox } = await import('./mail/mailbox.ts');
      await app.register(emulatorPlugin, {
        ...emulator,
        graphPrefix: EMULATOR_GRAPH,
        webhookUrl: () => `${address}/webhooks/whatsapp`,
        appSecret: config.whatsapp.appSecret,
      });
      addMailbox(app, mail.mails);
    }
    const ownGraph = () => (emulator === undefined ? META_GRAPH_URL : `${address}${EMULATOR_GRAPH}/v23.0`);
    const parts: Parts = {
      app,
      maintenance,
      services,
      feed,
      config,
      metrics: created.metrics,
      limits: created.limits,
      hasOwnClock: options.now !== undefined,
      graphUrl: () => config.whatsapp.graphUrl ?? ownGraph(),
      smsUrl: (provider) =>
        config.sms[provider] ?? (emulator === undefined ? SMS_URLS[provider] : `${address}/emulator/${provider}`),
      gatewayHosts: () => ({
        listed: [...config.gateway.hosts, ...(emulator === undefined ? [] : ['127.0.0.1', new URL(address).hostname])],
        anyPublic: config.gateway.hosts.includes('*'),
      }),
      hookUrl: () => (emulator === undefined ? config.mail.publicUrl : address),
    };
    if (options.attendance !== null) attendance = await addAttendance(parts, options.attendance);
    await feed.start();
    await maintenance.start();
    // Set before it listens, once the port is known: the first request may need it.
    if (config.port !== 0) address = `http://${reachable(config.host)}:${config.port}`;
    const listening = await app.listen({ host: config.host, port: config.port });
    address = `http://${reachable(config.host)}:${new URL(listening).port || '80'}`;
    await attendance?.start();
    mail.start();
    return { url: address, app, services, feed, stop };
  } catch (error) {
    await stop().catch((failure: unknown) => log.error({ err: failure }, 'the server did not stop cleanly'));
    throw error;
  }
}

/** Grace period for requests in progress when the server stops. */
const CLOSE_GRACE_MS = 5_000;

/**
 * Finishes what is in progress. A connection that becomes idle after the close began would block it, and an unused one
 * counts as busy: after the grace period all are terminated.
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

/** A host for URLs: a server on all addresses is reachable at the local one too. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}
