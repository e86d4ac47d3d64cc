import { sql } from 'kysely';
import type { CampaignStatus } from '../../../contract/facts/campaigns.ts';
import { changeTenant } from '../../db/change.ts';
import { withPlatform, withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id, Row } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import { isServedId } from '../pools.ts';
import type { Serving } from '../pools.ts';
import { areGroupsFilled, awaitedGroups } from './awaited-groups.ts';
import { lockCampaign, moveCampaign, publishCampaign } from './campaign-rows.ts';
import type { CampaignEvent } from './campaign-state.ts';
import { roomToday } from './daily-limit.ts';
import { isPendingIn, isTemplateInTheWay, partsBut, refusedParts } from './parts.ts';
import { CHUNK, prepareChunk } from './prepare.ts';
import { settleAbandoned } from './settle.ts';
import { isTargetGone } from './target.ts';
import { isOpenAt, zonesOf } from './zones.ts';

export type AdvanceOptions = {
  /** How long to wait for the provider's status of an uncertain send. */
  uncertainMs: number;
  /** How long to wait for a status of the probe; accepted, it has passed then. */
  probeMs: number;
  /** Customers who are looked at in one transaction. */
  chunk: number;
};

export const ADVANCE_DEFAULTS: AdvanceOptions = { uncertainMs: 20_000, probeMs: 10_000, chunk: CHUNK };

/** Minimum interval between two notifications of a campaign's counts (milliseconds). */
const TELL_MS = 1_000;

type Advancing = Pick<Services, 'db' | 'now' | 'log'>;

/** Served companies with a campaign or test in progress, or with counts that pages weren't notified of yet. */
export async function findCampaigning(services: Serving): Promise<Id[]> {
  const rows = await withPlatform(services.db, (tx) =>
    sql<{ id: Id }>`
      select due.tenant_id as id from (
        select tenant_id from campaign
        where status in ('scheduled', 'preparing', 'probing', 'running', 'paused', 'waiting', 'cancelling')
        union select tenant_id from campaign_tally where not is_sum
        union select tenant_id from campaign_test where state in ('pending', 'rich', 'sms', 'sending')) due
      join tenant on tenant.id = due.tenant_id and tenant.deleted_at is null
      where ${isServedId(services, 'due.tenant_id')}`.execute(tx),
  );
  return rows.rows.map(({ id }) => id);
}

/** Takes a company's campaigns as far as they go by themselves, and tells their counts. Safe on any number of nodes. */
export async function advanceCampaigns(
  services: Advancing,
  tenantId: Id,
  options: AdvanceOptions = ADVANCE_DEFAULTS,
): Promise<void> {
  await settleAbandoned(services.db, tenantId, options.uncertainMs);
  const campaigns = await withTenant(services.db, tenantId, (tx) =>
    tx
      .selectFrom('campaign')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where('status', 'in', ['scheduled', 'preparing', 'probing', 'running', 'waiting', 'cancelling'])
      .orderBy('id')
      .execute(),
  );
  for (const campaign of campaigns) {
    await advance(services, tenantId, campaign, options).catch((error: unknown) =>
      services.log.error({ err: error, tenant: tenantId, campaign: campaign.id }, 'a campaign could not be advanced'),
    );
  }
  await tellCounts(services, tenantId);
}

type Next = { event: CampaignEvent; reason?: string | null };

async function advance(
  services: Advancing,
  tenantId: Id,
  campaign: Row<'campaign'>,
  options: AdvanceOptions,
): Promise<void> {
  const { db, now } = services;
  const { id, status } = campaign;
  if (status === 'scheduled') {
    const since = campaign.starts_at ?? new Date(0);
    if (since > now()) return;
    if (!(await areGroupsFilled(services, tenantId, campaign, since))) return;
    await happen(services, tenantId, id, status, { event: 'due' });
    return;
  }
  if (status === 'preparing') {
    let found: 'more' | 'done' | 'busy' = 'more';
    while (found === 'more') found = await prepareChunk(services, tenantId, id, options.chunk);
    if (found === 'done') await happen(services, tenantId, id, status, { event: 'prepared' });
    return;
  }
  if (status === 'cancelling') await cancelPending(services, tenantId, id, options.chunk);
  const next = await withTenant(db, tenantId, (tx) => nextOf(tx, now(), campaign, options));
  if (next !== undefined) await happen(services, tenantId, id, status, next);
}

/** What happens to a campaign now by itself. */
async function nextOf(
  tx: Tx,
  now: Date,
  campaign: Row<'campaign'>,
  { probeMs }: AdvanceOptions,
): Promise<Next | undefined> {
  const { status, reason: before } = campaign;
  if (!(await isAnyOpen(tx, campaign))) return { event: 'drained', reason: status === 'cancelling' ? before : null };
  if (status !== 'probing' && status !== 'running' && status !== 'waiting') return undefined;
  const reason = await obstacle(tx, now, campaign);
  if (reason !== undefined) return status === 'waiting' ? undefined : { event: 'held', reason };
  if (status === 'running') return undefined;
  const isProven = await hasPassed(tx, now, campaign, probeMs);
  if (status === 'probing') return isProven ? { event: 'passed' } : undefined;
  return { event: isProven ? 'goesOn' : 'goesOnUnproven' };
}

async function isAnyOpen(tx: Tx, { tenant_id: tenantId, id }: Row<'campaign'>): Promise<boolean> {
  const { rows } = await sql`select from campaign_recipient where tenant_id = ${tenantId} and campaign_id = ${id}
    and state in ('pending', 'sending', 'uncertain') limit 1`.execute(tx);
  return rows.length > 0;
}

async function hasPassed(
  tx: Tx,
  now: Date,
  { tenant_id: tenantId, id }: Row<'campaign'>,
  probeMs: number,
): Promise<boolean> {
  const since = new Date(now.getTime() - probeMs);
  const { rows } = await sql`select from campaign_recipient where tenant_id = ${tenantId} and campaign_id = ${id}
    and (state in ('delivered', 'read') or (state = 'sent' and sent_at < ${since})) limit 1`.execute(tx);
  return rows.length > 0;
}

/** Why nothing of a campaign can be sent now. */
async function obstacle(tx: Tx, now: Date, campaign: Row<'campaign'>): Promise<string | undefined> {
  const { tenant_id: tenantId, id } = campaign;
  const { rows: off } = await sql`select from tenant_feature where tenant_id = ${tenantId} and option = 'campaigns'
    and not enabled`.execute(tx);
  if (off.length > 0) return 'feature';
  const refused = await refusedParts(tx, campaign);
  if (await isTemplateInTheWay(tx, now, campaign, refused)) return 'template';
  // Parts that wait for their template hide nothing that is in the way of the others.
  const isPending = isPendingIn(partsBut(campaign, refused));
  const { rows: numbers } = await sql<{ id: Id }>`select id from instance where tenant_id = ${tenantId}
    and id = any(${campaign.instance_ids}::bigint[]) and activated and claimed_number is not null`.execute(tx);
  if (numbers.length === 0) return 'number';
  const isOf = (ids: readonly Id[]) => sql`${isPending} and r.instance_id = any(${[...ids]}::bigint[])`;
  const isAnyLeft = async (ids: readonly Id[]): Promise<boolean> => {
    const { rows: left } = await sql`select from campaign_recipient r where r.tenant_id = ${tenantId}
      and r.campaign_id = ${id} and (r.state in ('sending', 'uncertain') or (${isOf(ids)})) limit 1`.execute(tx);
    return left.length > 0;
  };
  const working = numbers.map((number) => number.id);
  // What is left may be of those alone that are switched off, or whose account's limit is used up.
  if (working.length < campaign.instance_ids.length && !(await isAnyLeft(working))) return 'number';
  const free: Id[] = [];
  for (const each of working) if ((await roomToday(tx, { tenantId, now }, each)) !== 0) free.push(each);
  if (free.length === 0 || (free.length < working.length && !(await isAnyLeft(free)))) return 'limit';
  const hours = { from: campaign.window_from, to: campaign.window_to };
  const all = await zonesOf(tx, campaign);
  const open = all.filter((zone) => isOpenAt(now, zone, hours));
  if (open.length === all.length) return undefined;
  // If the last ones were sent since the checks above, the next call finds that nothing is left.
  const { rows: waiting } = await sql<{ isShut: boolean }>`select exists (
      select from campaign_recipient r where r.tenant_id = ${tenantId} and r.campaign_id = ${id} and ${isOf(free)})
    and not exists (select from campaign_recipient r where r.tenant_id = ${tenantId} and r.campaign_id = ${id}
        and r.zone = any(${open}::text[]) and ${isOf(free)})
    and not exists (select from campaign_recipient where tenant_id = ${tenantId} and campaign_id = ${id}
      and state in ('sending', 'uncertain')) as "isShut"`.execute(tx);
  return waiting[0]?.isShut === true ? 'window' : undefined;
}

/** An event of a campaign that is still in the state in which it was looked at. */
async function happen(
  services: Advancing,
  tenantId: Id,
  id: Id,
  status: CampaignStatus,
  { event, reason }: Next,
): Promise<void> {
  await changeTenant(services.db, tenantId, async (change) => {
    const campaign = await lockCampaign(change.tx, tenantId, id);
    if (campaign.status !== status) return;
    if (event === 'drained' && (await isAnyOpen(change.tx, campaign))) return;
    if (event === 'due') {
      // It may have been put off since it was looked at.
      if ((campaign.starts_at ?? new Date(0)) > services.now()) return;
      // A file that was taken back has taken its group with it.
      if (await isTargetGone(change.tx, tenantId, campaign)) {
        await moveCampaign(change, campaign, 'cancelled', { now: services.now(), reason: 'target' });
        return;
      }
      // Its audience may name another since it was looked at.
      if ((await awaitedGroups(change.tx, campaign)).length > 0) return;
      await freezeTree(change.tx, campaign);
    }
    await moveCampaign(change, campaign, event, { now: services.now(), reason: reason ?? null });
  });
}

/** The audience as it is when the campaign begins; what is changed later doesn't concern it. */
async function freezeTree(tx: Tx, { tenant_id: tenantId, id }: Row<'campaign'>): Promise<void> {
  await sql`update campaign set tree = (select a.tree from audience a
      where a.tenant_id = campaign.tenant_id and a.id = campaign.audience_id)
    where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
}

async function cancelPending({ db }: Advancing, tenantId: Id, id: Id, chunk: number): Promise<void> {
  for (;;) {
    const changed = await withTenant(db, tenantId, (tx) =>
      sql`update campaign_recipient r set state = 'cancelled', updated_at = now()
        from (select customer_id from campaign_recipient where tenant_id = ${tenantId} and campaign_id = ${id}
          and state = 'pending' limit ${chunk} for update) gone
        where r.tenant_id = ${tenantId} and r.campaign_id = ${id} and r.customer_id = gone.customer_id`.execute(tx),
    );
    if ((changed.numAffectedRows ?? 0n) < BigInt(chunk)) return;
  }
}

/** Sums up changed counts, and notifies pages of them, per campaign at most every `TELL_MS`. */
async function tellCounts({ db }: Advancing, tenantId: Id): Promise<void> {
  const due = sql`y.tenant_id = ${tenantId} and not y.is_sum and not exists (select from campaign m
    where m.tenant_id = y.tenant_id and m.id = y.campaign_id and m.told_at > now() - make_interval(secs => ${TELL_MS / 1000}))`;
  const { rows } = await withTenant(db, tenantId, (tx) =>
    sql<{ id: Id }>`select distinct y.campaign_id as id from campaign_tally y where ${due}`.execute(tx),
  );
  for (const { id } of rows) {
    await changeTenant(db, tenantId, async (change) => {
      const { tx } = change;
      const { numAffectedRows = 0n } = await sql`
        update campaign set told_at = now(), version = version + 1
        where tenant_id = ${tenantId} and id = ${id}
          and coalesce(told_at, '-infinity') <= now() - make_interval(secs => ${TELL_MS / 1000})`.execute(tx);
      if (numAffectedRows === 0n) return;
      await sql`
        with gone as (delete from campaign_tally where tenant_id = ${tenantId} and campaign_id = ${id}
          returning state, count)
        insert into campaign_tally (tenant_id, campaign_id, state, count, is_sum)
        select ${tenantId}::bigint, ${id}::bigint, state, sum(count), true from gone group by state`.execute(tx);
      await publishCampaign(change, id);
    });
  }
}
