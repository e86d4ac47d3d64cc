import { reportGroups } from '../../../contract/graphql/report-groups.ts';
import type { ReportGroupPage, ReportGroupsVariables } from '../../../contract/graphql/report-groups.ts';
import { reportTickets } from '../../../contract/graphql/report-tickets.ts';
import type { ReportTicketPage, ReportTicketsVariables } from '../../../contract/graphql/report-tickets.ts';
import { dashboardReport } from '../../../contract/rest/dashboard-report.ts';
import type { Person, World } from '../../support/attendance.ts';

export type ReportCalls = ReturnType<typeof reportCalls>;

/** The reports' calls at the wire. */
export function reportCalls(world: World) {
  return {
    groups: async (who: Person, variables: ReportGroupsVariables): Promise<ReportGroupPage> =>
      (await world.call(who, reportGroups, variables)).reportGroups,

    behind: async (who: Person, variables: ReportTicketsVariables): Promise<ReportTicketPage> =>
      (await world.call(who, reportTickets, variables)).reportTickets,

    /** The REST report, asked in the body or in the address. */
    async post(who: Person, body: unknown, query = ''): Promise<{ status: number; body: unknown }> {
      const response = await fetch(`${world.url}${dashboardReport.path}${query}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${who.token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: await response.json() };
    },
  };
}
