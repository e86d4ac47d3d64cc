import { spawnSync } from 'node:child_process';
import { findBrowser } from './find-browser.ts';
import type { BrowserKind } from './find-browser.ts';

const kind: BrowserKind = process.argv.includes('full') ? 'full' : 'headless';

const sentence =
  'The browser tests need Chromium or Chrome, and none was found. Install one ' +
  '(Debian: "apt-get install chromium"; else https://www.google.com/chrome, or "npx playwright-core install chromium"), ' +
  'or set CHROME_PATH to its program, then run this again.';

/** Whether it prints its version, which an installed but broken browser can't. */
function works(browser: string): boolean {
  return spawnSync(browser, ['--version'], { stdio: 'ignore', timeout: 30_000 }).status === 0;
}

function install(): void {
  if (process.getuid?.() !== 0) return;
  const apt = (...args: string[]): number | null =>
    spawnSync('apt-get', args, {
      // Only the path goes to stdout, so apt's output goes to stderr.
      stdio: ['ignore', 2, 2],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status;
  if (apt('--version') !== 0) return;
  console.error('Installing Chromium for the browser tests (apt-get install) ...');
  apt('update');
  const add = (name: string) => apt('install', '--yes', '--no-install-recommends', name) === 0;
  // Ubuntu has no headless one.
  if (kind === 'full' || !add('chromium-headless-shell')) add('chromium');
}

function prepare(): string | undefined {
  const found = findBrowser(process.env, kind);
  if (found !== undefined && works(found)) return found;
  if ((process.env['CHROME_PATH'] ?? '') !== '') {
    console.error(`CHROME_PATH names no working browser: ${process.env['CHROME_PATH']}`);
    return undefined;
  }
  install();
  const installed = findBrowser(process.env, kind);
  if (installed !== undefined && works(installed)) return installed;
  console.error(sentence);
  return undefined;
}

// Prints the browser's path; installs one if there is none and it may. `full`: one that can have a window.
const browser = prepare();
if (browser === undefined) process.exitCode = 1;
else process.stdout.write(`${browser}\n`);
