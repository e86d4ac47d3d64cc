import { Counter, Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import { sql } from 'kysely';
import { changeTenant } from '../../db/change.ts';
import type { Change } from '../../db/change.ts';
import { withPlatform, withTenant } from '../../db/database.ts';
import { isPassingFailure } from '../../db/failures.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import type { InstancePlace } from '../instances/instance-of-number.ts';
import { adoptKept } from './adopt-kept.ts';
import { takeMessage } from './receive-message.ts';
import type { Received } from './receive-message.ts';
import { takeStatus } from './receive-status.ts';
import { keepAside } from './reject.ts';
import { claimDue, hold, putBack, remove } from './waiting-rows.ts';
import type { DuePart, InboundPart } from './waiting-rows.ts';

export type ReplayOptions = {
  /** How often is looked for what is due. */
  pollMs: number;
  /** A node that gives no outcome for so long is taken for dead. */
  leaseMs: number;
  /** The pause after the first failure; doubled each time. */
  retryMs: number;
  maxRetryMs: number;
  /** After so many failures one is stuck: those behind it go in without it. */
  holdingAttempts: number;
  /** The pause between tries of one that is stuck. */
  stuckRetryMs: number;
};

/** Some ten minutes from the first failure to the last that holds others back. */
export const REPLAY_DEFAULTS: ReplayOptions = {
  pollMs: 1_000,
  leaseMs: 15_000,
  retryMs: 1_000,
  maxRetryMs: 60_000,
  holdingAttempts: 16,
  stuckRetryMs: 3_600_000,
};

/** Tried at a time, of one tenant: as many as share a transaction. */
const BATCH = 16;
/** The pause after a failure of the database that passes. */
const PASSING_MS = 2_000;
/** What waited for longer is no news: nobody is greeted for it, and nobody given it. */
const LATE_MS = 24 * 3_600_000;
/** How often is looked for what an older version kept aside. */
const ADOPT_MS = 60_000;
const ERROR_MAX = 300;

export type Replays = {
  /** Takes nothing more, and waits for what is under way. */
  stop: () => Promise<void>;
};

/**
 * Works off `inbound_waiting` on any number of nodes:
 *
 *   waiting ──▶ taken in, and removed in the same transaction
 *     │  ▲
 *     │  └─ failed: again after 1 s, 2 s, 4 s, … 60 s; those behind it wait
 *     └──▶ stuck after ten minutes: again every hour, or when asked to by hand; nobody waits for it
 *
 * A failure of the database that passes says nothing of the part, and doesn't count.
 */
export function startReplays(services: Services, metrics: Registry, options: Partial<ReplayOptions> = {}): Replays {
  return new ReplayWorker(services, metrics, { ...REPLAY_DEFAULTS, ...options });
}

/** What to keep of a failure for whoever looks at the connections. */
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
  #adoptAt = 0;
  #isStopping = false;

  constructor(services: Services, metrics: Registry, options: ReplayOptions) {
    this.#services = services;
    this.#options = options;
    this.#replayed = new Counter({
      name: 'inbound_replayed_total',
      help: 'Tries to take in what waits of webhooks by outcome',
      labelNames: ['outcome'],
      registers: [metrics],
    });
    this.#waiting = new Gauge({
      name: 'inbound_waiting',
      help: 'Parts of webhooks that wait to be taken in by state',
      labelNames: ['state'],
      registers: [metrics],
    });
    this.#oldest = new Gauge({
      name: 'inbound_waiting_oldest_seconds',
      help: 'Age of the oldest part of a webhook that waits to be taken in',
      registers: [metrics],
    });
    this.#poll = setInterval(() => this.#look(), options.pollMs);
    this.#poll.unref();
    this.#look();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#poll);
    await this.#looking;
  }

  #look(): void {
    if (this.#isStopping || this.#looking !== undefined) return;
    this.#looking = this.#lookEverywhere()
      .catch((error: unknown) =>
        this.#services.log.warn({ err: error }, 'what waits of webhooks could not be tried; it will be again'),
      )
      .finally(() => (this.#looking = undefined));
  }

  async #lookEverywhere(): Promise<void> {
    if (performance.now() >= this.#adoptAt) {
      await adoptKept(this.#services);
      this.#adoptAt = performance.now() + ADOPT_MS;
    }
    const tenants = await this.#measure();
    await Promise.all(tenants.map((tenantId) => this.#workOn(tenantId)));
  }

  /** Notes how much waits; answers whose is due. */
  async #measure(): Promise<Id[]> {
    type Row = { tenantId: Id; waiting: number; stuck: number; seconds: number; isDue: boolean };
    const { rows } = await withPlatform(this.#services.db, (tx) =>
      sql<Row>`
        select w.tenant_id as "tenantId", count(*) filter (where w.state = 'waiting')::integer as waiting,
          count(*) filter (where w.state = 'stuck')::integer as stuck,
          extract(epoch from now() - min(w.received_at))::float as seconds,
          bool_or(w.next_attempt_at <= now()) and t.deleted_at is null as "isDue"
        from inbound_waiting w join tenant t on t.id = w.tenant_id group by w.tenant_id, t.deleted_at`.execute(tx),
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

  /** One tenant's trouble must not keep the others waiting. */
  async #workOn(tenantId: Id): Promise<void> {
    const { db, log } = this.#services;
    try {
      while (!this.#isStopping) {
        const due = await claimDue(db, tenantId, { leaseMs: this.#options.leaseMs, limit: BATCH });
        // Begun in their order: those of one tenant are changed in the order they come.
        const outcomes = await Promise.all(due.map((each) => this.#try(tenantId, each)));
        if (due.length === 0 || outcomes.includes('put back')) return;
      }
    } catch (error) {
      log.warn({ err: error, tenant: tenantId }, 'what waits of webhooks could not be tried; it will be again');
    }
  }

  async #try(tenantId: Id, due: DuePart): Promise<'done' | 'failed' | 'put back'> {
    const { db, log } = this.#services;
    try {
      const outcome = await this.#takeIn(tenantId, due);
      this.#replayed.inc({ outcome });
      return 'done';
    } catch (error) {
      const passes = isPassingFailure(error);
      this.#replayed.inc({ outcome: passes ? 'unavailable' : 'failed' });
      const isStuck = due.state === 'stuck' || (!passes && due.attempts >= this.#options.holdingAttempts);
      log.warn({ err: error, tenant: tenantId, waiting: due.id, isStuck }, 'what waits of a webhook failed again');
      await putBack(db, tenantId, due.id, {
        error: errorText(error),
        counts: !passes,
        isStuck,
        pauseMs: passes ? PASSING_MS : isStuck ? this.#options.stuckRetryMs : this.#backoff(due.attempts),
      });
      return passes ? 'put back' : 'failed';
    }
  }

  #backoff(attempts: number): number {
    return Math.min(this.#options.retryMs * 2 ** (attempts - 1), this.#options.maxRetryMs);
  }

  async #takeIn(tenantId: Id, { id, instanceId, part, body, receivedAt }: DuePart): Promise<string> {
    const { db } = this.#services;
    if (part === undefined) throw new Error('This version can not read what was kept');
    const place = { tenantId, instanceId };
    const isRecovered = this.#services.now().getTime() - receivedAt.getTime() > LATE_MS;
    const result = await changeTenant(db, tenantId, async (change): Promise<Received> => {
      const { tx } = change;
      if (!(await hold(tx, tenantId, id))) return { outcome: 'duplicate' };
      const taken = await this.#take(change, place, part, isRecovered);
      if (taken.outcome !== 'refused') await remove(tx, tenantId, id);
      return taken;
    });
    if (result.outcome === 'refused') {
      // First where it is kept, then no longer where it waits: in between it may be in both, never in neither.
      await keepAside(this.#services, { tenantId, reason: result.reason, body });
      await withTenant(db, tenantId, (tx) => remove(tx, tenantId, id));
    }
    return result.outcome;
  }
  async #take(change: Change, place: InstancePlace, part: InboundPart, isRecovered: boolean): Promise<Received> {
    if (part.kind === 'message') {
      return takeMessage(this.#services, change, place, part.message, { isRecovered, isItsTurn: true });
    }
    await takeStatus(change, place, part.status);
    return { outcome: 'kept' };
  }
}
