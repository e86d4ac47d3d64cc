import type { ReportGroupsVariables } from '../../../contract/graphql/report-groups.ts';
import type { ReportLiveVariables } from '../../../contract/graphql/report-live.ts';
import type { ReportNumbersVariables } from '../../../contract/graphql/report-numbers.ts';
import type { ReportTicketsVariables } from '../../../contract/graphql/report-tickets.ts';
import { reportCalendar } from '../../domain/reports/calendar.ts';
import { groupNumbers } from '../../domain/reports/groups.ts';
import { liveNumbers } from '../../domain/reports/live.ts';
import { compareNumbers } from '../../domain/reports/reports.ts';
import { ticketsBehind } from '../../domain/reports/tickets.ts';
import { forActor } from './for-actor.ts';

/** The dashboards and reports. */
export const reportQueries = {
  reportCalendar: forActor<Record<string, never>, unknown>(reportCalendar),
  reportNumbers: forActor<ReportNumbersVariables, unknown>(compareNumbers),
  reportGroups: forActor<ReportGroupsVariables, unknown>(groupNumbers),
  reportTickets: forActor<ReportTicketsVariables, unknown>(ticketsBehind),
  reportLive: forActor<ReportLiveVariables, unknown>(liveNumbers),
};
