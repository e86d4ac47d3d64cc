import { join } from 'node:path';
import { inspect } from 'node:util';
import { pino } from 'pino';
import { ConfigError, storedSecret, readConfig } from './config.ts';
import type { Config, Mode } from './config.ts';
import { DataFolderInUse } from './db/embedded/lock.ts';
import { explainConnection } from './db/explain.ts';
import { DatabaseUnfit } from './db/unfit.ts';
import { hasUsers } from './domain/account/operator.ts';
import { createLog } from './log.ts';
import type { Log } from './log.ts';
import { startServer } from './start.ts';

const say = (text: string) => void process.stdout.write(`${text}\n`);

/** Whoever may read the data folder may switch maintenance; if it isn't writable, only the back-office may. */
function storedToken(dataDir: string, log: Log): string | undefined {
  try {
    return storedSecret(join(dataDir, 'maintenance-token'));
  } catch (error) {
    log.warn({ err: error }, "the maintenance token can't be stored in DATA_DIR; set MAINTENANCE_TOKEN");
    return undefined;
  }
}

/** Starts the server, prints its URL, and returns the function that stops it. */
async function start(config: Config): Promise<() => Promise<void>> {
  // The demo's terminal shows its URLs: its log goes to a file.
  const destination = config.mode === 'demo' ? { destination: pino.destination(2) } : {};
  const log = createLog({ level: config.logLevel, ...destination });
  // Production doesn't load what only the demo uses.
  const demo = config.mode === 'demo' ? await import('./demo/demo.ts') : undefined;
  const embedded =
    config.databaseUrl === undefined
      ? await (await import('./db/embedded.ts')).startDatabase({ dataDir: config.dataDir, log })
      : undefined;
  try {
    const ownerUrl = embedded?.ownerUrl ?? config.databaseOwnerUrl;
    const server = await startServer({
      config: { ...config, maintenanceToken: config.maintenanceToken ?? storedToken(config.dataDir, log) },
      log,
      databaseUrl: config.databaseUrl ?? embedded?.url ?? '',
      ownerUrl,
      emulator: undefined,
      ...demo?.demoOptions(config, ownerUrl),
    });
    if (demo === undefined && !(await hasUsers(server.services))) {
      log.warn(
        'nobody can log in yet: npm run admin -- create-backoffice EMAIL --url ADDRESS creates the back-office and prints a link for its first user',
      );
    }
    say(demo?.describeDemo(config, server.url, embedded?.folder) ?? `Balcão: ${server.url}`);
    return async () => {
      await server.stop();
      await embedded?.stop();
    };
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

/** The message of a failed start: a sentence if the cause is known, all details otherwise. */
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
    // A signal during the start stops it right afterwards.
    const query = new Promise<void>((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
    });
    const stop = await start(config);
    await query;
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
