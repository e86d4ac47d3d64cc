import type { FastifyInstance } from 'fastify';
import { dashboardReport as call } from '../../../contract/rest/dashboard-report.ts';
import { groupsSheet, ticketsSheet } from '../../../contract/rest/report-sheets.ts';
import type { Services } from '../../domain/context.ts';
import { parseInput } from '../../domain/input.ts';
import { groupSheetRows, ticketSheetRows } from '../../domain/reports/report-sheet-rows.ts';
import { dashboardReport } from '../../domain/reports/reports.ts';
import { groupsSheetOf, ticketsSheetOf } from '../../sheets/report-sheets.ts';
import { actorOf } from '../request.ts';
import { addActorCall, inTurn } from './call.ts';
import { DOWNLOAD } from './sheet-reply.ts';
import type { SendSheet } from './sheet-reply.ts';

/** The dashboards' REST call and downloads; the others are GraphQL. */
export function addReports(app: FastifyInstance, services: Services, send: SendSheet): void {
  addActorCall(app, services, call, (body, actor) => dashboardReport(services, actor, body), { weight: 'heavy' });

  app.post(groupsSheet.path, DOWNLOAD, async (request, reply) => {
    const { actor, sheet, chosen } = await inTurn(services, { request, reply }, 'heavy', async () => {
      const actor = await actorOf(services, request);
      const body = parseInput(groupsSheet.body, request.body);
      const { format, locale, group_by, start_at, finish_at } = body;
      const created = groupsSheetOf(await groupSheetRows(services, actor, body), group_by, locale);
      return {
        actor,
        sheet: created,
        chosen: { format, locale, fileName: `${created.fileName}-${start_at}-${finish_at}` },
      };
    });
    return send(reply, actor, sheet, chosen);
  });

  app.post(ticketsSheet.path, DOWNLOAD, async (request, reply) => {
    const { actor, sheet, chosen } = await inTurn(services, { request, reply }, 'heavy', async () => {
      const actor = await actorOf(services, request);
      const body = parseInput(ticketsSheet.body, request.body);
      const { format, locale, start_at, finish_at } = body;
      const created = ticketsSheetOf(await ticketSheetRows(services, actor, body));
      const days = [start_at, finish_at].filter((day) => day !== null && day !== undefined);
      return { actor, sheet: created, chosen: { format, locale, fileName: [created.fileName, ...days].join('-') } };
    });
    return send(reply, actor, sheet, chosen);
  });
}
