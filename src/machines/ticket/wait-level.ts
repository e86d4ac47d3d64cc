import type { WaitLimits } from '../entities/administration.ts';

/** How much a waiting customer stands out. */
export type WaitLevel = 'plain' | 'warning' | 'alert';

const MINUTE = 60_000;

/** The level of who has waited for so long, in milliseconds. */
export function waitLevel(waited: number, { warning, alert }: WaitLimits): WaitLevel {
  if (waited >= alert * MINUTE) return 'alert';
  return waited >= warning * MINUTE ? 'warning' : 'plain';
}
