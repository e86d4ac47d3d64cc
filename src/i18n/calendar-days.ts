import { languageTag, type Locale } from './locale.ts';

/* Days of a calendar, as `2026-11-20`, and the zone they are counted in. A day has no time zone: it is written as it stands. */

/** From one day to another, both included: `14 – 20 de nov. de 2026`. */
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

/** A day in a table or beside the pointer: `sáb., 14/11/2026`. */
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

/** How far a time zone is from Greenwich at a moment: `GMT-3`. */
export function formatZoneOffset(timezone: string, at: number): string {
  const parts = new Intl.DateTimeFormat('en', { timeZone: timezone, timeZoneName: 'shortOffset' }).formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

const MINUTE_MS = 60_000;

/** The moment at which a day begins where `dayKey` says which day it is, to the minute: also where its midnight is skipped. */
export function startOfDay(day: string, dayKey: (at: number) => string): number {
  // No place is further from Greenwich than 14 hours.
  let before = Date.parse(day) - 15 * 60 * MINUTE_MS;
  let within = Date.parse(day) + 15 * 60 * MINUTE_MS;
  while (within - before > MINUTE_MS) {
    const middle = before + Math.floor((within - before) / 2 / MINUTE_MS) * MINUTE_MS;
    if (dayKey(middle) < day) before = middle;
    else within = middle;
  }
  return within;
}
