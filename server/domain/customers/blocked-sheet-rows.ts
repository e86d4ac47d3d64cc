import { sql } from 'kysely';
import type { BodyOf } from '../../../contract/rest/call.ts';
import type { blockedSheet } from '../../../contract/rest/blocked-contacts.ts';
import { withTenant } from '../../db/database.ts';
import { auditAction } from '../audit-action.ts';
import type { Actor, Services } from '../context.ts';
import { localTimeFormat } from '../local-time.ts';
import { reportCalendar } from '../reports/calendar.ts';
import { wireTime } from '../views/json.ts';
import { blockedSource, requireBlockingPermission } from './blocked-contacts.ts';
import { customerAt } from './customer-numbers.ts';

/** A blocked number of a sheet. */
export type SheetBlocked = {
  phone: string;
  customer: string | null;
  reason: string | null;
  by: string | null;
  at: string;
};

export type BlockedRows = { rows: AsyncIterable<SheetBlocked>; wall: (at: string) => string };

/** Rows read at once. */
const PART = 1_000;

/** The blocked numbers as they are listed, for a sheet. Refuses as the list does; the export is audited. */
export async function blockedRows(
  services: Services,
  actor: Actor,
  { search }: Pick<BodyOf<typeof blockedSheet>, 'search'>,
): Promise<BlockedRows> {
  requireBlockingPermission(actor);
  const { tenantId } = actor;
  const { timezone } = await reportCalendar(services, actor);
  await withTenant(services.db, tenantId, (tx) =>
    auditAction(tx, actor, { action: 'sheet.download', details: { sheet: 'blocked' } }),
  );
  const source = blockedSource(tenantId, search ?? '');
  async function* rows(): AsyncGenerator<SheetBlocked> {
    for (let after: { moment: string; phone: string } | undefined; ;) {
      const isBehind =
        after === undefined
          ? sql`true`
          : sql`(b.created_at, b.address) < (${after.moment}::text::timestamptz, ${after.phone})`;
      const { rows: part } = await withTenant(services.db, tenantId, (tx) =>
        sql<SheetBlocked & { moment: string }>`
          select page.address as phone, c.name as customer, page.reason, u.name as by,
            ${sql.raw(wireTime('page.created_at'))} as at, page.created_at::text as moment
          from (select b.* ${source} and ${isBehind} order by b.created_at desc, b.address desc limit ${PART}) page
          left join app_user u on u.tenant_id = page.tenant_id and u.id = page.blocked_by
          left join customer c on c.tenant_id = page.tenant_id and c.id = ${customerAt(tenantId, sql`page.address`)}
          order by page.created_at desc, page.address desc`.execute(tx),
      );
      yield* part;
      if (part.length < PART) return;
      after = part.at(-1);
    }
  }
  return { rows: rows(), wall: localTimeFormat(timezone) };
}
