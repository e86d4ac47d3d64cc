import { RateLimiterMemory } from 'rate-limiter-flexible';

const WINDOW_SECONDS = 10;

/** Counts by key over ten seconds, in this process: what nobody sends any more is forgotten with its window. */
export class Rate {
  readonly #max: number;
  readonly #counts: RateLimiterMemory;

  constructor(max: number) {
    this.#max = max;
    this.#counts = new RateLimiterMemory({ points: max, duration: WINDOW_SECONDS });
  }

  /** Counts one; answers the milliseconds to wait, 0 within the limit. */
  async count(key: string): Promise<number> {
    const { consumedPoints, msBeforeNext } = await this.#counts.penalty(key);
    return consumedPoints > this.#max ? Math.max(1, msBeforeNext) : 0;
  }

  /** The milliseconds to wait before one more; counts none. */
  async wait(key: string): Promise<number> {
    const found = await this.#counts.get(key);
    return found === null || found.consumedPoints < this.#max ? 0 : Math.max(0, found.msBeforeNext);
  }
}
