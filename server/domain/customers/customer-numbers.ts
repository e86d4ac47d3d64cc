import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';

/** A value, or a placeholder of a prepared statement. */
type Given = string | RawBuilder<unknown>;

/**
 * SQL: the id of the customer whose number or user id an address is, a main or an additional one; null if nobody's. As
 * one subquery: under row-level security nothing compared with a bare `coalesce` is looked up by an index.
 */
export function customerAt(tenantId: Given, address: Given): RawBuilder<Id | null> {
  return sql<Id | null>`(select coalesce(
    (select main.id from customer main where main.tenant_id = ${tenantId} and main.phone_number = ${address}),
    (select extra.customer_id from customer_number extra
      where extra.tenant_id = ${tenantId} and extra.address = ${address}),
    (select hidden.id from customer hidden
      where hidden.tenant_id = ${tenantId} and hidden.provider_user_id = ${address})))`;
}

/** The id of the customer whose number or user id an address is; null if nobody's. */
export async function findCustomerAt(tx: Tx, tenantId: Id, address: string): Promise<Id | null> {
  const { rows } = await sql<{ id: Id | null }>`select ${customerAt(tenantId, address)} as id`.execute(tx);
  return rows[0]?.id ?? null;
}

/** Adds an additional number or user id to a customer, unless it is somebody's. */
export async function addNumber(tx: Tx, tenantId: Id, customerId: Id, address: string): Promise<void> {
  await sql`
    insert into customer_number (tenant_id, address, customer_id)
    select ${tenantId}, ${address}, ${customerId}
    where ${customerAt(tenantId, address)} is null
    on conflict do nothing`.execute(tx);
}
