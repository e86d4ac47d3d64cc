import { invalid } from './errors.ts';

/** Far in the future, in milliseconds. */
const MOMENT_MAX = 8e15;

/** Parses a moment in milliseconds; null if out of the database's range. */
export function parseMoment(ms: number | null | undefined, field: string): Date | null {
  if (ms === null || ms === undefined) return null;
  if (ms < 0 || ms > MOMENT_MAX) throw invalid('error.invalid', { [field]: 'error.invalid' });
  return new Date(ms);
}
