import type { Proof } from '../../../flows/check.ts';
import type { Flow } from '../../../contract/flows/flow.ts';

/* Checking takes too long for the page's own thread. */

export interface Question {
  readonly number: number;
  readonly asked: Checking;
}

export interface Answer {
  readonly number: number;
  readonly answered: Proof;
}

interface Checking {
  readonly flow: Flow;
  readonly id: string;
}

/** Longest time that an answer may take before it is given up, with its worker. */
const ANSWER_MS = 15_000;

interface Waiting {
  readonly asked: Checking;
  readonly settle: (answered: Proof | null) => void;
}

/** Checks flows in a worker of its own, which begins with the first question. */
export function createFlowChecker(after: (ms: number, run: () => void) => () => void) {
  let worker: Worker | null = null;
  let number = 0;
  const waiting = new Map<number, Waiting>();

  function start(): Worker {
    const made = new Worker(new URL('./flow-check.worker.ts', import.meta.url), { type: 'module' });
    made.addEventListener('message', ({ data }: MessageEvent<Answer>) => settle(data.number, data.answered));
    made.addEventListener('error', () => {
      stop();
      for (const of of waiting.keys()) settle(of, null);
    });
    return made;
  }

  function settle(of: number, answered: Proof | null): void {
    const settled = waiting.get(of);
    waiting.delete(of);
    settled?.settle(answered);
  }

  function stop(): void {
    worker?.terminate();
    worker = null;
  }

  function post(of: number, asked: Checking): void {
    worker ??= start();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
    worker.postMessage({ number: of, asked } satisfies Question);
  }

  /** Those that were asked behind it are asked again. */
  function giveUp(of: number): void {
    stop();
    settle(of, null);
    for (const [each, { asked }] of waiting) post(each, asked);
  }

  /** Null: it couldn't be checked. */
  return async (asked: Checking): Promise<Proof | null> => {
    // As in tests.
    if (typeof Worker === 'undefined')
      return (await import('../../../flows/check.ts')).check(asked.flow, { id: asked.id });
    number += 1;
    const own = number;
    const { promise, resolve } = Promise.withResolvers<Proof | null>();
    const forget = after(ANSWER_MS, () => giveUp(own));
    waiting.set(own, { asked, settle: resolve });
    post(own, asked);
    const answered = await promise;
    forget();
    return answered;
  };
}
