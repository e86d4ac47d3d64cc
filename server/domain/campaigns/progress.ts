import { sql } from 'kysely';
import type { CampaignDetails } from '../../../contract/graphql/campaigns.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { wireTime } from '../views/json.ts';
import { roomToday } from './daily-limit.ts';
import { isOpenAt, zonesOf } from './zones.ts';

/** How far each part came; none of a campaign that isn't divided. */
export async function partsOf(tx: Tx, tenantId: Id, id: Id): Promise<CampaignDetails['parts']> {
  const { rows } = await sql<CampaignDetails['parts'][number]>`
    select b.batch, count(r.customer_id)::integer as total,
      (count(*) filter (where r.state in ('sent', 'delivered', 'read')))::integer as sent,
      (count(*) filter (where r.state in ('delivered', 'read')))::integer as delivered,
      (count(*) filter (where r.state = 'read'))::integer as read,
      (count(*) filter (where r.answered_at is not null))::integer as answered
    from campaign m
    cross join lateral generate_series(1, cardinality(m.batches)) as b (batch)
    left join campaign_recipient r on r.tenant_id = m.tenant_id and r.campaign_id = m.id and r.batch = b.batch
      and r.state <> 'skipped'
    where m.tenant_id = ${tenantId} and m.id = ${id} and cardinality(m.batches) > 1 and m.status <> 'draft'
    group by b.batch order by b.batch`.execute(tx);
  return rows;
}

/** Why recipients of a campaign are still in the queue, and what each of its numbers has sent. */
export async function progressOf(
  tx: Tx,
  { tenantId, now }: { tenantId: Id; now: Date },
  id: Id,
): Promise<Pick<CampaignDetails, 'queue' | 'numbers'>> {
  const campaign = await tx
    .selectFrom('campaign')
    .select(['tenant_id', 'zones', 'window_from as from', 'window_to as to'])
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const open = (await zonesOf(tx, campaign)).filter((zone) => isOpenAt(now, zone, campaign));
  const { rows: queue } = await sql<CampaignDetails['queue'][number]>`
    select reason, count, case reason when 'later' then ${sql.raw(wireTime('first'))} end as until from (
      select case when r.next_attempt_at > ${now} then 'later' when r.zone = any(${open}::text[]) then 'due'
          else 'window' end as reason, count(*)::integer as count, min(r.next_attempt_at) as first
      from campaign_recipient r
      where r.tenant_id = ${tenantId} and r.campaign_id = ${id} and r.state = 'pending'
      group by 1) waiting
    order by array_position(array['due', 'window', 'later'], reason)`.execute(tx);
  const { rows: sent } = await sql<Omit<CampaignDetails['numbers'][number], 'room'>>`
    select i.id::text as instance_id, i.name, coalesce(s.sent, 0)::integer as sent,
      coalesce(s.last_minute, 0)::integer as last_minute
    from campaign m
    join instance i on i.tenant_id = m.tenant_id and i.id = any(m.instance_ids)
    left join lateral (
      select count(*) as sent, count(*) filter (where r.sent_at > ${now}::timestamptz - interval '1 minute') as last_minute
      from campaign_recipient r
      where r.tenant_id = m.tenant_id and r.campaign_id = m.id and r.instance_id = i.id
        and r.state in ('sent', 'delivered', 'read')) s on true
    where m.tenant_id = ${tenantId} and m.id = ${id}
    order by i.name, i.id`.execute(tx);
  const numbers: CampaignDetails['numbers'] = [];
  for (const each of sent) {
    numbers.push({ ...each, room: (await roomToday(tx, { tenantId, now }, each.instance_id)) ?? null });
  }
  return { queue, numbers };
}
