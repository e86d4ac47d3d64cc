import { Worker } from 'node:worker_threads';
import * as z from 'zod/mini';
import type { CallLimits } from '../../config-limits.ts';
import type { Claims } from '../../domain/auth/access-token.ts';
import type { Services } from '../../domain/context.ts';
import { DomainError } from '../../domain/errors.ts';
import type { Log } from '../../log.ts';
import type { Answer, Operation } from './run.ts';

/** Start data of the thread. */
export type HeavyStart = Pick<Services, 'keys' | 'isDemo'> & {
  databaseUrl: string;
  statementMs: number;
  introspection: boolean;
  limits: CallLimits;
  logLevel: string;
};

/** A heavy query document, already admitted: its token is valid and it has a turn. */
export type HeavyCall = Operation & {
  query: string;
  tenantName: string;
  claims: Claims;
  requestId: string;
  address: string;
};

export type HeavyOrder = { id: number; call: HeavyCall } | 'stop';
export type HeavyReport = { id: number; answer: Answer } | { log: string };

/** Several times what the largest answers need; without a limit, the thread's heap could crash the process. */
const HEAP_MB = 512;

/** The thread ended while running the call. */
class ThreadEnded extends DomainError {
  constructor() {
    super('UNAVAILABLE', 'error.unavailable');
  }
}

type Pending = { resolve: (answer: Answer) => void; reject: (error: Error) => void; requestId: string };
type Running = { worker: Worker; pending: Map<number, Pending>; ended: Promise<void> };

/**
 * Runs heavy documents in a separate thread: parsing, serialising and collecting megabytes of text would block small
 * calls. Starts with the first call, and restarts if it ended.
 */
export class HeavyThread {
  readonly #start: HeavyStart;
  readonly #log: Log;
  #running: Running | undefined;
  #number = 0;
  #isStopping = false;

  constructor(start: HeavyStart, log: Log) {
    this.#start = start;
    this.#log = log;
  }

  /** Rejects with UNAVAILABLE if the thread ends first. */
  run(call: HeavyCall): Promise<Answer> {
    if (this.#isStopping) return Promise.reject(new ThreadEnded());
    const { worker, pending } = (this.#running ??= this.#begin());
    const id = (this.#number += 1);
    return new Promise((resolve, reject) => {
      pending.set(id, { resolve, reject, requestId: call.requestId });
      worker.postMessage({ id, call } satisfies HeavyOrder, []);
    });
  }

  /** Waits until it has closed its database connections; running calls are abandoned, as nobody awaits them. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    if (this.#running === undefined) return;
    const { worker, pending, ended } = this.#running;
    if (pending.size > 0) void worker.terminate();
    else worker.postMessage('stop' satisfies HeavyOrder, []);
    await ended;
  }

  #begin(): Running {
    const worker = new Worker(new URL('heavy-worker.ts', import.meta.url), {
      name: 'heavy-calls',
      workerData: this.#start,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    const pending = new Map<number, Pending>();
    worker.on('message', (report: HeavyReport) => {
      if ('log' in report) {
        relay(this.#log, report.log);
        return;
      }
      pending.get(report.id)?.resolve(report.answer);
      pending.delete(report.id);
    });
    let failure: unknown;
    worker.on('error', (error) => (failure = error));
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    worker.on('exit', () => {
      if (this.#running?.worker === worker) this.#running = undefined;
      const requestIds = [...pending.values()].map(({ requestId }) => requestId);
      if (!this.#isStopping) this.#log.error({ err: failure, requestIds }, 'the thread of heavy calls ended');
      for (const { reject } of pending.values()) reject(new ThreadEnded());
      end();
    });
    return { worker, pending, ended };
  }
}

const lineSchema = z.looseObject({
  level: z.number(),
  time: z.optional(z.unknown()),
  msg: z.optional(z.string()),
  err: z.optional(z.looseObject({ message: z.string() })),
});

/** Copies a line of the thread's log to the server's. */
function relay(log: Log, line: string): void {
  const { level, time: _, msg, err, ...fields } = lineSchema.parse(JSON.parse(line));
  const failure = err === undefined ? {} : { err: Object.assign(new Error(err.message), err) };
  const write = level >= 50 ? 'error' : level >= 40 ? 'warn' : level >= 30 ? 'info' : 'debug';
  log[write]({ ...fields, ...failure }, msg);
}
