import type { ReportGroup } from '../../../contract/graphql/report-groups.ts';
import type { ReportTicket } from '../../../contract/graphql/report-tickets.ts';
import type { ReportNumbers } from '../../../contract/reports/numbers.ts';
import type { GroupsSheetBody, TicketsSheetBody } from '../../../contract/rest/report-sheets.ts';
import { withTenant } from '../../db/database.ts';
import { auditAction } from '../audit-action.ts';
import type { Actor, Services } from '../context.ts';
import { localTimeFormat } from '../local-time.ts';
import { reportCalendar } from './calendar.ts';
import { listGroups } from './groups.ts';
import { NO_NUMBERS, numbersBy } from './numbers.ts';
import { onSnapshot, parseChosen, requireChosen, requireReports, scopeOf } from './scope.ts';
import { everyTicketBehind } from './tickets.ts';

export type GroupRows = { groups: readonly ReportGroup[]; total: ReportNumbers };

/** A period's numbers by group and in total, for a sheet. Refuses as `groupNumbers` does; the export is audited. */
export async function groupSheetRows(services: Services, actor: Actor, query: GroupsSheetBody): Promise<GroupRows> {
  requireReports(actor);
  const { start_at, finish_at, group_by, format } = query;
  const period = { start_at, finish_at };
  const chosen = parseChosen(query);
  const rows = await onSnapshot(services, actor, async (tx) => {
    await requireChosen(tx, actor.tenantId, chosen);
    const scope = await scopeOf(tx, actor.tenantId, chosen, period);
    const groups = await listGroups(tx, scope, period, group_by);
    return { groups, total: (await numbersBy(tx, scope, null)).get('') ?? NO_NUMBERS };
  });
  await auditExport(services, actor, { sheet: `report_${group_by}`, start_at, finish_at, format });
  return rows;
}

/** Rows of a tickets' sheet; `wall` formats a wire timestamp in the company's time zone. */
export type TicketRows = { tickets: AsyncIterable<ReportTicket>; wall: (at: string) => string };

/** The tickets behind a number, for a sheet. Refuses as `ticketsBehind` does; the export is audited. */
export async function ticketSheetRows(services: Services, actor: Actor, query: TicketsSheetBody): Promise<TicketRows> {
  const { timezone } = await reportCalendar(services, actor);
  const chosen = parseChosen(query);
  await onSnapshot(services, actor, (tx) => requireChosen(tx, actor.tenantId, chosen));
  const { tickets, start_at, finish_at, format } = query;
  await auditExport(services, actor, { sheet: `report_tickets_${tickets}`, start_at, finish_at, format });
  return { tickets: everyTicketBehind(services, actor, query), wall: localTimeFormat(timezone) };
}

function auditExport(services: Services, actor: Actor, details: Record<string, unknown>): Promise<void> {
  return withTenant(services.db, actor.tenantId, (tx) => auditAction(tx, actor, { action: 'sheet.download', details }));
}
