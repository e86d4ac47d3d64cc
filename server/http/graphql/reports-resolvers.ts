import { reportCalendar } from '../../../contract/graphql/report-calendar.ts';
import { reportGroups } from '../../../contract/graphql/report-groups.ts';
import { reportLive } from '../../../contract/graphql/report-live.ts';
import { reportNumbers } from '../../../contract/graphql/report-numbers.ts';
import { reportOutcomes } from '../../../contract/graphql/report-outcomes.ts';
import { reportTickets } from '../../../contract/graphql/report-tickets.ts';
import { reportCalendar as calendar } from '../../domain/reports/calendar.ts';
import { groupNumbers } from '../../domain/reports/groups.ts';
import { liveNumbers } from '../../domain/reports/live.ts';
import { compareNumbers } from '../../domain/reports/reports.ts';
import { outcomesBehind, ticketsBehind } from '../../domain/reports/tickets.ts';
import { forActor } from './for-actor.ts';

/** The dashboards and reports. */
export const reportQueries = {
  ...forActor(reportCalendar, calendar),
  ...forActor(reportNumbers, compareNumbers),
  ...forActor(reportGroups, groupNumbers),
  ...forActor(reportTickets, ticketsBehind),
  ...forActor(reportOutcomes, outcomesBehind),
  ...forActor(reportLive, liveNumbers),
};
