import { sql } from 'kysely';
import { DAY_MS } from '../../../contract/facts/day-ms.ts';
import { changeTenant } from '../../db/change.ts';
import { withPlatform, withTenant } from '../../db/database.ts';
import { isCanceled, isTransientFailure } from '../../db/failures.ts';
import type { Id } from '../../db/tables.ts';
import type { InboundMessage } from '../../channels/channel.ts';
import type { Services } from '../context.ts';
import { countRejected, deleteRejected, readRejected } from '../inbound/rejected-rows.ts';
import { processOrQueue } from '../inbound/process-or-queue.ts';
import type { ProcessResult } from '../inbound/process-or-queue.ts';
import { addWaiting } from '../inbound/waiting-rows.ts';
import type { InstancePlace } from './instance-of-number.ts';
import { logInstance, publishInstance } from './instance-state.ts';
import { isServed, isServedId } from '../pools.ts';

const POLL_MS = 5_000;
/** A node without progress for this long is considered dead, and another takes over. */
const LEASE_MS = 30_000;
/** Messages between progress updates. */
const BATCH = 50;

export type SyncWorker = {
  /** A sync was requested. */
  wake: (tenantId: Id) => void;
  /** Starts nothing more, and waits for the current batch. */
  stop: () => Promise<void>;
};

type Job = { id: Id; instanceId: Id; daysAgo: number | null; createdAt: Date; lastId: Id; number: string | null };

/**
 * Processes `instance_sync`: turns rejected messages for a number into messages of its instance, marked as recovered.
 */
export function startSyncs(services: Services): SyncWorker {
  const tasks = new Set<Promise<void>>();
  let isStopping = false;

  function track(work: Promise<void>): void {
    const task = work
      .catch((error: unknown) => services.log.warn({ err: error }, 'a sync stopped; it will be resumed'))
      .finally(() => tasks.delete(task));
    tasks.add(task);
  }

  async function workOn(tenantId: Id): Promise<void> {
    if (!(await isServed(services, tenantId))) return;
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
        .where(isServedId(services, 'tenant_id'))
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
  const stored = { phoneNumberId: job.number ?? '', since };
  if (job.lastId === '0') await advance(services, tenantId, job, { total: await countRejected(services, stored) });
  let after = job.lastId;
  while (!isStopping()) {
    const batch = await readRejected(services, { ...stored, after, limit: BATCH });
    const taken: Id[] = [];
    for (const { id, message, receivedAt } of batch) {
      after = id;
      if (message === undefined) continue;
      const outcome = await take(services, { tenantId, instanceId: job.instanceId }, { id, message, receivedAt });
      if (outcome !== 'refused') taken.push(id);
    }
    await deleteRejected(services, taken);
    const isOver = batch.length < BATCH;
    await advance(services, tenantId, job, { lastId: after, done: batch.length, stored: taken.length, isOver });
    if (isOver) return;
  }
  // Another node, or the next start, takes over at once.
  await withTenant(services.db, tenantId, (tx) =>
    sql`update instance_sync set locked_until = ${services.now()} where tenant_id = ${tenantId} and id = ${job.id}`.execute(
      tx,
    ),
  );
}

/**
 * Imports one message. A failure must not block the others: it is queued for a retry, also after a timeout; if that
 * fails too, it stays rejected until the next sync. Throws other transient failures.
 */
async function take(
  services: Services,
  place: InstancePlace,
  { id, message, receivedAt }: { id: Id; message: InboundMessage; receivedAt: Date },
): Promise<ProcessResult['outcome']> {
  const { db, log } = services;
  const part = { kind: 'message', message } as const;
  try {
    const taken = await processOrQueue(services, place, part, { isRecovered: true, receivedAt }).catch(
      async (error: unknown): Promise<ProcessResult> => {
        if (!isCanceled(error)) throw error;
        await changeTenant(db, place.tenantId, ({ tx }) => addWaiting(tx, place, part, { receivedAt }));
        return { outcome: 'failed', error };
      },
    );
    if (taken.outcome === 'failed') {
      log.warn({ err: taken.error, stored: id }, 'a rejected message could not be imported; it will be retried');
    }
    return taken.outcome;
  } catch (error) {
    if (isTransientFailure(error)) throw error;
    log.error({ err: error, stored: id }, 'a rejected message could not be imported, and stays rejected');
    return 'refused';
  }
}

type Step = { total?: number; lastId?: Id; done?: number; stored?: number; isOver?: boolean };

async function advance(services: Services, tenantId: Id, job: Job, step: Step): Promise<void> {
  const now = services.now();
  await changeTenant(services.db, tenantId, async (change) => {
    await sql`
      update instance_sync set total = coalesce(${step.total ?? null}::integer, total),
        done = done + ${step.done ?? 0}, kept = kept + ${step.stored ?? 0},
        last_id = greatest(last_id, ${step.lastId ?? '0'}::bigint),
        locked_until = ${new Date(now.getTime() + LEASE_MS)},
        state = case when ${step.isOver ?? false} then 'done' else state end,
        finished_at = case when ${step.isOver ?? false} then ${now}::timestamptz end
      where tenant_id = ${tenantId} and id = ${job.id}`.execute(change.tx);
    if (step.isOver === true) await logInstance(change, { instanceId: job.instanceId, at: now, what: 'synced' });
    await publishInstance(change, job.instanceId);
  });
}
