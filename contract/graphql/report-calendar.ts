import * as z from 'zod/mini';
import { operation } from './operation.ts';

/** The calendar that reports count days in and lists show moments by: the company's time zone, and which day it is there now. */
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
