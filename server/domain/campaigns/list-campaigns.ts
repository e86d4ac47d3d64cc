import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { CAMPAIGN_STATUSES, RECIPIENT_STATES, RECIPIENTS_PAGE_MAX } from '../../../contract/facts/campaigns.ts';
import type {
  CampaignDetails,
  CampaignDryRun,
  CampaignPage,
  CampaignRecipient,
  CampaignRecipientsVariables,
  CampaignsVariables,
  CampaignTest,
  RecipientPage,
  ReasonCount,
} from '../../../contract/graphql/campaigns.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Actor, Services } from '../context.ts';
import { invalid, notFound } from '../errors.ts';
import { parseId, parseOptionalId } from '../ids.ts';
import { oneOf, parsePage } from '../paging.ts';
import { wireTime } from '../views/json.ts';
import { campaignView, campaignViews, selectionOf } from './campaign-rows.ts';
import { instanceFor, isChosen, leftOut } from './left-out.ts';
import { secondsFor } from './pace.ts';
import { RATES } from './rates.ts';
import { requireCampaigns } from './save-campaign.ts';

/** Tests that are shown. */
const TESTS_SHOWN = 5;

/** A page of the company's campaigns, the newest first. */
export function listCampaigns(services: Services, actor: Actor, query: CampaignsVariables): Promise<CampaignPage> {
  requireCampaigns(actor);
  const { limit, offset } = parsePage(query);
  const { tenantId } = actor;
  const { status = null } = query;
  const isOf = status === null ? sql`true` : sql`m.status = ${oneOf(CAMPAIGN_STATUSES, status, 'status')}`;
  const which = sql`m.tenant_id = ${tenantId} and ${isOf}`;
  return withTenant(services.db, tenantId, async (tx) => {
    const { rows } = await sql<{ found: number }>`select count(*)::integer as found from campaign m
      where ${which}`.execute(tx);
    const found = rows[0]?.found ?? 0;
    const items = await campaignViews(tx, which, sql`limit ${limit} offset ${offset}`);
    return { total_pages: Math.ceil(found / limit), total_items: found, items };
  });
}

/** A campaign with who was left out, what failed, and its last tests. */
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
    const isOfIt = sql`t.tenant_id = ${tenantId} and t.campaign_id = ${id}`;
    return { campaign, skipped, failed, tests: await testViews(tx, isOfIt) };
  });
}

/** The last tests `t` that match `which`. */
export async function testViews(tx: Tx, which: RawBuilder<unknown>): Promise<CampaignTest[]> {
  const { rows } = await sql<CampaignTest>`
    select t.id::text as id, t.address, t.state, t.error_key, ${sql.raw(wireTime('t.created_at'))} as created_at
    from campaign_test t where ${which} order by t.id desc limit ${TESTS_SHOWN}`.execute(tx);
  return rows;
}

/** Whom it would reach if it began now, how long that takes, and what it costs by the list of prices. */
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
    const { rows } = await sql<{ reason: ReasonCount['reason'] | null; count: number }>`
      select reason, count(*)::integer as count from (
        select ${leftOut(scope, selection, instanceFor(scope, selection))} as reason
        from customer c where c.tenant_id = ${tenantId} and ${isChosen(scope, selection)}) judged
      group by reason order by count(*) desc, reason`.execute(tx);
    const { rows: categories } = await sql<{ category: string }>`select category from message_template
      where tenant_id = ${tenantId} and id = ${row.template_id}::bigint`.execute(tx);
    const reached = rows.find(({ reason }) => reason === null)?.count ?? 0;
    // Free texts go out within the customer's 24 hours only, which costs nothing.
    const rate = row.template_id === null ? 0 : RATES.byCategory.get(categories[0]?.category ?? '');
    return {
      total: rows.reduce((sum, { count }) => sum + count, 0),
      reached,
      left_out: rows.flatMap(({ reason, count }) => (reason === null ? [] : [{ reason, count }])),
      seconds: secondsFor(reached, row.instance_ids.length),
      cost: rate === undefined ? null : Math.round(reached * rate * 100) / 100,
      currency: rate === undefined ? null : RATES.currency,
      rates_of: rate === undefined ? null : RATES.of,
    };
  });
}

/** Recipients of a campaign by customer, from behind one on; of one state, if given. */
export function campaignRecipients(
  services: Services,
  actor: Actor,
  variables: CampaignRecipientsVariables,
): Promise<RecipientPage> {
  requireCampaigns(actor);
  const id = parseId(variables.id);
  const after = parseOptionalId(variables.after_id);
  const limit = Math.min(variables.limit ?? 50, RECIPIENTS_PAGE_MAX);
  if (limit < 1) throw invalid('error.invalid', { limit: 'error.invalid' });
  const { state = null } = variables;
  const isOf = state === null ? sql`true` : sql`r.state = ${oneOf(RECIPIENT_STATES, state, 'state')}`;
  const { tenantId } = actor;
  return withTenant(services.db, tenantId, async (tx) => {
    await campaignView(tx, tenantId, id);
    const { rows } = await sql<CampaignRecipient>`
      select json_build_object('id', c.id::text, 'name', c.name) as customer, r.address,
        r.instance_id::text as instance_id, r.state, r.skip_reason, r.error_code, r.error_key, r.attempts,
        r.price_category, ${sql.raw(wireTime('r.sent_at'))} as sent_at,
        ${sql.raw(wireTime('r.answered_at'))} as answered_at, r.ticket_id::text as ticket_id
      from campaign_recipient r join customer c on c.tenant_id = r.tenant_id and c.id = r.customer_id
      where r.tenant_id = ${tenantId} and r.campaign_id = ${id} and r.customer_id > ${after ?? '0'} and ${isOf}
      order by r.customer_id limit ${limit + 1}`.execute(tx);
    const items = rows.slice(0, limit);
    return { items, next: rows.length > limit ? (items.at(-1)?.customer.id ?? null) : null };
  });
}
