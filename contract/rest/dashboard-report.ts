import * as z from 'zod/mini';
import { REPORT_CHOSEN_MAX } from '../facts/metrics.ts';
import { reportNumbersSchema } from '../reports/numbers.ts';
import { periodChecks, periodShape } from '../reports/period.ts';
import { idSchema } from '../scalars.ts';
import { restCall } from './call.ts';

const chosenUsersSchema = z.optional(
  z.nullable(
    z.union(
      [
        z.array(z.string()).check(z.maxLength(REPORT_CHOSEN_MAX, 'error.field.tooMany')),
        // In a query string a list of one looks like a single value.
        z.string(),
      ],
      { error: 'error.field.invalid' },
    ),
  ),
);

export const dashboardReportBodySchema = z
  .object({ ...periodShape, selectedUsers: chosenUsersSchema })
  .check(...periodChecks);
export type DashboardReportBody = z.infer<typeof dashboardReportBodySchema>;

export const dashboardReportSchema = z.object({
  start_at: z.string(),
  finish_at: z.string(),
  totals: reportNumbersSchema,
  users: z.array(z.object({ id: idSchema, name: z.string(), numbers: reportNumbersSchema })),
});
export type DashboardReport = z.infer<typeof dashboardReportSchema>;

/**
 * The numbers of a period in the company's calendar, in total and for each chosen user, by name. Its input may also be
 * in the query string.
 */
export const dashboardReport = restCall({
  method: 'POST',
  path: '/api/dashboard-report',
  body: dashboardReportBodySchema,
  answer: dashboardReportSchema,
});
