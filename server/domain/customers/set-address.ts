import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';

/**
 * Changes a customer's number, unless another customer has it; returns whether it changed. An additional number of
 * theirs becomes their main one.
 */
export async function setAddress(tx: Tx, tenantId: Id, id: Id, address: string): Promise<boolean> {
  // Before the change: what finds the customer by an additional number goes with it, by their main one comes after it.
  await sql`delete from customer_number where tenant_id = ${tenantId} and customer_id = ${id} and address = ${address}
    and not exists (select from customer o where o.tenant_id = ${tenantId} and o.phone_number = ${address})`.execute(
    tx,
  );
  const { rows } = await sql`
    with changed as (
      update customer set phone_number = ${address},
        name = case when name = phone_number then ${address} else name end
      where tenant_id = ${tenantId} and id = ${id}
        and not exists (select from customer o where o.tenant_id = ${tenantId} and o.phone_number = ${address})
        and not exists (select from customer_number o
          where o.tenant_id = ${tenantId} and o.address = ${address} and o.customer_id <> ${id})
      returning id),
    own as (
      update chat_ticket t set last_received_from = null from changed
      where t.tenant_id = ${tenantId} and t.customer_id = changed.id and t.last_received_from = ${address})
    select from changed`.execute(tx);
  return rows.length > 0;
}
