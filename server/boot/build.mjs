import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bin, run } from './child.mjs';
import { root } from './paths.mjs';
import { Refusal } from './refusal.mjs';

// All that goes into the bundle or says how it is made.
const inputs = ['src', 'contract', 'server/boot', 'index.html', 'vite.config.ts', 'package-lock.json'];
const stampFile = join(root, 'dist', '.built');

/** Builds the SPA into dist/; refuses with a sentence when that fails. */
export async function build(args = []) {
  // Taken before: a file saved during the build makes the result stale, not fresh.
  const stamp = fingerprint();
  // React for production, whatever the shell says.
  const code = await run([bin('vite'), 'build', ...args], { env: { NODE_ENV: 'production' } });
  if (code !== 0) throw new Refusal('The SPA could not be built: see the messages above.');
  writeFileSync(stampFile, stamp);
}

/** Builds the SPA when its sources changed since the last build. */
export async function buildWhenStale() {
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === fingerprint()) return;
  console.log('Building the SPA ...');
  await build(['--logLevel', 'warn']);
}

function fingerprint() {
  const hash = createHash('sha256');
  for (const input of inputs) addTo(hash, input);
  return hash.digest('hex');
}

function addTo(hash, path) {
  const absolute = join(root, path);
  if (!existsSync(absolute)) return;
  const entries = readdirOrFile(absolute);
  if (entries === undefined) hash.update(`${path}\0`).update(readFileSync(absolute)).update('\0');
  else for (const name of entries) addTo(hash, `${path}/${name}`);
}

function readdirOrFile(absolute) {
  try {
    return readdirSync(absolute).toSorted();
  } catch (error) {
    if (error.code === 'ENOTDIR') return undefined;
    throw error;
  }
}
