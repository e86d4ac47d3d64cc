import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { smsParts } from '../../../contract/facts/sms-segments.ts';
import type { Id, Row } from '../../db/tables.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Services } from '../context.ts';
import type { ClaimingNode } from '../tenant-worker.ts';
import { lockCampaign, selectionOf } from './campaign-rows.ts';
import { filledContent } from './content.ts';
import type { FrozenContent } from './content.ts';
import { lockAccounts, roomToday } from './daily-limit.ts';
import { dueTurns, isDue } from './due.ts';
import type { Turn } from './due.ts';
import { isNumberGone } from './follow.ts';
import { leftOut } from './left-out.ts';
import { openBucket, openOwnBucket, takeOwnTokens, takeTokens } from './pace.ts';
import { acceptedParts, frozenParts } from './parts.ts';
import { isOpenAt, withZones, zoneOf, zonesOf } from './zones.ts';

/** A recipient, or a test, that this node sends to. `messageId` is what every status of it returns. */
export type CampaignClaim = {
  tenantId: Id;
  messageId: string;
  kind: 'recipient' | 'test';
  campaignId: Id;
  /** Of a test, its id. */
  customerId: Id;
  instanceId: Id;
  attempts: number;
  wasPutOff: boolean;
  address: string;
  content: FrozenContent;
  params: Readonly<Record<string, string>>;
  /** Null if the instance has no number with tested credentials. */
  phoneNumberId: string | null;
  sealedToken: string | null;
};

/** `waitMs`: until there is something again; undefined if only another event brings it. */
export type Claimed = { claims: CampaignClaim[]; waitMs: number | undefined };

/**
 * Claims due recipients, as many as their numbers' pace allows. Each campaign is claimed from by one node at a time, and
 * by none once it was paused or cancelled; blocks and consents are looked at again.
 */
export async function claimRecipients(
  { db, now, log }: Pick<Services, 'db' | 'now' | 'log'>,
  tenantId: Id,
  node: ClaimingNode & { limit: number },
): Promise<Claimed> {
  const [tests, active] = await withTenant(db, tenantId, (tx) =>
    Promise.all([
      claimTests(tx, tenantId, node),
      sql<{ id: Id }>`select id from campaign where tenant_id = ${tenantId} and status in ('probing', 'running')
        order by id`.execute(tx),
    ]),
  );
  const claims = [...tests];
  let waitMs: number | undefined;
  for (const [index, { id }] of active.rows.entries()) {
    // An equal share of the rest each, so that a large one doesn't hold up the others.
    const limit = Math.ceil((node.limit - claims.length) / (active.rows.length - index));
    if (limit <= 0) break;
    // What was claimed from the others is committed, and would wait for its lease to end.
    const found = await withTenant(db, tenantId, (tx) =>
      claimOf(tx, { tenantId, now: now() }, id, { ...node, limit }),
    ).catch((error: unknown) =>
      log.error({ err: error, tenant: tenantId, campaign: id }, 'a campaign could not be claimed from'),
    );
    if (found === undefined) continue;
    claims.push(...found.claims);
    if (found.waitMs !== undefined) waitMs = Math.min(waitMs ?? Infinity, found.waitMs);
  }
  return { claims, waitMs };
}

type Scope = { tenantId: Id; now: Date };

async function claimOf(tx: Tx, scope: Scope, id: Id, node: ClaimingNode & { limit: number }): Promise<Claimed> {
  const { tenantId, now } = scope;
  const campaign = await lockCampaign(tx, tenantId, id);
  const { status } = campaign;
  const isProbing = status === 'probing';
  const nothing: Claimed = { claims: [], waitMs: undefined };
  if (!isProbing && status !== 'running') return nothing;
  if (isProbing && (await hasProbe(tx, tenantId, id))) return nothing;
  const batches = await acceptedParts(tx, campaign);
  if (batches.length === 0) return nothing;
  const parts = await frozenParts(tx, campaign);
  const content = parts.get(1);
  if (content === undefined) return nothing;
  const hours = { from: campaign.window_from, to: campaign.window_to };
  const zones = (await zonesOf(tx, campaign)).filter((zone) => isOpenAt(now, zone, hours));
  const { rows: instances } = await sql<{ id: Id }>`select id from instance where tenant_id = ${tenantId}
    and id = any(${campaign.instance_ids}::bigint[]) and activated and claimed_number is not null
    order by id`.execute(tx);
  const instanceIds = instances.map((instance) => instance.id);
  const due = await dueTurns(tx, campaign, now, { batches, instanceIds, zones });
  await lockAccounts(tx, tenantId, instanceIds);
  const claims: CampaignClaim[] = [];
  let waitMs: number | undefined;
  const own = await openOwnBucket(tx, campaign);
  if (own.tokens <= 0) return { claims: [], waitMs: own.waitMs };
  let left = Math.min(isProbing ? 1 : node.limit, own.tokens);
  const movedTo = new Set<string>();
  for (const instanceId of instanceIds) {
    if (left === 0) break;
    const pace = await openBucket(tx, tenantId, instanceId);
    if (pace.tokens <= 0) {
      waitMs = Math.min(waitMs ?? Infinity, pace.waitMs);
      continue;
    }
    const room = (await roomToday(tx, scope, instanceId, true)) ?? Infinity;
    const most = Math.min(left, pace.tokens, room);
    if (most === 0) continue;
    const turns = due.filter((turn) => turn.instanceId === instanceId);
    const { found, moved, isMore } = await claimFrom(tx, scope, campaign, { turns, most, node });
    for (const zone of moved) movedTo.add(zone);
    // The next transaction goes on.
    if (isMore) waitMs = 0;
    if (found.length > 0) await takeTokens(tx, tenantId, instanceId, found.length);
    // The bucket is empty rather than the queue.
    if (found.length === pace.tokens) waitMs = Math.min(waitMs ?? Infinity, 50);
    const filled = found.map(({ batch, ...claim }) => ({ ...claim, content: parts.get(batch) ?? content }));
    if (campaign.channel === 'sms') await noteSegments(tx, campaign, filled);
    claims.push(...filled);
    left -= found.length;
  }
  await takeOwnTokens(tx, campaign, claims.length);
  if (movedTo.size > 0) {
    await sql`update campaign set zones = ${withZones(sql`${[...movedTo]}::text[]`)}
      where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
  }
  // The campaign's own bucket is empty rather than the queue.
  if (claims.length === own.tokens) waitMs = Math.min(waitMs ?? Infinity, 50);
  return { claims, waitMs };
}

/** Whether a message of the campaign is under way or was taken: the others wait for what becomes of it. */
async function hasProbe(tx: Tx, tenantId: Id, id: Id): Promise<boolean> {
  const { rows } = await sql`select from campaign_recipient where tenant_id = ${tenantId} and campaign_id = ${id}
    and state in ('sending', 'uncertain', 'sent', 'delivered', 'read') limit 1`.execute(tx);
  return rows.length > 0;
}

type Wanted = { turns: readonly Turn[]; most: number; node: ClaimingNode };
type Found = Omit<CampaignClaim, 'content'> & { batch: number };
/** `moved`: time zones of recipients whose customer's was corrected since. */
type Claiming = { found: Found[]; moved: string[]; isMore: boolean };

/** How often more are looked at in one transaction in place of those left out: it holds locks. */
const ROUNDS_MAX = 50;

/**
 * Up to `most` of an instance, turn by turn; those who are to be left out now, or have another turn, are marked so and not
 * counted. `isMore`: so many were that there may be others.
 */
async function claimFrom(
  tx: Tx,
  scope: Scope,
  campaign: Row<'campaign'>,
  { turns, most, node }: Wanted,
): Promise<Claiming> {
  const found: Found[] = [];
  const moved: string[] = [];
  let rounds = 0;
  for (const turn of turns) {
    for (;;) {
      const limit = most - found.length;
      if (limit === 0) return { found, moved, isMore: moved.length > 0 };
      if (rounds === ROUNDS_MAX) return { found, moved, isMore: true };
      rounds += 1;
      const { claimed, zones, seen } = await claimSome(tx, scope, campaign, { turn, limit, node });
      found.push(...claimed);
      moved.push(...zones);
      if (seen < limit) break;
    }
  }
  return { found, moved, isMore: moved.length > 0 };
}

/** Keeps how many SMS each takes: it is what they cost. */
async function noteSegments(
  tx: Tx,
  { tenant_id: tenantId, id }: Row<'campaign'>,
  claims: readonly CampaignClaim[],
): Promise<void> {
  if (claims.length === 0) return;
  const segments = claims.map(({ content, params }) => smsParts(filledContent(content, params).text).segments);
  await sql`update campaign_recipient r set segments = g.segments
    from unnest(${claims.map(({ customerId }) => customerId)}::bigint[], ${segments}::smallint[]) g (customer_id, segments)
    where r.tenant_id = ${tenantId} and r.campaign_id = ${id} and r.customer_id = g.customer_id`.execute(tx);
}

/** SQL: the next recipients of a turn, who are locked. */
export function dueOf(campaign: Row<'campaign'>, now: Date, turn: Turn, limit: number): RawBuilder<unknown> {
  const of = {
    batch: sql`${turn.batch}::smallint`,
    instanceId: sql`${turn.instanceId}::bigint`,
    zone: sql`${turn.zone}::text`,
  };
  return sql`select r.customer_id, r.address from campaign_recipient r where ${isDue(campaign, now, of)}
    order by r.next_attempt_at, r.customer_id limit ${limit} for update of r skip locked`;
}

async function claimSome(
  tx: Tx,
  scope: Scope,
  campaign: Row<'campaign'>,
  { turn, limit, node }: { turn: Turn; limit: number; node: ClaimingNode },
): Promise<{ claimed: Found[]; zones: string[]; seen: number }> {
  const { tenantId, now } = scope;
  const { instanceId, zone } = turn;
  const reason = leftOut(scope, selectionOf(campaign), sql`${instanceId}::bigint`);
  const { rows } = await sql<Found & { state: string; zone: string }>`
    with due as (${dueOf(campaign, now, turn, limit)}),
    judged as (
      select c.id, coalesce(${reason}, case when ${isNumberGone} then 'number_changed' end) as reason,
        ${zoneOf(tenantId)} as zone
      from due r join customer c on c.tenant_id = ${tenantId} and c.id = r.customer_id),
    placed as (
      select id, reason, zone, case when reason is not null then 'skipped' when zone <> ${zone} then 'pending'
        else 'sending' end as state
      from judged)
    update campaign_recipient r set state = j.state, skip_reason = j.reason, zone = j.zone,
      attempts = r.attempts + case when j.state = 'sending' then 1 else 0 end,
      locked_by = case when j.state = 'sending' then ${node.id} end,
      locked_until = case when j.state = 'sending' then now() + make_interval(secs => ${node.leaseMs / 1000}) end,
      provider_message_id = null, error_code = null, error_key = null, updated_at = now(),
      -- From now on statuses name them by their own id.
      called_as = case when j.state = 'sending' then null else r.called_as end
    from placed j join instance i on i.tenant_id = ${tenantId} and i.id = ${instanceId}
    where r.tenant_id = ${tenantId} and r.campaign_id = ${campaign.id} and r.customer_id = j.id
    returning r.tenant_id as "tenantId", callback_of(r.campaign_id, r.customer_id, r.attempts) as "messageId",
      'recipient' as kind, r.campaign_id as "campaignId", r.customer_id as "customerId",
      r.instance_id as "instanceId", r.attempts, r.was_put_off as "wasPutOff", r.address, r.params, r.batch,
      i.claimed_number as "phoneNumberId", i.access_token as "sealedToken", j.state, j.zone`.execute(tx);
  const of = (state: string) => rows.filter((row) => row.state === state);
  const claimed = of('sending').map(({ state: _state, zone: _zone, ...claim }) => claim);
  return { claimed, zones: of('pending').map((row) => row.zone), seen: rows.length };
}

async function claimTests(tx: Tx, tenantId: Id, node: ClaimingNode & { limit: number }): Promise<CampaignClaim[]> {
  const { rows } = await sql<CampaignClaim>`
    with due as (
      select t.id from campaign_test t where t.tenant_id = ${tenantId} and t.state in ('pending', 'rich', 'sms')
      order by t.id limit ${node.limit} for update of t skip locked)
    update campaign_test t set state = 'sending',
      locked_until = now() + make_interval(secs => ${node.leaseMs / 1000})
    from due join instance i on i.tenant_id = ${tenantId}
    where t.tenant_id = ${tenantId} and t.id = due.id and i.id = t.instance_id
    returning t.tenant_id as "tenantId", 'test:' || t.id as "messageId", 'test' as kind,
      t.campaign_id as "campaignId", t.id as "customerId", t.instance_id as "instanceId", 1 as attempts,
      false as "wasPutOff", t.address, t.content, t.params, i.claimed_number as "phoneNumberId",
      i.access_token as "sealedToken"`.execute(tx);
  return rows;
}

/** Extends a node's claims: it is alive, and waits for the provider. */
export async function renewClaims(
  { db }: Pick<Services, 'db'>,
  tenantId: Id,
  node: ClaimingNode,
  messageIds: readonly string[],
): Promise<void> {
  const until = sql`now() + make_interval(secs => ${node.leaseMs / 1000})`;
  const tests = messageIds.flatMap((id) => (id.startsWith('test:') ? [id.slice('test:'.length)] : []));
  await withTenant(db, tenantId, async (tx) => {
    // Those that are being settled right now, or whose status is stored, need none.
    await sql`update campaign_recipient r set locked_until = ${until}
      from (select campaign_id, customer_id from campaign_recipient
        where tenant_id = ${tenantId} and state = 'sending' and locked_by = ${node.id}
          and callback_of(campaign_id, customer_id, attempts) = any(${messageIds}::text[])
        for update skip locked) own
      where r.tenant_id = ${tenantId} and r.campaign_id = own.campaign_id and r.customer_id = own.customer_id`.execute(
      tx,
    );
    if (tests.length === 0) return;
    await sql`update campaign_test set locked_until = ${until}
      where tenant_id = ${tenantId} and state = 'sending' and id = any(${tests}::bigint[])`.execute(tx);
  });
}
