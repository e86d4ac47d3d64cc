import { sql } from 'kysely';
import { withPlatform } from '../../db/database.ts';
import type { Database, Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';

/** Takes from the audit what it says of an erased customer and of those merged into them. Returns the ids of all. */
export async function eraseFromAudit(tx: Tx, tenantId: Id, customerId: Id): Promise<Id[]> {
  const { rows } = await sql<{ id: Id }>`
    with recursive same (id) as (
      select ${customerId}::text
      union
      select a.details->>'merged_id' from same join audit a on a.tenant_id = ${tenantId}
        and a.action = 'customer.merge' and a.subject = 'customer:' || same.id)
    select id from same where id is not null`.execute(tx);
  const ids = rows.map(({ id }) => id);
  const subjects = ids.map((id) => `customer:${id}`);
  await sql`
    update audit set details = '{}'
    where tenant_id = ${tenantId} and subject = any(${subjects}::text[]) and details <> '{}'`.execute(tx);
  await sql`
    update audit a set names = (select coalesce(jsonb_agg(n), '[]') from jsonb_array_elements(a.names) n
      where n->>'of' <> all(${subjects}::text[]))
    where a.tenant_id = ${tenantId} and exists (select from jsonb_array_elements(a.names) n
      where n->>'of' = any(${subjects}::text[]))`.execute(tx);
  return ids;
}

/** In place of a customer's events in the stream stands one that says nothing: positions have no gaps. */
export async function eraseFromStream(
  tx: Tx,
  tenantId: Id,
  { ids, numbers }: { ids: readonly Id[]; numbers: readonly string[] },
): Promise<void> {
  const { rows } = await sql<{ position: string; audience: string; at: string }>`
    delete from event e where e.tenant_id = ${tenantId} and (
      exists (select from unnest(${numbers}::text[]) as n (digits) where strpos(e.data::text, digits) > 0)
      or exists (select from jsonb_path_query(e.data::jsonb, '$.**.customer.id') v
        where v #>> '{}' = any (${ids}::text[]))
      or exists (select from jsonb_path_query(e.data::jsonb, '$.**.customer_id') v
        where v #>> '{}' = any (${ids}::text[]))
      or exists (select from jsonb_path_query(e.data::jsonb, '$.from.id') v where v #>> '{}' = any (${ids}::text[]))
      or exists (select from jsonb_path_query(e.data::jsonb, '$.**.chatTicket.id') v
        join chat_ticket t on t.tenant_id = ${tenantId} and t.id::text = v #>> '{}'
          and t.customer_id::text = any (${ids}::text[])))
    returning e.position::text as position, e.audience::text as audience, e.created_at::text as at`.execute(tx);
  await sql`
    insert into event (tenant_id, position, name, data, audience, created_at)
    select ${tenantId}, position, 'ListUpdated', '{"list":"customers"}', audience::jsonb, at::timestamptz
    from unnest(${rows.map(({ position }) => position)}::bigint[], ${rows.map(({ audience }) => audience)}::text[],
      ${rows.map(({ at }) => at)}::text[]) as gone (position, audience, at)`.execute(tx);
}

/** Deletes what was kept aside of a customer's. Afterwards: it has no tenant's rows. */
export async function eraseRejected(db: Database, tenantId: Id, numbers: readonly string[]): Promise<void> {
  await withPlatform(db, (tx) =>
    sql`
      delete from webhook_rejected where tenant_id = ${tenantId}
        and exists (select from unnest(${numbers}::text[]) as n (digits) where strpos(body, digits) > 0)`.execute(tx),
  );
}
