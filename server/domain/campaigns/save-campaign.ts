import { sql } from 'kysely';
import { campaignFormSchema } from '../../../contract/entities/campaign.ts';
import type { Campaign, CampaignForm, ParsedCampaign } from '../../../contract/entities/campaign.ts';
import type { ChannelName } from '../../../contract/facts/channels.ts';
import type { Provider } from '../../../contract/facts/providers.ts';
import type { UpdateCampaignVariables } from '../../../contract/graphql/campaigns.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { auditAction } from '../audit-action.ts';
import { changeAsActor } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import { parseId, parseOptionalId } from '../ids.ts';
import { parseInput } from '../input.ts';
import { lockCampaign, publishCampaign } from './campaign-rows.ts';
import { parseMessage, parseParts, storeParts } from './parts.ts';
import { requireCampaigns } from './require-campaigns.ts';
import { requireTarget } from './target.ts';

/**
 * Adds a draft; needs the permission for campaigns. Not found for an audience, group, instance, template, file or field of
 * another company; refuses by field what the form refuses, whom nobody is any more, and a template that can't be sent.
 */
export function newCampaign(services: Services, caller: Actor, variables: CampaignForm): Promise<Campaign> {
  requireCampaigns(caller);
  const input = parseInput(campaignFormSchema, variables);
  return changeAsActor(services, caller, requireCampaigns, async (change, actor) => {
    const { tx, tenantId } = change;
    const { columns, parts } = await parseDraft(tx, tenantId, input);
    const { id } = await tx
      .insertInto('campaign')
      .values({ tenant_id: tenantId, created_by: actor.userId, ...columns })
      .returning('id')
      .executeTakeFirstOrThrow();
    await storeParts(tx, tenantId, id, parts);
    await auditAction(tx, actor, {
      action: 'campaign.create',
      subject: `campaign:${id}`,
      details: { name: input.name },
    });
    return publishCampaign(change, id);
  });
}

/** Changes a draft; refuses as `newCampaign` does, with CONFLICT one that has begun, and an outdated version. */
export function updateCampaign(
  services: Services,
  caller: Actor,
  { id: rawId, version, ...variables }: UpdateCampaignVariables,
): Promise<Campaign> {
  requireCampaigns(caller);
  const id = parseId(rawId);
  const input = parseInput(campaignFormSchema, variables);
  return changeAsActor(services, caller, requireCampaigns, async (change, actor) => {
    const { tx, tenantId } = change;
    const before = await lockCampaign(tx, tenantId, id);
    if (before.status !== 'draft') throw conflict('error.campaign.begun');
    requireSame(version, before.version);
    const { columns, parts } = await parseDraft(tx, tenantId, input);
    await tx
      .updateTable('campaign')
      .set({ ...columns, version: sql<number>`version + 1` })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id)
      .execute();
    await storeParts(tx, tenantId, id, parts);
    await auditAction(tx, actor, {
      action: 'campaign.update',
      subject: `campaign:${id}`,
      details: { name: input.name },
    });
    return publishCampaign(change, id);
  });
}

/** CONFLICT `error.form.conflict` if the loaded version is outdated. */
export function requireSame(input: number | null | undefined, current: number): void {
  if (input !== undefined && input !== null && input !== current) throw conflict('error.form.conflict');
}

async function parseDraft(tx: Tx, tenantId: Id, input: ParsedCampaign) {
  const { name, window_from, window_to, requires_consent, skip_in_attendance, weekly_limit } = input;
  const { starts_at: startsAt, per_minute, batches, batch_minutes } = input;
  const audienceId = parseOptionalId(input.audience_id);
  const groupId = parseOptionalId(input.group_id);
  const instanceIds = input.instance_ids.map(parseId);
  const channel = await channelOfAll(tx, tenantId, instanceIds);
  await requireTarget(tx, tenantId, { audience_id: audienceId, group_id: groupId });
  const said = await parseMessage(tx, tenantId, { instanceIds, channel }, input);
  const parts = await parseParts(tx, tenantId, { instanceIds, channel }, input);
  const columns = {
    name,
    audience_id: audienceId,
    group_id: groupId,
    instance_ids: instanceIds,
    channel,
    template_id: said.templateId,
    message: said.message,
    file_id: said.fileId,
    variables: JSON.stringify(said.variables),
    window_from,
    window_to,
    requires_consent,
    skip_in_attendance,
    weekly_limit,
    starts_at: startsAt === null ? null : new Date(startsAt),
    per_minute,
    batches,
    batch_minutes,
  };
  return { columns, parts };
}

/**
 * The one channel of a campaign's instances. Not found unless all are the company's; refuses a gateway, from which WhatsApp
 * bans numbers that write to many.
 */
async function channelOfAll(tx: Tx, tenantId: Id, ids: readonly Id[]): Promise<ChannelName> {
  const { rows } = await sql<{ channel: ChannelName; provider: Provider }>`select channel, provider from instance
    where tenant_id = ${tenantId} and id = any(${[...ids]}::bigint[])`.execute(tx);
  const [first] = rows;
  if (first === undefined || rows.length < new Set(ids).size) throw notFound();
  const refusal = (key: string) => invalid('error.form.invalid', { instance_ids: key });
  if (rows.some(({ provider }) => provider === 'evolution')) throw refusal('error.campaign.gateway');
  if (rows.some(({ channel }) => channel !== first.channel)) throw refusal('error.campaign.channels');
  return first.channel;
}
