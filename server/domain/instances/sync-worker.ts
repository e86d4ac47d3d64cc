import { sql } from 'kysely';
import { changeTenant } from '../../db/change.ts';
import { withPlatform, withTenant } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import { countKept, forgetKept, readKept } from '../inbound/kept-aside.ts';
import { receiveMessage } from '../inbound/receive-message.ts';
import { logInstance, tellOfInstance } from './instance-state.ts';

const POLL_MS = 5_000;
/** A node that gives no sign for so long is taken for dead, and another goes on. */
const LEASE_MS = 30_000;
/** Progress is told after so many. */
const BATCH = 50;
const DAY_MS = 86_400_000;

export type SyncWorker = {
  /** Something was asked for. */
  wake: (tenantId: Id) => void;
  /** Takes nothing more, and waits until the batch under way is done. */
  stop: () => Promise<void>;
};

type Job = { id: Id; instanceId: Id; daysAgo: number | null; createdAt: Date; lastId: Id; number: string | null };

/** Works off `instance_sync`: what was kept aside for a number becomes messages of its instance, marked as recovered. */
export function startSyncs(services: Services): SyncWorker {
  const tasks = new Set<Promise<void>>();
  let isStopping = false;

  function track(work: Promise<void>): void {
    const task = work
      .catch((error: unknown) => services.log.warn({ err: error }, 'a sync stopped; it will go on'))
      .finally(() => tasks.delete(task));
    tasks.add(task);
  }

  async function workOn(tenantId: Id): Promise<void> {
    for (;;) {
      const job = isStopping ? undefined : await claim(services, tenantId);
      if (job === undefined) return;
      await run(services, tenantId, job, () => isStopping);
    }
  }

  async function lookEverywhere(): Promise<void> {
    const now = services.now();
    const due = await withPlatform(services.db, (tx) =>
      tx
        .selectFrom('instance_sync')
        .select('tenant_id')
        .distinct()
        .where((where) =>
          where.or([
            where('state', '=', 'waiting'),
            where.and([where('state', '=', 'running'), where('locked_until', '<', now)]),
          ]),
        )
        .execute(),
    );
    for (const { tenant_id: tenantId } of due) await workOn(tenantId);
  }

  const poll = setInterval(() => track(lookEverywhere()), POLL_MS);
  poll.unref();
  track(lookEverywhere());

  return {
    wake: (tenantId) => {
      if (!isStopping) track(workOn(tenantId));
    },
    stop: async () => {
      isStopping = true;
      clearInterval(poll);
      while (tasks.size > 0) await Promise.all(tasks);
    },
  };
}

function claim(services: Services, tenantId: Id): Promise<Job | undefined> {
  const now = services.now();
  return withTenant(services.db, tenantId, async (tx) => {
    const { rows } = await sql<Job>`
      update instance_sync s set state = 'running', locked_until = ${new Date(now.getTime() + LEASE_MS)}
      from (select d.id from instance_sync d where d.tenant_id = ${tenantId}
        and (d.state = 'waiting' or (d.state = 'running' and d.locked_until < ${now}))
        order by d.id limit 1 for update skip locked) due
      join instance_sync o on o.tenant_id = ${tenantId} and o.id = due.id
      join instance i on i.tenant_id = ${tenantId} and i.id = o.instance_id
      where s.tenant_id = ${tenantId} and s.id = due.id
      returning s.id, s.instance_id as "instanceId", s.days_ago as "daysAgo", s.created_at as "createdAt",
        s.last_id as "lastId", i.claimed_number as number`.execute(tx);
    return rows[0];
  });
}

async function run(services: Services, tenantId: Id, job: Job, isStopping: () => boolean): Promise<void> {
  const since = job.daysAgo === null ? null : new Date(job.createdAt.getTime() - job.daysAgo * DAY_MS);
  const kept = { phoneNumberId: job.number ?? '', since };
  if (job.lastId === '0') await advance(services, tenantId, job, { total: await countKept(services, kept) });
  let after = job.lastId;
  while (!isStopping()) {
    const batch = await readKept(services, { ...kept, after, limit: BATCH });
    const taken: Id[] = [];
    for (const { id, message } of batch) {
      if (message !== undefined) {
        const place = { tenantId, instanceId: job.instanceId };
        const { outcome } = await receiveMessage(services, place, message, { isRecovered: true });
        if (outcome !== 'refused') taken.push(id);
      }
      after = id;
    }
    await forgetKept(services, taken);
    const isOver = batch.length < BATCH;
    await advance(services, tenantId, job, { lastId: after, done: batch.length, kept: taken.length, isOver });
    if (isOver) return;
  }
  // Another node, or the next start, goes on at once.
  await withTenant(services.db, tenantId, (tx) =>
    sql`update instance_sync set locked_until = ${services.now()} where tenant_id = ${tenantId} and id = ${job.id}`.execute(
      tx,
    ),
  );
}

type Step = { total?: number; lastId?: Id; done?: number; kept?: number; isOver?: boolean };

async function advance(services: Services, tenantId: Id, job: Job, step: Step): Promise<void> {
  const now = services.now();
  await changeTenant(services.db, tenantId, async (change) => {
    await sql`
      update instance_sync set total = coalesce(${step.total ?? null}::integer, total),
        done = done + ${step.done ?? 0}, kept = kept + ${step.kept ?? 0},
        last_id = greatest(last_id, ${step.lastId ?? '0'}::bigint),
        locked_until = ${new Date(now.getTime() + LEASE_MS)},
        state = case when ${step.isOver ?? false} then 'done' else state end,
        finished_at = case when ${step.isOver ?? false} then ${now}::timestamptz end
      where tenant_id = ${tenantId} and id = ${job.id}`.execute(change.tx);
    if (step.isOver === true) await logInstance(change, { instanceId: job.instanceId, at: now, what: 'synced' });
    await tellOfInstance(change, job.instanceId);
  });
}
