import { sql } from 'kysely';
import type { FlowRepeats } from '../../../../contract/facts/flow-starts.ts';
import { withPlatform, withTenant } from '../../../db/database.ts';
import type { Tx } from '../../../db/database.ts';
import type { Id } from '../../../db/tables.ts';
import { treeOf } from '../../audiences/audience-tree.ts';
import { instanceFor, isChosen } from '../../campaigns/left-out.ts';
import { isTargetGone } from '../../campaigns/target.ts';
import type { Services } from '../../context.ts';
import { isServedId } from '../../pools.ts';
import { startableOf } from './start-flow.ts';

/** Customers who are looked at in one transaction. */
const CHUNK = 5_000;

type Filling = Pick<Services, 'db' | 'now' | 'log' | 'pools'>;

/**
 * Adds the customers of launches whose moment has come to the queue, in chunks: each node's next one goes on behind the last. Not
 * under the company's lock: attendants go on meanwhile. Returns how many launches were through with.
 */
export async function fillDueLaunches(services: Filling, chunk = CHUNK): Promise<number> {
  const { db, now, log } = services;
  const due = await withPlatform(db, async (tx) => {
    const { rows } = await sql<{ tenantId: Id; id: Id }>`
      select l.tenant_id as "tenantId", l.id from flow_launch l join tenant on tenant.id = l.tenant_id
      where l.next_at <= ${now()} and tenant.deleted_at is null and ${isServedId(services, 'l.tenant_id')}
      order by l.next_at limit 50`.execute(tx);
    return rows;
  });
  let done = 0;
  for (const { tenantId, id } of due) {
    try {
      let left = true;
      while (left) left = await withTenant(db, tenantId, (tx) => fillChunk(tx, { tenantId, now: now() }, id, chunk));
      done += 1;
    } catch (error) {
      log.warn({ err: error, tenant: tenantId, launch: id }, 'a launch could not go on; it will be retried');
    }
  }
  return done;
}

type Launch = {
  flowId: Id;
  audience_id: Id | null;
  group_id: Id | null;
  repeats: FlowRepeats;
  nextAt: Date;
  filledTo: Id | null;
};

/** Whether there are more. None for a launch that is through, stopped, or another node's at the moment. */
async function fillChunk(tx: Tx, scope: { tenantId: Id; now: Date }, id: Id, chunk: number): Promise<boolean> {
  const { tenantId, now } = scope;
  const { rows } = await sql<Launch>`
    select flow_id as "flowId", audience_id, group_id, repeats, next_at as "nextAt", filled_to as "filledTo"
    from flow_launch where tenant_id = ${tenantId} and id = ${id} and next_at <= ${now}
    for update skip locked`.execute(tx);
  const [launch] = rows;
  if (launch === undefined) return false;
  const startable = await startableOf(tx, tenantId, launch.flowId);
  const tree = launch.audience_id === null ? null : await treeOf(tx, tenantId, launch.audience_id);
  // Nobody is to get what they wouldn't have while it is off, or by an audience that isn't what it was.
  if (startable === undefined || startable.instanceIds.length === 0 || (await isTargetGone(tx, tenantId, launch))) {
    await sql`update flow_launch set next_at = null, stopped_at = ${now}
      where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
    return false;
  }
  const { rows: seen } = await sql<{ last: Id | null; count: number }>`
    with chunk as materialized (
      select k.id from customer k where k.tenant_id = ${tenantId} and k.id > ${launch.filledTo ?? '0'}
      order by k.id limit ${chunk}),
    added as (
      insert into flow_start (tenant_id, flow_id, source, launch_id, customer_id, instance_id, status, due_at, created_at)
      select c.tenant_id, ${launch.flowId}::bigint, 'audience', ${id}::bigint, c.id, ${instanceFor(scope, startable)},
        'waiting', ${now}::timestamptz, ${now}::timestamptz
      from chunk join customer c on c.tenant_id = ${tenantId} and c.id = chunk.id
      where ${isChosen(scope, { tree, groupId: launch.group_id })}
        and not exists (select from flow_start s where s.tenant_id = ${tenantId} and s.flow_id = ${launch.flowId}
          and s.customer_id = c.id and s.status = 'waiting'))
    select max(id)::text as last, count(*)::integer as count from chunk`.execute(tx);
  const { last = null, count = 0 } = seen[0] ?? {};
  if (count === chunk) {
    await sql`update flow_launch set filled_to = ${last} where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
    return true;
  }
  await sql`
    update flow_launch l set filled_to = null, next_at = ${nextMoment(launch, now)} from tenant
    where l.tenant_id = ${tenantId} and l.id = ${id} and tenant.id = l.tenant_id`.execute(tx);
  return false;
}

/** SQL: when a launch is next, at the same time of the company's day, those left out that went by meanwhile; null: never again. */
function nextMoment({ repeats, nextAt }: Launch, now: Date) {
  if (repeats === 'once') return sql`null`;
  const step = sql`make_interval(days => ${repeats === 'daily' ? 1 : 7} * n)`;
  return sql`(select min(at) from generate_series(1, 4000) n
    cross join lateral (select (${nextAt}::timestamptz at time zone tenant.timezone + ${step}) at time zone tenant.timezone as at) t
    where at > ${now})`;
}
