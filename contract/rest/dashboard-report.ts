import * as z from 'zod/mini';
import { reportNumbersSchema } from '../reports/numbers.ts';
import { periodChecks, periodShape } from '../reports/period.ts';
import { idSchema } from '../scalars.ts';
import { restCall } from './call.ts';

/** At most so many can be chosen one by one; none chosen are all. */
const CHOSEN_USERS_MAX = 5_000;

const chosenUsersSchema = z.optional(
  z.nullable(
    z.union(
      [
        z.array(z.string()).check(z.maxLength(CHOSEN_USERS_MAX, 'error.field.tooMany')),
        // In an address a list of one looks like the one itself.
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
 * The numbers of some days in the company's calendar, together and for each chosen user, by name.
 * Its input may also stand in the address.
 */
export const dashboardReport = restCall({
  method: 'POST',
  path: '/api/dashboard-report',
  body: dashboardReportBodySchema,
  answer: dashboardReportSchema,
});
