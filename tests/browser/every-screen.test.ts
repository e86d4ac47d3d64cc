import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { administrationRoutes } from '../../src/views/administration/administration-routes.tsx';
import { routeTable } from '../../src/views/app/route-table.ts';
import type { RouteEntry } from '../../src/views/app/route-table.ts';
import { axeFindings, headingLevels, isOrderly, narrowFindings } from '../support/axe.ts';
import { startBrowserApp } from '../support/browser-app.ts';
import type { BrowserApp, Visit } from '../support/browser-app.ts';
import { expectEventually } from '../support/expect-eventually.ts';

/* Every route of the app's own table: one that is added is scanned too. */

const routes: readonly RouteEntry[] = [...routeTable, ...administrationRoutes];

/** What stands in an address in place of a route's parameter. */
const SAMPLES: ReadonlyMap<string, string> = new Map([
  ['/chat/:ticketId', '/chat/1'],
  ['/roles/edit/:id', '/roles/edit/2'],
]);
/** Those shown in a state of the whole app alone, in order: how it is brought about, and where it is seen. */
const STATES: ReadonlyMap<string, (path: string) => Promise<Page>> = new Map([
  [
    '/pages/lock-screen',
    async (path: string) => {
      await ana.go(path);
      await ana.page.getByRole('button', { name: 'Desbloquear' }).waitFor();
      return ana.page;
    },
  ],
  [
    '/pages/maintenance',
    async (path: string) => {
      const { page } = sofia;
      await sofia.go('/maintenance-mode');
      await page.getByText('Manter as empresas fora').click();
      await page.getByLabel('Previsão de volta').fill('5');
      await page.getByRole('button', { name: 'Salvar' }).click();
      await page.getByText('A plataforma está em manutenção', { exact: false }).waitFor();
      await stranger.go(path);
      await stranger.page.getByText('Previsão de volta', { exact: false }).waitFor();
      return stranger.page;
    },
  ],
]);

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

let app: BrowserApp;
let stranger: Visit;
let ana: Visit;
let sofia: Visit;

beforeAll(async () => {
  app = await startBrowserApp();
  [stranger, ana, sofia] = await Promise.all([app.visit(), app.arrive(), app.arrive({ who: 'sofia' })]);
  for (const visit of [stranger, ana, sofia]) countRequests(visit);
}, 120_000);
afterAll(() => app?.stop());

/** The requests of each page that have no answer yet. */
const asked = new Map<Page, Set<Request>>();

function countRequests({ page }: Visit): void {
  const open = new Set<Request>();
  asked.set(page, open);
  // What an earlier page asked for isn't waited for.
  page.on('framenavigated', () => open.clear());
  page.on('request', (request) => void open.add(request));
  page.on('requestfinished', (request) => void open.delete(request));
  page.on('requestfailed', (request) => void open.delete(request));
}

/** Waits until the screen shows all that it shows: nothing is asked for or loads, and with time to spare nothing more is. */
async function settled({ page }: Visit): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const loading = page.locator('[class*="skeleton"]').or(page.getByText('Carregando…', { exact: true }));
  const unsettled = async () => [asked.get(page)?.size, await loading.filter({ visible: true }).count()];
  const idle = () => new Promise<void>((resolve) => requestIdleCallback(() => requestIdleCallback(() => resolve())));
  await expectEventually(async () => {
    const before = await unsettled();
    await page.evaluate(idle);
    return [...before, ...(await unsettled())];
  }).toEqual([0, 0, 0, 0]);
}

async function scanned(page: Page): Promise<string[]> {
  const found = await axeFindings(page);
  // Nothing hidden stands below the page: focusing it would scroll all that is seen away.
  if (await page.evaluate(() => document.documentElement.scrollHeight > window.innerHeight)) found.push('it scrolls');
  if (!isOrderly(await headingLevels(page))) found.push('headings');
  await page.setViewportSize(PHONE);
  const narrow = await narrowFindings(page);
  await page.setViewportSize(WIDE);
  return [...found, ...narrow];
}

describe('nothing is found, in both themes, on a desk and a phone', () => {
  test.each(routes.filter(({ path }) => !STATES.has(path)))('$path', async ({ path, access }) => {
    const address = SAMPLES.get(path) ?? path;
    expect(address, 'its parameter needs a value in SAMPLES').not.toContain(':');
    let visit = access === 'bare' ? stranger : ana;
    await visit.go(address);
    await settled(visit);
    // What isn't Ana's is the back-office's.
    if (access === 'check' && visit.page.url().endsWith('/pages/not-authorized')) {
      visit = sofia;
      await visit.go(address);
      await settled(visit);
    }
    // Led elsewhere, something else would have been looked at.
    expect(new URL(visit.page.url()).pathname).toBe(`/${visit === sofia ? 'balcao' : 'aurora'}${address}`);
    expect(await scanned(visit.page)).toEqual([]);
  });

  test.each([...STATES])('%s', async (path, come) => {
    expect(await scanned(await come(path))).toEqual([]);
  });
});
