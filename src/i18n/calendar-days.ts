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
