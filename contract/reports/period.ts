import * as z from 'zod/mini';
import { REPORT_DAYS_MAX } from './metrics.ts';

const DAY_MS = 86_400_000;

/** A day of the company's calendar: `2026-11-20`. */
const daySchema = z.string('error.report.date').check(
  z.refine(isDay, 'error.report.date'),
  // Beyond these no time zone is known.
  z.refine((day) => day >= '2000-01-01' && day <= '2100-12-31', 'error.report.date'),
);

/** The days of a report, both included. */
export const periodShape = { start_at: daySchema, finish_at: daySchema };

type Days = { start_at: string; finish_at: string };

/** That they are in their order, and not more than `REPORT_DAYS_MAX`. */
export const periodChecks = [
  z.refine<Days>(({ start_at, finish_at }) => start_at <= finish_at, {
    error: 'error.report.range',
    path: ['finish_at'],
  }),
  z.refine<Days>(({ start_at, finish_at }) => daysOf(start_at, finish_at) <= REPORT_DAYS_MAX, {
    error: 'error.report.tooLong',
    path: ['finish_at'],
  }),
] as const;

export const periodSchema = z.object(periodShape).check(...periodChecks);
export type Period = z.infer<typeof periodSchema>;

export const optionalDaySchema = z.optional(z.nullable(daySchema));

/** Whether it is a day that is in the calendar. */
function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00.000Z`);
  return /^\d{4}-\d\d-\d\d$/u.test(text) && !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** How many days from one to the other, both counted. */
export function daysOf(startAt: string, finishAt: string): number {
  return Math.round((Date.parse(finishAt) - Date.parse(startAt)) / DAY_MS) + 1;
}

/** So many days later, or earlier. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Whose numbers: all, or those of the chosen ones. */
export type ReportFilter = {
  user_ids?: readonly string[] | null | undefined;
  department_ids?: readonly string[] | null | undefined;
  instance_ids?: readonly string[] | null | undefined;
};
