import { sql } from 'kysely';
import { changeTenant } from '../../db/change.ts';
import type { Change } from '../../db/change.ts';
import { withPlatform, withTenant } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import { isServedId } from '../pools.ts';

/** Most waits published in one change, as it locks the company's row; more only if they are due at the same moment. */
const AT_ONCE = 200;

type Waited = { ticketId: Id; customerId: Id; minutes: number };

/**
 * Tells the streams of companies whose rules want to know it that customers have waited so long, each wait once: safe on several nodes.
 * Not those who had waited so long before a rule wanted to know it. Returns how many.
 */
export async function tellWaits(services: Pick<Services, 'db' | 'now' | 'log' | 'pools'>): Promise<number> {
  const { db, log } = services;
  const tenants = await withPlatform(db, async (tx) => {
    const { rows } = await sql<{ id: Id }>`
      select c.tenant_id as id from rule_cursor c join tenant t on t.id = c.tenant_id
      where c.waits <> '{}' and t.deleted_at is null and ${isServedId(services, 'c.tenant_id')}`.execute(tx);
    return rows.map(({ id }) => id);
  });
  let count = 0;
  for (const tenantId of tenants) {
    try {
      count += await tellWaitsOf(services, tenantId);
    } catch (error) {
      log.warn({ err: error, tenant: tenantId }, 'rules could not be told who waits; retrying');
    }
  }
  return count;
}

async function tellWaitsOf({ db, now }: Pick<Services, 'db' | 'now'>, tenantId: Id): Promise<number> {
  let count = 0;
  while (await isAnyDue({ db, now }, tenantId))
    count += await changeTenant(db, tenantId, (change) => tell(change, now()));
  return count;
}

/** Whether there is somebody to tell of; if not, that is noted, without the company's lock. */
function isAnyDue({ db, now }: Pick<Services, 'db' | 'now'>, tenantId: Id): Promise<boolean> {
  const at = now();
  return withTenant(db, tenantId, async (tx) => {
    const { rows } = await sql`${dueAt(tenantId, at)} limit 1`.execute(tx);
    if (rows.length > 0) return true;
    await sql`update rule_cursor set waited_to = greatest(waited_to, ${at}) where tenant_id = ${tenantId}`.execute(tx);
    return false;
  });
}

async function tell({ tx, tenantId, note }: Change, at: Date): Promise<number> {
  const { rows } = await sql<Waited>`
    with due as (${dueAt(tenantId, at)} order by over_at fetch first ${AT_ONCE} rows with ties),
      told as (
        update rule_cursor set waited_to = case when (select count(*) from due) < ${AT_ONCE}
          then greatest(waited_to, ${at}) else (select max(over_at) from due) end
        where tenant_id = ${tenantId})
    select ticket_id as "ticketId", customer_id as "customerId", minutes from due order by over_at, ticket_id`.execute(
    tx,
  );
  for (const { ticketId, customerId, minutes } of rows)
    note('TicketWaited', { customer: { id: customerId }, chatTicket: { id: ticketId }, minutes });
  return rows.length;
}

/** SQL: waits that ended by a moment, and after those already noted in the stream. */
function dueAt(tenantId: Id, at: Date) {
  const lasts = sql`make_interval(mins => w.minutes)`;
  return sql`
    select t.id as ticket_id, t.customer_id, w.minutes, t.waiting_since + ${lasts} as over_at
    from rule_cursor c
    cross join lateral unnest(c.waits) as w (minutes)
    join chat_ticket t on t.tenant_id = ${tenantId} and t.finished_at is null and t.flow_run_id is null
      and t.waiting_since > c.waited_to - ${lasts} and t.waiting_since <= ${at}::timestamptz - ${lasts}
    where c.tenant_id = ${tenantId}`;
}
