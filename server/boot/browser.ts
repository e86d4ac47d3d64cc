import { spawnSync } from 'node:child_process';
import { findBrowser } from './find-browser.ts';

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
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status;
  if (apt('--version') !== 0) return;
  console.error('Installing Chromium for the browser tests (apt-get install chromium chromium-headless-shell) ...');
  apt('update');
  const add = (...names: string[]) => apt('install', '--yes', '--no-install-recommends', ...names) === 0;
  // Ubuntu has no headless one.
  if (!add('chromium', 'chromium-headless-shell')) add('chromium');
}

/** Whether there is one; tells what to do if not. */
function prepare(): boolean {
  const found = findBrowser();
  if (found !== undefined && works(found)) return true;
  if ((process.env['CHROME_PATH'] ?? '') !== '') {
    console.error(`CHROME_PATH names no working browser: ${process.env['CHROME_PATH']}`);
    return false;
  }
  install();
  const installed = findBrowser();
  if (installed !== undefined && works(installed)) return true;
  console.error(sentence);
  return false;
}

// Installs a browser if there is none and it may.
if (!prepare()) process.exitCode = 1;
