import { join } from 'node:path';
import { inspect } from 'node:util';
import { pino } from 'pino';
import { ConfigError, keptSecret, readConfig } from './config.ts';
import type { Config, Mode } from './config.ts';
import { startDatabase } from './db/embedded.ts';
import { DataFolderInUse } from './db/embedded/lock.ts';
import { explainConnection } from './db/explain.ts';
import { analyzeTables } from './db/migrate.ts';
import { DatabaseUnfit } from './db/unfit.ts';
import { hasUsers } from './domain/account/operator.ts';
import { DEMO_PASSWORD } from './domain/auth/passwords.ts';
import { DEMO_TENANTS, seedPeople } from './demo/people.ts';
import { SEEDED_TABLES, seedDemo } from './demo/seed.ts';
import type { Services } from './domain/context.ts';
import { createLog } from './log.ts';
import type { Log } from './log.ts';
import { startServer } from './start.ts';
import type { RunningServer } from './start.ts';

const say = (text: string) => void process.stdout.write(`${text}\n`);

/** Addresses and logins, for whoever started it in a terminal. */
function announce(config: Config, server: RunningServer, dataFolder: string | undefined): void {
  if (config.mode === 'serve') {
    say(`Balcão: ${server.url}`);
    return;
  }
  const lines = DEMO_TENANTS.flatMap(({ slug, name, users }) => [
    '',
    `  ${name}: ${server.url}/${slug}/`,
    ...users.map((user) => `    ${user.email.padEnd(26)} ${user.role}`),
  ]);
  say(
    [
      '',
      'Balcão is running.',
      ...lines,
      '',
      `  Password of all: ${DEMO_PASSWORD}`,
      `  Customers' phone: ${server.url}/emulator`,
      `  Mails: ${config.mail.smtpUrl === undefined ? `${server.url}/emulator/mailbox` : 'sent over SMTP_URL'}`,
      ...(dataFolder === undefined ? [] : [`  Database: ${dataFolder}`]),
      '',
      '  Ctrl-C stops it.',
      '',
    ].join('\n'),
  );
}

const DEMO_NUMBERS = DEMO_TENANTS.flatMap(({ slug, instances }) =>
  instances.map(({ name, phoneNumberId, phoneNumber }) => ({
    phoneNumberId,
    name,
    tenant: slug,
    displayPhoneNumber: phoneNumber,
  })),
);

/** Who can write at once; none of them has written before. */
const DEMO_PHONES = [
  { waId: '5511955501234', name: 'Marina Alves' },
  { waId: '5521966602345', name: 'João Pedro Lima' },
  { waId: '5531977703456', name: 'Célia Monteiro' },
];

type Started = {
  server: RunningServer;
  /** Where the embedded database is; undefined with a database of one's own. */
  dataFolder: string | undefined;
  stop: () => Promise<void>;
};

/** People and conversations; as the owner, the planner is told of the new rows: it would take the tables for empty. */
async function fillDemo(services: Services, ownerUrl: string | undefined): Promise<void> {
  await seedPeople(services.db);
  const filled = await seedDemo(services.db, services.now());
  if (filled.length > 0 && ownerUrl !== undefined) await analyzeTables(ownerUrl, SEEDED_TABLES);
}

/** Who may read the data folder may switch the maintenance; where it can't be written, nobody but the back-office. */
function keptToken(dataDir: string, log: Log): string | undefined {
  try {
    return keptSecret(join(dataDir, 'maintenance-token'));
  } catch (error) {
    log.warn({ err: error }, 'no token for the maintenance can be kept in DATA_DIR; set MAINTENANCE_TOKEN');
    return undefined;
  }
}

async function start(config: Config): Promise<Started> {
  // The demo's terminal is for its addresses: the log goes beside them.
  const destination = config.mode === 'demo' ? { destination: pino.destination(2) } : {};
  const log = createLog({ level: config.logLevel, ...destination });
  const embedded = config.databaseUrl === undefined ? await startDatabase({ dataDir: config.dataDir, log }) : undefined;
  try {
    const isDemo = config.mode === 'demo';
    const ownerUrl = embedded?.ownerUrl ?? config.databaseOwnerUrl;
    const server = await startServer({
      config: { ...config, maintenanceToken: config.maintenanceToken ?? keptToken(config.dataDir, log) },
      log,
      databaseUrl: config.databaseUrl ?? embedded?.url ?? '',
      ownerUrl,
      emulator: isDemo
        ? { numbers: DEMO_NUMBERS, customers: DEMO_PHONES, dataFile: join(config.dataDir, 'emulator.jsonl') }
        : undefined,
      ...(isDemo ? { seed: (services) => fillDemo(services, ownerUrl), home: '/aurora/' } : {}),
    });
    if (!isDemo && !(await hasUsers(server.services))) {
      log.warn(
        'nobody can log in yet: npm run admin -- create-backoffice EMAIL --url ADDRESS makes the back-office and prints a link for its first user',
      );
    }
    return {
      server,
      dataFolder: embedded?.folder,
      stop: async () => {
        await server.stop();
        await embedded?.stop();
      },
    };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

/** What to say of a failed start: a sentence where we know what is wrong, all of it where we don't. */
function explain(error: unknown, config: Config | undefined): string {
  if (error instanceof ConfigError || error instanceof DataFolderInUse || error instanceof DatabaseUnfit) {
    return error.message;
  }
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') {
    return `Port ${config?.port} is taken. Stop what uses it, or choose another with PORT.`;
  }
  if (error instanceof Error && 'code' in error && error.code === 'EACCES') return `Not allowed: ${error.message}`;
  const refused = config?.databaseUrl === undefined ? undefined : explainConnection(error, config.databaseUrl);
  return refused ?? inspect(error);
}

async function main(mode: Mode): Promise<void> {
  let config: Config | undefined;
  try {
    config = readConfig(mode, process.env);
    // A signal during the start stops it right after.
    const asked = new Promise<void>((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
    });
    const { server, dataFolder, stop } = await start(config);
    announce(config, server, dataFolder);
    await asked;
    await stop();
    process.exit(0);
  } catch (error) {
    process.stderr.write(`${explain(error, config)}\n`);
    process.exit(1);
  }
}

const [mode] = process.argv.slice(2);
if (mode === 'demo' || mode === 'serve') {
  await main(mode);
} else {
  process.stderr.write('Usage: node server/main.ts demo|serve\n');
  process.exit(2);
}
