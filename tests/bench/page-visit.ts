import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, CDPSession, Page } from 'playwright-core';
import * as z from 'zod/mini';
import { hashPassword } from '../../server/domain/auth/passwords.ts';
import { launchBrowser } from '../support/browser.ts';
import { TEST_PASSWORD } from '../support/server.ts';
import { actorsOf } from '../../src/adapters/storage/raw-log.ts';
import type { Company } from './load-companies.ts';
import type { Bench } from './load-setup.ts';
import { MARK } from './load-sockets.ts';
import { giveLastCore } from './own-core.ts';
import { inLargePages } from './page-list.ts';
import { installProbe } from './page-probe.ts';
import type { Seen } from './page-probe.ts';
import { storedRecords, watchFirstRow } from './reopening-probe.ts';

/** So long the page is waited for: other things may be running. */
const PATIENCE_MS = 120_000;
const GRAPHQL = /\/graphql$/;
/** So long the page is looked at once its list stands there. */
const AFTER_MS = 4_000;
/** So long the page before has to end: whoever opens one has closed the other a while ago. */
const GONE_MS = 1_000;
/** An opening page is left alone for so long. */
const OPENING_MS = 1_500;

const traceEventSchema = z.looseObject({
  name: z.string(),
  pid: z.number(),
  tid: z.number(),
  /** Microseconds, and those of them in which the thread ran. */
  dur: z.optional(z.number()),
  tdur: z.optional(z.number()),
  args: z.optional(z.looseObject({ name: z.optional(z.unknown()) })),
});
type TraceEvent = z.infer<typeof traceEventSchema>;

/** Milliseconds of processor of each of a page's tasks until the list's first row was painted, and in the seconds after. */
export interface ReopenedTasks {
  readonly until: readonly number[];
  readonly after: readonly number[];
}

/** The administrator at the attendance in a browser. */
export class Visit {
  readonly #browser: Browser;
  readonly page: Page;
  readonly #session: CDPSession;

  private constructor(browser: Browser, page: Page, session: CDPSession) {
    this.#browser = browser;
    this.page = page;
    this.#session = session;
  }

  /** Logs in; a visit that isn't `remembered` stores no log, so that each opening asks the server. */
  static async arrive(
    { url, db }: Pick<Bench, 'url' | 'db'>,
    company: Company,
    { remembered = true }: { readonly remembered?: boolean } = {},
  ): Promise<Visit> {
    const [admin] = company.people;
    if (admin === undefined) throw new Error('The company has nobody');
    const { rows } = await db.pool.query<{ email: string }>(
      'update app_user set password_hash = $1 where tenant_id = $2 and id = $3 returning email',
      [await hashPassword(TEST_PASSWORD), company.tenantId, admin.userId],
    );
    const browser = await launchBrowser([], 'full');
    try {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'pt-BR' });
      const page = await context.newPage();
      page.setDefaultTimeout(PATIENCE_MS);
      await page.addInitScript(installProbe, MARK);
      await page.addInitScript(watchFirstRow);
      await page.goto(`${url}/${company.slug}/login?to=/chat`);
      await page.locator('input[name=email]').fill(rows[0]?.email ?? '');
      await page.locator('input[name=password]').fill(TEST_PASSWORD);
      if (!remembered) await page.getByRole('checkbox', { name: 'Manter conectado' }).uncheck({ force: true });
      await page.locator('button[type=submit]').click();
      await page.getByRole('option').first().waitFor({ state: 'attached' });
      const session = await context.newCDPSession(page);
      return new Visit(browser, page, session);
    } catch (error) {
      await browser.close();
      throw error;
    }
  }

  /** Scrolls down until so many rows are held, then opens the first conversation. */
  async loadAll(count: number): Promise<void> {
    await this.page.route(GRAPHQL, inLargePages);
    await this.page.evaluate(
      (wanted) =>
        new Promise<void>((resolve) => {
          function look(): void {
            const list = document.querySelector('[data-virtual-list]');
            const held = Number(list?.querySelector('[role=option]')?.getAttribute('aria-setsize') ?? 0);
            if (held >= wanted) {
              resolve();
              return;
            }
            list?.scrollTo({ top: list.scrollHeight });
            requestAnimationFrame(look);
          }
          look();
        }),
      count,
    );
    await this.page.unroute(GRAPHQL);
    await this.toTop();
    await this.page.getByRole('option').first().click();
    await this.page.getByRole('article').first().waitFor();
  }

  /** Gives the page's thread a core of its own. Returns whether the system can. */
  takeCore(): Promise<boolean> {
    return giveLastCore(this.#browser);
  }

  /** What the page saw since the last time. */
  take(): Promise<Seen> {
    return this.page.evaluate(() => window.benchProbe.take());
  }

  /** What to add to a moment of the page's clock for one of this process'. */
  async clockOffset(): Promise<number> {
    let best = { trip: Number.POSITIVE_INFINITY, offset: 0 };
    for (let round = 0; round < 30; round += 1) {
      const asked = performance.now();
      const there = await this.page.evaluate(() => performance.now());
      const trip = performance.now() - asked;
      if (trip < best.trip) best = { trip, offset: asked + trip / 2 - there };
    }
    return best.offset;
  }

  /** Scrolls the list down as a wheel does, for so long. */
  async scroll(seconds: number, pixelsPerSecond: number): Promise<void> {
    const box = await this.page.locator('[data-virtual-list]').first().boundingBox();
    if (box === null) throw new Error('There is no list');
    await this.#session.send('Input.synthesizeScrollGesture', {
      x: box.x + box.width / 2,
      y: box.y + box.height / 2,
      yDistance: -seconds * pixelsPerSecond,
      speed: pixelsPerSecond,
    });
  }

  /** Scrolls the list to its top, and waits until it has noticed: rows that come before that don't move it. */
  async toTop(): Promise<void> {
    await this.page.evaluate(async () => {
      document.querySelector('[data-virtual-list]')?.scrollTo({ top: 0 });
      for (let frames = 0; frames < 5; frames += 1) await new Promise(requestAnimationFrame);
    });
  }

  /** Looks at the list where it is for so long: frames in which the first whole row in view moved, or left it. */
  async watchPlace(seconds: number): Promise<{ frames: number; moved: number; left: number }> {
    return this.page.evaluate(async (ms) => {
      const list = document.querySelector('[data-virtual-list]');
      if (list === null) throw new Error('There is no list');
      const edge = list.getBoundingClientRect().top;
      const rows = () =>
        [...list.querySelectorAll('[data-row]')].map((row) => ({
          id: row.getAttribute('data-row'),
          top: row.getBoundingClientRect().top,
        }));
      const first = (now: ReturnType<typeof rows>) =>
        now.filter(({ top }) => top >= edge).toSorted((one, other) => one.top - other.top)[0];
      const seen = { frames: 0, moved: 0, left: 0 };
      let eye = first(rows());
      for (const until = performance.now() + ms; performance.now() < until;) {
        await new Promise(requestAnimationFrame);
        seen.frames += 1;
        const now = rows();
        const there = now.find(({ id }) => id === eye?.id);
        // Its customer wrote: it stands at the top of the list now.
        if (there === undefined) seen.left += 1;
        else if (eye !== undefined && Math.abs(there.top - eye.top) > 1) seen.moved += 1;
        eye = there ?? first(now);
      }
      return seen;
    }, seconds * 1000);
  }

  /** Milliseconds of processor of each task of the page's thread meanwhile: others on the machine don't count. */
  async tasksDuring(run: () => Promise<void>): Promise<number[]> {
    const events: TraceEvent[] = [];
    const collect = ({ value }: { value: unknown[] }): void => {
      for (const each of value) {
        const { success, data } = traceEventSchema.safeParse(each);
        if (success && (data.name === 'thread_name' || data.name.endsWith('RunTask'))) events.push(data);
      }
    };
    this.#session.on('Tracing.dataCollected', collect);
    await this.#session.send('Tracing.start', {
      transferMode: 'ReportEvents',
      traceConfig: { includedCategories: ['toplevel', '__metadata'] },
    });
    await run();
    const complete = new Promise((resolve) => void this.#session.once('Tracing.tracingComplete', resolve));
    await this.#session.send('Tracing.end');
    await complete;
    this.#session.off('Tracing.dataCollected', collect);
    const threads = new Set(
      events.flatMap(({ name, pid, tid, args }) =>
        name === 'thread_name' && args?.name === 'CrRendererMain' ? `${pid}/${tid}` : [],
      ),
    );
    return events.flatMap(({ name, pid, tid, tdur, dur }) =>
      name === 'thread_name' || !threads.has(`${pid}/${tid}`) ? [] : (tdur ?? dur ?? 0) / 1000,
    );
  }

  /** How many actors of its log the browser has on its disk. */
  async storedActors(): Promise<number> {
    const records = await this.page.evaluate(storedRecords);
    return actorsOf(records).actors.size;
  }

  /** From now on there is no network. What the page needs to open without one is in place by then. */
  async loseNetwork(): Promise<void> {
    await this.page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await this.page.context().setOffline(true);
  }

  /** Opens the page again on what it stored: milliseconds from the beginning of its loading to the frame with the list's first row. */
  async reopen(): Promise<number> {
    const address = this.page.url();
    await this.page.goto('about:blank');
    await pause(GONE_MS);
    await this.page.goto(address, { waitUntil: 'commit' });
    // Looking into the page while it opens would take its time: some 30 ms.
    await pause(OPENING_MS);
    const shown = await this.page.waitForFunction(() => window.benchFirstRow ?? null, undefined, { polling: 100 });
    return z.number().parse(await shown.jsonValue());
  }

  /** The same, for its tasks: it takes longer while it is traced. */
  async reopenTraced(): Promise<ReopenedTasks> {
    const until = await this.tasksDuring(async () => void (await this.reopen()));
    const after = await this.tasksDuring(() => pause(AFTER_MS));
    return { until, after };
  }

  /** Bytes of the page's JavaScript that are in use, without garbage. */
  async heap(): Promise<number> {
    await this.#session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await this.#session.send('Runtime.getHeapUsage');
    return usedSize;
  }

  async close(): Promise<void> {
    await this.#browser.close();
  }
}
