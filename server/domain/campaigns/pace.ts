import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';

/** Campaigns take this part of what a number may send; answers have the rest. */
const SHARE = 0.8;
/** The bucket holds the tokens of this many seconds, so that no second exceeds the number's rate. */
const BURST_SECONDS = 0.25;

/** What a number can send now, and otherwise how long that takes. */
export type Pace = { tokens: number; waitMs: number };

/** Locks the bucket of a number, that all nodes take from, and fills it up. */
export async function openBucket(tx: Tx, tenantId: Id, instanceId: Id): Promise<Pace> {
  const { rows } = await sql<{ tokens: number; rate: number; heldMs: number }>`
    with locked as (
      select tenant_id, instance_id, per_second * ${SHARE}::float8 as rate, tokens, filled_at, held_until
      from number_pace where tenant_id = ${tenantId} and instance_id = ${instanceId} for no key update)
    update number_pace p set
      tokens = least(greatest(l.rate * ${BURST_SECONDS}::float8, 1),
        l.tokens + l.rate * greatest(extract(epoch from clock_timestamp() - l.filled_at)::float8, 0)),
      filled_at = clock_timestamp()
    from locked l where p.tenant_id = l.tenant_id and p.instance_id = l.instance_id
    returning p.tokens, l.rate, greatest(extract(epoch from l.held_until - clock_timestamp())::float8 * 1000, 0) as "heldMs"`.execute(
    tx,
  );
  const [bucket] = rows;
  if (bucket === undefined) return { tokens: 0, waitMs: 1_000 };
  if (bucket.heldMs > 0) return { tokens: 0, waitMs: bucket.heldMs };
  return { tokens: Math.floor(bucket.tokens), waitMs: (1_000 * Math.max(0, 1 - bucket.tokens)) / bucket.rate };
}

/** Takes what was claimed from an open bucket. */
export async function takeTokens(tx: Tx, tenantId: Id, instanceId: Id, count: number): Promise<void> {
  await sql`update number_pace set tokens = tokens - ${count}
    where tenant_id = ${tenantId} and instance_id = ${instanceId}`.execute(tx);
}

/** The provider asked to slow down: nothing more goes out from the number for a while. */
export async function holdNumber(
  tx: Tx,
  tenantId: Id,
  instanceId: Id,
  msAfter: (holds: number) => number,
): Promise<void> {
  // Sends that were in flight at the first refusal are refused too, and don't count again.
  const { rows } = await sql<{ holds: number }>`update number_pace
    set holds = holds + case when held_until > now() then 0 else 1 end
    where tenant_id = ${tenantId} and instance_id = ${instanceId} returning holds`.execute(tx);
  const ms = msAfter(rows[0]?.holds ?? 1);
  await sql`update number_pace set held_until = greatest(held_until, now() + make_interval(secs => ${ms / 1000}))
    where tenant_id = ${tenantId} and instance_id = ${instanceId}`.execute(tx);
}

/** Messages were accepted: the next refusal of each number counts as the first again. */
export async function releaseNumbers(tx: Tx, tenantId: Id, instanceIds: readonly Id[]): Promise<void> {
  await sql`update number_pace set holds = 0
    where tenant_id = ${tenantId} and instance_id = any(${instanceIds}::bigint[]) and holds > 0`.execute(tx);
}

type Paced = { id: Id; tenant_id: Id; per_minute: number | null };

/** Fills up the bucket of a locked campaign; one without a pace of its own is never empty. */
export async function openOwnBucket(tx: Tx, { id, tenant_id: tenantId, per_minute: perMinute }: Paced): Promise<Pace> {
  if (perMinute === null) return { tokens: Infinity, waitMs: 0 };
  const rate = perMinute / 60;
  const { rows } = await sql<{ tokens: number }>`
    update campaign set paced_at = clock_timestamp(),
      pace_tokens = least(greatest(${rate}::float8 * ${BURST_SECONDS}::float8, 1),
        pace_tokens + ${rate}::float8 * greatest(extract(epoch from clock_timestamp() - paced_at)::float8, 0))
    where tenant_id = ${tenantId} and id = ${id} returning pace_tokens as tokens`.execute(tx);
  const tokens = rows[0]?.tokens ?? 0;
  return { tokens: Math.floor(tokens), waitMs: (1_000 * Math.max(0, 1 - tokens)) / rate };
}

/** Takes what was claimed from the campaign's open bucket. */
export async function takeOwnTokens(
  tx: Tx,
  { id, tenant_id: tenantId, per_minute: perMinute }: Paced,
  count: number,
): Promise<void> {
  if (perMinute === null || count === 0) return;
  await sql`update campaign set pace_tokens = pace_tokens - ${count}
    where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
}

/** About how many seconds so many messages take, with the pauses between a campaign's parts; `perSecond`: what its numbers take. */
export function secondsFor(
  messages: number,
  {
    perSecond,
    per_minute: perMinute,
    batches,
    batch_minutes: batchMinutes,
  }: { perSecond: number; per_minute: number | null; batches: readonly number[]; batch_minutes: number },
): number {
  if (messages === 0) return 0;
  const rate = Math.min(perSecond * SHARE, perMinute === null ? Infinity : perMinute / 60);
  // A part begins at its time, or when the ones before are through.
  let end = 0;
  for (const [index, share] of batches.entries()) {
    end = Math.max(end, index * batchMinutes * 60) + (messages * share) / 100 / rate;
  }
  return Math.ceil(end);
}
