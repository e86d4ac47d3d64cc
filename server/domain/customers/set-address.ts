import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';

/** Changes a customer's number, unless another customer has it. An additional number of theirs becomes their main one. */
export async function setAddress(tx: Tx, tenantId: Id, id: Id, address: string): Promise<void> {
  await sql`
    with changed as (
      update customer set phone_number = ${address},
        name = case when name = phone_number then ${address} else name end
      where tenant_id = ${tenantId} and id = ${id}
        and not exists (select from customer o where o.tenant_id = ${tenantId} and o.phone_number = ${address})
        and not exists (select from customer_number o
          where o.tenant_id = ${tenantId} and o.address = ${address} and o.customer_id <> ${id})
      returning id),
    extra as (
      delete from customer_number n using changed
      where n.tenant_id = ${tenantId} and n.address = ${address} and n.customer_id = changed.id)
    update chat_ticket t set last_received_from = null from changed
    where t.tenant_id = ${tenantId} and t.customer_id = changed.id and t.last_received_from = ${address}`.execute(tx);
}
