import { RESOLVE_FIRST_MS, RESOLVE_LAST_MS } from './limits.ts';

/** The backoff in milliseconds after so many calls without an answer: 2 s, 4 s, ... 30 s. */
export function backoffMs(unanswered: number): number {
  return Math.min(RESOLVE_FIRST_MS * 2 ** Math.max(0, unanswered - 1), RESOLVE_LAST_MS);
}
