import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Change } from '../../db/change.ts';
import type { Id } from '../../db/tables.ts';
import { DomainError } from '../errors.ts';

type Sending = Pick<Change, 'tx' | 'tenantId'>;

/** The limit that a send from instance `i` counts for, as a column; null for none. */
export const MONTHLY_LIMIT = sql<number | null>`
  (select limited.message_limit from tenant limited where limited.id = i.tenant_id and not i.is_unlimited)`;

/** Messages that the company sent since its current month began, without those of unlimited instances. */
export function sentThisMonth(tenantId: Id, now: Date): RawBuilder<number> {
  return sql<number>`(select coalesce(sum(tally.sent), 0)::integer
    from tenant counted
    join message_tally tally on tally.tenant_id = counted.id and tally.slot >=
      date_trunc('month', ${now}::timestamptz at time zone counted.timezone) at time zone counted.timezone
    join instance i on i.tenant_id = tally.tenant_id and i.id = tally.instance_id and not i.is_unlimited
    where counted.id = ${tenantId})`;
}

/** Whether one more message may be sent this month. A change holds its company, so no two take the last one. */
async function isWithin({ tx, tenantId }: Sending, limit: number, now: Date): Promise<boolean> {
  const { rows } = await sql<{ sent: number }>`select ${sentThisMonth(tenantId, now)} as sent`.execute(tx);
  return (rows[0]?.sent ?? 0) < limit;
}

/** Refuses a message beyond the monthly limit, and says the limit. */
export async function requireWithinMonthlyLimit(sending: Sending, limit: number | null, now: Date): Promise<void> {
  if (limit === null || (await isWithin(sending, limit, now))) return;
  throw new DomainError('CONFLICT', 'error.message.monthlyLimit', { params: { max: limit } });
}

/** Whether an automatic message from the instance is within the monthly limit. */
export async function mayStillSend(sending: Sending, instanceId: Id, now: Date): Promise<boolean> {
  const { rows } = await sql<{ limit: number | null }>`select ${MONTHLY_LIMIT} as limit from instance i
    where i.tenant_id = ${sending.tenantId} and i.id = ${instanceId}`.execute(sending.tx);
  const limit = rows[0]?.limit ?? null;
  return limit === null || isWithin(sending, limit, now);
}
