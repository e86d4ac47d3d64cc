import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RouteEntry } from '../../src/views/app/route-table.ts';
import { launchBrowser } from '../support/browser.ts';
import { expectEventually } from '../support/expect-eventually.ts';
import { allRoutes } from '../support/journeys-walked.ts';
import { differenceFromAccepted, sheetOf } from '../support/pictures.ts';
import { DEMO_PASSWORD, startTestServer } from '../support/server.ts';
import type { TestServer } from '../support/server.ts';

/*
 * Each screen at two widths, light and dark, compared with its last accepted picture: with one font, at one moment, of a
 * company as it begins. Run by `npm run paths -- --pictures`; `--accept` accepts what is seen.
 */

const NOW = new Date('2026-03-04T13:00:00Z');
const FONT = createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf');

/** Width and height of a page, and how much smaller its picture is. */
const SIZES = [
  { width: 1440, height: 900, smaller: 3 },
  { width: 390, height: 844, smaller: 2 },
] as const;

/** Screens without a picture, and why. */
const LEFT_OUT: ReadonlyMap<string, string> = new Map([
  ['/chat/:ticketId', 'nobody has written yet'],
  ['/customers/:id', 'nobody is a customer yet'],
  ['/pages/lock-screen', 'a state of the whole page'],
  ['/pages/maintenance', 'a state of the whole platform'],
  ['/pages/reset-password', 'it takes a link'],
  ['/pages/register', 'it takes a link'],
  ['/two-factor', 'its secret is another one each time'],
  ['/wabox-connections', 'the connections are looked at meanwhile'],
  ['/access', 'the connections are of the moment that it is looked at'],
  ['/user-settings', 'the sessions are those of this browser'],
]);

const shown = allRoutes
  .filter(({ path, name }, at, all) => !LEFT_OUT.has(path) && all.findIndex((each) => each.name === name) === at)
  .map((route) => [route.name, route] as const);

let server: TestServer;
let browser: Browser;
const pages = new Map<'ana' | 'suporte' | 'nobody', Page>();

beforeAll(async () => {
  server = await startTestServer({ now: () => NOW });
  await standStill(server);
  browser = await launchBrowser(['--font-render-hinting=none', '--disable-lcd-text']);
  pages.set('nobody', await open('aurora'));
  pages.set('ana', await open('aurora', 'ana@aurora.example'));
  pages.set('suporte', await open('balcao', 'suporte@balcao.example'));
}, 120_000);
afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** What the database notes the moment of is of the one moment, too. */
async function standStill({ owner }: TestServer): Promise<void> {
  const { rows } = await owner.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and column_default like '%now()%'`,
  );
  for (const { table, column } of rows) {
    await owner.query(`alter table "${table}" alter column "${column}" set default '${NOW.toISOString()}'`);
    await owner.query(`update "${table}" set "${column}" = $1`, [NOW]);
  }
}

async function open(tenant: string, email?: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: `${server.url}/${tenant}/`,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    // The font isn't the page's own.
    bypassCSP: true,
  });
  const preferences = { theme: 'light', followsSystem: true, locale: 'pt_BR', sidebarOpen: false, sound: true };
  await context.addInitScript(
    ([key = '', value = '']) => {
      if (localStorage.getItem(key) === null) localStorage.setItem(key, value);
    },
    [`balcao:${tenant}:preferences`, JSON.stringify({ ...preferences, singleKeys: true, activeInstanceId: null })],
  );
  // The page goes by the server's clock, which an answer tells.
  await context.route(/\/(?:graphql|api\/)/u, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), date: NOW.toUTCString() } });
  });
  const page = await context.newPage();
  await page.clock.setFixedTime(NOW);
  const font = await readFile(FONT);
  await page.route('**/picture-font.ttf', (route) => route.fulfill({ body: font, contentType: 'font/ttf' }));
  if (email === undefined) return page;
  await page.goto('login');
  await page.locator('input[name=email]').fill(email);
  await page.locator('input[name=password]').fill(DEMO_PASSWORD);
  await page.locator('button[type=submit]').click();
  await page.waitForURL((url) => !url.pathname.endsWith('/login'));
  return page;
}

/** Whoever may go there. */
function pageFor({ access, path }: RouteEntry): Page {
  const isPlatforms = ['/tenants', '/wabox-connections', '/maintenance-mode'].includes(path);
  const page = pages.get(access === 'bare' ? 'nobody' : isPlatforms ? 'suporte' : 'ana');
  if (page === undefined) throw new Error('Nobody is there');
  return page;
}

async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const loading = page.locator('[class*="skeleton"]').or(page.getByText('Carregando…', { exact: true }));
  await expectEventually(() => loading.filter({ visible: true }).count()).toBe(0);
  await page.evaluate(async () => {
    await document.fonts.load('16px Picture');
    await new Promise((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(resolve));
    });
  });
}

test.each(shown)('%s', async (name, route) => {
  const page = pageFor(route);
  await page.goto(route.path.slice(1).replace(/:\w+$/u, '2'), { waitUntil: 'networkidle' });
  await page.addStyleTag({
    content: `@font-face { font-family: Picture; src: url(/picture-font.ttf); }
      :root:root { --font: Picture; --font-mono: Picture; }`,
  });
  const shots: { readonly image: Buffer; readonly width: number }[] = [];
  for (const { width, height, smaller } of SIZES) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await settled(page);
      const image = await page.screenshot({ animations: 'disabled', caret: 'hide' });
      shots.push({ image, width: width / smaller });
    }
  }
  expect(await differenceFromAccepted(name, await sheetOf(shots))).toBeNull();
});
