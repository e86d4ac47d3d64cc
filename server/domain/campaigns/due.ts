import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Id, Row } from '../../db/tables.ts';

/** Whose turn it is together: recipients of one part, by one instance, in one time zone. */
export type Turn = { batch: number; instanceId: Id; zone: string };
export type Turns = { batches: readonly number[]; instanceIds: readonly Id[]; zones: readonly string[] };

/** SQL condition: recipient `r` waits, is of such a turn and due. All of it is the index's: none is read in vain. */
export function isDue(
  { tenant_id: tenantId, id }: Pick<Row<'campaign'>, 'tenant_id' | 'id'>,
  now: Date,
  { batch, instanceId, zone }: { [Key in keyof Turn]: RawBuilder<unknown> },
): RawBuilder<boolean> {
  return sql<boolean>`r.tenant_id = ${tenantId} and r.campaign_id = ${id} and r.batch = ${batch} and r.zone = ${zone}
    and r.instance_id = ${instanceId} and r.state = 'pending' and r.next_attempt_at <= ${now}`;
}

/**
 * Those of the turns in which anybody is due, in their order; one look-up each, whatever else waits. For the rest of the
 * transaction an order is the index's: statistics lag behind a campaign that was just prepared, and a planner that takes it for
 * empty would read and sort all who wait.
 */
export async function dueTurns(
  tx: Tx,
  campaign: Row<'campaign'>,
  now: Date,
  { batches, instanceIds, zones }: Turns,
): Promise<Turn[]> {
  await sql`set local enable_sort = off`.execute(tx);
  const turn = { batch: sql`b.batch`, instanceId: sql`i.id`, zone: sql`z.zone` };
  const { rows } = await sql<Turn>`
    select b.batch::integer as batch, i.id::text as "instanceId", z.zone
    from unnest(${[...instanceIds]}::bigint[]) with ordinality i (id, place)
    cross join unnest(${[...zones]}::text[]) with ordinality z (zone, place)
    cross join unnest(${[...batches]}::smallint[]) with ordinality b (batch, place)
    cross join lateral (select from campaign_recipient r where ${isDue(campaign, now, turn)}
      order by r.next_attempt_at, r.customer_id limit 1) due
    order by i.place, z.place, b.place`.execute(tx);
  return rows;
}
