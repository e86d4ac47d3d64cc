/** `coarse` drops seconds from one minute on; `fine` keeps them below an hour (`2 min 08 s`). */
export type DurationDetail = 'coarse' | 'fine';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Formats milliseconds in their two largest units; the unit symbols are the same in all three locales. Negative values
 * (after a clock change) count as zero.
 */
export function formatDuration(milliseconds: number, detail: DurationDetail = 'coarse'): string {
  const left = Math.max(0, milliseconds);
  if (left < minute) return `${Math.floor(left / second)} s`;
  if (left < hour) {
    const seconds = Math.floor((left % minute) / second);
    return detail === 'fine' && seconds > 0
      ? pair(left, minute, 'min', `${padded(seconds)} s`)
      : pair(left, minute, 'min');
  }
  if (left < day) return pair(left, hour, 'h', part(Math.floor((left % hour) / minute), 'min'));
  return pair(left, day, 'd', part(Math.floor((left % day) / hour), 'h'));
}

function pair(left: number, unit: number, symbol: string, rest = ''): string {
  const head = `${Math.floor(left / unit)} ${symbol}`;
  return rest === '' ? head : `${head} ${rest}`;
}

function part(value: number, symbol: string): string {
  return value === 0 ? '' : `${value} ${symbol}`;
}

function padded(value: number): string {
  return String(value).padStart(2, '0');
}
