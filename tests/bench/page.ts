import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { Load } from './load-runs.ts';
import { openBench } from './load-setup.ts';
import type { Bench } from './load-setup.ts';
import { Sockets } from './load-sockets.ts';
import { leaveLastCore, takeAllCores } from './own-core.ts';
import { Sender } from './page-frames.ts';
import type { Seen } from './page-probe.ts';
import type { Played } from './page-sender.ts';
import { Visit } from './page-visit.ts';
import type { BenchRow } from './row.ts';

/** One company: an administrator who sees all, and ten attendants with a thousand conversations each. */
const SIZE = { companies: 1, users: 11, busy: 10, customersOfBusy: 1_000, customersOfOthers: 0, messagesOfEach: 2 };
const TICKETS = SIZE.busy * SIZE.customersOfBusy;
/** Each message is two events: itself, and the notice of it. */
const MESSAGES_PER_SECOND = 100;
const LOAD_SECONDS = Math.max(60, Number(process.env['BALCAO_BENCH_MINUTES'] ?? 1) * 60);
/** So long the server's frames are recorded. */
const RECORD_SECONDS = 12;
const SETTLE_SECONDS = 3;
/** So long the page is watched: untraced and traced at the top of the list, then scrolling. A trace is large. */
const WATCHED_SECONDS = 12;
const SCROLL_PIXELS_PER_SECOND = 1_500;
/** So long it then stays where it was scrolled to. */
const PLACE_SECONDS = 6;

const TASK_MS = 50;
const FRAME_MS = 1000 / 60;
const LATE_SHARE = 1;
const GROWTH = 5;
const PIXELS_MS = 50;

/**
 * The built page in Chromium with all its conversations held, while customers write to one after the other: frames that
 * a small process recorded and sends anew, so that the page has the processor to itself.
 */
export async function benchPage(): Promise<BenchRow[]> {
  const canBind = leaveLastCore();
  const bench = await openBench(SIZE);
  try {
    const [company] = bench.companies;
    if (company === undefined) throw new Error('There is no company');
    const sender = await Sender.start(bench.url);
    try {
      const visit = await Visit.arrive({ url: sender.url, db: bench.db }, company);
      try {
        await visit.loadAll(TICKETS);
        await recordFrames(bench);
        const isBound = canBind && (await visit.takeCore());
        return await measure(sender, visit, isBound);
      } finally {
        await visit.close();
      }
    } finally {
      sender.stop();
    }
  } finally {
    await bench.close();
    takeAllCores();
  }
}

async function recordFrames(bench: Bench): Promise<void> {
  const people = bench.companies.flatMap((company) => company.people);
  const sockets = await Sockets.open(bench.url, bench.db, bench.companies, people);
  try {
    await new Load(bench, sockets, SIZE.users).customersWrite(MESSAGES_PER_SECOND, RECORD_SECONDS);
  } finally {
    sockets.close();
  }
}

async function measure(sender: Sender, visit: Visit, isBound: boolean): Promise<BenchRow[]> {
  const offset = await visit.clockOffset();
  await visit.take();
  await visit.scroll(WATCHED_SECONDS / 2, SCROLL_PIXELS_PER_SECOND);
  const quiet = await visit.take();
  await visit.toTop();

  const began = performance.now();
  const playing = sender.play({ perSecond: MESSAGES_PER_SECOND, seconds: LOAD_SECONDS });
  const watching = (async () => {
    await pause(SETTLE_SECONDS * 1000);
    const before = await visit.take();
    const from = performance.now();
    // Without a trace, which takes a good part of the processor.
    await pause(WATCHED_SECONDS * 1000);
    const top = await visit.take();
    const rate = (top.frames * 1000) / (performance.now() - from);
    const topTasks = await visit.tasksDuring(() => pause(WATCHED_SECONDS * 1000));
    const traced = await visit.take();
    const scrollTasks = await visit.tasksDuring(() => visit.scroll(WATCHED_SECONDS, SCROLL_PIXELS_PER_SECOND));
    const scrolled = await visit.take();
    const place = await visit.watchPlace(PLACE_SECONDS);
    await visit.toTop();
    const until = (seconds: number) => pause(Math.max(0, began + seconds * 1000 - performance.now()));
    await until(LOAD_SECONDS / 2);
    const heldBefore = await visit.heap();
    await until(LOAD_SECONDS);
    return { before, top, traced, scrolled, place, rate, tasks: [...topTasks, ...scrollTasks], heldBefore };
  })();
  const [played, watched] = await Promise.all([playing, watching]);
  const heldAfter = await visit.heap();
  const rest = await visit.take();
  const sent = new Map(played.sent);
  return [
    taskRow(
      watched.tasks,
      [watched.top, watched.traced, watched.scrolled, rest].flatMap(({ longTasks }) => longTasks),
      watched.rate,
      isBound,
    ),
    scrollRow(watched.scrolled, quiet),
    placeRow(watched.place),
    heapRow(watched.heldBefore, heldAfter),
    ...pixelRows(
      watched.top,
      watched.rate,
      (number, at) => performance.timeOrigin + at + offset - (sent.get(number) ?? Number.NaN),
    ),
    lostRow(played, [watched.before, watched.top, watched.traced, watched.scrolled, rest]),
  ];
}

function taskRow(tasks: readonly number[], long: readonly number[], rate: number, isBound: boolean): BenchRow {
  const byClock = long.length === 0 ? 'none' : `${long.length}, the longest ${Math.round(Math.max(...long))} ms`;
  return {
    what: `${TICKETS} tickets held, ${Math.round(rate)} events/s: the page's longest task, processor (over ${TASK_MS} ms by the clock, in all of the time: ${byClock}; ${isBound ? 'on a core of its own' : 'on any core'})${busyNote()}`,
    value: tasks.length === 0 ? Number.NaN : Math.max(...tasks),
    unit: 'ms',
    budget: TASK_MS,
    better: 'less',
  };
}

function scrollRow(scrolled: Seen, quiet: Seen): BenchRow {
  return {
    what: `frames later than two of the screen's while scrolling (with nothing arriving ${lateShare(quiet).toFixed(1)} %)`,
    value: lateShare(scrolled),
    unit: '%',
    budget: LATE_SHARE,
    better: 'less',
  };
}

/** Of all frames that the screen would have shown, those in whose place an older one stood for longer than another frame. */
function lateShare({ intervals }: Seen): number {
  const late = intervals.filter((ms) => ms > 2.5 * FRAME_MS).length;
  return (late / Math.max(1, intervals.length)) * 100;
}

function placeRow({ frames, moved, left }: Awaited<ReturnType<Visit['watchPlace']>>): BenchRow {
  return {
    what: `of ${frames} frames further down the list, those in which the row under the reader's eyes moved (${left} left for the top)`,
    value: moved,
    unit: '',
    budget: 0,
    better: 'less',
  };
}

function heapRow(before: number, after: number): BenchRow {
  return {
    what: `heap grown in the second half of ${Math.round(LOAD_SECONDS)} s of it (to ${(after / 1e6).toFixed(1)} MB; BALCAO_BENCH_MINUTES=10 for longer)`,
    value: (after / before - 1) * 100,
    unit: '%',
    budget: GROWTH,
    better: 'less',
  };
}

function pixelRows(top: Seen, rate: number, delayOf: (number: number, at: number) => number): BenchRow[] {
  const whole = top.painted
    .map(({ number, paintedAt }) => delayOf(number, paintedAt))
    .filter((ms) => !Number.isNaN(ms));
  const inPage = top.painted.map(({ arrivedAt, paintedAt }) => paintedAt - arrivedAt);
  const at = `frame sent to pixels, ${Math.round(rate)} events/s`;
  const row = { unit: 'ms', budget: PIXELS_MS, better: 'less' } as const;
  return [
    {
      ...row,
      what: `${at}: median (from the page's own socket ${Math.round(share(inPage, 0.5))} ms)`,
      value: share(whole, 0.5),
    },
    {
      ...row,
      what: `${at}: 99th percentile (from the page's own socket ${Math.round(share(inPage, 0.99))} ms)${busyNote()}`,
      value: share(whole, 0.99),
    },
  ];
}

function lostRow(played: Played, seen: readonly Seen[]): BenchRow {
  const heard = seen.reduce((sum, { frames }) => sum + frames, 0);
  return {
    what: 'frames that the page did not hear',
    value: played.frames - heard,
    unit: '',
    budget: 0,
    better: 'less',
  };
}

function share(values: readonly number[], of: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * of))] ?? Number.NaN;
}

/** What else the machine was doing, when that was much. */
function busyNote(): string {
  const [load = 0] = loadavg();
  return load > 1.5 ? ` [load average ${load.toFixed(1)}]` : '';
}
