import { expect } from 'vitest';

/** Looks again until the expectation holds; gives up only on a machine that is very busy. */
export function expectEventually<Found>(look: () => Found | Promise<Found>, timeout = 20_000) {
  return expect.poll(look, { timeout, interval: 20 });
}
