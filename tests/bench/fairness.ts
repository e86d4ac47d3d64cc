import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chatTickets } from '../../contract/graphql/chat-tickets.ts';
import { customerChats } from '../../contract/graphql/customer-chats.ts';
import { paginatedAudit } from '../../contract/graphql/paginated-audit.ts';
import { reportGroups } from '../../contract/graphql/report-groups.ts';
import { signAccessToken } from '../../server/domain/auth/access-token.ts';
import { deriveKeys } from '../../server/domain/auth/keys.ts';
import { createLog } from '../../server/log.ts';
import { TEST_SECRET } from '../support/server.ts';
import { addHeavyRows, FAIRNESS_SIZE } from './fairness-rows.ts';
import { post } from './fairness-post.ts';
import type { Stream } from './fairness-post.ts';
import type { LoadCounts, LoadOrder } from './fairness-load.ts';
import type { Company } from './load-companies.ts';
import { openBench } from './load-setup.ts';
import type { Bench } from './load-setup.ts';
import type { BenchRow } from './row.ts';

const BUDGET = 2;
/** Calls of each kind at a time. */
const LANES = 10;
/** Times of one kind by itself, and of all together. */
const ROUNDS_OF_ONE = 2;
const ROUNDS_OF_ALL = 6;
const PHASE_MS = 4_000;
/** Between two calls of the probe. */
const PAUSE_MS = 4;
const SETTLE_MS = 500;

/**
 * One company's people, and nobody's, make the heaviest calls that are allowed, many at a time and again at once; of
 * another company's smallest call the 99th percentile is compared with what it is without them, in turns in one run.
 */
export async function benchFairness(): Promise<BenchRow[]> {
  const bench = await openBench(FAIRNESS_SIZE);
  const load = fork(join(import.meta.dirname, 'fairness-load.ts'));
  try {
    const [big, small] = bench.companies;
    if (big === undefined || small === undefined) throw new Error('There are no two companies');
    const [customers = []] = await addHeavyRows(bench.db, bench.companies);
    const probe = await probeOf(bench, small);
    const streams = await streamsOf(bench, big, customers);
    await timesOf(bench.url, probe);
    const rows: BenchRow[] = [];
    for (const stream of streams) {
      const { name: who } = stream;
      rows.push(await measured({ url: bench.url, load, probe, who, streams: [stream], rounds: ROUNDS_OF_ONE }));
    }
    const heavy = streams.filter(({ isHeavy }) => isHeavy === true);
    const together = { url: bench.url, load, probe, rounds: ROUNDS_OF_ALL };
    rows.push(await measured({ ...together, who: 'the heaviest of one company at once', streams: heavy }));
    rows.push(await measured({ ...together, who: 'these and all the others at once', streams }));
    return rows;
  } finally {
    load.kill();
    await bench.close();
  }
}

/** The smallest call, by everybody of a company in turn: one person may not call that often. */
async function probeOf(bench: Bench, company: Company): Promise<Stream[]> {
  const tokens = await Promise.all(company.people.map((_, at) => tokenOf(bench, company, at)));
  const body = JSON.stringify({ query: '{ userInfos { id } }' });
  return tokens.map((token) => ({ name: 'probe', lanes: 1, path: `/${company.slug}/graphql`, token, body }));
}

type Run = { url: string; load: ChildProcess; probe: Stream[]; who: string; streams: Stream[]; rounds: number };

async function measured({ url, load, probe, who, streams, rounds }: Run): Promise<BenchRow> {
  const alone: number[] = [];
  const beside: number[] = [];
  const answered = new Map<string, number>();
  for (let round = 0; round < rounds; round += 1) {
    alone.push(...(await timesOf(url, probe)));
    tell(load, { run: true, url, streams });
    await pause(SETTLE_MS);
    beside.push(...(await timesOf(url, probe)));
    const told = once(load, 'message');
    tell(load, { run: false });
    const [counts]: LoadCounts[] = await told;
    for (const counted of Object.values(counts ?? {})) {
      for (const [status, count] of Object.entries(counted)) answered.set(status, (answered.get(status) ?? 0) + count);
    }
    await pause(SETTLE_MS);
  }
  const answers = [...answered].map(([status, count]) => `${count} answered ${status}`).join(', ');
  const [before, after] = [alone, beside].map((times) => `${millis(times, 0.5)}/${millis(times, 0.99)}`);
  return {
    what: `smallest call beside ${who}: 99th percentile by what it is alone (median/99th: ${after} ms, alone ${before} ms; ${answers})${busyNote()}`,
    value: share(beside, 0.99) / share(alone, 0.99),
    unit: 'times',
    budget: BUDGET,
    better: 'less',
  };
}

function tell(load: ChildProcess, order: LoadOrder): void {
  load.send(order);
}

/** Milliseconds of each call of a phase, one after the other. */
async function timesOf(url: string, probe: readonly Stream[]): Promise<number[]> {
  const times: number[] = [];
  const until = performance.now() + PHASE_MS;
  while (performance.now() < until) {
    for (const call of probe) {
      const began = performance.now();
      const status = await post(url, call);
      if (status !== '200') throw new Error(`The smallest call was answered ${status}`);
      times.push(performance.now() - began);
      await pause(PAUSE_MS);
    }
  }
  return times;
}

/** What else the machine was doing, when that was much: the bench itself keeps two cores busy. */
function busyNote(): string {
  const [load = 0] = loadavg();
  return load > 4 ? ` [load average ${load.toFixed(1)}]` : '';
}

async function tokenOf({ db }: Bench, { tenantId, slug: tenantName, people }: Company, at: number): Promise<string> {
  const person = people[at];
  if (person === undefined) throw new Error('Nobody is there');
  const { userId, sessionId } = person;
  const services = {
    db,
    log: createLog({ level: 'silent' }),
    now: () => new Date(),
    keys: deriveKeys(TEST_SECRET),
    isDemo: false,
  };
  return signAccessToken(services, { tenantId, tenantName, userId, sessionId });
}

/** The most text for its price. */
const TEXTS =
  'query texts($customer_id: ID!, $instance_id: ID!, $limit: Int, $all_users: Boolean, $finished_tickets: Boolean) { customerChats(customer_id: $customer_id, instance_id: $instance_id, limit: $limit, all_users: $all_users, finished_tickets: $finished_tickets) { message } }';

/** A document with the same call several times. */
function several({ document, name }: { document: string; name: string }, count: number): string {
  const [head = '', ...rest] = document.split(`{ ${name}(`);
  const field = rest.join(`{ ${name}(`).replace(/ \}$/, '');
  return `${head}{ ${Array.from({ length: count }, (_, index) => `a${index}: ${name}(${field}`).join(' ')} }`;
}

async function streamsOf(bench: Bench, big: Company, customers: string[]): Promise<Stream[]> {
  const path = `/${big.slug}/graphql`;
  const [admin, attendant, other, third] = await Promise.all([0, 1, 2, 3].map((at) => tokenOf(bench, big, at)));
  const stream = (name: string, token: string | undefined, query: string, variables: object = {}): Stream => ({
    name,
    lanes: LANES,
    path,
    token: token ?? null,
    body: JSON.stringify({ query, variables }),
  });
  const heaviest = async (
    name: string,
    token: string | undefined,
    call: { document: string; name: string },
    variables: object,
  ) => {
    for (let count = 8; count > 1; count -= 1) {
      const tried = stream(`${name} x${count}`, token, several(call, count), variables);
      if ((await post(bench.url, tried)) === '200') return { ...tried, isHeavy: true };
    }
    return { ...stream(name, token, call.document, variables), isHeavy: true };
  };
  const days = { start_at: '2026-06-01', finish_at: '2026-11-22' };
  const messages = {
    customer_id: customers[0],
    instance_id: big.instanceId,
    limit: 200,
    all_users: true,
    finished_tickets: true,
  };
  return [
    await heaviest('messages', attendant, customerChats, messages),
    await heaviest('texts', attendant, { ...customerChats, document: TEXTS }, messages),
    await heaviest('tickets', attendant, chatTickets, {
      pagination_limit: 100,
      all_users: true,
      search_query: 'cliente',
    }),
    await heaviest('reports', admin, reportGroups, { ...days, group_by: 'user', pagination_limit: 100 }),
    await heaviest('audit', admin, paginatedAudit, { search: 'zzz', pagination_limit: 100 }),
    stream('light', other, '{ userInfos { id } }'),
    stream(
      'fresh',
      third,
      `query a# { ${Array.from({ length: 7 }, (_, at) => `a${at}: userInfos { id id id id }`).join(' ')} }`,
    ),
    stream('anonymous', undefined, `query a# { ${'userInfos { id name } '.repeat(7)} }`),
    stream('refused', undefined, `query a# { ${'userInfos { id name } '.repeat(99)} }`),
    stream('brackets', undefined, '{a'.repeat(2_300)),
  ];
}

/** The value below which that share of them is. */
function share(times: readonly number[], of: number): number {
  const sorted = times.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * of))] ?? Number.NaN;
}

function millis(times: readonly number[], of: number): string {
  return share(times, of).toFixed(1);
}
