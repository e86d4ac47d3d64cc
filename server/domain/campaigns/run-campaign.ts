import { sql } from 'kysely';
import { UNCERTAIN } from '../../../contract/facts/ack.ts';
import { DAY_MS } from '../../../contract/facts/day-ms.ts';
import type { Campaign } from '../../../contract/entities/campaign.ts';
import type {
  CampaignTest,
  StartCampaignVariables,
  TestCampaignVariables,
} from '../../../contract/graphql/campaigns.ts';
import type { Change } from '../../db/change.ts';
import { withTenant } from '../../db/database.ts';
import type { Id, Row } from '../../db/tables.ts';
import { auditAction } from '../audit-action.ts';
import { changeAsActor } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { SMS_OPTED_OUT } from '../../channels/sms/errors.ts';
import { typedAddress } from '../../../contract/facts/phone-number.ts';
import { refusedAt } from '../customers/kept-refusals.ts';
import { customerAt } from '../customers/customer-numbers.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import { parseId } from '../ids.ts';
import { requireIdle } from '../templates/editing/manage-templates.ts';
import { campaignView, lockCampaign, moveCampaign } from './campaign-rows.ts';
import { CHANNEL_RULES } from './channel-rules.ts';
import { DISCARDED } from './campaign-state.ts';
import type { CampaignEvent } from './campaign-state.ts';
import { contentFor, fallbackOf, isRich } from './content.ts';
import { freezeMessages, messageOf, partsIn, thawMessages } from './parts.ts';
import { testViews } from './list-campaigns.ts';
import { CHUNK } from './prepare.ts';
import { requireCampaigns } from './require-campaigns.ts';
import { requireSame } from './save-campaign.ts';
import { requireTarget } from './target.ts';

/** A campaign isn't scheduled further ahead. */
const AHEAD_MAX_MS = 365 * DAY_MS;

/** What a person does to a campaign, and the states in which it is done already: a second click changes nothing. */
const DEEDS = {
  pause: { event: 'paused', done: ['paused'] },
  cancel: { event: 'cancelled', done: ['cancelling', 'cancelled'] },
  resume: { event: 'resumed', done: ['probing', 'running', 'waiting', 'finished'] },
  retry: { event: 'retryFailed', done: ['running', 'waiting'] },
  unschedule: { event: 'unscheduled', done: ['draft'] },
} as const satisfies Readonly<Record<string, { event: CampaignEvent; done: readonly Campaign['status'][] }>>;

/**
 * Pauses, resumes, cancels a campaign, takes a scheduled one back to draft, or sends a finished one again to those it
 * certainly failed for. Answers the campaign unchanged if that is done already; CONFLICT if its state doesn't allow it.
 */
export async function runCampaign(
  services: Services,
  caller: Actor,
  deed: keyof typeof DEEDS,
  rawId: string,
): Promise<Campaign> {
  requireCampaigns(caller);
  const id = parseId(rawId);
  const now = services.now();
  const run = async (change: Change, actor: Actor): Promise<Campaign> => {
    const { tx, tenantId } = change;
    const campaign = await lockCampaign(tx, tenantId, id);
    const { event, done } = DEEDS[deed];
    const isDone: readonly string[] = done;
    if (isDone.includes(campaign.status)) return campaignView(tx, tenantId, id);
    const reached = deed === 'resume' && !(await isProven(change, campaign)) ? 'resumedUnproven' : event;
    if (deed === 'retry' && campaign.status === 'finished') await requirePending(change, campaign);
    if (deed === 'unschedule' && campaign.status === 'scheduled') await thawMessages(tx, campaign, now);
    const reason = deed === 'pause' ? 'person' : campaign.status === 'draft' ? DISCARDED : null;
    const moved = await moveCampaign(change, campaign, reached, { now, reason });
    if (moved === undefined) throw conflict('error.campaign.state');
    await auditAction(tx, actor, { action: `campaign.${deed}`, subject: `campaign:${id}` });
    return moved;
  };
  if (deed === 'retry') await putBackFailed(services, caller.tenantId, id);
  return changeAsActor(services, caller, requireCampaigns, run);
}

/** Whether anything of it has reached somebody: until then one goes before the others. */
async function isProven({ tx, tenantId }: Change, { id }: Row<'campaign'>): Promise<boolean> {
  const { rows } = await sql`select from campaign_recipient where tenant_id = ${tenantId} and campaign_id = ${id}
    and state in ('sent', 'delivered', 'read') limit 1`.execute(tx);
  return rows.length > 0;
}

/**
 * What was never confirmed may have been sent, and who wants nothing isn't asked again. In chunks and not under the
 * company's lock: attendants go on meanwhile. Nothing is claimed from the finished campaign until it is moved.
 */
async function putBackFailed({ db, now }: Services, tenantId: Id, id: Id): Promise<void> {
  for (;;) {
    const changed = await withTenant(db, tenantId, async (tx) => {
      const { status } = await lockCampaign(tx, tenantId, id);
      // Moved by another click: what failed since then isn't of this one.
      if (status !== 'finished') return 0n;
      const { numAffectedRows = 0n } = await sql`
        update campaign_recipient r set state = 'pending', next_attempt_at = ${now()}, sent_at = null,
          was_put_off = false, updated_at = now()
        from (select customer_id from campaign_recipient where tenant_id = ${tenantId} and campaign_id = ${id}
          and state = 'failed' and error_code is distinct from ${UNCERTAIN} and error_code is distinct from '131050'
          and error_key is distinct from ${SMS_OPTED_OUT}
          limit ${CHUNK} for update) failed
        where r.tenant_id = ${tenantId} and r.campaign_id = ${id} and r.customer_id = failed.customer_id`.execute(tx);
      return numAffectedRows;
    });
    if (changed < BigInt(CHUNK)) return;
  }
}

/** Also after a click whose rows were put back and whose move was lost. */
async function requirePending({ tx, tenantId }: Change, { id }: Row<'campaign'>): Promise<void> {
  const { rows } = await sql`select from campaign_recipient where tenant_id = ${tenantId} and campaign_id = ${id}
    and state = 'pending' limit 1`.execute(tx);
  if (rows.length === 0) throw conflict('error.campaign.nothingFailed');
}

/**
 * Schedules a draft, for now or its moment, within a year. Its text or template is frozen; whom it is for is, when it
 * begins.
 */
export function startCampaign(services: Services, caller: Actor, variables: StartCampaignVariables): Promise<Campaign> {
  requireCampaigns(caller);
  const id = parseId(variables.id);
  const now = services.now();
  return changeAsActor(services, caller, requireCampaigns, async (change, actor) => {
    const { tx, tenantId } = change;
    const campaign = await lockCampaign(tx, tenantId, id);
    requireSame(variables.version, campaign.version);
    if (campaign.status !== 'draft') throw conflict('error.campaign.begun');
    const startsAt = campaign.starts_at ?? now;
    const ahead = startsAt.getTime() - now.getTime();
    if (!(ahead >= 0 && ahead <= AHEAD_MAX_MS))
      throw invalid('error.form.invalid', { starts_at: 'error.campaign.moment' });
    await requireTarget(tx, tenantId, campaign);
    // Its template may be about to go: it is deleted at the provider right now.
    const parts = await partsIn(tx, tenantId, id);
    for (const { templateId } of [messageOf(campaign), ...parts]) {
      if (templateId !== null) await requireIdle(tx, tenantId, templateId, now);
    }
    await freezeMessages(tx, campaign, parts);
    await sql`update campaign set starts_at = ${startsAt}
      where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
    await sql`insert into number_pace (tenant_id, instance_id, per_second)
      select tenant_id, id, ${CHANNEL_RULES[campaign.channel].perSecond}::integer from instance where tenant_id = ${tenantId} and id = any(${campaign.instance_ids}::bigint[])
      on conflict do nothing`.execute(tx);
    const moved = await moveCampaign(change, campaign, 'scheduled', { now });
    if (moved === undefined) throw conflict('error.campaign.state');
    await auditAction(tx, actor, { action: 'campaign.start', subject: `campaign:${id}` });
    return moved;
  });
}

/** Tests of one campaign in an hour. */
const TESTS_MAX = 20;

/**
 * Sends a part's message to one number, with the fallbacks. Refuses a blocked number, a customer's who wants no messages, and
 * many in an hour.
 */
export function testCampaign(
  services: Services,
  caller: Actor,
  variables: TestCampaignVariables,
): Promise<CampaignTest> {
  requireCampaigns(caller);
  const id = parseId(variables.id);
  const instanceId = parseId(variables.instance_id);
  const batch = variables.batch ?? 1;
  const address = typedAddress(variables.to_number);
  if (address === undefined) throw invalid('error.form.invalid', { to_number: 'error.number.malformed' });
  return changeAsActor(services, caller, requireCampaigns, async (change, actor) => {
    const { tx, tenantId } = change;
    const campaign = await lockCampaign(tx, tenantId, id);
    if (!campaign.instance_ids.includes(instanceId)) throw notFound();
    await requireTestable(change, services, campaign, address);
    if (batch < 1 || batch > campaign.batches.length) throw notFound();
    const said = (await partsIn(tx, tenantId, id)).find((part) => part.batch === batch) ?? messageOf(campaign);
    const content = await contentFor(tx, tenantId, { ...said, instanceIds: campaign.instance_ids });
    const params = Object.fromEntries(said.variables.map((each) => [each.key, fallbackOf(each)]));
    const test = await tx
      .insertInto('campaign_test')
      .values({
        tenant_id: tenantId,
        campaign_id: id,
        instance_id: instanceId,
        address,
        batch,
        content: JSON.stringify(content),
        state: campaign.channel === 'sms' ? 'sms' : isRich(content) ? 'rich' : 'pending',
        params: JSON.stringify(params),
        requested_by: actor.userId,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await auditAction(tx, actor, { action: 'campaign.test', subject: `campaign:${id}`, details: { part: batch } });
    const [view] = await testViews(tx, sql`t.tenant_id = ${tenantId} and t.id = ${test.id}`);
    if (view === undefined) throw notFound();
    return view;
  });
}

async function requireTestable(
  { tx, tenantId }: Change,
  services: Pick<Services, 'keys'>,
  { id, channel }: Row<'campaign'>,
  address: string,
): Promise<void> {
  const { optedOut, refusals } = CHANNEL_RULES[channel];
  const theirs = sql`select from customer c where c.tenant_id = ${tenantId} and c.id = ${customerAt(tenantId, address)}`;
  const { rows } = await sql<{ isBlocked: boolean; isOptedOut: boolean; isMany: boolean }>`select
    exists (select from blocked_contact where tenant_id = ${tenantId} and address = ${address})
      or exists (${theirs} and c.is_blacklisted) as "isBlocked",
    exists (${theirs} and ${optedOut}) as "isOptedOut",
    (select count(*) from campaign_test where tenant_id = ${tenantId} and campaign_id = ${id}
      and created_at > now() - interval '1 hour') >= ${TESTS_MAX} as "isMany"`.execute(tx);
  const kept = await refusedAt(tx, services, tenantId, address);
  if (rows[0]?.isBlocked === true || kept.has('contact')) throw conflict('error.customer.blacklisted');
  if (rows[0]?.isOptedOut === true || refusals.some((each) => kept.has(each)))
    throw conflict('error.campaign.testOptedOut');
  if (rows[0]?.isMany === true) throw conflict('error.campaign.tests');
}
