import { execFile } from 'node:child_process';
import { access, chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { processStart } from '../../../server/db/embedded/processes.ts';
import { DEMO_PASSWORD, spawnServer, tokenOf } from '../../support/server.ts';
import type { SpawnedServer } from '../../support/server.ts';
import { eventually } from '../../support/expect-eventually.ts';

const run = promisify(execFile);
/** A demo's data, of which each test gets a copy: making it takes longer than the tests. */
let seeded: string;
let folder: string;
const started: SpawnedServer[] = [];

async function newFolder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'balcao-embedded-'));
  // So that, run as root, PostgreSQL's own user gets in, and the data is where the test looks.
  await chmod(made, 0o711);
  return made;
}

beforeAll(async () => {
  seeded = await newFolder();
  const server = await spawnServer({ mode: 'demo', env: { DATA_DIR: seeded } });
  await server.end();
});
afterAll(() => rm(seeded, { recursive: true, force: true }));
beforeEach(async () => {
  folder = await newFolder();
  // With its owners: PostgreSQL refuses a folder that isn't its user's.
  await run('cp', ['-a', `${seeded}/.`, folder]);
});
afterEach(async () => {
  for (const server of started.splice(0)) if (server.child.exitCode === null) await server.end();
  const pid = await postgresPid().catch(() => undefined);
  if (pid !== undefined) await gone(pid);
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<SpawnedServer> {
  const server = await spawnServer({ mode: 'demo', env: { DATA_DIR: folder } });
  started.push(server);
  return server;
}

const lockFile = () => join(folder, 'postgres', 'data', 'postmaster.pid');
async function postgresPid(): Promise<number> {
  return Number((await readFile(lockFile(), 'utf8')).split('\n')[0]);
}
const gone = (pid: number) => eventually(async () => expect(await processStart(pid)).toBeUndefined());
const login = (server: SpawnedServer) => tokenOf(server.url, 'ana@aurora.example', DEMO_PASSWORD);

describe('embedded PostgreSQL', () => {
  test('running -> SIGTERM: exit code 0, nothing left running, the data is there again', async () => {
    const first = await start();
    await login(first);
    const pid = await postgresPid();
    expect(await first.end('SIGTERM')).toBe(0);
    expect(await processStart(pid)).toBeUndefined();
    await expect(access(join(folder, 'server.lock'))).rejects.toThrow();
    const second = await start();
    await login(second);
    expect(await second.end('SIGINT')).toBe(0);
  });

  test('running -> a second one on the same folder: refused in a sentence, the first goes on', async () => {
    const first = await start();
    const refusal: unknown = await start().catch((error: unknown) => error);
    expect(String(refusal)).toContain(`Another Balcão server (process ${first.child.pid}) uses the data folder`);
    expect(String(refusal)).toContain('DATA_DIR');
    expect(String(refusal)).not.toContain('    at ');
    await login(first);
  });

  test('killed -9 -> PostgreSQL stops by itself; started again -> serves', async () => {
    const first = await start();
    const pid = await postgresPid();
    await first.end('SIGKILL');
    await gone(pid);
    await expect(start().then(login)).resolves.toBeTypeOf('string');
  });

  test('killed -9 -> started at once, with PostgreSQL still there -> serves', async () => {
    const first = await start();
    await first.end('SIGKILL');
    await expect(start().then(login)).resolves.toBeTypeOf('string');
  });

  test('killed -9 with PostgreSQL -> stale locks whose numbers others have now -> serves', async () => {
    const first = await start();
    const pid = await postgresPid();
    process.kill(pid, 'SIGSTOP');
    await first.end('SIGKILL');
    process.kill(pid, 'SIGKILL');
    await gone(pid);
    // This test's own process has these numbers, and began at another time.
    const lines = (await readFile(lockFile(), 'utf8')).split('\n');
    await writeFile(lockFile(), [String(process.pid), ...lines.slice(1)].join('\n'));
    await writeFile(join(folder, 'server.lock'), `${process.pid}\nanother time\n`);
    await expect(start().then(login)).resolves.toBeTypeOf('string');
  });

  test('PostgreSQL alone dies -> it is started again, and the server goes on', async () => {
    const server = await start();
    const pid = await postgresPid();
    process.kill(pid, 'SIGKILL');
    await gone(pid);
    await eventually(() => login(server));
    expect(await postgresPid()).not.toBe(pid);
    expect(await server.end()).toBe(0);
  });
});
