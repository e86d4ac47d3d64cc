import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Campaign } from '../../../contract/entities/campaign.ts';
import { RECIPIENT_STATES } from '../../../contract/facts/campaigns.ts';
import type { CampaignStatus } from '../../../contract/facts/campaigns.ts';
import type { Change } from '../../db/change.ts';
import type { Tx } from '../../db/database.ts';
import type { Id, Row } from '../../db/tables.ts';
import { notFound } from '../errors.ts';
import { wireTime } from '../views/json.ts';
import { campaignAfter } from './campaign-state.ts';
import type { CampaignEvent } from './campaign-state.ts';
import type { Selection } from './left-out.ts';

const TALLIED = sql.raw(`(select jsonb_object_agg(s.state, s.count) from (
  select y.state, sum(y.count) as count from campaign_tally y
  where y.tenant_id = m.tenant_id and y.campaign_id = m.id group by y.state) s)`);
const COUNT = (state: string) => `'${state}', coalesce((t.of->>'${state}')::integer, 0)`;
const COUNTS = sql.raw(`jsonb_build_object('total',
  ${RECIPIENT_STATES.map((state) => `coalesce((t.of->>'${state}')::integer, 0)`).join(' + ')},
  ${[...RECIPIENT_STATES, 'answered'].map(COUNT).join(', ')})`);

const PART_MESSAGES = sql.raw(`(select coalesce(jsonb_agg(jsonb_build_object('batch', p.batch,
    'template_id', p.template_id::text, 'template_name', s.name, 'message', p.message, 'file_id', p.file_id::text,
    'file_name', f.name, 'variables', p.variables) order by p.batch), '[]')
  from campaign_part p
  left join message_template s on s.tenant_id = p.tenant_id and s.id = p.template_id
  left join campaign_file f on f.tenant_id = p.tenant_id and f.id = p.file_id
  where p.tenant_id = m.tenant_id and p.campaign_id = m.id and p.batch > 1)`);

const VIEW = sql<Campaign>`jsonb_build_object('id', m.id::text, 'name', m.name, 'status', m.status, 'reason', m.reason,
  'version', m.version, 'audience_id', m.audience_id::text, 'group_id', m.group_id::text,
  'audience_name', (select a.name from audience a where a.tenant_id = m.tenant_id and a.id = m.audience_id),
  'group_name', (select g.name from customer_group g where g.tenant_id = m.tenant_id and g.id = m.group_id),
  'template_name', (select s.name from message_template s where s.tenant_id = m.tenant_id and s.id = m.template_id),
  'instance_ids', to_jsonb(m.instance_ids::text[]), 'channel', m.channel, 'template_id', m.template_id::text, 'message', m.message,
  'file_id', m.file_id::text,
  'file_name', (select f.name from campaign_file f where f.tenant_id = m.tenant_id and f.id = m.file_id),
  'variables', m.variables, 'starts_at', ${sql.raw(wireTime('m.starts_at'))}, 'window_from', m.window_from,
  'window_to', m.window_to, 'requires_consent', m.requires_consent, 'skip_in_attendance', m.skip_in_attendance,
  'weekly_limit', m.weekly_limit, 'per_minute', m.per_minute, 'batches', to_jsonb(m.batches),
  'batch_minutes', m.batch_minutes, 'part_messages', ${PART_MESSAGES},
  'created_at', ${sql.raw(wireTime('m.created_at'))},
  'started_at', ${sql.raw(wireTime('m.started_at'))}, 'finished_at', ${sql.raw(wireTime('m.finished_at'))},
  'counts', ${COUNTS})`;

/** Campaigns `m` that match `which`, the newest first. */
export async function campaignViews(tx: Tx, which: RawBuilder<unknown>, page = sql``): Promise<Campaign[]> {
  const { rows } = await sql<{ view: Campaign }>`
    select ${VIEW} as view from campaign m cross join lateral (select ${TALLIED} as of) t
    where ${which} order by m.id desc ${page}`.execute(tx);
  return rows.map(({ view }) => view);
}

/** A campaign; not found for another company's. */
export async function campaignView(tx: Tx, tenantId: Id, id: Id): Promise<Campaign> {
  const [view] = await campaignViews(tx, sql`m.tenant_id = ${tenantId} and m.id = ${id}`);
  if (view === undefined) throw notFound();
  return view;
}

/** The row of a campaign, locked against claims and changes; not found for another company's. */
export async function lockCampaign(tx: Tx, tenantId: Id, id: Id): Promise<Row<'campaign'>> {
  const row = await tx
    .selectFrom('campaign')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (row === undefined) throw notFound();
  return row;
}

/** Whom a campaign is for. */
export function selectionOf(row: Row<'campaign'>): Selection {
  return {
    tree: row.tree,
    groupId: row.group_id,
    instanceIds: row.instance_ids,
    channel: row.channel,
    isText: row.message !== null,
    requiresConsent: row.requires_consent,
    skipInAttendance: row.skip_in_attendance,
    weeklyLimit: row.weekly_limit,
  };
}

/** Tells everyone with the campaigns' screen how it stands now. */
export async function publishCampaign({ tx, tenantId, append }: Change, id: Id): Promise<Campaign> {
  const view = await campaignView(tx, tenantId, id);
  const { name, status, version, reason, counts } = view;
  append(
    'CampaignUpdated',
    { campaign: { id, name, status, version, reason, counts } },
    { to: 'route', route: 'campaigns' },
  );
  return view;
}

/**
 * Takes a locked campaign to the state after an event, and publishes it. Undefined if the event has no effect on it.
 * `reason`: why it is paused, waits or was cancelled.
 */
export async function moveCampaign(
  change: Change,
  campaign: { id: Id; status: CampaignStatus },
  event: CampaignEvent,
  { now, reason = null }: { now: Date; reason?: string | null },
): Promise<Campaign | undefined> {
  const { tx, tenantId } = change;
  const status = campaignAfter(campaign.status, event);
  if (status === undefined) return undefined;
  const isOver = status === 'finished' || status === 'cancelled';
  await sql`update campaign set status = ${status}, reason = ${reason}, version = version + 1,
      started_at = case when ${event === 'due'}::boolean then ${now}::timestamptz else started_at end,
      finished_at = case when ${isOver}::boolean then ${now}::timestamptz end
    where tenant_id = ${tenantId} and id = ${campaign.id}`.execute(tx);
  return publishCampaign(change, campaign.id);
}
