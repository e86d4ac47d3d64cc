import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
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

const ROUNDS = Number(process.env['ROUNDS'] ?? 6);
const PHASE_MS = 4_000;
const PAUSE_MS = 4;
const SETTLE_MS = 500;
const BUDGET = 2;
/** Calls of each kind at a time. */
const LANES = 10;

export async function benchFairness(): Promise<BenchRow[]> {
  const bench = await openBench(FAIRNESS_SIZE);
  try {
    const [big, small] = bench.companies;
    if (big === undefined || small === undefined) throw new Error('There are no two companies');
    const [customers = []] = await addHeavyRows(bench.db, bench.companies);
    const probe = new Probe(bench.url, small, await tokenOf(bench, small, 1));
    const streams = await streamsOf(bench, big, customers);
    const only = process.env['ONLY'];
    const chosen =
      only === undefined ? streams : streams.filter(({ name }) => only.split(',').includes(name.split(' ')[0] ?? ''));
    return [await measured(bench.url, probe, chosen)];
  } finally {
    await bench.close();
  }
}

async function measured(url: string, probe: Probe, streams: Stream[]): Promise<BenchRow> {
  const alone: number[] = [];
  const beside: number[] = [];
  const load = fork(join(import.meta.dirname, 'fairness-load.ts'));
  try {
    await probe.run(1_000);
    for (let round = 0; round < ROUNDS; round += 1) {
      alone.push(...(await probe.run(PHASE_MS)));
      tell(load, { run: true, url, streams });
      await pause(SETTLE_MS);
      beside.push(...(await probe.run(PHASE_MS)));
      const told = once(load, 'message');
      tell(load, { run: false });
      const [counts] = (await told) as [LoadCounts];
      if (round === 0) console.error(counts);
      await pause(SETTLE_MS);
    }
  } finally {
    load.kill();
  }
  const [one, other] = [share(alone, 0.99), share(beside, 0.99)];
  console.error(
    'alone',
    [0.5, 0.9, 0.99, 1].map((s) => share(alone, s).toFixed(1)),
    alone.length,
    'beside',
    [0.5, 0.9, 0.99, 1].map((s) => share(beside, s).toFixed(1)),
    beside.length,
  );
  return { what: `99th percentile`, value: other / one, unit: 'times', budget: BUDGET, better: 'less' };
}

function tell(load: ChildProcess, order: LoadOrder): void {
  load.send(order);
}

class Probe {
  readonly #url: string;
  readonly #token: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  constructor(url: string, company: Company, token: string) {
    this.#url = `${url}/${company.slug}/graphql`;
    this.#token = token;
  }
  async run(ms: number): Promise<number[]> {
    const times: number[] = [];
    const until = performance.now() + ms;
    while (performance.now() < until) {
      const began = performance.now();
      await this.#call();
      times.push(performance.now() - began);
      await pause(PAUSE_MS);
    }
    return times;
  }
  #call(): Promise<void> {
    const body = JSON.stringify({ query: '{ userInfos { id } }' });
    return new Promise((resolve, reject) => {
      const call = request(this.#url, {
        method: 'POST',
        agent: this.#agent,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          authorization: `Bearer ${this.#token}`,
        },
      });
      call.on('error', reject);
      call.on('response', (response) => {
        response
          .on('error', reject)
          .on('end', () =>
            response.statusCode === 200 ? resolve() : reject(new Error(`answered ${response.statusCode}`)),
          );
        response.resume();
      });
      call.end(body);
    });
  }
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
      if ((await post(bench.url, tried)) === '200') return tried;
    }
    return stream(name, token, call.document, variables);
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
