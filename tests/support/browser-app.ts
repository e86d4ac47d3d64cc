import type pg from 'pg';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { BrowserKind } from '../../server/boot/find-browser.ts';
import { launchBrowser, launchProfile } from './browser.ts';
import { openOwner } from './database.ts';
import { createDemoData } from './demo-data.ts';
import { EmulatorClient } from './emulator.ts';
import { expectEventually } from './expect-eventually.ts';
import { PATIENCE_MS } from './patience.ts';
import { DEMO_PASSWORD, spawnServer } from './server.ts';

/** The demo's server in a process of its own, and a Chromium to look at it with. */
export interface BrowserApp {
  readonly url: string;
  readonly emulator: EmulatorClient;
  /** The test's own way to the database, to bring about what takes an hour. */
  readonly owner: pg.Pool;
  readonly databaseUrl: string;
  /** Somebody's browser, at no page yet. */
  readonly visit: (options?: VisitOptions) => Promise<Visit>;
  /** Somebody's browser, logged in at their home. */
  readonly arrive: (options?: VisitOptions & { readonly who?: Who }) => Promise<Visit>;
  readonly stop: () => Promise<void>;
}

export type Who = 'ana' | 'bruno' | 'carla' | 'sofia';

const COMPANY = 'aurora';
/** Sofia is of the back-office. */
const BACK_OFFICE = { tenant: 'balcao', email: 'suporte@balcao.example' };

export interface VisitOptions {
  /** Below whose base it goes; aurora's if left out. */
  readonly tenant?: string;
  readonly width?: number;
  readonly height?: number;
  readonly theme?: 'light' | 'dark';
  readonly locale?: 'pt_BR' | 'en' | 'pt';
  readonly touch?: boolean;
  /** Whether the page may have its service worker. */
  readonly worker?: boolean;
  /** A folder for the profile of a browser of its own, which whoever opens it closes. */
  readonly profile?: string;
}

/** One person's browser. */
export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Goes to a path below the tenant's base, as a fresh page. */
  readonly go: (path: string) => Promise<void>;
  /** Goes to a path with another title as a link of the page does, without loading it anew. */
  readonly lead: (path: string) => Promise<void>;
  /** Goes to the attendance, and waits for its list. */
  readonly attend: (path?: string) => Promise<void>;
  /** What the browser complained of, and what left the server's origin. Empty, if all is well. */
  readonly problems: readonly string[];
}

export const VENDAS = '100000000000001';

/** `kind`: `full` for what only a browser with a window has, as a viewer of PDFs. */
export async function startBrowserApp(kind: BrowserKind = 'headless'): Promise<BrowserApp> {
  const data = await createDemoData();
  const server = await spawnServer({ mode: 'demo', env: data.env });
  // A microphone that beeps, and nobody who must allow it.
  const microphone = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
  const browser = await launchBrowser(microphone, kind);
  const emulator = new EmulatorClient(server.url);
  const owner = openOwner(data.env.DATABASE_URL);
  await emulator.patchPolicy({ statuses: { sentAfterMs: 0, deliveredAfterMs: 0, readAfterMs: 0, read: 'open' } });

  const app: BrowserApp = {
    url: server.url,
    emulator,
    owner,
    databaseUrl: data.env.DATABASE_URL,
    visit: (options = {}) => openVisit(browser, server.url, options),
    arrive: async ({ who = 'ana', ...options } = {}) => {
      const { tenant, email } = who === 'sofia' ? BACK_OFFICE : { tenant: COMPANY, email: `${who}@aurora.example` };
      const visit = await app.visit({ tenant, ...options });
      await visit.go('/login');
      await visit.page.locator('input[name=email]').fill(email);
      await visit.page.locator('input[name=password]').fill(DEMO_PASSWORD);
      await visit.page.locator('button[type=submit]').click();
      await visit.page.waitForURL((url) => !url.pathname.endsWith('/login'));
      return visit;
    },
    stop: async () => {
      await browser.close();
      await server.end();
      await owner.end();
      await data.drop();
    },
  };
  return app;
}

async function openVisit(browser: Browser, url: string, options: VisitOptions): Promise<Visit> {
  const { tenant = COMPANY, width = 1440, height = 900, theme = 'light', locale = 'pt_BR' } = options;
  const { touch = false, worker = false, profile } = options;
  const looks: BrowserContextOptions = {
    viewport: { width, height },
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    // Nothing is measured halfway.
    reducedMotion: 'reduce',
    hasTouch: touch,
    isMobile: touch,
    // With one, its requests pass by the tests' routes.
    serviceWorkers: worker ? 'allow' : 'block',
  };
  const context = await (profile === undefined ? browser.newContext(looks) : launchProfile(profile, looks));
  await context.addInitScript(
    ([key, preferences]) => {
      if (key !== undefined && preferences !== undefined && localStorage.getItem(key) === null)
        localStorage.setItem(key, preferences);
    },
    [
      `balcao:${tenant}:preferences`,
      JSON.stringify({ theme, locale, sidebarOpen: false, sound: true, singleKeys: true, activeInstanceId: null }),
    ] as const,
  );
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('blocked by Playwright')) return;
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('request', (request) => {
    const origin = new URL(request.url()).origin;
    if (origin !== url && !request.url().startsWith('data:')) problems.push(`left for ${request.url()}`);
  });
  const go = async (path: string) => void (await page.goto(`${url}/${tenant}${path}`));
  return {
    page,
    context,
    go,
    lead: async (path) => {
      const title = async () => (await page.title()).replace(/^\(\d+\+?\) /u, '');
      const before = await title();
      await page.evaluate((to) => {
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
      }, `/${tenant}${path}`);
      // What was there before stays until the next screen has come, with its title.
      await expectEventually(title).not.toBe(before);
    },
    attend: async (path = '/chat') => {
      await go(path);
      await page.getByRole('option').first().waitFor({ state: 'attached' });
    },
    problems,
  };
}

/** The row of a conversation, by a part of the customer's name. */
export function row(page: Page, name: string): Locator {
  return page.getByRole('option').filter({ hasText: name });
}

/** The messages of the open conversation. */
export function messages(page: Page): Locator {
  return page.getByRole('log');
}

export function composer(page: Page): Locator {
  return page.locator('[data-composer]');
}

/** Opens a conversation by its row, and waits for its messages. */
export async function openConversation(page: Page, name: string): Promise<void> {
  await row(page, name).first().click();
  await page.getByRole('heading', { level: 2, name }).first().waitFor();
  await messages(page).getByRole('article').last().waitFor();
}

/** Asks until the answer is what is expected: there is nothing else to wait for. */
export async function expectSoon<Value>(ask: () => Promise<Value> | Value, expected: Value): Promise<void> {
  await expectEventually(ask).toEqual(expected);
}
