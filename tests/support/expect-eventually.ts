import { expect, vi } from 'vitest';
import { PATIENCE_MS } from './patience.ts';

/** Looks again until the expectation holds; gives up only on a machine that is very busy. */
export function expectEventually<Found>(look: () => Found | Promise<Found>) {
  return expect.poll(look, { timeout: PATIENCE_MS, interval: 20 });
}

/** Looks again until the check throws nothing any more, with the same patience. */
export function eventually<Found>(check: () => Found | Promise<Found>): Promise<Found> {
  return vi.waitFor(check, { timeout: PATIENCE_MS, interval: 20 });
}
