import type { Proof } from '../../../flows/check.ts';
import type { Flow } from '../../../contract/flows/flow.ts';

export interface FlowQuestion {
  readonly number: number;
  readonly flow: Flow;
  readonly id: string;
}

export interface FlowAnswer {
  readonly number: number;
  readonly proof: Proof;
}

/** Longest time that a check may take before it is given up, with its worker. */
const CHECK_MS = 15_000;

/** Checks flows in a worker of its own, which begins with the first; without workers, as in tests, on the spot. */
export function createFlowChecker(after: (ms: number, run: () => void) => () => void) {
  let worker: Worker | null = null;
  let number = 0;
  const waiting = new Map<number, (proof: Proof | null) => void>();

  function start(): Worker {
    const made = new Worker(new URL('./flow-check.worker.ts', import.meta.url), { type: 'module' });
    made.addEventListener('message', ({ data }: MessageEvent<FlowAnswer>) => settle(data.number, data.proof));
    made.addEventListener('error', () => end());
    return made;
  }

  function settle(of: number, proof: Proof | null): void {
    waiting.get(of)?.(proof);
    waiting.delete(of);
  }

  function end(): void {
    worker?.terminate();
    worker = null;
    for (const of of waiting.keys()) settle(of, null);
  }

  /** Null: it couldn't be checked. */
  return async (flow: Flow, id: string): Promise<Proof | null> => {
    if (typeof Worker === 'undefined') {
      const { check } = await import('../../../flows/check.ts');
      return check(flow, { id });
    }
    number += 1;
    const own = number;
    const { promise, resolve } = Promise.withResolvers<Proof | null>();
    const stop = after(CHECK_MS, end);
    waiting.set(own, resolve);
    worker ??= start();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
    worker.postMessage({ number: own, flow, id } satisfies FlowQuestion);
    const proof = await promise;
    stop();
    return proof;
  };
}
