import { sql } from 'kysely';
import type { FlowSkipReason } from '../../../../contract/facts/flow-starts.ts';
import { changeTenant } from '../../../db/change.ts';
import type { Change } from '../../../db/change.ts';
import { withPlatform, withTenant } from '../../../db/database.ts';
import type { Id } from '../../../db/tables.ts';
import { CHANNEL_RULES } from '../../campaigns/channel-rules.ts';
import { roomToday } from '../../campaigns/daily-limit.ts';
import { openBucket, takeTokens } from '../../campaigns/pace.ts';
import type { Services } from '../../context.ts';
import { isServedId } from '../../pools.ts';
import { beginStart } from './begin-start.ts';
import { skipReason } from './skip-reason.ts';
import { startableOf } from './start-flow.ts';

/** Starts of a number that are looked at in one go: attendants' changes come in between. */
const AT_ONCE = 40;
/** One that fails is tried again, so often and so much later. */
const TRIES_MAX = 5;
const AGAIN_MS = 60_000;

type Starting = Pick<Services, 'db' | 'now' | 'log' | 'pools'>;

/**
 * Starts active flows for the customers who wait for them, each once, as fast as campaigns may send from their numbers, or notes why
 * one doesn't start. Safe on several nodes and at a kill: a start, its ticket and its message are one transaction, under the company's
 * lock. Returns how many were settled.
 */
export async function startDueFlows(services: Starting): Promise<number> {
  const { db, now } = services;
  const tenants = await withPlatform(db, async (tx) => {
    const { rows } = await sql<{ id: Id }>`
      select tenant.id from tenant
      where tenant.deleted_at is null and ${isServedId(services, 'tenant.id')}
        and exists (select from flow_start s where s.tenant_id = tenant.id and s.status = 'waiting' and s.due_at <= ${now()})
      order by tenant.id`.execute(tx);
    return rows;
  });
  let settled = 0;
  for (const { id: tenantId } of tenants) {
    let here = 0;
    for (const due of await dueOf(services, tenantId)) here += await startAll(services, tenantId, due);
    if (here > 0) await tell(services, tenantId);
    settled += here;
  }
  return settled;
}

/** Their counts are others now. */
function tell({ db }: Starting, tenantId: Id): Promise<void> {
  return changeTenant(db, tenantId, async ({ append }) =>
    append('ListUpdated', { list: 'flows' }, { to: 'route', route: 'active-chat-flow' }),
  );
}

type Due = { instanceId: Id; ids: Id[] };

/** The next starts of each number, whose pace is known from now on. */
function dueOf({ db, now }: Starting, tenantId: Id): Promise<Due[]> {
  return withTenant(db, tenantId, async (tx) => {
    const { rows } = await sql<Due>`
      select i.id as "instanceId", array(select s.id::text from flow_start s where s.tenant_id = ${tenantId}
        and s.instance_id = i.id and s.status = 'waiting' and s.due_at <= ${now()}
        order by s.due_at, s.id limit ${AT_ONCE}) as ids
      from instance i where i.tenant_id = ${tenantId} order by i.id`.execute(tx);
    const due = rows.filter(({ ids }) => ids.length > 0);
    await sql`insert into number_pace (tenant_id, instance_id, per_second)
      select ${tenantId}::bigint, id, ${CHANNEL_RULES.whatsapp.perSecond}
      from unnest(${due.map(({ instanceId }) => instanceId)}::bigint[]) as of_due (id)
      on conflict do nothing`.execute(tx);
    return due;
  });
}

async function startAll(services: Starting, tenantId: Id, { ids }: Due): Promise<number> {
  const { db, now, log } = services;
  let settled = 0;
  for (const id of ids) {
    try {
      const outcome = await changeTenant(db, tenantId, (change) => startOne(change, id, now()));
      if (outcome === 'full') return settled;
      if (outcome === 'settled') settled += 1;
    } catch (error) {
      log.warn({ err: error, tenant: tenantId, start: id }, 'a flow could not start; it will be retried');
      await putOff(services, tenantId, id);
    }
  }
  return settled;
}

type Start = { flowId: Id; customerId: Id; instanceId: Id };

/** `full`: its number can't send more now. `gone`: another node has settled it. */
async function startOne(change: Change, id: Id, now: Date): Promise<'settled' | 'full' | 'gone'> {
  const { tx, tenantId } = change;
  const { rows } = await sql<Start>`
    select flow_id as "flowId", customer_id as "customerId", instance_id as "instanceId" from flow_start
    where tenant_id = ${tenantId} and id = ${id} and status = 'waiting' and due_at <= ${now} for update`.execute(tx);
  const [start] = rows;
  if (start === undefined) return 'gone';
  const { flowId, instanceId } = start;
  const startable = await startableOf(tx, tenantId, flowId);
  const reason =
    startable === undefined
      ? 'flow_off'
      : await skipReason(tx, { tenantId, now }, startable, { ...start, isAsked: false });
  if (startable === undefined || reason !== null) {
    await settleStart(change, id, { reason, runId: null }, now);
    return 'settled';
  }
  const room = await roomToday(tx, { tenantId, now }, instanceId, true);
  if (room === 0) return 'full';
  const { tokens } = await openBucket(tx, tenantId, instanceId);
  if (tokens <= 0) return 'full';
  await takeTokens(tx, tenantId, instanceId, 1);
  const runId = await beginStart(change, start, startable.playable, now);
  await settleStart(change, id, { reason: null, runId }, now);
  return 'settled';
}

/** Notes what became of a start: a run, or a reason. */
export async function settleStart(
  { tx, tenantId }: Pick<Change, 'tx' | 'tenantId'>,
  id: Id,
  { reason, runId }: { reason: FlowSkipReason | null; runId: Id | null },
  now: Date,
): Promise<void> {
  await sql`
    update flow_start set status = ${reason === null ? 'started' : 'skipped'}, reason = ${reason}, run_id = ${runId},
      settled_at = ${now}
    where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
}

async function putOff({ db, now }: Starting, tenantId: Id, id: Id): Promise<void> {
  const later = new Date(now().getTime() + AGAIN_MS);
  await withTenant(db, tenantId, (tx) =>
    sql`
      update flow_start set attempts = attempts + 1, due_at = ${later},
        status = case when attempts + 1 < ${TRIES_MAX} then status else 'skipped' end,
        reason = case when attempts + 1 < ${TRIES_MAX} then reason else 'failed' end,
        settled_at = case when attempts + 1 < ${TRIES_MAX} then settled_at else ${now()}::timestamptz end
      where tenant_id = ${tenantId} and id = ${id} and status = 'waiting'`.execute(tx),
  );
}
