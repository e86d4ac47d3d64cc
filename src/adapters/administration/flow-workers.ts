import type { Proof } from '../../../flows/check.ts';
import type { Flow } from '../../../contract/flows/flow.ts';
import type { FlowDrawing, FlowPlacesAt } from '../../machines/entities/flows.ts';

/* What takes long enough to be calculated beside the page. */

export interface Question<Asked> {
  readonly number: number;
  readonly asked: Asked;
}

export interface Answer<Answered> {
  readonly number: number;
  readonly answered: Answered;
}

export interface Checking {
  readonly flow: Flow;
  readonly id: string;
}

type After = (ms: number, run: () => void) => () => void;

/** Checks flows. */
export function createFlowChecker(after: After) {
  return createCalculator<Checking, Proof>({
    after,
    make: () => new Worker(new URL('./flow-check.worker.ts', import.meta.url), { type: 'module' }),
    onTheSpot: async ({ flow, id }) => (await import('../../../flows/check.ts')).check(flow, { id }),
  });
}

/** Arranges the boxes of flows. */
export function createFlowArranger(after: After) {
  return createCalculator<FlowDrawing, FlowPlacesAt>({
    after,
    make: () => new Worker(new URL('./flow-arrange.worker.ts', import.meta.url), { type: 'module' }),
    onTheSpot: async (drawing) => (await import('./arrange.ts')).arranged(drawing),
  });
}

interface Calculator<Asked, Answered> {
  readonly after: After;
  readonly make: () => Worker;
  /** Without workers, as in tests. */
  readonly onTheSpot: (asked: Asked) => Promise<Answered>;
}

/** Longest time that an answer may take before it is given up, with its worker. */
const ANSWER_MS = 15_000;

interface Waiting<Asked, Answered> {
  readonly asked: Asked;
  readonly settle: (answered: Answered | null) => void;
}

/** Calculates in a worker of its own, which begins with the first question. */
function createCalculator<Asked, Answered>({ after, make, onTheSpot }: Calculator<Asked, Answered>) {
  let worker: Worker | null = null;
  let number = 0;
  const waiting = new Map<number, Waiting<Asked, Answered>>();

  function start(): Worker {
    const made = make();
    made.addEventListener('message', ({ data }: MessageEvent<Answer<Answered>>) => settle(data.number, data.answered));
    made.addEventListener('error', () => {
      stop();
      for (const of of waiting.keys()) settle(of, null);
    });
    return made;
  }

  function settle(of: number, answered: Answered | null): void {
    const settled = waiting.get(of);
    waiting.delete(of);
    settled?.settle(answered);
  }

  function stop(): void {
    worker?.terminate();
    worker = null;
  }

  function post(of: number, asked: Asked): void {
    worker ??= start();
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
    worker.postMessage({ number: of, asked } satisfies Question<Asked>);
  }

  /** Those that were asked behind it are asked again. */
  function giveUp(of: number): void {
    stop();
    settle(of, null);
    for (const [each, { asked }] of waiting) post(each, asked);
  }

  /** Null: it couldn't be calculated. */
  return async (asked: Asked): Promise<Answered | null> => {
    if (typeof Worker === 'undefined') return onTheSpot(asked);
    number += 1;
    const own = number;
    const { promise, resolve } = Promise.withResolvers<Answered | null>();
    const forget = after(ANSWER_MS, () => giveUp(own));
    waiting.set(own, { asked, settle: resolve });
    post(own, asked);
    const answered = await promise;
    forget();
    return answered;
  };
}
