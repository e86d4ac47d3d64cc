import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Id, Row } from '../../db/tables.ts';
import { partsIn } from './parts.ts';
import { valuesOf } from './prepare.ts';
import { withZones, zoneOf } from './zones.ts';

/** SQL condition: recipient `r` waits, and is one of these customers. */
const isWaiting = (tenantId: Id, customerIds: readonly Id[]): RawBuilder<boolean> => sql<boolean>`
  r.tenant_id = ${tenantId} and r.customer_id = any(${[...customerIds]}::bigint[]) and r.sent_at is null
  and r.state = 'pending'`;

/** SQL condition: recipient `r` is to get it at an address that customer `c` hasn't any more. */
export const isNumberGone: RawBuilder<boolean> = sql<boolean>`(r.address <> c.phone_number and not exists (
  select from customer_number n where n.tenant_id = c.tenant_id and n.customer_id = c.id and n.address = r.address))`;

/** The campaigns in which recipients wait, which nobody claims from until the transaction ends. */
async function lockWaiting(tx: Tx, tenantId: Id, customerIds: readonly Id[]): Promise<Row<'campaign'>[]> {
  const { rows } = await sql<Row<'campaign'>>`
    select m.* from campaign m where m.tenant_id = ${tenantId}
      and m.id in (select r.campaign_id from campaign_recipient r where ${isWaiting(tenantId, customerIds)})
    order by m.id for no key update of m`.execute(tx);
  return rows;
}

/**
 * Takes the time zones of recipients who wait anew: their customers' were corrected, or their numbers. What is being stored right now
 * is left: its turn looks once more.
 */
export async function followZones(tx: Tx, tenantId: Id, customerIds: readonly Id[]): Promise<void> {
  if (customerIds.length > 0 && (await lockWaiting(tx, tenantId, customerIds)).length > 0)
    await moveZones(tx, tenantId, customerIds);
}

async function moveZones(tx: Tx, tenantId: Id, customerIds: readonly Id[]): Promise<void> {
  await sql`
    with moving as (
      select r.campaign_id, r.customer_id, ${zoneOf(tenantId)} as zone
      from campaign_recipient r join customer c on c.tenant_id = r.tenant_id and c.id = r.customer_id
      where ${isWaiting(tenantId, customerIds)} and r.zone <> ${zoneOf(tenantId)}
      for update of r skip locked),
    moved as (
      update campaign_recipient r set zone = g.zone, updated_at = now() from moving g
      where r.tenant_id = ${tenantId} and r.campaign_id = g.campaign_id and r.customer_id = g.customer_id
      returning r.campaign_id, r.zone)
    update campaign set zones = ${withZones(sql`those.zones`)}
    from (select campaign_id, array_agg(distinct zone) as zones from moved group by campaign_id) those
    where campaign.tenant_id = ${tenantId} and campaign.id = those.campaign_id`.execute(tx);
}

/**
 * Has recipients who wait follow their customer's corrected number, with its time zone and their values as they are now. Who was tried at
 * the old one, and may have got it there, is left out at their turn.
 */
export async function followNumber(tx: Tx, tenantId: Id, customerId: Id): Promise<void> {
  const campaigns = await lockWaiting(tx, tenantId, [customerId]);
  for (const campaign of campaigns) {
    const { params, own } = valuesOf(campaign, await partsIn(tx, tenantId, campaign.id));
    await sql`
      with moving as (
        select r.customer_id, c.phone_number as address, coalesce(${own}->r.batch::text, ${params}) as params
        from campaign_recipient r join customer c on c.tenant_id = r.tenant_id and c.id = r.customer_id
        where ${isWaiting(tenantId, [customerId])} and r.campaign_id = ${campaign.id} and r.attempts = 0
          and ${isNumberGone}
        for update of r skip locked)
      update campaign_recipient r set address = g.address, params = g.params, updated_at = now() from moving g
      where r.tenant_id = ${tenantId} and r.campaign_id = ${campaign.id} and r.customer_id = g.customer_id`.execute(tx);
  }
  if (campaigns.length > 0) await moveZones(tx, tenantId, [customerId]);
}
