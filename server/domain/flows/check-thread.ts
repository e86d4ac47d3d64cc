import { Worker } from 'node:worker_threads';
import type { Flow } from '../../../contract/flows/flow.ts';
import type { Proof } from '../../../flows/check.ts';
import type { Id } from '../../db/tables.ts';
import { DomainError } from '../errors.ts';
import type { KnownCompany } from './company.ts';

export type CheckJob = { id: Id; flow: Flow; company: KnownCompany };
export type CheckReport = { proof: Proof };

/** No flow that people draw takes as long or as much: one that does is refused. */
const CHECK_MS = 15_000;
const HEAP_MB = 512;

/** Flows that are checked at the same time; others wait. */
let last: Promise<unknown> = Promise.resolve();

/** Checks a flow in a thread of its own, one after another. Refuses one that takes too long. */
export function checkInThread(job: CheckJob): Promise<Proof> {
  const checked = last.then(() => checkOne(job));
  last = checked.catch(() => undefined);
  return checked;
}

function checkOne(job: CheckJob): Promise<Proof> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('check-worker.ts', import.meta.url), {
      name: 'flow-check',
      workerData: job,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    const tooLarge = () => reject(new DomainError('CONFLICT', 'error.flow.uncheckable'));
    const timer = setTimeout(() => {
      tooLarge();
      void worker.terminate();
    }, CHECK_MS);
    worker.on('message', ({ proof }: CheckReport) => resolve(proof));
    worker.on('error', (error: unknown) => {
      const isOutOfMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      if (isOutOfMemory) tooLarge();
      else reject(error instanceof Error ? error : new Error(String(error)));
    });
    worker.on('exit', () => {
      clearTimeout(timer);
      reject(new Error('The thread that checks flows ended'));
    });
  });
}
