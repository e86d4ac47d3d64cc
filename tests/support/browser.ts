import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, BrowserContextOptions, LaunchOptions } from 'playwright-core';
import { findBrowser as find } from '../../server/boot/find-browser.ts';
import type { BrowserKind } from '../../server/boot/find-browser.ts';

/** The Chromium to drive; throws with what to do when there is none. */
function findBrowser(kind: BrowserKind): string {
  const browser = find(process.env, kind);
  if (browser === undefined) {
    throw new Error('No Chromium was found. "npm test" finds or installs one; or set CHROME_PATH to its program.');
  }
  return browser;
}

// It talks to our server alone, and to it over plain TCP.
const quiet = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
];

/** `npm run paths -- <journey> --headed --slow`: somebody looks on. */
const isHeaded = process.env['BALCAO_HEADED'] === '1';
const slowMo = Number(process.env['BALCAO_SLOW_MS'] ?? 0);

/** How Chromium is started, with arguments of one's own. */
function launchOptions(args: readonly string[], kind: BrowserKind): LaunchOptions {
  // Chromium's sandbox refuses to run as root.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const unseen = isHeaded ? [] : ['--headless=new', '--disable-gpu'];
  return {
    executablePath: findBrowser(isHeaded ? 'full' : kind),
    headless: !isHeaded,
    slowMo,
    args: [...unseen, ...quiet, ...asRoot, ...args],
  };
}

/** Starts a headless Chromium with a profile of its own in a temporary folder, which `close()` removes. */
export function launchBrowser(args: readonly string[] = [], kind: BrowserKind = 'headless'): Promise<Browser> {
  return chromium.launch(launchOptions(args, kind));
}

/** Starts one with its profile in a folder, where it finds it when it is started again. */
export function launchProfile(folder: string, options: BrowserContextOptions): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, { ...options, ...launchOptions([], 'full') });
}

/** Kills a whole browser: nothing is written or told any more. */
export async function killBrowser(context: BrowserContext): Promise<void> {
  const devtools = await context.browser()?.newBrowserCDPSession();
  const { processInfo = [] } = (await devtools?.send('SystemInfo.getProcessInfo')) ?? {};
  const main = processInfo.find(({ type }) => type === 'browser');
  if (main === undefined) throw new Error('The browser does not say which process it is.');
  const closed = context.waitForEvent('close');
  // It leads the group of its processes.
  process.kill(-main.id, 'SIGKILL');
  await closed;
}
