import { loadavg } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { Load } from './load-runs.ts';
import { openBench } from './load-setup.ts';
import type { Bench } from './load-setup.ts';
import { Sockets } from './load-sockets.ts';
import { Visit } from './page-visit.ts';
import type { ReopenedTasks } from './page-visit.ts';
import type { BenchRow } from './row.ts';

/** One company: an administrator who sees all, and ten attendants with a thousand conversations each. */
const SIZE = { companies: 1, users: 11, busy: 10, customersOfBusy: 1_000, customersOfOthers: 0, messagesOfEach: 2 };
const TICKETS = SIZE.busy * SIZE.customersOfBusy;
/** Each message is two events: itself, and the notice of it. */
const MESSAGES_PER_SECOND = 100;
/** Two snapshots of the log are stored meanwhile. */
const LOAD_SECONDS = 35;
const OPENINGS = 5;

const ROW_MS = 500;
const TASK_MS = 50;

/** The page with all its conversations on its disk: how it stores them, and how it opens on them without a network. */
export async function benchReopening(): Promise<BenchRow[]> {
  const bench = await openBench(SIZE);
  try {
    const [company] = bench.companies;
    if (company === undefined) throw new Error('There is no company');
    const visit = await Visit.arrive(bench, company);
    try {
      await visit.loadAll(TICKETS);
      const storing = await tasksOfStoring(bench, visit);
      const stored = await visit.storedActors();
      if (stored < TICKETS) throw new Error(`Only ${stored} actors are stored`);
      await visit.loseNetwork();
      const opened: number[] = [];
      for (let count = 0; count < OPENINGS; count += 1) opened.push(await visit.reopen());
      const tasks = await visit.reopenTraced();
      return [taskRow(`200 events/s, the log stored anew`, storing), ...openingRows(opened, tasks, stored)];
    } finally {
      await visit.close();
    }
  } finally {
    await bench.close();
  }
}

async function tasksOfStoring(bench: Bench, visit: Visit): Promise<readonly number[]> {
  const people = bench.companies.flatMap((company) => company.people);
  const sockets = await Sockets.open(bench.url, bench.db, bench.companies, people);
  const load = new Load(bench, sockets, SIZE.users);
  try {
    const [tasks] = await Promise.all([
      visit.tasksDuring(() => pause(LOAD_SECONDS * 1000)),
      load.customersWrite(MESSAGES_PER_SECOND, LOAD_SECONDS),
    ]);
    return tasks;
  } finally {
    sockets.close();
  }
}

function openingRows(opened: readonly number[], { until, after }: ReopenedTasks, stored: number): BenchRow[] {
  const busy = Math.round(until.reduce((sum, ms) => sum + ms, 0));
  const all = opened.map(Math.round).join(', ');
  return [
    {
      what: `${TICKETS} tickets stored (${stored} actors), no network: to the list's first row painted (${all}; the page's thread is busy for ${busy} ms of it)${busyNote()}`,
      value: Math.min(...opened),
      unit: 'ms',
      budget: ROW_MS,
      better: 'less',
    },
    taskRow('once the row is painted', after),
    { ...taskRow('until the row is painted', until), budget: ROW_MS },
  ];
}

function taskRow(when: string, tasks: readonly number[]): BenchRow {
  const long = tasks.filter((ms) => ms > TASK_MS).map(Math.round);
  return {
    what: `${TICKETS} tickets, ${when}: the page's longest task, processor (over ${TASK_MS} ms: ${long.join(', ') || 'none'})`,
    value: Math.max(0, ...tasks),
    unit: 'ms',
    budget: TASK_MS,
    better: 'less',
  };
}

/** What else the machine was doing, when that was much. */
function busyNote(): string {
  const [load = 0] = loadavg();
  return load > 1.5 ? ` [load average ${load.toFixed(1)}]` : '';
}
