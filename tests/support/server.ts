import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import type { AttendanceOptions } from '../../server/attendance.ts';
import serverFlags from '../../server/boot/server-flags.json' with { type: 'json' };
import { DEFAULT_RATES } from '../../server/config-rates.ts';
import type { Rates } from '../../server/config-rates.ts';
import type { Config } from '../../server/config.ts';
import { STATEMENT_MS } from '../../server/db/database.ts';
import { CALL_LIMITS } from '../../server/config-limits.ts';
import type { Database } from '../../server/db/database.ts';
import { seedPeople } from '../../server/demo/people.ts';
import { DEMO_PASSWORD } from '../../server/domain/auth/passwords.ts';
import type { Services } from '../../server/domain/context.ts';
import type { EmulatorOptions } from '../../server/emulator/plugin.ts';
import { createLog } from '../../server/log.ts';
import { startServer } from '../../server/start.ts';
import type { RunningServer } from '../../server/start.ts';
import { createTestDatabase, openOwner } from './database.ts';
import { EMULATOR_APP_SECRET, EMULATOR_NUMBERS, QUICK_POLICY } from './emulator.ts';

export const TEST_SECRET = 'a secret of the tests, long enough to be one';
export const TEST_VERIFY_TOKEN = 'verify-token-of-the-tests';
/** Of the users of a spawned server, which is no demo and so refuses the demo's password. */
export const TEST_PASSWORD = 'Uma#outra+senha9';
export { DEMO_PASSWORD };

/** The usual limits, save those of calls and uploads: a test is in more of a hurry than a person. */
const TEST_RATES: Rates = {
  ...DEFAULT_RATES,
  calls: { address: 1_000_000, user: 1_000_000, company: 1_000_000 },
  uploads: 1_000_000,
};

/** A configuration on any free port. */
export function testConfig(overrides: Partial<Config> = {}): Config {
  return {
    mode: 'demo',
    host: '127.0.0.1',
    port: 0,
    dataDir: '',
    databaseUrl: undefined,
    databaseOwnerUrl: undefined,
    statementMs: STATEMENT_MS,
    secret: TEST_SECRET,
    olderSecrets: [],
    whatsapp: { graphUrl: undefined, appSecret: EMULATOR_APP_SECRET, verifyToken: TEST_VERIFY_TOKEN },
    sms: { twilio: undefined, zenvia: undefined },
    gateway: { hosts: [] },
    bases: { backoffice: '', graphql: '', realtime: '', ipLookup: '/api/ip' },
    mail: { smtpUrl: undefined, from: 'Balcão <nao-responda@balcao.example>', publicUrl: undefined },
    identity: { privateHosts: [] },
    allowedOrigins: [],
    trustProxy: '',
    metricsToken: undefined,
    maintenanceToken: undefined,
    rates: TEST_RATES,
    media: { bucket: undefined },
    calls: CALL_LIMITS,
    supportContact: 'Central do Balcão, 0800 000 0000',
    logLevel: 'silent',
    pools: undefined,
    ...overrides,
  };
}

export type TestServerOptions = {
  config?: Partial<Config>;
  /** A database that outlives the server; without it the server gets its own, and drops it. */
  databaseUrl?: string;
  now?: () => Date;
  /** The emulator's differences from the tests' usual one; null: none. */
  emulator?: Partial<Omit<EmulatorOptions, 'graphPrefix' | 'webhookUrl' | 'appSecret'>> | null;
  attendance?: AttendanceOptions | null;
  /** How often the server looks for what nobody told it. */
  sweepMs?: number;
  home?: string;
};

export type TestServer = Omit<RunningServer, 'stop'> & {
  db: Database;
  /** The test's own way to the database, past the server's role. */
  owner: pg.Pool;
  services: Services;
  databaseUrl: string;
  /** Logs in over REST; answers the access token. */
  tokenOf: (email: string, password?: string) => Promise<string>;
  stop: () => Promise<void>;
};

/** A whole server in this process, on a fresh database with the demo's people and the emulator beside it. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const dataDir = options.config?.dataDir ?? (await mkdtemp(join(tmpdir(), 'balcao-data-')));
  const config = testConfig({ ...options.config, dataDir });
  const own =
    options.databaseUrl === undefined
      ? await createTestDatabase(config.mode === 'demo' ? 'people' : 'empty')
      : undefined;
  const databaseUrl = options.databaseUrl ?? own?.url ?? '';
  const server = await startServer({
    config,
    databaseUrl,
    log: createLog({ level: process.env['TEST_LOG'] ?? config.logLevel }),
    emulator:
      options.emulator === null ? undefined : { numbers: EMULATOR_NUMBERS, policy: QUICK_POLICY, ...options.emulator },
    seed: async (services) => void (await seedPeople(services.db, passwordFor(config))),
    ...(options.now === undefined ? {} : { now: options.now }),
    // A thread reads the server's modules once more, for two seconds; only the tests about heavy calls need one.
    attendance: options.attendance === null ? null : { heavyThread: false, ...options.attendance },
    ...(options.sweepMs === undefined ? {} : { sweepMs: options.sweepMs }),
    ...(options.home === undefined ? {} : { home: options.home }),
  });
  const owner = openOwner(databaseUrl);
  return {
    ...server,
    db: server.services.db,
    owner,
    databaseUrl,
    tokenOf: (email, password = passwordFor(config)) => tokenOf(server.url, email, password),
    stop: async () => {
      await Promise.all([server.stop(), owner.end()]);
      await own?.drop();
      if (options.config?.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function passwordFor(config: Pick<Config, 'mode'>): string {
  return config.mode === 'demo' ? DEMO_PASSWORD : TEST_PASSWORD;
}

/** Logs in over REST; answers the access token. */
export async function tokenOf(url: string, email: string, password: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const body: unknown = await response.json();
  if (typeof body === 'object' && body !== null && 'access_token' in body && typeof body.access_token === 'string') {
    return body.access_token;
  }
  throw new Error(`${email} could not log in: ${response.status} ${JSON.stringify(body)}`);
}

/** Where servers in processes of their own find the compiled modules of those before them. */
export function compileCache(): Readonly<Record<string, string>> {
  const folder = process.env['NODE_COMPILE_CACHE'];
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
}

export type SpawnedServer = {
  url: string;
  child: ChildProcess;
  /** Everything it wrote so far. */
  output: () => string;
  /** Ends it with a signal and waits; answers its exit code, null after a signal that it didn't handle. */
  end: (signal?: NodeJS.Signals) => Promise<number | null>;
};

/**
 * A server in a process of its own, for tests that kill it. `serve` on the given database, which
 * `seedPeople(db, TEST_PASSWORD)` filled before; `env` overrides its settings.
 */
export async function spawnServer(options: {
  mode?: 'demo' | 'serve';
  env: Readonly<Record<string, string>>;
}): Promise<SpawnedServer> {
  const main = fileURLToPath(new URL('../../server/main.ts', import.meta.url));
  const child = spawn(process.execPath, [...serverFlags, main, options.mode ?? 'serve'], {
    env: {
      PATH: process.env['PATH'] ?? '',
      ...compileCache(),
      PORT: '0',
      BALCAO_SECRET: TEST_SECRET,
      WHATSAPP_APP_SECRET: EMULATOR_APP_SECRET,
      WHATSAPP_VERIFY_TOKEN: TEST_VERIFY_TOKEN,
      LOG_LEVEL: 'warn',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const exited = once(child, 'exit');
  child.stderr.setEncoding('utf8').on('data', (text: string) => void (output += text));
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      output += `${line}\n`;
      const found = /http:\/\/[\d.]+:\d+/.exec(line)?.[0];
      if (found !== undefined) resolve(found);
    });
    exited.then(() => reject(new Error(`The server did not start: ${output}`)), reject);
  });
  return {
    url,
    child,
    output: () => output,
    end: async (signal = 'SIGTERM') => {
      child.kill(signal);
      await exited;
      return child.exitCode;
    },
  };
}
