import type { WaitLimits } from '../entities/administration.ts';

/** How strongly a waiting customer is highlighted. */
type WaitLevel = 'plain' | 'warning' | 'alert';

const MINUTE = 60_000;

/** The level after waiting this long, in milliseconds. */
export function waitLevel(waited: number, { warning, alert }: WaitLimits): WaitLevel {
  if (waited >= alert * MINUTE) return 'alert';
  return waited >= warning * MINUTE ? 'warning' : 'plain';
}
