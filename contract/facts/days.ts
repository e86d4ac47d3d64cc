import { DAY_MS } from './day-ms.ts';

/* Calendar days, as `2026-11-20`. */

/** Whether it is a valid calendar day. The database has no year 0. */
export function isDay(text: string | null): text is string {
  if (text === null || !/^(?!0000)\d{4}-\d\d-\d\d$/u.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00.000Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** Number of days between the two, both included. */
export function daysOf(start: string, finish: string): number {
  return Math.round((Date.parse(finish) - Date.parse(start)) / DAY_MS) + 1;
}

/** The day so many days later (or earlier, if negative). */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Longest period of a report, in days: three years. */
export const REPORT_DAYS_MAX = 1_096;
/** Longest period of a sheet, in days. */
export const SHEET_DAYS_MAX = 366;

/** Whether a report may begin or end on this day: time zones aren't known beyond these bounds. */
export function isReportDay(day: string): boolean {
  return isDay(day) && day >= '2000-01-01' && day <= '2100-12-31';
}
