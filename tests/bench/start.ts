import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { BenchRow } from './row.ts';

const BUDGET_MS = 3_000;
const PATIENCE_MS = 60_000;
const root = join(import.meta.dirname, '../..');

/** `npm start` for the second time, with all installed and built: until the page is answered. */
export async function benchStart(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'balcao-bench-'));
  // So that, run as root, PostgreSQL's own user gets in.
  await chmod(folder, 0o711);
  let database: string | undefined;
  try {
    const first = await start(folder);
    ({ database } = first);
    await first.stop();
    const second = await start(folder);
    await second.stop();
    return [
      {
        what: `npm start for the second time, to a page that answers (for the first, installed and built, ${Math.round(first.ms)} ms)`,
        value: second.ms,
        unit: 'ms',
        budget: BUDGET_MS,
        better: 'less',
      },
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
    if (database !== undefined) await rm(database, { recursive: true, force: true });
  }
}

type Started = { ms: number; database: string | undefined; stop: () => Promise<void> };

async function start(folder: string): Promise<Started> {
  const port = await freePort();
  const from = performance.now();
  // A group of its own, to be ended as a terminal does.
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: folder },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => void (output += text));
  }
  const exited = once(child, 'close');
  const stop = async (): Promise<void> => {
    signal(child, 'SIGTERM');
    await exited;
  };
  try {
    while (!(await isAnswered(port))) {
      if (child.exitCode !== null || performance.now() - from > PATIENCE_MS) throw new Error(`No page: ${output}`);
      await pause(10);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  const ms = performance.now() - from;
  while (!output.includes('Ctrl-C')) await once(child.stdout, 'data');
  return { ms, database: /Database: (.+)/.exec(output)?.[1], stop };
}

function signal({ pid }: ChildProcess, name: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, name);
  } catch {
    // It has ended.
  }
}

async function isAnswered(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/aurora/`)).ok;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port');
  return address.port;
}
