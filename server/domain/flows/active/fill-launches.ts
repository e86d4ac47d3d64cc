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
import { PATIENCE_MS } from './skip-reason.ts';
import { startableOf } from './start-flow.ts';
import { tellCounts } from './tell-counts.ts';

/** Customers who are looked at in one transaction. */
const CHUNK = 5_000;

type Filling = Pick<Services, 'db' | 'now' | 'log' | 'pools'>;

/** Launches of a company that are looked at in one go: whoever has many that wait for a number holds up no other. */
const SHARE = 50;

/**
 * Queues the customers of due launches in chunks, each continuing where the last one ended, whichever node made it. Customers who wait
 * for a stopped launch are skipped the same way. Doesn't hold the company's lock, so attendants aren't held up. Returns how many
 * launches it processed.
 */
export async function fillDueLaunches(services: Filling, chunk = CHUNK): Promise<number> {
  const { db, now, log } = services;
  const due = await withPlatform(db, async (tx) => {
    const { rows } = await sql<{ tenantId: Id; id: Id }>`
      select due."tenantId", due.id from (
        select l.tenant_id as "tenantId", l.id, row_number() over (partition by l.tenant_id order by l.next_at, l.id) as place
        from flow_launch l join tenant on tenant.id = l.tenant_id
        where l.next_at <= ${now()} and tenant.deleted_at is null and ${isServedId(services, 'l.tenant_id')}) due
      where due.place <= ${SHARE} order by due.place`.execute(tx);
    return rows;
  });
  const changed = new Set<Id>();
  let done = 0;
  for (const { tenantId, id } of due) {
    try {
      for (let came: Came = 'more'; came === 'more';) {
        came = await withTenant(db, tenantId, (tx) => goThrough(tx, { tenantId, now: now() }, id, chunk));
        if (came !== 'nothing') changed.add(tenantId);
      }
      done += 1;
    } catch (error) {
      log.warn({ err: error, tenant: tenantId, launch: id }, 'a launch could not go on; it will be retried');
    }
  }
  await tellCounts(services, changed);
  return done;
}

type Launch = {
  flowId: Id;
  audience_id: Id | null;
  group_id: Id | null;
  repeats: FlowRepeats;
  nextAt: Date;
  filledTo: Id | null;
  isStopped: boolean;
};

/** `nothing`: it is through, another node's at the moment, or waits for a number. */
type Came = 'more' | 'done' | 'nothing';
type Scope = { tenantId: Id; now: Date };

/** The next chunk of a launch. Its row isn't locked meanwhile: whoever stops it, under the company's lock, doesn't wait. */
async function goThrough(tx: Tx, scope: Scope, id: Id, chunk: number): Promise<Came> {
  const { tenantId, now } = scope;
  const { rows: held } = await sql<{ isMine: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`flow launch ${tenantId} ${id}`}, 0)) as "isMine"`.execute(tx);
  if (held[0]?.isMine !== true) return 'nothing';
  const { rows } = await sql<Launch>`
    select flow_id as "flowId", audience_id, group_id, repeats, next_at as "nextAt", filled_to as "filledTo",
      stopped_at is not null as "isStopped"
    from flow_launch where tenant_id = ${tenantId} and id = ${id} and next_at <= ${now}`.execute(tx);
  const [launch] = rows;
  if (launch === undefined) return 'nothing';
  return launch.isStopped ? leaveOutChunk(tx, scope, id, chunk) : fillChunk(tx, scope, id, launch, chunk);
}

/** Skips the next starts waiting for a stopped launch. Those locked because they are being started are left for the next call. */
async function leaveOutChunk(tx: Tx, { tenantId, now }: Scope, id: Id, chunk: number): Promise<Came> {
  const { numAffectedRows = 0n } = await sql`
    update flow_start s set status = 'skipped', reason = 'cancelled', settled_at = ${now}
    from (select id from flow_start where tenant_id = ${tenantId} and launch_id = ${id} and status = 'waiting'
      limit ${chunk} for update skip locked) next
    where s.tenant_id = ${tenantId} and s.id = next.id`.execute(tx);
  if (numAffectedRows === BigInt(chunk)) return 'more';
  await sql`update flow_launch set next_at = null where tenant_id = ${tenantId} and id = ${id}
    and not exists (select from flow_start where tenant_id = ${tenantId} and launch_id = ${id} and status = 'waiting')`.execute(
    tx,
  );
  return 'done';
}

async function fillChunk(tx: Tx, scope: Scope, id: Id, launch: Launch, chunk: number): Promise<Came> {
  const { tenantId, now } = scope;
  const startable = await startableOf(tx, tenantId, launch.flowId);
  const tree = launch.audience_id === null ? null : await treeOf(tx, tenantId, launch.audience_id);
  // Nobody is to get what they wouldn't have while it is off, or by an audience that isn't what it was.
  if (startable === undefined || (await isTargetGone(tx, tenantId, launch))) {
    await sql`update flow_launch set next_at = null, stopped_at = ${now}
      where tenant_id = ${tenantId} and id = ${id} and stopped_at is null`.execute(tx);
    return 'done';
  }
  if (startable.instanceIds.length === 0) {
    // A number that is off, or a template that is paused, may be back soon.
    if (now.getTime() - launch.nextAt.getTime() < PATIENCE_MS) return 'nothing';
    return filled(tx, scope, id, launch);
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
          and s.customer_id = c.id and s.status = 'waiting')
      order by c.id
      on conflict (tenant_id, flow_id, customer_id) where status = 'waiting' and launch_id is not null do nothing)
    select max(id)::text as last, count(*)::integer as count from chunk`.execute(tx);
  const { last = null, count = 0 } = seen[0] ?? {};
  if (count === chunk) {
    await sql`update flow_launch set filled_to = ${last}
      where tenant_id = ${tenantId} and id = ${id} and stopped_at is null`.execute(tx);
    return 'more';
  }
  return filled(tx, scope, id, launch);
}

/** Ends the launch's current run, and schedules the next one if it repeats. */
async function filled(tx: Tx, { tenantId, now }: Scope, id: Id, launch: Launch): Promise<Came> {
  await sql`
    update flow_launch l set filled_to = null, next_at = ${nextMoment(launch, now)} from tenant
    where l.tenant_id = ${tenantId} and l.id = ${id} and l.stopped_at is null and tenant.id = l.tenant_id`.execute(tx);
  return 'done';
}

/** SQL: a launch's next run, at the same local time of the company, without runs missed meanwhile; null if it doesn't repeat. */
function nextMoment({ repeats, nextAt }: Launch, now: Date) {
  if (repeats === 'once') return sql`null`;
  const step = sql`make_interval(days => ${repeats === 'daily' ? 1 : 7} * n)`;
  return sql`(select min(at) from generate_series(1, 4000) n
    cross join lateral (select (${nextAt}::timestamptz at time zone tenant.timezone + ${step}) at time zone tenant.timezone as at) t
    where at > ${now})`;
}
