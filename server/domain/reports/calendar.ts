import { sql } from 'kysely';
import type { ReportCalendar } from '../../../contract/graphql/report-calendar.ts';
import { withTenant } from '../../db/database.ts';
import type { Actor, Services } from '../context.ts';

/** The time zone of the actor's company and which day it is there, for whoever is logged in: every list shows moments by it. */
export async function reportCalendar(services: Services, actor: Actor): Promise<ReportCalendar> {
  return withTenant(services.db, actor.tenantId, async (tx) => {
    const { rows } = await sql<ReportCalendar>`
      select timezone, to_char(${services.now()}::timestamptz at time zone timezone, 'YYYY-MM-DD') as today
      from tenant where id = ${actor.tenantId}`.execute(tx);
    const [calendar] = rows;
    if (calendar === undefined) throw new Error(`Tenant ${actor.tenantId} is not there`);
    return calendar;
  });
}
