import { sql } from 'kysely';
import { ACK } from '../../../contract/facts/ack.ts';
import type { SendResult, StatusUpdate } from '../../channels/channel.ts';
import { channelOf } from '../../channels/sms/address.ts';
import { changeTenant } from '../../db/change.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import type { DeliveryUpdate } from '../delivery/delivery.ts';
import { parkedUpdates } from '../inbound/receive-status.ts';
import type { Parked } from '../inbound/receive-status.ts';
import type { CampaignClaim } from './claim.ts';
import { holdNumber, releaseNumbers } from './pace.ts';
import { ATTEMPTS_MAX, holdMs, pauseAfter, reactionTo } from './reactions.ts';
import type { Reaction } from './reactions.ts';
import { before, isErased, noteDeclined, receiveCampaignStatus, stateAfter, stopWithin } from './settle.ts';

/** The result of a send. `reaction`: in place of the one that the error calls for. */
export type Outcome = { claim: CampaignClaim; result: SendResult & { reaction?: Reaction } };

type Settling = { services: Pick<Services, 'db' | 'now'>; tenantId: Id; uncertainMs: number };

/** What an outcome does to its recipient. `reaction`: what else it calls for. */
type Settled = {
  event: 'accepted' | 'lost' | 'refused' | 'putBack';
  providerId?: string;
  code?: string;
  key?: string;
  at?: Date;
  isPutOff?: boolean;
  reaction?: Reaction;
};

function settledBy({ claim, result }: Outcome, now: Date): Settled {
  if (result.outcome === 'accepted') return { event: 'accepted', providerId: result.providerMessageId, at: now };
  // A later status decides.
  if (result.outcome === 'unknown') return { event: 'lost' };
  const { code, key, reaction = reactionTo(channelOf(claim.phoneNumberId ?? ''), result) } = result;
  if (reaction === 'final' || reaction === 'optOut' || isSpent(reaction, claim))
    return { event: 'refused', code: String(code), key, reaction };
  const at = new Date(now.getTime() + pauseAfter(reaction, claim.attempts));
  return { event: 'putBack', key, at, isPutOff: reaction === 'oneDay', reaction };
}

/** Whether no attempt is left. A held number or a paused campaign doesn't use up attempts. */
function isSpent(reaction: Reaction, { attempts, wasPutOff }: CampaignClaim): boolean {
  if (reaction === 'oneDay') return wasPutOff;
  return (reaction === 'later' || reaction === 'pair') && attempts >= ATTEMPTS_MAX;
}

/** The reactions that affect more than their recipient. */
const ALONE: readonly (Reaction | undefined)[] = ['hold', 'optOut', 'pause', 'template'];

/**
 * Settles outcomes of a company in one transaction; returns the ids of the settled ones. It leaves out tests, outcomes
 * that affect more than their recipient, and recipients whose status is being stored right now: waiting for those could
 * deadlock.
 */
export async function settleTogether(settling: Settling, outcomes: readonly Outcome[]): Promise<ReadonlySet<string>> {
  const { services, tenantId } = settling;
  const now = services.now();
  const all = outcomes.flatMap((outcome) => {
    const settled = settledBy(outcome, now);
    return outcome.claim.kind === 'test' || ALONE.includes(settled.reaction) ? [] : [{ ...outcome, settled }];
  });
  if (all.length === 0) return new Set();
  const stored = await withTenant(services.db, tenantId, (tx) => store(tx, settling, all, sql`skip locked`));
  await takeEarlyStatuses(
    settling,
    all.filter(({ claim }) => stored.has(claim.messageId)),
  );
  return stored;
}

/** Settles one outcome, and what it calls for beyond its recipient. */
export async function settleAlone(settling: Settling, outcome: Outcome): Promise<void> {
  const { services, tenantId } = settling;
  const { claim, result } = outcome;
  if (claim.kind === 'test') return settleTest(services, claim, testOutcome(result));
  const now = services.now();
  const settled = settledBy(outcome, now);
  const { reaction, key = '' } = settled;
  const storeIn = async (tx: Tx): Promise<void> => {
    await store(tx, settling, [{ claim, settled }]);
    if (reaction === 'hold') {
      const retryAfterMs = result.outcome === 'retryable' ? result.retryAfterMs : undefined;
      await holdNumber(tx, tenantId, claim.instanceId, (holds) => holdMs(holds, retryAfterMs));
    }
  };
  if (reaction !== 'pause' && reaction !== 'template' && reaction !== 'optOut') {
    await withTenant(services.db, tenantId, storeIn);
    return takeEarlyStatuses(settling, [{ claim, settled }]);
  }
  // The campaign stops first: else this recipient, once put back, or another could be claimed in between.
  return changeTenant(services.db, tenantId, async (change) => {
    await stopWithin(change, now, claim, reaction, key);
    await storeIn(change.tx);
    if (reaction === 'optOut') {
      const channel = channelOf(claim.phoneNumberId ?? '');
      await noteDeclined(change, claim.customerId, { channel, code: settled.code ?? '', at: now });
    }
  });
}

/** SQL: what an event stores besides the state; `g` is the outcome. */
function setOf(event: Settled['event'], uncertainMs: number) {
  switch (event) {
    case 'accepted':
      return sql`provider_message_id = case when not ${isErased(sql`r.address`)} then g."providerId" end, sent_at = g.at`;
    case 'lost':
      return sql`next_attempt_at = now() + make_interval(secs => ${uncertainMs / 1000})`;
    case 'refused':
      return sql`error_code = g.code, error_key = g.key`;
    case 'putBack':
      return sql`next_attempt_at = g.at, was_put_off = r.was_put_off or g."isPutOff", provider_message_id = null,
        sent_at = null`;
  }
}

/** Stores outcomes, each if its recipient is still at the attempt that was sent. Returns the ids of locked rows. */
async function store(
  tx: Tx,
  { tenantId, uncertainMs }: Settling,
  all: readonly { claim: CampaignClaim; settled: Settled }[],
  orElse = sql``,
): Promise<Set<string>> {
  const stored = new Set<string>();
  for (const [event, some] of Map.groupBy(all, ({ settled }) => settled.event)) {
    const given = some.map(({ claim: { messageId, campaignId, customerId, attempts }, settled }) => {
      const { providerId, code, key, at, isPutOff } = settled;
      return { messageId, campaignId, customerId, attempts, providerId, code, key, at, isPutOff };
    });
    const { rows } = await sql<{ messageId: string }>`
      with given as (
        select * from json_to_recordset(${JSON.stringify(given)}::json) as g("messageId" text, "campaignId" bigint,
          "customerId" bigint, attempts integer, "providerId" text, code text, key text, at timestamptz,
          "isPutOff" boolean)),
      held as (
        select g.* from given g
        join campaign_recipient r on r.tenant_id = ${tenantId} and r.campaign_id = g."campaignId"
          and r.customer_id = g."customerId"
        for update of r ${orElse}),
      moved as (
        update campaign_recipient r set state = ${stateAfter(event)}, locked_by = null, locked_until = null,
          updated_at = now(), ${setOf(event, uncertainMs)}
        from held g
        where r.tenant_id = ${tenantId} and r.campaign_id = g."campaignId" and r.customer_id = g."customerId"
          and r.attempts = g.attempts and r.state = any(${before(event)})
          -- A status was faster than the answer: the provider has taken it, and sent again it would arrive twice.
          and r.state <> 'sent')
      select "messageId" from held`.execute(tx);
    for (const { messageId } of rows) stored.add(messageId);
    if (event === 'accepted') {
      const instances = new Set(some.map(({ claim }) => claim.instanceId));
      await releaseNumbers(tx, tenantId, [...instances]);
    }
  }
  return stored;
}

/** Processes SMS statuses that were parked: they only had the provider's id and came before it was stored. */
async function takeEarlyStatuses(
  { services, tenantId }: Settling,
  all: readonly { claim: CampaignClaim; settled: Settled }[],
): Promise<void> {
  const sent = all.flatMap(({ claim, settled: { providerId } }) =>
    providerId !== undefined && channelOf(claim.phoneNumberId ?? '') === 'sms' ? [{ claim, providerId }] : [],
  );
  if (sent.length === 0) return;
  // Statuses are received under the company's lock too: one that isn't parked yet will find the recipient.
  await changeTenant(services.db, tenantId, async (change) => {
    const { rows } = await sql<Parked & { instanceId: Id; providerId: string }>`
      delete from parked_status p
      using unnest(${sent.map(({ claim }) => claim.instanceId)}::bigint[], ${sent.map(({ providerId }) => providerId)}::text[])
        as g (instance_id, provider_id)
      where p.tenant_id = ${tenantId} and p.instance_id = g.instance_id and p.whatsapp_message_id = g.provider_id
      returning p.instance_id as "instanceId", p.whatsapp_message_id as "providerId", p.ack, p.error_code as "errorCode",
        p.error_key as "errorKey"`.execute(change.tx);
    const now = services.now();
    for (const { instanceId, providerId, ...parked } of rows) {
      const claim = sent.find((each) => each.providerId === providerId && each.claim.instanceId === instanceId)?.claim;
      const about = {
        phoneNumberId: claim?.phoneNumberId ?? '',
        providerMessageId: providerId,
        callbackData: claim?.messageId,
        recipient: undefined,
        timestamp: now,
      };
      for (const update of parkedUpdates(parked))
        await receiveCampaignStatus(change, { tenantId, instanceId }, { ...about, ...statusOf(update) }, now);
    }
  });
}

function statusOf(update: DeliveryUpdate): Pick<StatusUpdate, 'status' | 'errors'> {
  if ('ack' in update) return { status: update.ack >= ACK.delivered ? 'delivered' : 'sent', errors: [] };
  const { code, key } = update.failed;
  return { status: 'failed', errors: [{ code: Number(code), key, title: '', details: undefined }] };
}

function testOutcome(result: SendResult): { state: 'sent' | 'failed' | 'uncertain'; key: string | null } {
  if (result.outcome === 'accepted') return { state: 'sent', key: null };
  if (result.outcome === 'unknown') return { state: 'uncertain', key: 'error.send.uncertain' };
  return { state: 'failed', key: result.key };
}

async function settleTest(
  { db }: Pick<Services, 'db'>,
  { tenantId, customerId: id }: CampaignClaim,
  outcome: ReturnType<typeof testOutcome>,
): Promise<void> {
  await withTenant(db, tenantId, (tx) =>
    sql`update campaign_test set state = ${outcome.state}, error_key = ${outcome.key}, locked_until = null
      where tenant_id = ${tenantId} and id = ${id}`.execute(tx),
  );
}
