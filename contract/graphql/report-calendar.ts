import * as z from 'zod/mini';
import { operation } from './operation.ts';

/** The company's time zone and its current day, which reports and lists use. */
export const reportCalendarSchema = z.object({ timezone: z.string(), today: z.string() });
export type ReportCalendar = z.infer<typeof reportCalendarSchema>;

export const reportCalendar = operation<Record<string, never>, { reportCalendar: ReportCalendar }>(
  'reportCalendar',
  'query reportCalendar { reportCalendar { timezone today } }',
  z.object({ reportCalendar: reportCalendarSchema }),
);

export const reportCalendarSdl = /* GraphQL */ `
  type ReportCalendar {
    timezone: String!
    today: String!
  }
  extend type Query {
    reportCalendar: ReportCalendar!
  }
`;
