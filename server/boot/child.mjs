import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { node24, root } from './paths.mjs';

// Time a child gets after Ctrl-C before it is signalled again, in case the terminal signalled only us.
const patience = 5000;

/** The script of a package's command, to run it under Node 24 whatever Node started us. */
export function bin(name, command = name) {
  const folder = join(root, 'node_modules', name);
  const { bin: declared } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof declared === 'string' ? declared : declared[command]);
}

/**
 * The command line of the server. One helper thread collects garbage, as in the systemd unit: more would take the
 * processors from other calls while a heavy one fills the memory.
 */
export function serverArguments(mode) {
  return [
    ...JSON.parse(readFileSync(join(root, 'server', 'boot', 'server-flags.json'), 'utf8')),
    'server/main.ts',
    mode,
  ];
}

/** Starts a script under Node 24 in the project's root. */
export function start(args, options = {}) {
  const env = { ...process.env, ...options.env };
  // The name "node" means the same Node for the child.
  env.PATH = `${dirname(node24)}${delimiter}${env.PATH ?? ''}`;
  return spawn(node24, args, { cwd: root, stdio: 'inherit', ...options, env });
}

/** Waits for a child's end and returns its exit code, or 128 + n after signal n, as a shell does. */
export function ended(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}

/** Runs a script under Node 24 to its end, and forwards the signals that it doesn't get by itself. */
export async function run(args, options) {
  const child = start(args, options);
  const { release } = forwardSignals([child]);
  const code = await ended(child);
  release();
  return code;
}

/**
 * Forwards SIGTERM, SIGINT and SIGHUP to the children once each, and keeps this process alive until they have ended. A
 * terminal sends Ctrl-C to them as well, so that is forwarded only if they don't react.
 */
export function forwardSignals(children) {
  const sent = new Set();
  let timer;
  const pass = (signal) => {
    for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill(signal);
  };
  const listener = (signal) => {
    if (sent.has(signal)) return;
    sent.add(signal);
    if (signal === 'SIGINT' && process.stdin.isTTY) timer = setTimeout(pass, patience, 'SIGTERM').unref();
    else pass(signal);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, listener);
  return {
    /** Whether we were stopped, and so the children too. */
    stopping: () => sent.size > 0,
    release: () => {
      clearTimeout(timer);
      for (const signal of signals) process.off(signal, listener);
    },
  };
}
