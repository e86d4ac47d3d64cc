import { sql } from 'kysely';
import { FLOW_SKIP_REASONS, FLOW_START_STATUSES } from '../../../../contract/facts/flow-starts.ts';
import { PAGE_SIZE_MAX } from '../../../../contract/facts/limits.ts';
import { flowStartsFormSchema } from '../../../../contract/entities/flow-start.ts';
import type { ActiveFlow, FlowStart } from '../../../../contract/entities/flow-start.ts';
import type {
  FlowStartsPage,
  FlowStartsVariables,
  SetCampaignFlowVariables,
  SetFlowStartsVariables,
} from '../../../../contract/graphql/flow-starts.ts';
import { withTenant } from '../../../db/database.ts';
import type { Tx } from '../../../db/database.ts';
import type { Id } from '../../../db/tables.ts';
import { auditAction } from '../../audit-action.ts';
import { changeAsActor } from '../../auth/active-actor.ts';
import { campaignView } from '../../campaigns/campaign-rows.ts';
import { requireCampaigns } from '../../campaigns/require-campaigns.ts';
import { changedFields } from '../../changed-fields.ts';
import type { Actor, Services } from '../../context.ts';
import { conflict, invalid, notFound } from '../../errors.ts';
import { parseId, parseOptionalId } from '../../ids.ts';
import { parseInput, requireVersion } from '../../input.ts';
import { oneOf } from '../../paging.ts';
import { wireTime } from '../../views/json.ts';
import { playableOf } from '../playable.ts';
import { activeFlowViews, changedFlow, requireStarting, storedFlow } from './active-flow-rows.ts';
import { tellStarts } from './launches.ts';
import { openingOf } from './start-flow.ts';

export function listActiveFlows(services: Services, actor: Actor): Promise<ActiveFlow[]> {
  requireStarting(actor);
  return withTenant(services.db, actor.tenantId, (tx) => activeFlowViews(tx, actor.tenantId, services.now()));
}

/** Starts of a flow, the newest first, from before one on; of one status, reason or launch, if asked for. */
export function listFlowStarts(
  services: Services,
  actor: Actor,
  variables: FlowStartsVariables,
): Promise<FlowStartsPage> {
  requireStarting(actor);
  const { tenantId } = actor;
  const flowId = parseId(variables.flow_id);
  const launchId = parseOptionalId(variables.launch_id);
  const before = parseOptionalId(variables.before_id);
  const limit = Math.min(variables.limit ?? 50, PAGE_SIZE_MAX);
  if (limit < 1) throw invalid('error.invalid', { limit: 'error.invalid' });
  const conditions = [sql`s.tenant_id = ${tenantId} and s.flow_id = ${flowId}`];
  if (before !== null) conditions.push(sql`s.id < ${before}`);
  if (launchId !== null) conditions.push(sql`s.launch_id = ${launchId}`);
  const { status, reason } = variables;
  if (status !== null && status !== undefined)
    conditions.push(sql`s.status = ${oneOf(FLOW_START_STATUSES, status, 'status')}`);
  if (reason !== null && reason !== undefined)
    conditions.push(sql`s.reason = ${oneOf(FLOW_SKIP_REASONS, reason, 'reason')}`);
  return withTenant(services.db, tenantId, async (tx) => {
    await storedFlow(tx, tenantId, flowId);
    if (launchId !== null) await requireLaunch(tx, tenantId, flowId, launchId);
    const { rows } = await sql<FlowStart>`
      select s.id::text as id, s.source, s.status, s.reason, s.customer_id::text as customer_id, c.name as customer_name,
        r.ticket_id::text as ticket_id, ${sql.raw(wireTime('s.created_at'))} as created_at,
        ${sql.raw(wireTime('s.settled_at'))} as settled_at
      from flow_start s
      join customer c on c.tenant_id = s.tenant_id and c.id = s.customer_id
      left join flow_run r on r.tenant_id = s.tenant_id and r.id = s.run_id
      where ${sql.join(conditions, sql` and `)}
      order by s.id desc limit ${limit + 1}`.execute(tx);
    const items = rows.slice(0, limit);
    return { items, next: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
  });
}

async function requireLaunch(tx: Tx, tenantId: Id, flowId: Id, id: Id): Promise<void> {
  const { rows } = await sql`
    select from flow_launch where tenant_id = ${tenantId} and flow_id = ${flowId} and id = ${id}`.execute(tx);
  if (rows.length === 0) throw notFound();
}

const AUDITED = ['is_active', 'bot_name', 'instance_ids', 'starts_from', 'starts_to', 'requires_consent'] as const;

/** Says whether an active flow may be started, from where and when. CONFLICT `error.flow.unpublished` for one that can't be. */
export async function setFlowStarts(
  services: Services,
  caller: Actor,
  { id: rawId, version, ...variables }: SetFlowStartsVariables,
): Promise<ActiveFlow> {
  requireStarting(caller);
  const id = parseId(rawId);
  const input = parseInput(flowStartsFormSchema, { ...variables, bot_name: variables.bot_name ?? null });
  const instanceIds = input.instance_ids.map(parseId);
  await changeAsActor(services, caller, requireStarting, async (change, actor) => {
    const { tx, tenantId } = change;
    const now = services.now();
    const before = await storedFlow(tx, tenantId, id);
    requireVersion(version, before.version);
    if (input.is_active && (before.number === null || before.is_archived)) throw conflict('error.flow.unpublished');
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from instance
      where tenant_id = ${tenantId} and id = any(${instanceIds}::bigint[])`.execute(tx);
    if (rows[0]?.count !== instanceIds.length) throw notFound();
    await sql`
      update flow set is_active = ${input.is_active}, bot_name = ${input.bot_name},
        instance_ids = ${instanceIds}::bigint[], starts_from = ${input.starts_from}, starts_to = ${input.starts_to},
        requires_consent = ${input.requires_consent}, version = version + 1, updated_at = ${now}
      where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
    const details = changedFields(AUDITED, before, input);
    if (Object.keys(details).length > 0)
      await auditAction(tx, actor, { action: 'flow.starts', subject: `flow:${id}`, details });
    tellStarts(change);
  });
  return changedFlow(services, caller.tenantId, id);
}

/** It changes the flow's starts and the campaign. */
function requireAnswered(actor: Actor): void {
  requireStarting(actor);
  requireCampaigns(actor);
}

/**
 * Customers who answer the campaign enter the flow, whose first message is the campaign's; null: no flow. Not found for another company's;
 * CONFLICT `error.flow.unpublished`, `error.flow.campaign` if it doesn't begin with a template, or the campaign goes by SMS.
 */
export function setCampaignFlow(
  services: Services,
  caller: Actor,
  { campaign_id: rawCampaignId, flow_id: rawFlowId }: SetCampaignFlowVariables,
): Promise<boolean> {
  requireAnswered(caller);
  const campaignId = parseId(rawCampaignId);
  const flowId = parseOptionalId(rawFlowId);
  return changeAsActor(services, caller, requireAnswered, async (change, actor) => {
    const { tx, tenantId } = change;
    const { name, channel } = await campaignView(tx, tenantId, campaignId);
    if (flowId !== null) {
      await storedFlow(tx, tenantId, flowId);
      const playable = await playableOf(tx, tenantId, flowId, 'published');
      if (playable === undefined) throw conflict('error.flow.unpublished');
      if (channel !== 'whatsapp' || openingOf(playable.flow) === undefined) throw conflict('error.flow.campaign');
    }
    await sql`update campaign set answer_flow_id = ${flowId} where tenant_id = ${tenantId} and id = ${campaignId}`.execute(
      tx,
    );
    const details = { name, flow: flowId };
    await auditAction(tx, actor, { action: 'campaign.flow', subject: `campaign:${campaignId}`, details });
    tellStarts(change);
    return true;
  });
}
