import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { node24, root } from './paths.mjs';

// How long a child gets after Ctrl-C before it is told again, in case the terminal told only us.
const patience = 5000;

/** The script behind a package's command, for running it under Node 24 whatever Node started us. */
export function bin(name, command = name) {
  const folder = join(root, 'node_modules', name);
  const { bin: declared } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return join(folder, typeof declared === 'string' ? declared : declared[command]);
}

/** Starts a script under Node 24 in the checkout. */
export function start(args, options = {}) {
  const env = { ...process.env, ...options.env };
  // What the child starts by the name "node" is the same Node.
  env.PATH = `${dirname(node24)}${delimiter}${env.PATH ?? ''}`;
  return spawn(node24, args, { cwd: root, stdio: 'inherit', ...options, env });
}

/** Waits for a child's end; its exit code, or 128 + n when signal n ended it, as a shell would say. */
export function ended(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}

/** Runs a script under Node 24 to its end, passing on the signals that it does not get by itself. */
export async function run(args, options) {
  const child = start(args, options);
  const { release } = forwardSignals([child]);
  const code = await ended(child);
  release();
  return code;
}

/**
 * Passes SIGTERM, SIGINT and SIGHUP on to the children once each, and keeps us alive until they have ended.
 * A terminal sends its Ctrl-C to them as well, so there it is passed on only when they don't heed it.
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
    /** Whether we were told to stop, so that the children were too. */
    stopping: () => sent.size > 0,
    release: () => {
      clearTimeout(timer);
      for (const signal of signals) process.off(signal, listener);
    },
  };
}
