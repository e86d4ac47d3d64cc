import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { signAccessToken } from '../../server/domain/auth/access-token.ts';
import { deriveKeys } from '../../server/domain/auth/keys.ts';
import { createLog } from '../../server/log.ts';
import { TEST_SECRET } from '../support/server.ts';
import type { Company } from './load-companies.ts';
import { cpuOfChildren } from './load-cpu.ts';
import type { Bench } from './load-setup.ts';
import type { Sockets } from './load-sockets.ts';

/** So long a frame is waited for after none came. */
const PATIENCE_MS = 5_000;

/** Times in milliseconds; numbers of frames. */
export type Measured = {
  median: number;
  p99: number;
  missing: number;
  doubled: number;
  strayed: number;
  /** Calls that were refused. */
  failed: number;
  /** Undefined where it can't be known. */
  cpu: ProcessorTime | undefined;
};

/** Milliseconds of processor a message. */
export type ProcessorTime = { database: number; server: number };

type Conversation = { company: Company; number: string; owner: number };

/** Posts at a steady rate, whether answers come or not, about conversations whose owner has a socket. */
export class Load {
  readonly #bench: Bench;
  readonly #sockets: Sockets;
  readonly #conversations: Conversation[];
  readonly #tokens = new Map<string, string>();

  /** `present`: so many people of each company have a socket. */
  constructor(bench: Bench, sockets: Sockets, present: number) {
    this.#bench = bench;
    this.#sockets = sockets;
    const byCompany = bench.companies.map((company) =>
      company.customers.filter(({ owner }) => owner < present).map((customer) => ({ company, ...customer })),
    );
    // One company after the other, so that none gets a burst.
    const most = Math.max(...byCompany.map((conversations) => conversations.length));
    this.#conversations = Array.from({ length: most }, (_, at) =>
      byCompany.flatMap((conversations) => conversations[at] ?? []),
    ).flat();
  }

  /** Customers write to their attendants. */
  customersWrite(rate: number, seconds: number): Promise<Measured> {
    return this.#run(rate, seconds, ({ company, number }, id) => this.#bench.calls.write(company, number, id));
  }

  /** Attendants answer their customers; timed to the provider too. */
  async attendantsAnswer(rate: number, seconds: number): Promise<Measured & { providerP99: number }> {
    await this.#logIn();
    const { calls, provider } = this.#bench;
    const posted = new Map<number, number>();
    provider.reset();
    const measured = await this.#run(rate, seconds, ({ company, number, owner }, id) => {
      posted.set(id, performance.now());
      return calls.answer(company, this.#tokens.get(company.people[owner]?.userId ?? '') ?? '', number, id);
    });
    await provider.settle(posted.size, PATIENCE_MS);
    const delays = [...posted].map(([id, at]) => (provider.cameAt(id) ?? Number.POSITIVE_INFINITY) - at);
    return {
      ...measured,
      doubled: measured.doubled + provider.doubled,
      providerP99: share(delays.toSorted(ascending), 0.99),
    };
  }

  async #run(
    rate: number,
    seconds: number,
    call: (about: Conversation, id: number) => Promise<void>,
  ): Promise<Measured> {
    const messages = rate * seconds;
    const failures: unknown[] = [];
    const answers: Promise<void>[] = [];
    const cpuBefore = cpuOfChildren();
    const began = performance.now();
    for (let index = 0; index < messages; index += 1) {
      const early = began + (index * 1000) / rate - performance.now();
      if (early > 0) await pause(early);
      const id = this.#bench.nextNumber();
      const about = this.#conversations[id % this.#conversations.length];
      if (about === undefined) throw new Error('Nobody has a conversation');
      const { people } = about.company;
      this.#sockets.expect(
        id,
        [people[0], people[about.owner]].flatMap((person) => person?.userId ?? []),
      );
      answers.push(call(about, id).catch((error: unknown) => void failures.push(error)));
    }
    await Promise.all(answers);
    await this.#sockets.settle(PATIENCE_MS);
    const cpu = processorTime(cpuBefore, cpuOfChildren(), messages);
    if (failures.length > 0) console.error(`${failures.length} calls failed; the first:`, failures[0]);
    const { delays, ...counts } = this.#sockets.take();
    return { ...counts, median: share(delays, 0.5), p99: share(delays, 0.99), failed: failures.length, cpu };
  }

  /** The owners' tokens, as a login gives them: its password hashing is not what is measured. */
  async #logIn(): Promise<void> {
    const log = createLog({ level: 'silent' });
    const services = { db: this.#bench.db, log, now: () => new Date(), keys: deriveKeys(TEST_SECRET), isDemo: false };
    for (const { company, owner } of this.#conversations) {
      const person = company.people[owner];
      if (person === undefined || this.#tokens.has(person.userId)) continue;
      const { tenantId, slug: tenantName } = company;
      const { userId, sessionId } = person;
      this.#tokens.set(userId, await signAccessToken(services, { tenantId, tenantName, userId, sessionId }));
    }
  }
}

function ascending(one: number, other: number): number {
  return one - other;
}

/** The value below which that share of the sorted ones is; what is missing counts as never. */
export function share(sorted: readonly number[], of: number): number {
  return sorted[Math.floor(sorted.length * of)] ?? Number.NaN;
}

export function processorTime(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
  messages: number,
): ProcessorTime | undefined {
  if (after.size === 0) return undefined;
  const used = { database: 0, server: 0 };
  // The server is the only other program; it bears the name of its thread.
  for (const [name, ms] of after)
    used[name === 'postgres' ? 'database' : 'server'] += (ms - (before.get(name) ?? 0)) / messages;
  return used;
}
