import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { until } from '../support/simulation-until.ts';

const BOOT_MS = 120_000;
const SUITE = 'trixie';
const MIRROR = 'http://deb.debian.org/debian';
/** What a server's installer puts there and debootstrap's smallest variant doesn't. */
const BASE_PACKAGES = 'ca-certificates,dbus,iproute2,procps,systemd,systemd-sysv';
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

export interface Ran {
  readonly status: number;
  /** What it wrote to both its outputs, as it came. */
  readonly output: string;
}

/** Runs a program on this machine; rejects, with what it wrote, when it fails. */
export function runHere(program: string, args: readonly string[], env?: NodeJS.ProcessEnv): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    ...(env === undefined ? {} : { env }),
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}${stdout}`);
  return stdout;
}

/** Makes an empty Debian in a folder. */
export function installDebian(folder: string): void {
  runHere('debootstrap', ['--variant=minbase', `--include=${BASE_PACKAGES}`, SUITE, folder, MIRROR]);
  // It needn't outlive a power cut, and waiting for the disk after each file takes most of the time.
  writeOn(folder, 'etc/dpkg/dpkg.cfg.d/unsafe-io', 'force-unsafe-io\n');
}

/** What this machine needs to reach the registries, the other one needs too: certificates, and npm's settings. */
export function lendNetwork(root: string): void {
  const certificates = process.env['NODE_EXTRA_CA_CERTS'];
  if (certificates === undefined || !existsSync(certificates)) return;
  copyFileSync(certificates, join(root, 'etc', 'registry-ca.pem'));
  writeFileSync(join(root, 'etc', 'npmrc'), 'cafile=/etc/registry-ca.pem\n');
}

const NSPAWN = ['--quiet', '--register=no', '--keep-unit', '--as-pid2', '--pipe', '--hostname=balcao'];
/** Where this machine's cgroups are of the first version, Debian 13 needs those of the second all the same. */
const nspawnEnv = () => ({ ...process.env, SYSTEMD_NSPAWN_UNIFIED_HIERARCHY: '1' });

async function finished(child: ChildProcess): Promise<Ran> {
  const written = child.stdout === null ? Promise.resolve('') : text(child.stdout);
  const [status] = await Promise.all([
    new Promise<number>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve(code ?? 255));
    }),
    written,
  ]);
  return { status, output: await written };
}

/** Runs a script in the folder's Debian while that is switched off, with this machine's network. */
export function runOffline(root: string, script: string): Promise<Ran> {
  const shell = ['/bin/bash', '-e', '-o', 'pipefail', '-c', `exec 2>&1\n${script}`];
  const child = spawn(
    'systemd-nspawn',
    [...NSPAWN, '--directory', root, '--setenv=DEBIAN_FRONTEND=noninteractive', ...shell],
    {
      env: nspawnEnv(),
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  return finished(child);
}

/** A Debian that runs under its own systemd, on a network of its own. */
export interface Machine {
  readonly root: string;
  /** The process id of its systemd, here. */
  readonly pid: number;
  stop(): Promise<void>;
}

/** Boots the folder's Debian; answers when systemd says that it runs. */
export async function boot(root: string): Promise<Machine> {
  const child = spawn(
    'systemd-nspawn',
    [
      '--quiet',
      '--register=no',
      '--keep-unit',
      '--boot',
      '--private-network',
      '--console=pipe',
      '--hostname=balcao',
      '--directory',
      root,
    ],
    { env: nspawnEnv(), stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const exited = new Promise<void>((resolve) => void child.once('close', () => resolve()));
  let pid: number | undefined;
  await until('the machine boots', () => {
    pid = systemdUnder(child.pid ?? 0);
    return pid !== undefined;
  });
  if (pid === undefined) throw new Error('The machine did not boot.');
  const machine = {
    root,
    pid,
    stop: async () => {
      child.kill('SIGTERM');
      const patience = setTimeout(() => child.kill('SIGKILL'), 20_000);
      await exited;
      clearTimeout(patience);
    },
  };
  // Early on there is nobody yet who could be asked; a unit that a container can't have may be missing.
  await until(
    'the machine has started',
    async () => {
      const { output } = await runOn(machine.pid, 'systemctl is-system-running || true');
      return /^(?:running|degraded)$/mu.test(output);
    },
    BOOT_MS,
  );
  return machine;
}

function systemdUnder(pid: number): number | undefined {
  const children = (of: number): number[] => {
    try {
      return readFileSync(`/proc/${of}/task/${of}/children`, 'utf8').trim().split(' ').map(Number).filter(Boolean);
    } catch {
      return [];
    }
  };
  const below = children(pid).flatMap((child) => [child, ...children(child)]);
  return below.find(
    (child) => existsSync(`/proc/${child}/comm`) && readFileSync(`/proc/${child}/comm`, 'utf8') === 'systemd\n',
  );
}

/** Runs a script as root on a booted machine, given by the process id of its systemd; in a shell of its own that ends at the first failure. */
export function runOn(pid: number, script: string): Promise<Ran> {
  const inside = [
    '--target',
    String(pid),
    '--mount',
    '--uts',
    '--ipc',
    '--net',
    '--pid',
    '--cgroup',
    '--root',
    '--wdns=/root',
  ];
  const env = ['env', '-i', `PATH=${PATH}`, 'HOME=/root', 'LANG=C.UTF-8', 'DEBIAN_FRONTEND=noninteractive'];
  const shell = ['/bin/bash', '-e', '-o', 'pipefail', '-c', `exec 2>&1\n${script}`];
  const child = spawn('nsenter', [...inside, ...env, ...shell], { stdio: ['ignore', 'pipe', 'inherit'] });
  return finished(child);
}

/** Removes the folder, whatever is in it. */
export function remove(folder: string): void {
  if (existsSync(folder) && readdirSync(folder).length > 0) rmSync(folder, { recursive: true, force: true });
}

/** Writes a file of the machine. */
export function writeOn(root: string, path: string, content: string, mode = 0o644): void {
  const file = join(root, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, content, { mode });
}
