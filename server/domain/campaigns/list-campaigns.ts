import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { CAMPAIGN_SEARCH_MAX, CAMPAIGN_STATUSES } from '../../../contract/facts/campaigns.ts';
import type {
  CampaignDetails,
  CampaignDryRun,
  CampaignPage,
  CampaignsVariables,
  CampaignTest,
  ReasonCount,
} from '../../../contract/graphql/campaigns.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Actor, Services } from '../context.ts';
import { notFound } from '../errors.ts';
import { parseId } from '../ids.ts';
import { oneOf, parsePage } from '../paging.ts';
import { storableText } from '../text.ts';
import { wireTime } from '../views/json.ts';
import { actualCosts, estimatedCosts, prefixOf } from './costs.ts';
import { ratesOf } from './rates.ts';
import { campaignView, campaignViews, selectionOf } from './campaign-rows.ts';
import { DISCARDED } from './campaign-state.ts';
import { instanceFor, isChosen, leftOut } from './left-out.ts';
import { roomOfAll } from './daily-limit.ts';
import { paceOfAll } from './number-pace.ts';
import { secondsFor } from './pace.ts';
import { partsOf, progressOf } from './progress.ts';
import { requireCampaigns } from './require-campaigns.ts';

/** Tests that are shown. */
const TESTS_SHOWN = 5;

/** SQL condition: a draft that was given up. */
const IS_DISCARDED = sql<boolean>`(m.status = 'cancelled' and m.reason is not distinct from ${DISCARDED})`;

/** A page of the company's campaigns, without discarded drafts, the newest first. */
export function listCampaigns(services: Services, actor: Actor, query: CampaignsVariables): Promise<CampaignPage> {
  requireCampaigns(actor);
  const { limit, offset } = parsePage(query);
  const { tenantId } = actor;
  const statuses = query.statuses?.map((status) => oneOf(CAMPAIGN_STATUSES, status, 'statuses')) ?? CAMPAIGN_STATUSES;
  const search = storableText(query.search?.trim() ?? '').slice(0, CAMPAIGN_SEARCH_MAX);
  const which = sql`m.tenant_id = ${tenantId} and m.status = any(${statuses}::text[])
    and strpos(lower(m.name), lower(${search})) > 0 and not ${IS_DISCARDED}`;
  return withTenant(services.db, tenantId, async (tx) => {
    const { rows } = await sql<{ found: number }>`select count(*)::integer as found from campaign m
      where ${which}`.execute(tx);
    const found = rows[0]?.found ?? 0;
    const items = await campaignViews(tx, which, sql`limit ${limit} offset ${offset}`);
    return { total_pages: Math.ceil(found / limit), total_items: found, items };
  });
}

/** A campaign with who was left out, what failed, what is in the queue and why, and its last tests. */
export function campaignDetails(services: Services, actor: Actor, rawId: string): Promise<CampaignDetails> {
  requireCampaigns(actor);
  const id = parseId(rawId);
  const { tenantId } = actor;
  return withTenant(services.db, tenantId, async (tx) => {
    const campaign = await campaignView(tx, tenantId, id);
    const { rows: skipped } = await sql<ReasonCount>`
      select skip_reason as reason, count(*)::integer as count from campaign_recipient
      where tenant_id = ${tenantId} and campaign_id = ${id} and state = 'skipped'
      group by skip_reason order by count(*) desc, skip_reason`.execute(tx);
    const { rows: failed } = await sql<CampaignDetails['failed'][number]>`
      select coalesce(error_code, '') as error_code, max(error_key) as error_key, count(*)::integer as count
      from campaign_recipient where tenant_id = ${tenantId} and campaign_id = ${id} and state = 'failed'
      group by error_code order by count(*) desc, error_code`.execute(tx);
    const { queue, numbers } = await progressOf(tx, { tenantId, now: services.now() }, id);
    const isOfIt = sql`t.tenant_id = ${tenantId} and t.campaign_id = ${id}`;
    const tests = await testViews(tx, isOfIt);
    const isOver = campaign.status === 'finished' || campaign.status === 'cancelled';
    const costs = isOver ? await actualCosts(tx, tenantId, id) : [];
    return { campaign, skipped, failed, queue, numbers, tests, parts: await partsOf(tx, tenantId, id), costs };
  });
}

/** The last tests `t` that match `which`. */
export async function testViews(tx: Tx, which: RawBuilder<unknown>): Promise<CampaignTest[]> {
  const { rows } = await sql<CampaignTest>`
    select t.id::text as id, t.address, t.batch, case when t.state in ('rich', 'sms') then 'pending' else t.state end as state,
      t.error_key, ${sql.raw(wireTime('t.created_at'))} as created_at
    from campaign_test t where ${which} order by t.id desc limit ${TESTS_SHOWN}`.execute(tx);
  return rows;
}

/** Whom it would reach if it began now, and about how long that takes. */
export function campaignDryRun(services: Services, actor: Actor, rawId: string): Promise<CampaignDryRun> {
  requireCampaigns(actor);
  const id = parseId(rawId);
  const { tenantId } = actor;
  const scope = { tenantId, now: services.now() };
  return withTenant(services.db, tenantId, async (tx) => {
    const row = await tx
      .selectFrom('campaign')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (row === undefined) throw notFound();
    const audience = await tx
      .selectFrom('audience')
      .select('tree')
      .where('tenant_id', '=', tenantId)
      .where('id', '=', row.audience_id ?? '0')
      .executeTakeFirst();
    const selection = { ...selectionOf(row), tree: row.tree ?? audience?.tree ?? null };
    const rates = await ratesOf(tx, tenantId);
    const why = leftOut(scope, selection, instanceFor(scope, selection));
    const isOfIt = sql`c.tenant_id = ${tenantId} and ${isChosen(scope, selection)}`;
    const { rows: found } = await sql<{ reason: ReasonCount['reason'] | null; prefix: string; count: number }>`
      select reason, prefix, count(*)::integer as count from (
        select ${why} as reason,
          ${prefixOf(rates, sql`c.phone_number`)} as prefix
        from customer c where ${isOfIt}) judged
      group by reason, prefix`.execute(tx);
    const rows = byReason(found);
    const reached = rows.find(({ reason }) => reason === null)?.count ?? 0;
    const { rows: days } = await sql<{ day: string }>`select to_char(${scope.now}::timestamptz at time zone timezone,
      'YYYY-MM-DD') as day from tenant where id = ${tenantId}`.execute(tx);
    const chosen = new Map(
      found.filter(({ reason }) => reason === null).map(({ prefix, count }) => [prefix, count] as const),
    );
    return {
      total: rows.reduce((sum, { count }) => sum + count, 0),
      reached,
      left_out: rows.flatMap(({ reason, count }) => (reason === null ? [] : [{ reason, count }])),
      seconds: secondsFor(reached, { ...row, perSecond: await paceOfAll(tx, row) }),
      room: (await roomOfAll(tx, scope, row.instance_ids)) ?? null,
      costs: await estimatedCosts(tx, row, {
        rates,
        reached: chosen,
        day: days[0]?.day ?? '',
        isReached: sql`${isOfIt} and ${why} is null`,
      }),
    };
  });
}

type Reached = { reason: ReasonCount['reason'] | null; count: number };

/** Counts by reason, the most frequent first. */
function byReason(found: readonly Reached[]): Reached[] {
  const counts = new Map<Reached['reason'], number>();
  for (const { reason, count } of found) counts.set(reason, (counts.get(reason) ?? 0) + count);
  return [...counts]
    .map(([reason, count]) => ({ reason, count }))
    .toSorted((one, other) => other.count - one.count || ((one.reason ?? '') < (other.reason ?? '') ? -1 : 1));
}
