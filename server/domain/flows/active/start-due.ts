import { sql } from 'kysely';
import type { FlowSkipReason, FlowStartSource } from '../../../../contract/facts/flow-starts.ts';
import { givenValues } from '../../../../flows/given.ts';
import { changeTenant } from '../../../db/change.ts';
import type { Change } from '../../../db/change.ts';
import { withPlatform, withTenant } from '../../../db/database.ts';
import { isTransientFailure } from '../../../db/failures.ts';
import type { Id } from '../../../db/tables.ts';
import { CHANNEL_RULES } from '../../campaigns/channel-rules.ts';
import { roomToday } from '../../campaigns/daily-limit.ts';
import { openBucket, takeTokens } from '../../campaigns/pace.ts';
import type { Services } from '../../context.ts';
import { isServedId } from '../../pools.ts';
import { beginStart } from './begin-start.ts';
import { settleStart } from './settle-start.ts';
import { verdictOn } from './skip-reason.ts';
import { startableOf } from './start-flow.ts';
import { tellCounts } from './tell-counts.ts';

/** Starts of a number that are looked at in one go: attendants' changes come in between. */
const AT_ONCE = 40;
/** One that fails is tried again, so often and so much later. */
const TRIES_MAX = 5;
const AGAIN_MS = 60_000;
/** A node that claimed a start has made it by then, or is gone. */
const CLAIM_MS = 30_000;

type Starting = Pick<Services, 'db' | 'now' | 'log' | 'pools'>;

/**
 * Starts active flows for the customers who wait for them, each once, as fast as campaigns may send from their numbers, or notes why
 * one doesn't start. Safe on several nodes and at a kill: a start, its ticket and its message are one transaction, under the company's
 * lock. Returns how many were settled.
 */
export async function startDueFlows(services: Starting): Promise<number> {
  const { db, now, log } = services;
  const tenants = await withPlatform(db, async (tx) => {
    const { rows } = await sql<{ id: Id }>`
      select tenant.id from tenant
      where tenant.deleted_at is null and ${isServedId(services, 'tenant.id')}
        and exists (select from flow_start s where s.tenant_id = tenant.id and s.status = 'waiting' and s.due_at <= ${now()})
      order by tenant.id`.execute(tx);
    return rows;
  });
  const changed: Id[] = [];
  let settled = 0;
  for (const { id: tenantId } of tenants) {
    try {
      let here = 0;
      for (const due of await dueOf(services, tenantId)) here += await startAll(services, tenantId, due);
      if (here > 0) changed.push(tenantId);
      settled += here;
    } catch (error) {
      log.warn({ err: error, tenant: tenantId }, 'flows could not start; they will be retried');
    }
  }
  await tellCounts(services, changed);
  return settled;
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
      select tenant_id, id,
        case channel when 'sms' then ${CHANNEL_RULES.sms.perSecond}::integer else ${CHANNEL_RULES.whatsapp.perSecond} end
      from instance where tenant_id = ${tenantId} and id = any(${due.map(({ instanceId }) => instanceId)}::bigint[])
      on conflict do nothing`.execute(tx);
    return due;
  });
}

/** Returns how many were settled. */
async function startAll(services: Starting, tenantId: Id, { instanceId, ids }: Due): Promise<number> {
  const left = [...ids];
  let settled = 0;
  let spare = 0;
  let isBusy = false;
  while (left.length > 0 && !isBusy) {
    spare = await claim(services, tenantId, { instanceId, ids: left }, spare);
    if (spare === 0) return settled;
    for (const id of left.splice(0, spare)) {
      const outcome = await startSafely(services, tenantId, id);
      if (outcome === 'started') spare -= 1;
      if (outcome === 'started' || outcome === 'skipped') settled += 1;
      // Each of the others would wait as long.
      isBusy = outcome === 'busy';
      if (isBusy) break;
    }
  }
  if (spare > 0) await withTenant(services.db, tenantId, (tx) => takeTokens(tx, tenantId, instanceId, -spare));
  return settled;
}

/**
 * How many of them their number may send now; `spare` of those before came to nothing. Not under the company's lock: what the account
 * sent today is counted, and campaigns hold their numbers.
 */
function claim({ db, now }: Starting, tenantId: Id, { instanceId, ids }: Due, spare: number): Promise<number> {
  return withTenant(db, tenantId, async (tx) => {
    const at = now();
    const room = await roomToday(tx, { tenantId, now: at }, instanceId, true);
    await takeTokens(tx, tenantId, instanceId, -spare);
    const { tokens } = await openBucket(tx, tenantId, instanceId);
    const count = Math.max(0, Math.min(ids.length, tokens, room ?? Infinity));
    await takeTokens(tx, tenantId, instanceId, count);
    if (room === undefined) return count;
    await sql`update flow_start set claimed_until = ${new Date(at.getTime() + CLAIM_MS)}
      where tenant_id = ${tenantId} and id = any(${ids.slice(0, count)}::bigint[]) and status = 'waiting'`.execute(tx);
    return count;
  });
}

/** `later`: it was put off. `gone`: another node has it, or has settled it. `busy`: the company's changes wait too long. */
type Outcome = 'started' | 'skipped' | 'later' | 'gone' | 'busy';

async function startSafely(services: Starting, tenantId: Id, id: Id): Promise<Outcome> {
  const { db, now, log } = services;
  try {
    return await changeTenant(db, tenantId, (change) => startOne(change, id, now()));
  } catch (error) {
    log.warn({ err: error, tenant: tenantId, start: id }, 'a flow could not start; it will be retried');
    const isPassing = isTransientFailure(error);
    await putOff(services, tenantId, id, isPassing);
    return isPassing ? 'busy' : 'later';
  }
}

type Start = {
  flowId: Id;
  customerId: Id;
  instanceId: Id;
  source: FlowStartSource;
  createdAt: Date;
  ruleChain: readonly Id[];
  variables: Record<string, unknown>;
  isStopped: boolean;
};

async function startOne(change: Change, id: Id, now: Date): Promise<Outcome> {
  const { tx, tenantId } = change;
  const { rows } = await sql<Start>`
    select s.flow_id as "flowId", s.customer_id as "customerId", s.instance_id as "instanceId", s.source,
      s.created_at as "createdAt", s.rule_chain::text[] as "ruleChain", s.vars as variables, l.stopped_at is not null as "isStopped"
    from flow_start s left join flow_launch l on l.tenant_id = s.tenant_id and l.id = s.launch_id
    where s.tenant_id = ${tenantId} and s.id = ${id} and s.status = 'waiting' and s.due_at <= ${now}
    for update of s skip locked`.execute(tx);
  const [start] = rows;
  if (start === undefined) return 'gone';
  const skip = async (reason: FlowSkipReason): Promise<Outcome> => {
    await settleStart(change, id, { reason, runId: null }, now);
    return 'skipped';
  };
  const startable = await startableOf(tx, tenantId, start.flowId);
  if (startable === undefined) return skip('flow_off');
  if (start.isStopped) return skip('cancelled');
  const verdict = await verdictOn(tx, { tenantId, now }, startable, start);
  if (verdict instanceof Date) {
    await sql`update flow_start set due_at = ${verdict}, claimed_until = null
      where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
    return 'later';
  }
  if (verdict !== null) return skip(verdict);
  const { playable } = startable;
  // Another version may have been published meanwhile: what no longer fits is left out.
  const { values } = givenValues(playable.flow, start.variables);
  const runId = await beginStart(change, start, playable, { ruleChain: start.ruleChain, values, now });
  await settleStart(change, id, { reason: null, runId }, now);
  return 'started';
}

/** A passing failure isn't the start's own, and doesn't count. */
async function putOff({ db, now }: Starting, tenantId: Id, id: Id, isPassing: boolean): Promise<void> {
  const later = new Date(now().getTime() + AGAIN_MS);
  const tries = sql`attempts + ${isPassing ? 0 : 1}::integer`;
  await withTenant(db, tenantId, (tx) =>
    sql`
      update flow_start set attempts = ${tries}, due_at = ${later}, claimed_until = null,
        status = case when ${tries} < ${TRIES_MAX} then status else 'skipped' end,
        reason = case when ${tries} < ${TRIES_MAX} then reason else 'failed' end,
        settled_at = case when ${tries} < ${TRIES_MAX} then settled_at else ${now()}::timestamptz end
      where tenant_id = ${tenantId} and id = ${id} and status = 'waiting'`.execute(tx),
  );
}
