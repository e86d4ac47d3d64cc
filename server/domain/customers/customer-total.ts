import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';

/** SQL: how many customers the company has, those who were erased aside. */
export function customerTotal(tenantId: Id): RawBuilder<number> {
  return sql<number>`(select coalesce(sum(y.count), 0)::integer from customer_tally y where y.tenant_id = ${tenantId})`;
}

/** SQL: how many different customers a look-up finds. */
export function countOf(found: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select count(distinct looked.id) from (${found}) as looked (id)`;
}

/** Adds the changes of a company's total up to one row. */
export async function sumTally(tx: Tx, tenantId: Id): Promise<void> {
  await sql`
    with gone as (
      delete from customer_tally where tenant_id = ${tenantId}
        and (select count(*) from customer_tally where tenant_id = ${tenantId}) > 1
      returning count)
    insert into customer_tally (tenant_id, count)
    select ${tenantId}::bigint, sum(count) from gone having count(*) > 0`.execute(tx);
}
