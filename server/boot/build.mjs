import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { bin, run } from './child.mjs';
import { root } from './paths.mjs';
import { Refusal } from './refusal.mjs';

// All sources and configuration of the bundle.
const inputs = [
  'src',
  'contract',
  'flows',
  'server/boot',
  'server/emulator/page',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
];
const dist = join(root, 'dist');
const stampFile = join(dist, '.built');

/** Builds the SPA into dist/; refuses with a sentence if that fails. */
export async function build(args = []) {
  // Computed first: a file saved during the build makes the result stale.
  const stamp = fingerprint();
  // React's production build, whatever the shell's NODE_ENV.
  const code = await run([bin('vite'), 'build', ...args], { env: { NODE_ENV: 'production' } });
  if (code !== 0) throw new Refusal('The SPA could not be built: see the messages above.');
  // Last, as the SPA's build empties the folder.
  const emulator = [bin('vite'), 'build', '--config', 'server/emulator/page/vite.config.ts', '--logLevel', 'warn'];
  if ((await run(emulator, { env: { NODE_ENV: 'production' } })) !== 0) {
    throw new Refusal('The page of the emulator could not be built: see the messages above.');
  }
  await compress();
  writeFileSync(stampFile, stamp);
}

/** Adds a file's compressed version, as small as possible: it is compressed once and served often. */
async function compress() {
  const entries = await readdir(dist, { recursive: true, withFileTypes: true });
  const texts = entries.filter((entry) => entry.isFile() && /\.(?:html|js|css|svg)$/.test(entry.name));
  await Promise.all(
    texts.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      await writeFile(`${path}.br`, await promisify(brotliCompress)(await readFile(path)));
    }),
  );
}

/** Builds the SPA if its sources changed since the last build. */
export async function buildWhenStale() {
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === fingerprint()) return;
  console.log('Building the SPA ...');
  await build(['--logLevel', 'warn']);
}

/** Builds only what is missing: the development server compiles the SPA itself, the rest is served as built. */
export async function buildWhenMissing() {
  if (!existsSync(stampFile)) await buildWhenStale();
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
