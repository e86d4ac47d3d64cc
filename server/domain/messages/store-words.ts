import { sql } from 'kysely';
import { withTenant } from '../../db/database.ts';
import type { Database } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import { servedTenants } from '../pools.ts';

/** Messages whose words are stored in one transaction. */
const BATCH = 1_000;

/**
 * Backfills the words of older messages, each tenant's newest first in short transactions,
 * continuing where the last run stopped. Safe on several nodes. A tenant that fails is logged and left to the next run.
 */
export async function storeWords(services: Pick<Services, 'db' | 'log' | 'pools'>, batch = BATCH): Promise<void> {
  const { db, log } = services;
  for (const id of await servedTenants(services)) {
    try {
      while (await storeSome(db, id, batch));
    } catch (error) {
      log.warn(
        { err: error, tenant: id },
        'the words of a company’s old messages could not be stored; it will be retried',
      );
    }
  }
}

/** Stores the words of the next messages of a tenant; returns whether there were any. */
function storeSome(db: Database, tenantId: Id, batch: number): Promise<boolean> {
  return withTenant(db, tenantId, async (tx) => {
    const { rows: waiting } = await sql<{ before: Id }>`
      select before_id as before from message_word_backlog where tenant_id = ${tenantId} for update`.execute(tx);
    const before = waiting[0]?.before;
    if (before === undefined) return false;
    const { rows } = await sql<{ first: Id | null }>`
      with old as materialized (
        select m.id, m.customer_id, m.instance_id, m.tag_type, concat_ws(' ', m.body, m.document_name) as said
        from message m where m.tenant_id = ${tenantId} and m.id < ${before} order by m.id desc limit ${batch}),
      stored as (
        insert into message_word (tenant_id, word, message_id, customer_id, instance_id)
        select ${tenantId}, word, old.id, old.customer_id, old.instance_id
        from old cross join lateral words_of(old.said) as word
        where old.tag_type is distinct from 'reaction'
        on conflict do nothing)
      select min(old.id) as first from old`.execute(tx);
    const first = rows[0]?.first ?? null;
    if (first === null) {
      await sql`delete from message_word_backlog where tenant_id = ${tenantId}`.execute(tx);
      return false;
    }
    await sql`update message_word_backlog set before_id = ${first} where tenant_id = ${tenantId}`.execute(tx);
    return true;
  });
}
