import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { MESSAGE_LIMIT_WARNINGS } from '../../../contract/facts/limits.ts';
import type { MessageLimit } from '../../../contract/graphql/message-limit.ts';
import type { Change } from '../../db/change.ts';
import { withTenant } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Actor, Services } from '../context.ts';
import { DomainError } from '../errors.ts';
import { requireAdmin } from '../permissions.ts';

type Sending = Pick<Change, 'tx' | 'tenantId' | 'append'>;

/** SQL: the limit that a send from instance `i` counts towards; null for none. */
export const MONTHLY_LIMIT = sql<number | null>`
  (select limited.message_limit from tenant limited where limited.id = i.tenant_id and not i.is_unlimited)`;

/**
 * Messages that the company sent in its current month, without those of unlimited instances: one counter an instance,
 * however many messages.
 */
export function sentThisMonth(tenantId: Id, now: Date): RawBuilder<number> {
  return sql<number>`(select coalesce(sum(counter.sent), 0)::integer
    from tenant counted
    join message_month counter on counter.tenant_id = counted.id
      and counter.month = date_trunc('month', ${now}::timestamptz at time zone counted.timezone)::date
    join instance i on i.tenant_id = counter.tenant_id and i.id = counter.instance_id and not i.is_unlimited
    where counted.id = ${tenantId})`;
}

/**
 * Whether one more message may be sent this month. A change locks its company, so only one takes the last, and the
 * one message that reaches a threshold notifies the administrators.
 */
async function isWithin(sending: Sending, limit: number, now: Date): Promise<boolean> {
  const sent = await countSent(sending, now);
  tellReached(sending, { limit, sent, more: 1 });
  return sent < limit;
}

/** Notifies the administrators if so many more messages reach a threshold. */
export function tellReached(
  { append }: Pick<Sending, 'append'>,
  { limit, sent, more }: { limit: number; sent: number; more: number },
): void {
  const isReached = (threshold: number) => sent < threshold && threshold <= sent + more;
  if (MESSAGE_LIMIT_WARNINGS.some((percent) => isReached(thresholdOf(limit, percent))))
    append('ListUpdated', { list: 'message_limit' }, { to: 'users', userIds: [], admins: true });
}

export async function countSent({ tx, tenantId }: Pick<Sending, 'tx' | 'tenantId'>, now: Date): Promise<number> {
  const { rows } = await sql<{ sent: number }>`select ${sentThisMonth(tenantId, now)} as sent`.execute(tx);
  return rows[0]?.sent ?? 0;
}

function thresholdOf(limit: number, percent: number): number {
  return Math.ceil((limit * percent) / 100);
}

/** How much of the month's messages the company has sent; null without a limit. For administrators. */
export function messageLimit(services: Services, actor: Actor): Promise<MessageLimit | null> {
  requireAdmin(actor);
  const { tenantId } = actor;
  const now = services.now();
  return withTenant(services.db, tenantId, async (tx) => {
    const { rows } = await sql<{ month: string; sent: number; limit: number | null }>`
      select to_char(${now}::timestamptz at time zone t.timezone, 'YYYY-MM') as month, t.message_limit as limit,
        ${sentThisMonth(tenantId, now)} as sent
      from tenant t where t.id = ${tenantId}`.execute(tx);
    const [used] = rows;
    if (used === undefined || used.limit === null) return null;
    const { month, sent, limit } = used;
    const reached = MESSAGE_LIMIT_WARNINGS.filter((percent) => sent >= thresholdOf(limit, percent));
    return { month, sent, limit, percent: Math.max(0, ...reached) };
  });
}

/** Refuses a message beyond the monthly limit, and says the limit. */
export async function requireWithinMonthlyLimit(sending: Sending, limit: number | null, now: Date): Promise<void> {
  if (limit !== null && !(await isWithin(sending, limit, now))) throw beyond(limit);
}

/** The same check without sending, so no threshold is reached. */
export async function requireRoomThisMonth(
  change: Pick<Sending, 'tx' | 'tenantId'>,
  limit: number | null,
  now: Date,
): Promise<void> {
  if (limit !== null && (await countSent(change, now)) >= limit) throw beyond(limit);
}

function beyond(limit: number): DomainError {
  return new DomainError('CONFLICT', 'error.message.monthlyLimit', { params: { max: limit } });
}

/** Whether an automatic message can go out from the instance: it has a channel, and is within the monthly limit. */
export async function mayStillSend(sending: Sending, instanceId: Id, now: Date): Promise<boolean> {
  const { rows } = await sql<{ limit: number | null }>`select ${MONTHLY_LIMIT} as limit from instance i
    where i.tenant_id = ${sending.tenantId} and i.id = ${instanceId}
      and (i.is_official or i.provider = 'evolution')`.execute(sending.tx);
  const [row] = rows;
  if (row === undefined) return false;
  const { limit } = row;
  return limit === null || isWithin(sending, limit, now);
}
