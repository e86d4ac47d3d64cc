import { RateLimiterMemory } from 'rate-limiter-flexible';

/** Counts by key within a time window, in this process; keys expire with their window. */
export class Rate {
  readonly #max: number;
  readonly #counts: RateLimiterMemory;

  constructor(max: number, windowMs: number) {
    this.#max = max;
    this.#counts = new RateLimiterMemory({ points: max, duration: windowMs / 1000 });
  }

  /** Counts one; returns the milliseconds to wait, 0 within the limit. */
  async count(key: string): Promise<number> {
    const { consumedPoints, msBeforeNext } = await this.#counts.penalty(key);
    return consumedPoints > this.#max ? Math.max(1, msBeforeNext) : 0;
  }

  /** The milliseconds to wait before the next one; counts nothing. */
  async wait(key: string): Promise<number> {
    const found = await this.#counts.get(key);
    return found === null || found.consumedPoints < this.#max ? 0 : Math.max(0, found.msBeforeNext);
  }
}
