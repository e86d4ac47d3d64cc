import { sql } from 'kysely';
import type { ReportCalendar } from '../../../contract/graphql/report-calendar.ts';
import { withTenant } from '../../db/database.ts';
import type { Actor, Services } from '../context.ts';

/** The company's time zone and current day, for any user: every list formats times with it. */
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
