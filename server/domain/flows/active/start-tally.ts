import { sql } from 'kysely';
import type { Tx } from '../../../db/database.ts';
import type { Id } from '../../../db/tables.ts';

/** Changes that are added up at a time. */
const AT_ONCE = 50_000;

/** Adds up what changed in the counts of a company's starts: each change is a row until then. Several nodes each take some. */
export async function sumStarts(tx: Tx, tenantId: Id): Promise<void> {
  await sql`
    with gone as (
      delete from flow_start_tally y using (
        select id from flow_start_tally where tenant_id = ${tenantId} and not is_sum limit ${AT_ONCE} for update skip locked) next
      where y.tenant_id = ${tenantId} and y.id = next.id
      returning y.flow_id, y.launch_id, y.day, y.status, y.reason, y.count)
    insert into flow_start_tally as had (tenant_id, flow_id, launch_id, day, status, reason, count, is_sum)
    select ${tenantId}::bigint, flow_id, launch_id, day, status, reason, sum(count), true from gone
    group by flow_id, launch_id, day, status, reason having sum(count) <> 0
    order by flow_id, launch_id, day, status, reason
    on conflict (tenant_id, flow_id, launch_id, day, status, reason) where is_sum
      do update set count = had.count + excluded.count`.execute(tx);
}

/** Deletes sums of past days that are 0 again, as those of waiting starts are once all of them are settled. */
export async function dropEmptySums(tx: Tx, tenantId: Id, now: Date): Promise<void> {
  await sql`
    delete from flow_start_tally where tenant_id = ${tenantId} and is_sum and count = 0
      and day < (${now}::timestamptz at time zone 'UTC')::date - 1`.execute(tx);
}
