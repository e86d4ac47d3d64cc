import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chown, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Log } from '../../log.ts';
import { asAccount } from './account.ts';
import type { Account } from './account.ts';
import { processCommand, processStart, signal, until } from './processes.ts';

const run = promisify(execFile);

/** The cluster's superuser, who owns the schema. */
export const OWNER = 'balcao';

/** Location and options of a cluster. `durable: false` trades crash safety and slow password hashes for speed: tests and bench only. */
export type ClusterSettings = {
  bin: string;
  data: string;
  account: Account;
  password: string;
  durable: boolean;
  log: Log;
};

const environment = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Creates the cluster completely or not at all. */
export async function createCluster(settings: ClusterSettings): Promise<void> {
  const draft = `${settings.data}.new`;
  const passwordFile = `${settings.data}.password`;
  await rm(draft, { recursive: true, force: true });
  await writeFile(passwordFile, `${settings.password}\n`, { mode: 0o600 });
  if (settings.account !== undefined) await chown(passwordFile, settings.account.uid, settings.account.gid);
  try {
    await run(
      join(settings.bin, 'initdb'),
      [
        `--pgdata=${draft}`,
        `--username=${OWNER}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--no-instructions',
        // A server under test opens eleven connections, and each would stretch its password.
        ...(settings.durable ? [] : ['--no-sync', '--set=scram_iterations=1']),
      ],
      { ...asAccount(settings.account), env: environment },
    );
    await rename(draft, settings.data);
  } finally {
    await rm(passwordFile, { force: true });
    await rm(draft, { recursive: true, force: true });
  }
}

/** Major version of the cluster; undefined if there is none yet. */
export async function clusterVersion(data: string): Promise<string | undefined> {
  return readFile(join(data, 'PG_VERSION'), 'utf8').then(
    (text) => text.trim(),
    () => undefined,
  );
}

/** Major version of the programs. */
export async function programsVersion(settings: Pick<ClusterSettings, 'bin' | 'account'>): Promise<string> {
  const { stdout } = await run(join(settings.bin, 'postgres'), ['--version'], asAccount(settings.account));
  return /(\d+)/.exec(stdout)?.[1] ?? '';
}

/** Stops a PostgreSQL whose server was killed; removes a lock without a process. */
export async function stopOrphan(data: string, log: Log): Promise<void> {
  const lock = join(data, 'postmaster.pid');
  const text = await readFile(lock, 'utf8').catch(() => undefined);
  if (text === undefined) return;
  const pid = Number(text.split('\n')[0]);
  const command = await processCommand(pid);
  if (command === undefined) return;
  if (!command.includes(data)) {
    // The process id was reused: PostgreSQL can't tell and would refuse to start.
    log.warn({ pid }, 'a stale PostgreSQL lock was removed');
    await rm(lock, { force: true });
    return;
  }
  log.warn({ pid }, 'PostgreSQL was left running by a server that was killed; stopping it first');
  const start = await processStart(pid);
  const removed = async () => (await processStart(pid)) !== start;
  // First a fast, then an immediate shutdown (with recovery on the next start), never -9.
  for (const name of ['SIGINT', 'SIGQUIT'] as const) {
    signal(pid, name);
    if (await until(removed, 20_000)) return;
  }
  throw new Error(`PostgreSQL (process ${pid}) runs on ${data} and can't be stopped`);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

/** A running PostgreSQL. */
export type RunningCluster = { port: number; child: ChildProcess; stop: () => Promise<void>; ended: Promise<void> };

const STARTUP_MS = 60_000;

/** Starts the cluster and waits until it accepts connections; `port` undefined: any free one. */
export async function runCluster(settings: ClusterSettings, port?: number): Promise<RunningCluster> {
  for (let attempt = 1; ; attempt += 1) {
    const chosen = port ?? (await freePort());
    const started = await tryToRun(settings, chosen);
    if (typeof started !== 'string') return started;
    // Another program took the port meanwhile, or a dead server's last process is still exiting.
    const passes = /address already in use|pre-existing shared memory|still in use|lock file/i.test(started);
    if (!passes || attempt === 20) throw new Error(`PostgreSQL did not start: ${started}`);
    await pause(200);
  }
}

async function tryToRun(settings: ClusterSettings, port: number): Promise<RunningCluster | string> {
  const options: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '200',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    log_checkpoints: 'off',
    ...(settings.durable ? {} : { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }),
  };
  const child = spawn(
    join(settings.bin, 'postgres'),
    ['-D', settings.data, ...Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    // Its own session: Ctrl-C in the terminal is for us; we stop it after the last request.
    { ...asAccount(settings.account), env: environment, detached: true, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let output = '';
  child.stderr.setEncoding('utf8');
  child.stderr.on('data', (text: string) => {
    output = (output + text).slice(-4_000);
    for (const line of text.split('\n')) if (line.trim() !== '') settings.log.debug({ postgres: line }, 'postgres');
  });
  let hasEnded = false;
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      hasEnded = true;
      resolve();
    };
    child.once('exit', end);
    child.once('error', (error) => {
      output += String(error);
      end();
    });
  });
  const guard = child.pid === undefined ? undefined : watchOver(child.pid, settings.account);
  void ended.then(() => guard?.release());

  const isReady = async () => hasEnded || (await readiness(settings.data, child.pid));
  const inTime = await until(isReady, STARTUP_MS);
  if (hasEnded) return output.trim() || 'it exited without a message';
  const stop = async () => {
    for (const name of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
      if (hasEnded || child.pid === undefined) return;
      signal(child.pid, name);
      if (await until(async () => hasEnded, 20_000)) return;
    }
  };
  if (!inTime) {
    await stop();
    return 'it was not ready in time';
  }
  return { port, child, stop, ended };
}

/** PostgreSQL writes its status on the eighth line of its lock file. */
async function readiness(data: string, pid: number | undefined): Promise<boolean> {
  const text = await readFile(join(data, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
}

/** A shell that stops PostgreSQL if this process is killed, which closes the shell's input. */
function watchOver(pid: number, account: Account): { release: () => void } {
  const guard = spawn('/bin/sh', ['-c', 'read -r word || kill -INT "$0"', String(pid)], {
    ...asAccount(account),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.on('error', () => undefined);
  guard.stdin.on('error', () => undefined);
  return { release: () => guard.stdin.end('ended\n') };
}
