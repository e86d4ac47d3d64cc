import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readChapter } from './chapter.ts';
import { boot, installDebian, lendNetwork, runOffline, writeOn } from './machine.ts';
import type { Machine } from './machine.ts';
import { publishVersions } from './next-version.ts';
import { addStandIns, HOSTS, makeAuthority } from './stand-ins.ts';

/*
 * `npm run try-production`: an empty Debian 13, on which README's "In production" is followed to the letter, by the
 * commands that stand there. Steps 1 and 2 have this machine's network, for apt, npm and Node; then the machine is booted, under its own systemd
 * and with no network but its own, and all the rest happens there (`operator.steps.ts`).
 */

const checkout = join(import.meta.dirname, '..', '..');
const PROGRAMS = ['debootstrap', 'systemd-nspawn', 'nsenter', 'unshare', 'git', 'openssl'];
const NETWORKED = ['The machine', 'The program'];

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

function missing(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'It needs Linux, and root.';
  const path = (process.env['PATH'] ?? '').split(':').concat('/usr/sbin', '/sbin');
  const absent = PROGRAMS.filter((name) => !path.some((folder) => existsSync(join(folder, name))));
  if (absent.length > 0)
    return `It needs ${absent.join(', ')}. On Debian: apt-get install debootstrap systemd-container util-linux git openssl`;
  return undefined;
}

async function download(root: string): Promise<void> {
  const steps = readChapter(readFileSync(join(checkout, 'README.md'), 'utf8'), 'In production');
  // Switched off, nothing is started by being installed.
  writeOn(root, 'usr/sbin/policy-rc.d', '#!/bin/sh\nexit 101\n', 0o755);
  for (const title of NETWORKED) {
    const step = steps.find((each) => each.title === title);
    if (step === undefined) throw new Error(`README has no step "${title}".`);
    for (const block of step.blocks) {
      say(`${title}:\n${block.trimEnd().replaceAll(/^/gmu, '  ')}`);
      const { status, output } = await runOffline(root, block);
      if (status !== 0) throw new Error(`${title}: this failed:\n${block}\n${output}`);
    }
  }
  // What later steps install is fetched now, and installed when they say so.
  const later = steps.filter(({ title }) => !NETWORKED.includes(title)).flatMap(({ blocks }) => blocks);
  for (const [install] of later.join('\n').matchAll(/^apt-get install .*(?:\\\n.*)*$/gmu)) {
    const { status, output } = await runOffline(root, install.replace('install', 'install --download-only'));
    if (status !== 0) throw new Error(`${install}: ${output}`);
  }
  const ready = `rm /usr/sbin/policy-rc.d
    update-ca-certificates
    # From here on npm has what it kept, and no registry to ask.
    echo prefer-offline=true >>/etc/npmrc`;
  const { status, output } = await runOffline(root, ready);
  if (status !== 0) throw new Error(output);
}

/** Follows the steps in the booted machine's network, where its names lead to itself. */
async function follow(machine: Machine, folder: string): Promise<number> {
  const hosts = join(folder, 'hosts');
  writeFileSync(hosts, HOSTS);
  const vitest = [
    join(checkout, 'node_modules', 'vitest', 'vitest.mjs'),
    'run',
    '--config',
    join(import.meta.dirname, 'vitest.config.ts'),
  ];
  const child = spawn(
    'nsenter',
    [
      `--net=/proc/${machine.pid}/ns/net`,
      ...['unshare', '--mount', 'sh', '-c', 'mount --bind "$0" /etc/hosts && exec "$@"', hosts],
      ...[process.execPath, ...vitest],
    ],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        NODE_EXTRA_CA_CERTS: join(folder, 'authority', 'ca.pem'),
        BALCAO_MACHINE: JSON.stringify({ pid: machine.pid, root: machine.root, authority: join(folder, 'authority') }),
      },
    },
  );
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

async function main(): Promise<number> {
  const lacks = missing();
  if (lacks !== undefined) {
    process.stderr.write(
      `npm run try-production makes a Debian of its own to try README's "In production" on. ${lacks}\n`,
    );
    return 1;
  }
  const folder = mkdtempSync('/var/tmp/balcao-production-');
  const root = join(folder, 'debian');
  let machine: Machine | undefined;
  try {
    say('An empty Debian 13 is made ...');
    installDebian(root);
    lendNetwork(root);
    makeAuthority(join(folder, 'authority'));
    publishVersions(checkout, join(root, 'srv', 'balcao.git'));
    addStandIns(root, join(folder, 'authority'));
    await download(root);
    say('It is booted, with no network but its own ...');
    machine = await boot(root);
    return await follow(machine, folder);
  } finally {
    await machine?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

process.exitCode = await main();
