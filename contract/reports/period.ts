import * as z from 'zod/mini';
import { REPORT_DAYS_MAX } from './metrics.ts';

const DAY_MS = 86_400_000;

/** A day of the company's calendar: `2026-11-20`. */
const daySchema = z.iso.date('error.report.date').check(
  // Beyond these no time zone is known.
  z.refine((day) => day >= '2000-01-01' && day <= '2100-12-31', 'error.report.date'),
);

/** The days of a report, both included; not longer than `REPORT_DAYS_MAX`. */
export const periodSchema = z.object({ start_at: daySchema, finish_at: daySchema }).check(
  z.refine(({ start_at, finish_at }) => start_at <= finish_at, { error: 'error.report.range', path: ['finish_at'] }),
  z.refine(({ start_at, finish_at }) => daysOf(start_at, finish_at) <= REPORT_DAYS_MAX, {
    error: 'error.report.tooLong',
    path: ['finish_at'],
  }),
);
export type Period = z.infer<typeof periodSchema>;

export const optionalDaySchema = z.optional(z.nullable(daySchema));

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
