import type { ReportGroup } from '../../../contract/graphql/report-groups.ts';
import type { ReportTicket } from '../../../contract/graphql/report-tickets.ts';
import type { ReportNumbers } from '../../../contract/reports/numbers.ts';
import type { GroupsSheetBody, TicketsSheetBody } from '../../../contract/rest/report-sheets.ts';
import { withTenant } from '../../db/database.ts';
import { auditDeed } from '../audit-across.ts';
import type { Actor, Services } from '../context.ts';
import { wallClockOf } from '../wall-clock.ts';
import { reportCalendar } from './calendar.ts';
import { listGroups } from './groups.ts';
import { NO_NUMBERS, numbersBy } from './numbers.ts';
import { onSnapshot, parseChosen, requireChosen, requireReports, scopeOf } from './scope.ts';
import { everyTicketBehind } from './tickets.ts';

export type GroupRows = { groups: readonly ReportGroup[]; total: ReportNumbers };

/** The numbers of some days by group and together, for a sheet. Refuses as `groupNumbers`; the download is written down. */
export async function groupSheetRows(services: Services, actor: Actor, asked: GroupsSheetBody): Promise<GroupRows> {
  requireReports(actor);
  const { start_at, finish_at, group_by, format } = asked;
  const period = { start_at, finish_at };
  const chosen = parseChosen(asked);
  const rows = await onSnapshot(services, actor, async (tx) => {
    await requireChosen(tx, actor.tenantId, chosen);
    const scope = await scopeOf(tx, actor.tenantId, chosen, period);
    const groups = await listGroups(tx, scope, period, group_by);
    return { groups, total: (await numbersBy(tx, scope, null)).get('') ?? NO_NUMBERS };
  });
  await writeDown(services, actor, { sheet: `report_${group_by}`, start_at, finish_at, format });
  return rows;
}

/** A ticket of a sheet: `wall` writes a moment of the wire as the company's wall clock shows it. */
export type TicketRows = { tickets: AsyncIterable<ReportTicket>; wall: (at: string) => string };

/** The tickets behind a number, for a sheet. Refuses as `ticketsBehind`; the download is written down. */
export async function ticketSheetRows(services: Services, actor: Actor, asked: TicketsSheetBody): Promise<TicketRows> {
  const { timezone } = await reportCalendar(services, actor);
  const chosen = parseChosen(asked);
  await onSnapshot(services, actor, (tx) => requireChosen(tx, actor.tenantId, chosen));
  const { tickets, start_at, finish_at, format } = asked;
  await writeDown(services, actor, { sheet: `report_tickets_${tickets}`, start_at, finish_at, format });
  return { tickets: everyTicketBehind(services, actor, asked), wall: wallClockOf(timezone) };
}

function writeDown(services: Services, actor: Actor, details: Record<string, unknown>): Promise<void> {
  return withTenant(services.db, actor.tenantId, (tx) => auditDeed(tx, actor, { action: 'sheet.download', details }));
}
