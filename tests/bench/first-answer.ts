import type { Browser, BrowserContext } from 'playwright-core';
import { launchBrowser } from '../support/browser.ts';
import { startBrowserApp } from '../support/browser-app.ts';
import { startTestCluster } from '../support/database.ts';
import { DEMO_PASSWORD } from '../support/server.ts';
import type { BenchRow } from './row.ts';

const BUDGET = { kb: 180, files: 12, ms: 1_000 };
const NETWORK = { bytesPerSecond: 16_000_000 / 8, latencyMs: 40 };
const VISITS = 5;

type Stored = Awaited<ReturnType<BrowserContext['storageState']>>;

/** What a visit cost until the composer stood there. */
interface Cost {
  readonly ms: number;
  /** JavaScript and CSS asked for by then, and their bytes over the wire. */
  readonly files: number;
  readonly bytes: number;
}

/**
 * Somebody who is logged in opens a conversation's address in a browser with an empty cache, on a slow network: counted
 * by the browser until the composer is drawn, and takes a key.
 */
export async function benchFirstAnswer(): Promise<BenchRow[]> {
  const cluster = await startTestCluster();
  try {
    const app = await startBrowserApp();
    const browser = await launchBrowser([], 'full');
    try {
      const { address, ...loggedIn } = await logIn(browser, app.url);
      let { stored } = loggedIn;
      const costs: Cost[] = [];
      for (let visit = 0; visit < VISITS; visit += 1) {
        // Another context has another cache; the session goes along, as its refresh token is good for once.
        const visited = await open(browser, stored, address);
        costs.push(visited.cost);
        ({ stored } = visited);
      }
      return rowsOf(costs);
    } finally {
      await browser.close();
      await app.stop();
    }
  } finally {
    await cluster.stop();
  }
}

function rowsOf(costs: readonly Cost[]): BenchRow[] {
  const median = (of: (cost: Cost) => number) => costs.map(of).toSorted((a, b) => a - b)[costs.length >> 1] ?? 0;
  const what = 'until an attendant can answer, with an empty cache';
  return [
    {
      what: `JavaScript and CSS ${what}`,
      value: median(({ bytes }) => bytes) / 1024,
      unit: 'KB',
      budget: BUDGET.kb,
      better: 'less',
    },
    {
      what: `files of it ${what}`,
      value: median(({ files }) => files),
      unit: '',
      budget: BUDGET.files,
      better: 'less',
    },
    {
      what: `${what} at 16 Mbit/s and ${NETWORK.latencyMs} ms`,
      value: median(({ ms }) => ms),
      unit: 'ms',
      budget: BUDGET.ms,
      better: 'less',
    },
  ];
}

/** Logs in, with "Manter conectado" on as it is, and finds a conversation to write in. */
async function logIn(browser: Browser, url: string): Promise<{ stored: Stored; address: string }> {
  const context = await browser.newContext({ locale: 'pt-BR' });
  const page = await context.newPage();
  await page.goto(`${url}/aurora/login?to=/chat`);
  await page.locator('input[name=email]').fill('bruno@aurora.example');
  await page.locator('input[name=password]').fill(DEMO_PASSWORD);
  await page.locator('button[type=submit]').click();
  await page.getByRole('option').first().click();
  await page.locator('[data-composer]').waitFor();
  const address = page.url();
  const stored = await context.storageState();
  await context.close();
  return { stored, address };
}

async function open(browser: Browser, stored: Stored, address: string): Promise<{ stored: Stored; cost: Cost }> {
  const context = await browser.newContext({ locale: 'pt-BR', storageState: stored });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: NETWORK.latencyMs,
    downloadThroughput: NETWORK.bytesPerSecond,
    uploadThroughput: NETWORK.bytesPerSecond,
  });
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('[data-composer]') === null) return;
      observer.disconnect();
      requestAnimationFrame(() => performance.mark('composer'));
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  await page.goto(address);
  const composer = page.locator('[data-composer]');
  await composer.press('x');
  if ((await composer.inputValue()) !== 'x') throw new Error('The composer took no key');
  await page.waitForLoadState('networkidle');
  const cost = await page.evaluate(() => {
    const ms = performance.getEntriesByName('composer')[0]?.startTime ?? Number.NaN;
    const counted = performance
      .getEntriesByType('resource')
      .filter((entry) => entry instanceof PerformanceResourceTiming)
      .filter(({ name, startTime }) => startTime < ms && /\.(?:js|css)$/.test(name));
    return { ms, files: counted.length, bytes: counted.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0) };
  });
  const after = await context.storageState();
  await context.close();
  return { stored: after, cost };
}
