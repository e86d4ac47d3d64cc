import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { startTestCluster } from './database.ts';

/** Linux's file system in memory: a database is copied there in a twentieth of the time. */
const MEMORY = '/dev/shm';
const PREFIX = 'balcao-tests-';
/** More than a whole run needs at its worst; a container may have only 64 MB. */
const ROOM = 4 * 2 ** 30;

/** Temporary files in memory, and one PostgreSQL for the whole run, in which each test file makes its own database. */
export default async function setup(): Promise<() => Promise<void>> {
  const removeFolder = await makeFolder();
  const cluster = await startTestCluster();
  return async () => {
    await cluster.stop();
    await removeFolder();
  };
}

/** Has the run's temporary folders, and node's cache of compiled modules, made in memory, if there is room. */
async function makeFolder(): Promise<() => Promise<void>> {
  const before = process.env['TMPDIR'];
  const room = await statfs(MEMORY).catch(() => undefined);
  if (before !== undefined || room === undefined || room.bavail * room.bsize < ROOM) return async () => undefined;
  await removeLeftBehind();
  const folder = await mkdtemp(join(MEMORY, `${PREFIX}${process.pid}-`));
  // PostgreSQL's own user gets in, as into /tmp.
  await chmod(folder, 0o1777);
  process.env['TMPDIR'] = folder;
  // Dozens of servers are started in processes of their own: the modules of one are ready for the next.
  process.env['NODE_COMPILE_CACHE'] = join(folder, 'compiled');
  return async () => {
    delete process.env['TMPDIR'];
    delete process.env['NODE_COMPILE_CACHE'];
    // A worker that ends meanwhile still writes what it compiled.
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  };
}

/** Frees the memory of runs that were killed. */
async function removeLeftBehind(): Promise<void> {
  for (const name of await readdir(MEMORY)) {
    const pid = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1]);
    if (pid > 0 && !isRunning(pid)) await rm(join(MEMORY, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Another user's process may not be signalled.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}
