import { loadavg } from 'node:os';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import type { Flow } from '../../contract/flows/flow.ts';
import { withTenant } from '../../server/db/database.ts';
import { arranged } from '../../src/views/administration/flows/canvas/arranged.ts';
import { installCanvasProbe } from './canvas-probe.ts';
import type { Drawn } from './canvas-probe.ts';
import { ordinary } from './flows.ts';
import { openBench } from './load-setup.ts';
import type { Bench } from './load-setup.ts';
import { Visit } from './page-visit.ts';
import type { BenchRow } from './row.ts';

/** An administrator, and an attendant with one conversation. */
const SIZE = { companies: 1, users: 2, busy: 1, customersOfBusy: 1, customersOfOthers: 0, messagesOfEach: 0 };
const STEPS = 500;
const OPENINGS = 5;
const OPEN_MS = 1_500;
const DRAG_MS = 2_000;
const FRAME_MS = 33;
const CHUNK_KB = 130;
const FIRST = 'b0';

/** A flow of 500 steps in Chromium: from the click in the list to its drawing, and a step dragged over it. */
export async function benchCanvas(): Promise<BenchRow[]> {
  const bench = await openBench(SIZE);
  try {
    const [company] = bench.companies;
    if (company === undefined) throw new Error('There is no company');
    await addFlows(bench, company.tenantId);
    const visit = await Visit.arrive(bench, company, { remembered: false });
    try {
      const { page } = visit;
      await page.addInitScript(installCanvasProbe);
      const list = `${bench.url}/${company.slug}/passive-chat-flow`;
      const bytes = await editorBytes(page, `${bench.url}/${company.slug}/departments`, list);
      const rows = [];
      for (const name of ['Importado', 'Desenhado']) {
        const opened = [];
        for (let count = 0; count < OPENINGS; count += 1) opened.push(await open(visit, list, name));
        rows.push(openingRow(name === 'Desenhado' ? 'drawn before' : 'never drawn, arranged first', opened));
      }
      return [...rows, await drag(visit), chunkRow(bytes)];
    } finally {
      await visit.close();
    }
  } finally {
    await bench.close();
  }
}

/** The same flow twice: as it was imported, and with the places that its drawing was saved with. */
async function addFlows({ db }: Bench, tenantId: string): Promise<void> {
  const flow: Flow = ordinary(STEPS);
  const order = Object.keys(flow.nodes);
  const at = arranged({ name: '', flow, places: { order, at: {} } });
  await withTenant(db, tenantId, async (tx) => {
    await sql`
      insert into role_permission (tenant_id, role_id, route_name)
      select r.tenant_id, r.id, route from role r cross join unnest(array['passive-chat-flow', 'departments']) route
      where r.tenant_id = ${tenantId}`.execute(tx);
    await sql`
      insert into flow (tenant_id, name, kind, draft, places, position)
      values (${tenantId}, 'Importado', 'passive', ${JSON.stringify(flow)}::json, ${JSON.stringify({ order, at: {} })}::json, 0),
        (${tenantId}, 'Desenhado', 'passive', ${JSON.stringify(flow)}::json, ${JSON.stringify({ order, at })}::json, 1)`.execute(
      tx,
    );
  });
}

interface Opening extends Drawn {
  /** Milliseconds of processor of the page's tasks until it rested. */
  readonly tasks: readonly number[];
}

async function open(visit: Visit, list: string, name: string): Promise<Opening> {
  const { page } = visit;
  await page.goto(list);
  const row = page.getByRole('row').filter({ hasText: name });
  await row.waitFor();
  await page.waitForLoadState('networkidle');
  const drawn: (Drawn | null)[] = [];
  const tasks = await visit.tasksDuring(async () => {
    await row.getByRole('rowheader').click();
    drawn.push(await (await page.waitForFunction(() => window.benchCanvas.drawn())).jsonValue());
  });
  const [found = null] = drawn;
  if (found === null) throw new Error('There is no drawing');
  return { ...found, tasks };
}

function openingRow(how: string, opened: readonly Opening[]): BenchRow {
  const sorted = opened.toSorted((one, other) => one.ms - other.ms);
  const middle = sorted[sorted.length >> 1];
  const cpu = Math.round(sum(middle?.tasks ?? []));
  return {
    what: `a flow of ${STEPS} steps, ${how}: from the click to its drawing, ${middle?.steps} steps and ${middle?.lines} lines in sight (${sorted.map(({ ms }) => Math.round(ms)).join(', ')}; processor ${cpu} ms, the longest task ${Math.round(Math.max(...(middle?.tasks ?? [])))} ms)${busyNote()}`,
    value: middle?.ms ?? Infinity,
    unit: 'ms',
    budget: OPEN_MS,
    better: 'less',
  };
}

/** The step is dragged to and fro as fast as the page takes the moves. */
async function drag(visit: Visit): Promise<BenchRow> {
  const { page } = visit;
  const box = await page.locator(`.react-flow__node[data-id="${FIRST}"]`).boundingBox();
  if (box === null) throw new Error('The first step is out of sight');
  const [x, y] = [box.x + 30, box.y + 15];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 10, y + 10);
  await page.evaluate((step) => window.benchCanvas.watch(step), FIRST);
  const tasks = await visit.tasksDuring(async () => {
    const from = performance.now();
    for (let at = 0; performance.now() - from < DRAG_MS; at += 1) {
      const turn = at / 40;
      await page.mouse.move(x + 10 + 150 * (1 - Math.cos(turn)), y + 10 + 100 * Math.abs(Math.sin(turn)));
    }
  });
  const moves = await page.evaluate((step) => window.benchCanvas.watch(step), FIRST);
  await page.mouse.up();
  const sorted = moves.toSorted((one, other) => one - other);
  return {
    what: `a step of ${STEPS} dragged for ${DRAG_MS / 1000} s: the 95th percentile from one place to the next on the screen (${sorted.length} places, median ${Math.round(sorted[sorted.length >> 1] ?? Number.NaN)} ms; processor ${(sum(tasks) / Math.max(1, sorted.length)).toFixed(1)} ms each)${busyNote()}`,
    value: sorted[Math.floor(sorted.length * 0.95)] ?? Infinity,
    unit: 'ms',
    budget: FRAME_MS,
    better: 'less',
  };
}

/** Bytes over the wire of what the list of flows, their editor and its drawing load beside what another list needs. */
async function editorBytes(page: Page, other: string, list: string): Promise<Chunk> {
  await page.goto(other);
  await page.getByRole('row').nth(1).waitFor();
  const urls = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter((entry) => entry instanceof PerformanceResourceTiming)
        .filter(({ name }) => /\.(?:js|css)$/.test(name))
        .map(({ name, encodedBodySize }) => [name, encodedBodySize] as const),
    );
  const before = new Map(await urls());
  await page.goto(list);
  await page.getByRole('row').filter({ hasText: 'Desenhado' }).getByRole('rowheader').click();
  await page.waitForFunction(() => window.benchCanvas.drawn());
  const after = await urls();
  const added = after.filter(([name]) => !before.has(name));
  const [worker = [], own = []] = [true, false].map((isWorker) =>
    added.filter(([name]) => name.includes('.worker-') === isWorker).map(([, bytes]) => bytes),
  );
  return { own: sum(own), worker: sum(worker) };
}

interface Chunk {
  readonly own: number;
  /** What checks beside the page. */
  readonly worker: number;
}

function chunkRow({ own, worker }: Chunk): BenchRow {
  return {
    what: `JavaScript and CSS of flows, their editor and its drawing (and ${Math.round(worker / 1024)} KB that check in a worker)`,
    value: own / 1024,
    unit: 'KB',
    budget: CHUNK_KB,
    better: 'less',
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((all, each) => all + each, 0);
}

/** What else the machine was doing, when that was much. */
function busyNote(): string {
  const [load = 0] = loadavg();
  return load > 1.5 ? ` [load average ${load.toFixed(1)}]` : '';
}
