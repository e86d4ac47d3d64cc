import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { MessageRate } from '../../../contract/entities/message-rate.ts';
import { smsParts } from '../../../contract/facts/sms-segments.ts';
import { filledPart } from '../../../contract/facts/templates.ts';
import type { CampaignCost } from '../../../contract/graphql/campaigns.ts';
import type { Tx } from '../../db/database.ts';
import type { Id, Row } from '../../db/tables.ts';
import { CHANNEL_RULES } from './channel-rules.ts';
import { messageOf, partsIn } from './parts.ts';
import type { Message, PartMessage } from './parts.ts';
import { valuesOf } from './prepare.ts';
import { ratesOf } from './rates.ts';

/** Messages of a category to the numbers of one prefix on a day; `isFree`: the provider doesn't charge for them. */
type Messages = { category: string; prefix: string; day: string; count: number; isFree?: boolean };

/** SQL: the longest of the rates' prefixes that an address begins with. */
export function prefixOf(rates: readonly MessageRate[], address: RawBuilder<unknown>): RawBuilder<string> {
  const prefixes = [...new Set(rates.map(({ prefix }) => prefix))].filter((prefix) => prefix !== '');
  if (prefixes.length === 0) return sql<string>`''::text`;
  const cases = prefixes
    .toSorted((one, other) => other.length - one.length)
    .map((prefix) => sql`when starts_with(${address}, ${prefix}::text) then ${prefix}::text`);
  return sql<string>`case ${sql.join(cases, sql` `)} else '' end`;
}

/** The rate of the nearest country, and of these the last one up to the day. */
function rateFor(rates: readonly MessageRate[], { category, prefix, day }: Messages): MessageRate | undefined {
  const [best] = rates
    .filter((rate) => rate.category === category && prefix.startsWith(rate.prefix) && rate.since <= day)
    .toSorted((one, other) => other.prefix.length - one.prefix.length || (one.since < other.since ? 1 : -1));
  return best;
}

/** What messages cost, by category and currency; `amount` null for those without a rate. */
export function costsOf(rates: readonly MessageRate[], all: readonly Messages[]): CampaignCost[] {
  const costs = new Map<string, CampaignCost>();
  for (const each of all) {
    const { category, count, isFree = false } = each;
    const rate = isFree ? undefined : rateFor(rates, each);
    const currency = rate?.currency ?? null;
    const isPriced = isFree || rate !== undefined;
    const key = `${category} ${currency ?? isPriced}`;
    const before = costs.get(key) ?? { category, currency, messages: 0, amount: isPriced ? 0 : null };
    const amount = before.amount === null ? null : before.amount + count * (rate?.amount ?? 0);
    costs.set(key, { ...before, messages: before.messages + count, amount });
  }
  return [...costs.values()]
    .map((cost) => ({ ...cost, messages: Math.round(cost.messages) }))
    .filter(({ messages }) => messages > 0)
    .toSorted((one, other) => other.messages - one.messages);
}

/** What a draft would cost today, by how many of each prefix it would reach. `isReached`: SQL condition that it would reach customer `c`. */
export async function estimatedCosts(
  tx: Tx,
  campaign: Row<'campaign'>,
  {
    rates,
    reached,
    day,
    isReached,
  }: {
    rates: readonly MessageRate[];
    reached: ReadonlyMap<string, number>;
    day: string;
    isReached: RawBuilder<unknown>;
  },
): Promise<CampaignCost[]> {
  const { tenant_id: tenantId, id, batches } = campaign;
  const parts = await partsIn(tx, tenantId, id);
  const said = batches.map((share, index) => ({
    batch: index + 1,
    share: share / 100,
    message: parts.find(({ batch }) => batch === index + 1) ?? messageOf(campaign),
  }));
  const ids = said.flatMap(({ message }) => message.templateId ?? []);
  const { rows } = await sql<{ id: Id; category: string }>`select id, lower(category) as category from message_template
    where tenant_id = ${tenantId} and id = any(${ids}::bigint[])`.execute(tx);
  // A text by WhatsApp goes only to who has just written.
  const ofText = CHANNEL_RULES[campaign.channel].priceCategory ?? 'service';
  const categoryOf = ({ templateId }: Message) => rows.find((row) => row.id === templateId)?.category ?? ofText;
  const sample = campaign.channel === 'sms' ? await sampleOf(tx, campaign, parts, isReached) : [];
  const chargedFor = (batch: number, message: Message) =>
    campaign.channel === 'sms' ? segmentsOf(batch, message, sample) : 1;
  return costsOf(
    rates,
    said.flatMap(({ batch, share, message }) =>
      [...reached].map(([prefix, count]) => ({
        category: categoryOf(message),
        prefix,
        day,
        count: count * share * chargedFor(batch, message),
      })),
    ),
  );
}

/** So many customers say how long an SMS is with their names: one with ã makes more SMS of the same text. */
const SAMPLE = 200;
type Sampled = { params: Record<string, string>; own: Partial<Record<string, Record<string, string>>> };

async function sampleOf(
  tx: Tx,
  campaign: Row<'campaign'>,
  parts: readonly PartMessage[],
  isReached: RawBuilder<unknown>,
): Promise<Sampled[]> {
  const { params, own } = valuesOf(campaign, parts);
  const { rows } = await sql<Sampled>`select ${params} as params, ${own} as own from customer c
    where ${isReached} limit ${SAMPLE}`.execute(tx);
  return rows;
}

/** How many SMS a part's message takes, on the average of the sample. */
function segmentsOf(batch: number, { message }: Message, sample: readonly Sampled[]): number {
  const all = sample.map(({ params, own }) => filledPart('body', message ?? '', own[batch] ?? params));
  const sum = all.reduce((segments, text) => segments + smsParts(text).segments, 0);
  return all.length === 0 ? 1 : sum / all.length;
}

/** What a campaign cost, as the provider's statuses say, or the length of each SMS, and by the rates of the day of each. */
export async function actualCosts(tx: Tx, tenantId: Id, id: Id): Promise<CampaignCost[]> {
  const rates = await ratesOf(tx, tenantId);
  const { rows } = await sql<Messages>`
    select r.price_category as category, ${prefixOf(rates, sql`coalesce(r.price_prefix, r.address)`)} as prefix,
      to_char(r.sent_at at time zone t.timezone, 'YYYY-MM-DD') as day, r.is_billable is false as "isFree",
      sum(coalesce(r.segments, 1))::integer as count
    from campaign_recipient r join tenant t on t.id = r.tenant_id
    where r.tenant_id = ${tenantId} and r.campaign_id = ${id} and r.state in ('sent', 'delivered', 'read')
      and r.price_category is not null and r.sent_at is not null
    group by 1, 2, 3, 4`.execute(tx);
  return costsOf(rates, rows);
}
