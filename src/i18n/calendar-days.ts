import type { Locale } from '../../contract/facts/locales.ts';
import { languageTag } from './locale.ts';

/* Calendar days, as `2026-11-20`, and the zone they are counted in. A day has no time zone: it is formatted as is. */

/** A range of days, both included: `14 – 20 de nov. de 2026`. */
export function formatDays(locale: Locale, start: string, finish: string): string {
  const format = new Intl.DateTimeFormat(languageTag(locale), {
    day: '2-digit',
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return format.formatRange(Date.parse(start), Date.parse(finish));
}

/** A day on an axis: `14/11`. */
export function formatAxisDay(locale: Locale, day: string): string {
  const format = new Intl.DateTimeFormat(languageTag(locale), { day: '2-digit', month: '2-digit', timeZone: 'UTC' });
  return format.format(Date.parse(day));
}

/** A day in a table or tooltip: `sáb., 14/11/2026`. */
export function formatWholeDay(locale: Locale, day: string): string {
  const format = new Intl.DateTimeFormat(languageTag(locale), {
    weekday: 'short',
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return format.format(Date.parse(day));
}

/** A time zone's UTC offset at a moment: `GMT-3`. */
export function formatZoneOffset(timezone: string, at: number): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: timezone, timeZoneName: 'shortOffset' }).formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

const MINUTE_MS = 60_000;

/**
 * The first moment, to the minute, for which `dayKey` returns this day; works even where midnight is skipped by
 * daylight saving.
 */
export function startOfDay(day: string, dayKey: (at: number) => string): number {
  // No zone is more than 14 hours from UTC.
  let before = Date.parse(day) - 15 * 60 * MINUTE_MS;
  let within = Date.parse(day) + 15 * 60 * MINUTE_MS;
  while (within - before > MINUTE_MS) {
    const middle = before + Math.floor((within - before) / 2 / MINUTE_MS) * MINUTE_MS;
    if (dayKey(middle) < day) before = middle;
    else within = middle;
  }
  return within;
}
