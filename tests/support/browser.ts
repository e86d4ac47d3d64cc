import { chromium } from 'playwright-core';
import type { Browser, LaunchOptions } from 'playwright-core';
import { findBrowser as find } from '../../server/boot/find-browser.ts';

/** The Chromium to drive; throws with what to do when there is none. */
export function findBrowser(): string {
  const browser = find();
  if (browser === undefined) {
    throw new Error('No Chromium was found. "npm test" finds or installs one; or set CHROME_PATH to its program.');
  }
  return browser;
}

// It talks to our server alone, and to it over plain TCP.
const quiet = [
  '--headless=new',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
];

/** Starts a headless Chromium with a profile of its own in a temporary folder, which `close()` removes. */
export function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  // Chromium's sandbox refuses to run as root.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({
    executablePath: findBrowser(),
    headless: true,
    ...options,
    args: [...quiet, ...asRoot, ...(options.args ?? [])],
  });
}
