import { sql } from 'kysely';
import { withTenant } from '../../db/database.ts';
import type { Database } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import { servedTenants } from '../pools.ts';

/** Tickets in one transaction. */
const BATCH = 500;

/**
 * Stores the events of tickets from before conversations had any: of each tenant in short transactions, from where the
 * last run stopped. Safe on several nodes. A tenant that fails is logged and left to the next run.
 */
export async function backfillThreadEvents(
  services: Pick<Services, 'db' | 'log' | 'pools'>,
  batch = BATCH,
): Promise<void> {
  const { db, log } = services;
  for (const id of await servedTenants(services)) {
    try {
      while (await backfillSome(db, id, batch));
    } catch (error) {
      log.warn({ err: error, tenant: id }, 'a tenant’s old tickets got no events; it will be retried');
    }
  }
}

/** Stores the events of a tenant's next tickets; returns whether there were any. */
function backfillSome(db: Database, tenantId: Id, batch: number): Promise<boolean> {
  return withTenant(db, tenantId, async (tx) => {
    await sql`insert into conversation_past (tenant_id) values (${tenantId}) on conflict do nothing`.execute(tx);
    const { rows } = await sql<{ done: Id; next: Id | null }>`
      select p.told_ticket as done, (select max(pending.id) from (select t.id from chat_ticket t
        where t.tenant_id = ${tenantId} and t.id > p.told_ticket order by t.id limit ${batch}) pending) as next
      from conversation_past p where p.tenant_id = ${tenantId} for update of p`.execute(tx);
    const [row] = rows;
    if (row === undefined || row.next === null) return false;
    const first = BigInt(row.done) + 1n;
    await sql`select recount_conversation_events(${tenantId}, ${first.toString()}, ${row.next})`.execute(tx);
    await sql`update conversation_past set told_ticket = ${row.next} where tenant_id = ${tenantId}`.execute(tx);
    return true;
  });
}
