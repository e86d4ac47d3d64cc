import { loadavg } from 'node:os';
import { Load } from './load-runs.ts';
import type { Measured, ProcessorTime } from './load-runs.ts';
import { openBench, SIZE } from './load-setup.ts';
import { Sockets } from './load-sockets.ts';
import type { BenchRow } from './row.ts';

const P99_MS = 100;
const RATES = [50, 100, 200, 300, 400, 500];
const TARGET_RATE = 500;
/** Each connection of the server plans a statement the first times that it has it. */
const WARM_UP_SECONDS = 6;
const STATED_RATE = 100;
const STATED_SECONDS = 8;
const LADDER_SECONDS = 5;
const ANSWERS_RATE = 50;
const CROWD_RATE = 100;
/** Milliseconds of processor a message and an answer may take at few sockets, of the database as of the server. */
const MESSAGE_PROCESSOR_MS = 2;
const ANSWER_PROCESSOR_MS = 4;
/** Of each company so many are there at first: the administrator and nine attendants. */
const PRESENT = 10;

/**
 * 20 companies, each conversation with its owner: a customer's message goes to the owner's socket
 * and to the administrator's. PostgreSQL is durable, the server has a process of its own, and this
 * one posts at a steady rate whether answers come or not. Timed from the post to the frame.
 */
export async function benchDelivery(): Promise<BenchRow[]> {
  const bench = await openBench();
  try {
    const few = bench.companies.flatMap((company) => company.people.slice(0, PRESENT));
    const sockets = await Sockets.open(bench.url, bench.db, bench.companies, few);
    const load = new Load(bench, sockets, PRESENT);
    await load.customersWrite(STATED_RATE, WARM_UP_SECONDS);
    await load.attendantsAnswer(ANSWERS_RATE, WARM_UP_SECONDS);
    const written = await load.customersWrite(STATED_RATE, STATED_SECONDS);
    const answered = await load.attendantsAnswer(ANSWERS_RATE, LADDER_SECONDS);
    const [writing, answering] = [
      `${STATED_RATE} messages/s at ${sockets.count} sockets`,
      `${ANSWERS_RATE} answers/s at ${sockets.count} sockets`,
    ];
    const rows = [
      ...steadyRows(written, writing),
      ...processorRows(written.cpu, `${writing}, a message`, MESSAGE_PROCESSOR_MS),
      ...answerRows(answered, answering),
      ...processorRows(answered.cpu, `${answering}, an answer`, ANSWER_PROCESSOR_MS),
      await highestRate(load, sockets.count),
    ];
    sockets.close();
    const all = bench.companies.flatMap((company) => company.people);
    const crowd = await Sockets.open(bench.url, bench.db, bench.companies, all);
    const crowded = new Load(bench, crowd, SIZE.users);
    const measured = await crowded.customersWrite(CROWD_RATE, LADDER_SECONDS);
    crowd.close();
    return [...rows, ...steadyRows(measured, `${CROWD_RATE} messages/s at ${crowd.count} sockets`)];
  } finally {
    await bench.close();
  }
}

/** The highest rate whose slowest hundredth is in time, from the lowest up to the first that is not. */
async function highestRate(load: Load, sockets: number): Promise<BenchRow> {
  let highest = 0;
  const steps: string[] = [];
  for (const rate of RATES) {
    const { p99, missing, doubled, failed } = await load.customersWrite(rate, LADDER_SECONDS);
    steps.push(`${rate}: ${Math.round(p99)} ms`);
    if (!(p99 < P99_MS) || missing + doubled + failed > 0) break;
    highest = rate;
  }
  return {
    what: `highest rate with 99 % under ${P99_MS} ms at ${sockets} sockets (${steps.join(', ')})${busyNote()}`,
    value: highest,
    unit: 'messages/s',
    budget: TARGET_RATE,
    better: 'more',
  };
}

function steadyRows({ median, p99, missing, doubled, strayed, failed }: Measured, at: string): BenchRow[] {
  const less = 'less' as const;
  return [
    { what: `${at}, post to frame: median`, value: median, unit: 'ms', budget: P99_MS, better: less },
    {
      what: `${at}, post to frame: 99th percentile${busyNote()}`,
      value: p99,
      unit: 'ms',
      budget: P99_MS,
      better: less,
    },
    {
      what: `${at}: frames missing, doubled or at the wrong person, posts refused`,
      value: missing + doubled + strayed + failed,
      unit: '',
      budget: 0,
      better: less,
    },
  ];
}

function answerRows(measured: Measured & { providerP99: number }, at: string): BenchRow[] {
  const less = 'less' as const;
  return [
    ...steadyRows(measured, at),
    {
      what: `${at}, post to provider: 99th percentile`,
      value: measured.providerP99,
      unit: 'ms',
      budget: P99_MS,
      better: less,
    },
  ];
}

/** Empty where the processor's time can't be known. */
function processorRows(cpu: ProcessorTime | undefined, at: string, budget: number): BenchRow[] {
  if (cpu === undefined) return [];
  return (['database', 'server'] as const).map((of) => ({
    what: `${at}: the ${of}'s processor`,
    value: cpu[of],
    unit: 'ms',
    budget,
    better: 'less',
  }));
}

/** What else the machine was doing, when that was much. */
function busyNote(): string {
  const [load = 0] = loadavg();
  return load > 1.5 ? ` [load average ${load.toFixed(1)}]` : '';
}
