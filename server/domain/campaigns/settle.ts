import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { UNCERTAIN } from '../../../contract/facts/ack.ts';
import { SMS_PRICE } from '../../../contract/facts/campaigns.ts';
import type { ChannelName } from '../../../contract/facts/channels.ts';
import { ERASED } from '../../../contract/facts/phone.ts';
import type { StatusUpdate } from '../../channels/channel.ts';
import { channelOf } from '../../channels/sms/address.ts';
import { meaningOf } from '../../channels/whatsapp/errors.ts';
import type { Change } from '../../db/change.ts';
import { withTenant } from '../../db/database.ts';
import type { Database, Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { NEVER_CONFIRMED } from '../delivery/delivery.ts';
import type { Services } from '../context.ts';
import { noteConsent } from '../customers/note-consent.ts';
import type { InstancePlace } from '../instances/instance-of-number.ts';
import { lockCampaign, moveCampaign } from './campaign-rows.ts';
import type { CampaignClaim } from './claim.ts';
import { noteTemplatePaused } from '../templates/template-rows.ts';
import { holdNumber } from './pace.ts';
import { templateFor } from './parts.ts';
import { holdMs, pauseAfter, reactionTo } from './reactions.ts';
import type { Reaction } from './reactions.ts';
import { recipientAfter, recipientsBefore } from './recipient-state.ts';
import type { RecipientEvent } from './recipient-state.ts';

/** Records that a customer wants no marketing on a channel, as the provider says by an error code. */
export function noteDeclined(
  change: Change,
  customerId: Id,
  said: { channel: ChannelName; code: string; at: Date },
): Promise<void> {
  const { channel, code: evidence, at } = said;
  return noteConsent(change, customerId, { channel, kind: 'revoked', origin: 'provider', evidence, at });
}

/** SQL: the states in which an event has an effect. */
export const before = (event: RecipientEvent): RawBuilder<unknown> => sql`${recipientsBefore(event)}::text[]`;

/** The state after an event: the same from every state. */
export function stateAfter(event: RecipientEvent): string {
  const [from] = recipientsBefore(event);
  const to = from && recipientAfter(from, event);
  if (to === undefined) throw new Error(`${event} leads nowhere`);
  return to;
}

type Of = Pick<CampaignClaim, 'tenantId' | 'campaignId' | 'customerId' | 'attempts'>;

/** Moves a recipient's attempt to the state after an event; returns whether it did. `set` begins with a comma. */
async function move(tx: Tx, of: Of, event: RecipientEvent, set = sql``): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update campaign_recipient set state = ${stateAfter(event)}, locked_by = null, locked_until = null,
      updated_at = now() ${set}
    where tenant_id = ${of.tenantId} and campaign_id = ${of.campaignId} and customer_id = ${of.customerId}
      and attempts = ${of.attempts} and state = any(${before(event)})`.execute(tx);
  return numAffectedRows > 0n;
}

function putBack(tx: Tx, of: Of, reaction: Reaction, at: Date): Promise<boolean> {
  return move(
    tx,
    of,
    'putBack',
    sql`, next_attempt_at = ${at}, was_put_off = was_put_off or ${reaction === 'oneDay'}::boolean,
      provider_message_id = null, sent_at = null`,
  );
}

function errorOf({ code, key }: { code: number; key: string }): RawBuilder<unknown> {
  return sql`, error_code = ${String(code)}, error_key = ${key}`;
}

/** Pauses a campaign after an error that all its recipients would get, or makes it wait for its template. */
export async function stopWithin(
  change: Change,
  now: Date,
  { campaignId, customerId }: Pick<Of, 'campaignId' | 'customerId'>,
  reaction: Reaction,
  key: string,
): Promise<void> {
  if (reaction !== 'pause' && reaction !== 'template') return;
  const campaign = await lockCampaign(change.tx, change.tenantId, campaignId);
  if (reaction === 'pause') await moveCampaign(change, campaign, 'paused', { now, reason: key });
  else {
    // The template's webhook may come late or never. Without this note nothing would hold the campaign back, and it
    // would try again at once.
    const templateId = await templateFor(change.tx, campaign, customerId);
    if (templateId !== null) await noteTemplatePaused(change, templateId, now);
    await moveCampaign(change, campaign, 'held', { now, reason: 'template' });
  }
}

const CALLBACK = /^campaign:(\d{1,18}):(\d{1,18}):(\d{1,9})$/;

/** The callback data for an SMS status that only has the provider's id, as some do; undefined if of no campaign. */
export async function callbackOfSms(
  tx: Tx,
  { tenantId, instanceId }: InstancePlace,
  { phoneNumberId, providerMessageId }: StatusUpdate,
): Promise<string | undefined> {
  if (channelOf(phoneNumberId) !== 'sms') return undefined;
  const { rows } = await sql<{ callback: string }>`
    select callback_of(campaign_id, coalesce(called_as, customer_id), attempts) as callback from campaign_recipient
    where tenant_id = ${tenantId} and instance_id = ${instanceId} and provider_message_id = ${providerMessageId}
      and price_category = ${sql.lit(SMS_PRICE)} limit 1`.execute(tx);
  return rows[0]?.callback;
}

const EVENTS = { sent: 'ackSent', delivered: 'ackDelivered', read: 'ackRead', played: 'ackRead' } as const;

/**
 * Raises a recipient's level by a status. Each message gets up to three of them, so this doesn't take the company's
 * lock. False if the status has no effect or needs more: a failure, a message that is in a ticket since the customer
 * answered, or a customer who was merged since.
 */
export async function raiseRecipient(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { tenantId, instanceId }: InstancePlace,
  status: StatusUpdate,
): Promise<boolean> {
  const [, campaignId, customerId, attempts] = CALLBACK.exec(status.callbackData ?? '') ?? [];
  if (campaignId === undefined || status.status === 'failed') return false;
  const event = EVENTS[status.status];
  return withTenant(db, tenantId, async (tx) => {
    const { numAffectedRows = 0n } = await sql`
      update campaign_recipient set state = ${stateAfter(event)}, locked_by = null, locked_until = null,
        updated_at = now() ${named(status, now())}, error_code = null, error_key = null
      where tenant_id = ${tenantId} and campaign_id = ${campaignId} and customer_id = ${customerId}
        and called_as is null and instance_id = ${instanceId} and ticket_id is null and state = any(${before(event)})
        and (${isOfAnyTry(event)}::boolean or attempts = ${attempts}::integer)`.execute(tx);
    if (numAffectedRows > 0n) return true;
    const of = { tenantId, campaignId, customerId: customerId ?? '', attempts: Number(attempts) };
    return notePrice(tx, of, status, sql`and called_as is null and instance_id = ${instanceId} and ticket_id is null`);
  });
}

/** Stores the price of a status that raises nothing: perhaps only it has one. Returns whether it is of this attempt. */
async function notePrice(tx: Tx, of: Of, status: StatusUpdate, and = sql``): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update campaign_recipient set price_category = coalesce(price_category, ${status.priceCategory ?? null}::text),
      is_billable = coalesce(is_billable, ${status.isBillable ?? null}::boolean)
    where tenant_id = ${of.tenantId} and campaign_id = ${of.campaignId} and customer_id = ${of.customerId}
      and attempts = ${of.attempts} ${and}`.execute(tx);
  return numAffectedRows > 0n;
}

/** SQL condition: the recipient was erased. The provider's message id contains their number, so it isn't stored. */
export const isErased = (address: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`${address} like ${`${ERASED}%`}`;

/** SQL: what a status tells. `sent_at` is by the server's clock, as the daily limit counts. */
function named(status: StatusUpdate, now: Date): RawBuilder<unknown> {
  return sql`, provider_message_id = case when ${isErased(sql`address`)} then provider_message_id
      else coalesce(provider_message_id, ${status.providerMessageId}) end,
    sent_at = coalesce(sent_at, ${now}),
    price_category = coalesce(${status.priceCategory ?? null}::text, price_category),
    is_billable = coalesce(${status.isBillable ?? null}::boolean, is_billable)`;
}

/** Whether an event counts for any attempt: one that arrived after all is never followed by another. */
function isOfAnyTry(event: RecipientEvent): boolean {
  return event !== 'ackSent';
}

/**
 * Processes a status of a campaign's message; returns whether it is of one. Levels only rise. A failure is final,
 * except the one after which the provider wants the message sent once more.
 */
export async function receiveCampaignStatus(
  change: Change,
  { tenantId, instanceId }: InstancePlace,
  status: StatusUpdate,
  now: Date,
): Promise<boolean> {
  const { tx } = change;
  if (status.callbackData?.startsWith('test:') === true) return true;
  const [, campaignId, customerId, attempts] = CALLBACK.exec(status.callbackData ?? '') ?? [];
  if (campaignId === undefined) return false;
  // A customer who was merged since has another id. Statuses of the row that the merge removed aren't theirs.
  const { rows } = await sql<Of & { wasPutOff: boolean }>`
      select tenant_id as "tenantId", campaign_id as "campaignId", customer_id as "customerId", attempts,
        was_put_off as "wasPutOff"
      from campaign_recipient where tenant_id = ${tenantId} and instance_id = ${instanceId}
        and campaign_id = ${campaignId} and (called_as = ${customerId} or (called_as is null and customer_id = ${customerId}))`.execute(
    tx,
  );
  const [found] = rows;
  if (found === undefined) return true;
  const isOfThisTry = Number(attempts) === found.attempts;
  if (status.status !== 'failed') {
    const event = EVENTS[status.status];
    const isRaised =
      (isOfThisTry || isOfAnyTry(event)) &&
      (await move(tx, found, event, sql`${named(status, now)}, error_code = null, error_key = null`));
    if (!isRaised && isOfThisTry) await notePrice(tx, found, status);
    return true;
  }
  if (!isOfThisTry) return true;
  const [error] = status.errors;
  const failure = { code: error?.code ?? 0, key: error?.key ?? meaningOf(0).key };
  const channel = channelOf(status.phoneNumberId);
  const reaction = reactionTo(channel, failure);
  if (reaction === 'oneDay' && !found.wasPutOff) {
    const campaign = await lockCampaign(tx, tenantId, found.campaignId);
    // A cancelled campaign sends nothing any more, so there the message has failed.
    if (campaign.status !== 'cancelling' && campaign.status !== 'cancelled') {
      const at = new Date(now.getTime() + pauseAfter(reaction, found.attempts));
      const isPutBack = await putBack(tx, found, reaction, at);
      // Nothing is claimed from a finished campaign, so it is reopened.
      if (isPutBack) await moveCampaign(change, campaign, 'reopened', { now });
      return true;
    }
  }
  const hasFailed = await move(tx, found, 'ackFailed', sql`${named(status, now)} ${errorOf(failure)}`);
  if (!hasFailed) return true;
  if (reaction === 'hold') await holdNumber(tx, tenantId, instanceId, (holds) => holdMs(holds, undefined));
  if (reaction === 'optOut') {
    await noteDeclined(change, found.customerId, { channel, code: String(failure.code), at: now });
  }
  await stopWithin(change, now, found, reaction, failure.key);
  return true;
}

/** Claims of dead nodes become uncertain, as they may have been sent. Uncertain ones without a status in time fail. */
export async function settleAbandoned(db: Database, tenantId: Id, uncertainMs: number): Promise<void> {
  await withTenant(db, tenantId, async (tx) => {
    // Rows whose status is being stored right now are skipped: waiting for them could deadlock.
    const which = (condition: RawBuilder<unknown>) => sql`
      from (select campaign_id, customer_id from campaign_recipient where tenant_id = ${tenantId} and ${condition}
        for update skip locked) g
      where r.tenant_id = ${tenantId} and r.campaign_id = g.campaign_id and r.customer_id = g.customer_id`;
    await sql`
      update campaign_recipient r set state = ${stateAfter('lost')}, locked_by = null, locked_until = null,
        next_attempt_at = now() + make_interval(secs => ${uncertainMs / 1000}), updated_at = now()
      ${which(sql`state = 'sending' and locked_until < now()`)}`.execute(tx);
    await sql`
      update campaign_recipient r set state = ${stateAfter('timedOut')}, error_code = ${UNCERTAIN},
        error_key = ${NEVER_CONFIRMED.key}, updated_at = now()
      ${which(sql`state = 'uncertain' and next_attempt_at < now()`)}`.execute(tx);
    await sql`update campaign_test set state = 'uncertain'
      where tenant_id = ${tenantId} and state = 'sending' and locked_until < now()`.execute(tx);
  });
}
