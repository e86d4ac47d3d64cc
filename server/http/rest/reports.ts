import type { FastifyInstance } from 'fastify';
import { dashboardReport as call } from '../../../contract/rest/dashboard-report.ts';
import type { Services } from '../../domain/context.ts';
import { dashboardReport } from '../../domain/reports/reports.ts';
import { addActorCall } from './call.ts';

/** The dashboards' REST call; the others are GraphQL. */
export function addReports(app: FastifyInstance, services: Services): void {
  addActorCall(app, services, call, (body, actor) => dashboardReport(services, actor, body));
}
