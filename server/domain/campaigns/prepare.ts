import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { CampaignVariable } from '../../../contract/entities/campaign.ts';
import { isFileKey, templateValue } from '../../../contract/facts/templates.ts';
import { withTenant } from '../../db/database.ts';
import type { Id, Row } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import { CHANNEL_RULES } from './channel-rules.ts';
import { fallbackOf } from './content.ts';
import { selectionOf } from './campaign-rows.ts';
import { instanceFor, isChosen, leftOut } from './left-out.ts';
import { partsIn } from './parts.ts';
import type { PartMessage } from './parts.ts';
import { withZones, zoneOf } from './zones.ts';

/** Customers who are looked at in one transaction. */
export const CHUNK = 20_000;

/**
 * Adds the recipients among the next customers, in order of their ids, with their values and whether they are left out.
 * Not under the company's lock: attendants go on meanwhile. `done`: there are no more; `busy`: another node does it.
 */
export function prepareChunk(
  { db, now }: Pick<Services, 'db' | 'now'>,
  tenantId: Id,
  id: Id,
  chunk = CHUNK,
): Promise<'more' | 'done' | 'busy'> {
  return withTenant(db, tenantId, async (tx) => {
    const { rows: locks } = await sql<{ isMine: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended(${`campaign ${tenantId} ${id}`}, 0)) as "isMine"`.execute(tx);
    if (locks[0]?.isMine !== true) return 'busy';
    const campaign = await tx
      .selectFrom('campaign')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .where('status', '=', 'preparing')
      .executeTakeFirst();
    if (campaign === undefined) return 'busy';
    const scope = { tenantId, now: now() };
    const selection = selectionOf(campaign);
    const { params, own } = valuesOf(campaign, await partsIn(tx, tenantId, id));
    const { rows } = await sql<{ last: Id | null; seen: number; chosen: number; zones: string[] }>`
      with chunk as materialized (
        select k.id from customer k where k.tenant_id = ${tenantId} and k.id > ${campaign.prepared_to ?? '0'}
        order by k.id limit ${chunk}),
      chosen as (
        select c.id, c.phone_number as address, ${instanceFor(scope, selection)} as instance_id,
          ${params} as params, ${own} as own,
          ${zoneOf(tenantId)} as zone
        from chunk join customer c on c.tenant_id = ${tenantId} and c.id = chunk.id
        where ${isChosen(scope, selection)}),
      judged as (
        select chosen.*, ${leftOut(scope, selection, sql`chosen.instance_id`)} as reason
        from chosen join customer c on c.tenant_id = ${tenantId} and c.id = chosen.id),
      placed as (
        select judged.*, row_number() over those - 1 + ${campaign.chosen}::integer as place
        from judged window those as (partition by reason is null order by hashint8extended(id, ${id}::bigint))),
      parted as (
        select placed.*, case when reason is null then (select count(*) from unnest(${endsOf(campaign)}::integer[]) e
          where mod(place * ${GOLDEN}::numeric, 1) * 100 >= e) else 0 end as parts_before from placed),
      added as (
        insert into campaign_recipient (tenant_id, campaign_id, customer_id, address, instance_id, params, zone, state,
          skip_reason, batch, next_attempt_at, price_category)
        select ${tenantId}::bigint, ${id}::bigint, j.id, j.address, j.instance_id,
          coalesce(j.own->(j.parts_before + 1)::text, j.params), j.zone,
          case when j.reason is null then 'pending' else 'skipped' end, j.reason, j.parts_before + 1,
          ${scope.now}::timestamptz + make_interval(mins => (j.parts_before * ${campaign.batch_minutes})::integer),
          ${CHANNEL_RULES[campaign.channel].priceCategory}::text
        from parted j
        on conflict do nothing)
      select max(chunk.id) as last, count(*)::integer as seen,
        (select count(*)::integer from parted where reason is null) as chosen,
        array(select distinct zone from parted where reason is null) as zones
      from chunk`.execute(tx);
    const { last = null, seen = 0, chosen = 0, zones = [] } = rows[0] ?? {};
    if (last !== null) {
      // Cancelled meanwhile: nothing of the chunk stays.
      const { numUpdatedRows } = await tx
        .updateTable('campaign')
        .set({
          prepared_to: last,
          chosen: campaign.chosen + chosen,
          zones: withZones(sql`${zones}::text[]`),
        })
        .where('tenant_id', '=', tenantId)
        .where('id', '=', id)
        .where('status', '=', 'preparing')
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw new CampaignGone();
    }
    return seen < chunk ? 'done' : 'more';
  }).catch((error: unknown) => {
    if (error instanceof CampaignGone) return 'busy';
    throw error;
  });
}

class CampaignGone extends Error {}

/**
 * Spreads recipients over the parts: the fractional parts of its multiples are evenly distributed, however many there are,
 * so that about x % of any recipients get one below x / 100. The first is 0, so that the first part is never empty.
 */
const GOLDEN = 0.618_033_988_749_894_9;

/** The percentage up to which each part goes; which customers it gets is arbitrary. */
function endsOf({ batches }: Pick<Row<'campaign'>, 'batches'>): number[] {
  let end = 0;
  return batches.map((share) => (end += share));
}

/** SQL: customer `c`'s values for the campaign's variables, and for those of parts with their own message, by part number. */
export const valuesOf = (
  { tenant_id: tenantId, variables }: Pick<Row<'campaign'>, 'tenant_id' | 'variables'>,
  parts: readonly PartMessage[],
) => ({ params: paramsOf(tenantId, variables), own: ownParamsOf(tenantId, parts) });

/** SQL: the values of the variables for customer `c`. */
function paramsOf(tenantId: Id, variables: readonly CampaignVariable[]): RawBuilder<unknown> {
  // A card's file is the same for everybody.
  const filled = variables.filter(({ key }) => !isFileKey(key));
  if (filled.length === 0) return sql`'{}'::jsonb`;
  const keys = filled.map(({ key }) => key);
  const values = filled.map(
    (variable) => sql`left(coalesce(
      nullif(btrim(regexp_replace(${valueOf(tenantId, variable)}, '\\s+', ' ', 'g')), ''), ${fallbackOf(variable)}), 1024)`,
  );
  // Not `jsonb_build_object`, which takes fifty at most.
  return sql`jsonb_object(${keys}::text[], array[${sql.join(values)}]::text[])`;
}

/** SQL: the values of each part with its own message, by part number. */
function ownParamsOf(tenantId: Id, parts: readonly PartMessage[]): RawBuilder<unknown> {
  const own = parts.map(({ batch, variables }) => sql`${String(batch)}::text, ${paramsOf(tenantId, variables)}`);
  return own.length === 0 ? sql`'{}'::jsonb` : sql`jsonb_build_object(${sql.join(own)})`;
}

function valueOf(tenantId: Id, { source, text, field_id: fieldId }: CampaignVariable): RawBuilder<unknown> {
  // A customer without a name has their number as one.
  const name = sql`case when c.name = c.phone_number then '' else c.name end`;
  switch (source) {
    case 'text':
      return sql`${templateValue(text ?? '')}::text`;
    case 'name':
      return name;
    case 'first_name':
      return sql`split_part(btrim(${name}), ' ', 1)`;
    case 'number':
      return sql`c.phone_number`;
    default:
      return sql`(select coalesce(v.text_value, v.number_value::text, to_char(v.date_value, 'DD/MM/YYYY'))
        from customer_value v where v.tenant_id = ${tenantId} and v.customer_id = c.id and v.field_id = ${fieldId})`;
  }
}
