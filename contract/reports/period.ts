import * as z from 'zod/mini';
import { REPORT_DAYS_MAX, daysOf, isReportDay } from '../facts/days.ts';

/** A day of the company's calendar, as `2026-11-20`. */
const daySchema = z.string('error.report.date').check(z.refine(isReportDay, 'error.report.date'));

/** The days of a report, both included. */
export const periodShape = { start_at: daySchema, finish_at: daySchema };

type Days = { start_at: string; finish_at: string };

/** In order, and no longer than `REPORT_DAYS_MAX`. */
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

/** Restricts numbers to chosen users, departments and instances. */
export type ReportFilter = {
  user_ids?: readonly string[] | null | undefined;
  department_ids?: readonly string[] | null | undefined;
  instance_ids?: readonly string[] | null | undefined;
};
