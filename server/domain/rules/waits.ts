import { sql } from 'kysely';
import { changeTenant } from '../../db/change.ts';
import type { Change } from '../../db/change.ts';
import { withPlatform, withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import { isServedId } from '../pools.ts';

/** Most that are told of in one change, as it locks the company's row. */
const AT_ONCE = 200;

type Waited = { ticketId: Id; customerId: Id; minutes: number; since: Date };

/**
 * Tells the streams of companies whose rules want to know it that customers have waited so long, each wait once: safe on several nodes.
 * Returns how many.
 */
export async function tellWaits(services: Pick<Services, 'db' | 'now' | 'log' | 'pools'>): Promise<number> {
  const { db, now, log } = services;
  const tenants = await withPlatform(db, async (tx) => {
    const { rows } = await sql<{ id: Id }>`
      select c.tenant_id as id from rule_cursor c join tenant t on t.id = c.tenant_id
      where c.waits <> '{}' and t.deleted_at is null and ${isServedId(services, 'c.tenant_id')}`.execute(tx);
    return rows.map(({ id }) => id);
  });
  let count = 0;
  for (const tenantId of tenants) {
    const due = await withTenant(db, tenantId, (tx) => dueWaits(tx, tenantId, now()));
    if (due.length === 0) continue;
    count += await changeTenant(db, tenantId, (change) => tell(change, now())).catch((error: unknown) => {
      log.warn({ err: error, tenant: tenantId }, 'rules could not be told who waits; retrying');
      return 0;
    });
  }
  return count;
}

async function tell(change: Change, now: Date): Promise<number> {
  const { tx, tenantId } = change;
  const due = await dueWaits(tx, tenantId, now);
  for (const { ticketId, customerId, minutes, since } of due) {
    await sql`
      insert into rule_wait (tenant_id, ticket_id, minutes, since) values (${tenantId}, ${ticketId}, ${minutes}, ${since})
      on conflict (tenant_id, ticket_id, minutes) do update set since = excluded.since`.execute(tx);
    change.note('TicketWaited', { customer: { id: customerId }, chatTicket: { id: ticketId }, minutes });
  }
  return due.length;
}

async function dueWaits(tx: Tx, tenantId: Id, now: Date): Promise<Waited[]> {
  const { rows } = await sql<Waited>`
    select t.id as "ticketId", t.customer_id as "customerId", w.minutes, t.waiting_since as since
    from rule_cursor c
    cross join lateral unnest(c.waits) as w (minutes)
    join chat_ticket t on t.tenant_id = ${tenantId} and t.finished_at is null
      and t.waiting_since <= ${now}::timestamptz - make_interval(mins => w.minutes)
    where c.tenant_id = ${tenantId} and not exists (select from rule_wait told where told.tenant_id = ${tenantId}
      and told.ticket_id = t.id and told.minutes = w.minutes and told.since = t.waiting_since)
    order by t.waiting_since, t.id, w.minutes limit ${AT_ONCE}`.execute(tx);
  return rows;
}
