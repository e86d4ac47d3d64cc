import { Counter, Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import { sql } from 'kysely';
import { changeTenant } from '../../db/change.ts';
import type { Change } from '../../db/change.ts';
import { withPlatform, withTenant } from '../../db/database.ts';
import { isCanceled, isTransientFailure } from '../../db/failures.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import { requeueRejected } from './requeue-rejected.ts';
import type { Received } from './receive-message.ts';
import { storeRejection } from './store-rejection.ts';
import { processPart } from './process-part.ts';
import { claimDue, lockPart, requeue, releaseParts, removePart } from './waiting-rows.ts';
import type { DuePart } from './waiting-rows.ts';
import { isServedId } from '../pools.ts';

export type ReplayOptions = {
  /** Interval of polling for due parts. */
  pollMs: number;
  /** A node without a result for this long is considered dead. */
  leaseMs: number;
  /** The pause after the first failure; doubles each time. */
  retryMs: number;
  maxRetryMs: number;
  /**
   * After failing for this long a part is stuck and no longer blocks those behind it. Those that fail too are stuck at
   * once, so a good part waits no longer than this, however many bad ones are before it.
   */
  blockingMs: number;
  /** The pause between retries of a stuck part. */
  stuckRetryMs: number;
};

export const REPLAY_DEFAULTS: ReplayOptions = {
  pollMs: 1_000,
  leaseMs: 15_000,
  retryMs: 1_000,
  maxRetryMs: 60_000,
  blockingMs: 600_000,
  stuckRetryMs: 3_600_000,
};

/** Conversations of a tenant processed at a time: as many as share a transaction. */
const CONVERSATIONS = 16;
/** Parts of one conversation processed per batch. */
const PER_CONVERSATION = 20;
/** After waiting longer, a message is no longer greeted, and its ticket isn't assigned. */
const LATE_MS = 24 * 3_600_000;
/** Interval of queuing what older versions rejected. */
const ADOPT_MS = 60_000;
const ERROR_MAX = 300;

export type Replays = {
  /** Claims nothing more, and waits for the work in progress. */
  stop: () => Promise<void>;
};

/**
 * Retries `inbound_waiting` on any number of nodes:
 *
 *   waiting ──▶ processed, and removed in the same transaction
 *     │  ▲
 *     │  └─ failed: retry after 1 s, 2 s, 4 s, … 60 s; those behind it wait
 *     └──▶ stuck after ten minutes, with those behind it that fail too: retry every hour, or by hand;
 *          blocks nothing
 *
 * Transient database failures don't count as failures of the part, and only lengthen the pause. A statement timeout
 * does count, once the part is tried in a transaction of its own.
 */
export function startReplays(services: Services, metrics: Registry, options: Partial<ReplayOptions> = {}): Replays {
  return new ReplayWorker(services, metrics, { ...REPLAY_DEFAULTS, ...options });
}

/** The error text shown to those who look at the connections. */
export function errorText(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, ERROR_MAX);
}

class ReplayWorker implements Replays {
  readonly #services: Services;
  readonly #options: ReplayOptions;
  readonly #replayed: Counter;
  readonly #waiting: Gauge;
  readonly #oldest: Gauge;
  readonly #poll: NodeJS.Timeout;
  #looking: Promise<void> | undefined;
  #adopting: Promise<void> | undefined;
  #adoptAt = 0;
  /** Tenants whose parts are being processed. */
  readonly #underWay = new Map<Id, Promise<void>>();
  #isStopping = false;

  constructor(services: Services, metrics: Registry, options: ReplayOptions) {
    this.#services = services;
    this.#options = options;
    this.#replayed = new Counter({
      name: 'inbound_replayed_total',
      help: 'Retries of waiting parts of webhooks by outcome',
      labelNames: ['outcome'],
      registers: [metrics],
    });
    this.#waiting = new Gauge({
      name: 'inbound_waiting',
      help: 'Waiting parts of webhooks by state',
      labelNames: ['state'],
      registers: [metrics],
    });
    this.#oldest = new Gauge({
      name: 'inbound_waiting_oldest_seconds',
      help: 'Age of the oldest waiting part of a webhook',
      registers: [metrics],
    });
    this.#poll = setInterval(() => this.#processDue(), options.pollMs);
    this.#poll.unref();
    this.#processDue();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#poll);
    await Promise.all([this.#looking, this.#adopting]);
    await Promise.all(this.#underWay.values());
  }

  #processDue(): void {
    if (this.#isStopping) return;
    this.#requeueRejected();
    this.#looking ??= this.#pollAll()
      .catch((error: unknown) =>
        this.#services.log.warn({ err: error }, 'waiting webhooks could not be retried; trying again later'),
      )
      .finally(() => (this.#looking = undefined));
  }

  async #pollAll(): Promise<void> {
    for (const tenantId of await this.#measure()) {
      // Not awaited: one tenant's long queue must not delay the others.
      if (this.#isStopping || this.#underWay.has(tenantId)) continue;
      this.#underWay.set(
        tenantId,
        this.#processTenant(tenantId).finally(() => this.#underWay.delete(tenantId)),
      );
    }
  }

  #requeueRejected(): void {
    if (this.#adopting !== undefined || performance.now() < this.#adoptAt) return;
    this.#adopting = requeueRejected(this.#services)
      .catch((error: unknown) =>
        this.#services.log.warn({ err: error }, 'rejected webhooks could not be read; retrying'),
      )
      .finally(() => {
        this.#adopting = undefined;
        this.#adoptAt = performance.now() + ADOPT_MS;
      });
  }

  /** Records the length of the queue; returns the tenants with due parts. */
  async #measure(): Promise<Id[]> {
    type Row = { tenantId: Id; waiting: number; stuck: number; seconds: number; isDue: boolean };
    const { rows } = await withPlatform(this.#services.db, (tx) =>
      sql<Row>`
        select w.tenant_id as "tenantId", count(*) filter (where w.state = 'waiting')::integer as waiting,
          count(*) filter (where w.state = 'stuck')::integer as stuck,
          extract(epoch from now() - min(w.received_at))::float as seconds,
          bool_or(w.next_attempt_at <= now()) and ${isServedId(this.#services, 'w.tenant_id')} as "isDue"
        from inbound_waiting w join tenant t on t.id = w.tenant_id
        where t.deleted_at is null group by w.tenant_id`.execute(tx),
    );
    this.#waiting.set(
      { state: 'waiting' },
      rows.reduce((sum, { waiting }) => sum + waiting, 0),
    );
    this.#waiting.set(
      { state: 'stuck' },
      rows.reduce((sum, { stuck }) => sum + stuck, 0),
    );
    this.#oldest.set(rows.reduce((most, { seconds }) => Math.max(most, seconds), 0));
    return rows.flatMap(({ tenantId, isDue }) => (isDue ? [tenantId] : []));
  }

  /** One tenant's failure must not delay the others. */
  async #processTenant(tenantId: Id): Promise<void> {
    const { db, log } = this.#services;
    try {
      while (!this.#isStopping) {
        const queues = await claimDue(db, tenantId, {
          leaseMs: this.#options.leaseMs,
          conversations: CONVERSATIONS,
          perConversation: PER_CONVERSATION,
        });
        // Started in order: changes of one tenant are applied in the order they arrive.
        const outcomes = await Promise.all(queues.map((queue) => this.#processQueue(tenantId, queue)));
        if (queues.length === 0 || outcomes.includes('put back')) return;
      }
    } catch (error) {
      log.warn({ err: error, tenant: tenantId }, 'waiting webhooks could not be retried; trying again later');
    }
  }

  /** Processes the parts of one conversation in order, up to the first failure. */
  async #processQueue(tenantId: Id, queue: readonly DuePart[]): Promise<'done' | 'failed' | 'put back'> {
    for (const [index, due] of queue.entries()) {
      const outcome = await this.#try(tenantId, due);
      if (outcome === 'done' && !this.#isStopping) continue;
      const untried = queue.slice(index + 1).map(({ id }) => id);
      await releaseParts(this.#services.db, tenantId, untried);
      return outcome;
    }
    return 'done';
  }

  async #try(tenantId: Id, due: DuePart): Promise<'done' | 'failed' | 'put back'> {
    const { db, log } = this.#services;
    try {
      const outcome = await this.#processHeld(tenantId, due);
      this.#replayed.inc({ outcome });
      return 'done';
    } catch (error) {
      const tookTooLong = isCanceled(error);
      const counts = !isTransientFailure(error) || (tookTooLong && due.isAlone);
      this.#replayed.inc({ outcome: counts ? 'failed' : 'unavailable' });
      const isStuck = await requeue(db, tenantId, due.id, {
        error: errorText(error),
        counts,
        isAlone: tookTooLong,
        pauseMs: this.#backoff(due.attempts + 1),
        blockingMs: this.#options.blockingMs,
        stuckPauseMs: this.#options.stuckRetryMs,
      });
      log.warn(
        { err: error, tenant: tenantId, waiting: due.id, isStuck },
        'the retry of a waiting part of a webhook failed',
      );
      return counts ? 'failed' : 'put back';
    }
  }

  #backoff(attempts: number): number {
    return Math.min(this.#options.retryMs * 2 ** Math.min(attempts - 1, 30), this.#options.maxRetryMs);
  }

  async #processHeld(tenantId: Id, { id, instanceId, isAlone, part, body, receivedAt }: DuePart): Promise<string> {
    const { db } = this.#services;
    if (part === undefined) throw new Error("This version can't read the stored part");
    const place = { tenantId, instanceId };
    const isRecovered = this.#services.now().getTime() - receivedAt.getTime() > LATE_MS;
    const processHeld = async (change: Change): Promise<Received> => {
      const { tx } = change;
      if (!(await lockPart(tx, tenantId, id))) return { outcome: 'duplicate' };
      const taken = await processPart(this.#services, change, place, part, {
        isRecovered,
        isItsTurn: true,
        receivedAt,
      });
      if (taken.outcome !== 'refused') await removePart(tx, tenantId, id);
      return taken;
    };
    const result = await changeTenant(db, tenantId, processHeld, { isAlone });
    if (result.outcome === 'refused') {
      // Store it as rejected before removing it from the queue: in between it may be in both, never in neither.
      await storeRejection(this.#services, { tenantId, reason: result.reason, body });
      await withTenant(db, tenantId, (tx) => removePart(tx, tenantId, id));
    }
    return result.outcome;
  }
}
