import { text } from 'node:stream/consumers';
import { buildWhenStale } from './build.mjs';
import { check } from './check.mjs';
import { bin, ended, run, start } from './child.mjs';
import { Refusal } from './refusal.mjs';

// Folders whose tests need neither the built SPA nor a browser.
const selfContained = /^(?:\.\/)?tests\/(?!browser\b|server\b|paths\b|bench\b|tooling\/?$|tooling\/bundle\b)\w/;

/**
 * Runs the static checks, a fresh build and all tests, and finds a browser. With paths, runs only those tests and what
 * they need.
 */
export async function test(args) {
  const paths = args.filter((arg) => !arg.startsWith('-'));
  const everything = paths.length === 0;
  let failed = 0;
  try {
    if (everything) failed = (await check()).length;
    if (failed > 0) throw new Refusal('The checks above failed, so no test was run.');
    failed = 1;
    if (!paths.every((path) => selfContained.test(path)) || everything) await buildWhenStale();
    if (everything || paths.some((path) => path.includes('browser'))) await ensureBrowser();
    return await run([bin('vitest'), 'run', ...args]);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    console.error(`${error.message}\n\n0 passed, ${failed} failed`);
    return 1;
  }
}

/** Runs the models' paths, of all models, of some, or one path; vitest's options may follow. */
export async function paths(args) {
  const child = start(['tests/support/paths-command.ts', ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [code, out] = await Promise.all([ended(child), text(child.stdout)]);
  if (code !== 0) return code;
  const read = JSON.parse(out);
  if (read.inBrowser) {
    await buildWhenStale();
    await ensureBrowser();
  }
  return run([bin('vitest'), ...read.args], { env: read.env });
}

async function ensureBrowser() {
  if ((await run(['server/boot/browser.ts'])) !== 0) throw new Refusal('No browser, so no test was run.');
}
