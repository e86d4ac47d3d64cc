import { Counter, Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import { sql } from 'kysely';
import { changeTenant } from '../../db/change.ts';
import type { Change } from '../../db/change.ts';
import { withPlatform, withTenant } from '../../db/database.ts';
import { codeOf, isPassingFailure } from '../../db/failures.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import { adoptKept } from './adopt-kept.ts';
import type { Received } from './receive-message.ts';
import { keepAside } from './reject.ts';
import { takePart } from './take-part.ts';
import { claimDue, hold, putBack, release, remove } from './waiting-rows.ts';
import type { DuePart } from './waiting-rows.ts';

export type ReplayOptions = {
  /** How often is looked for what is due. */
  pollMs: number;
  /** A node that gives no outcome for so long is taken for dead. */
  leaseMs: number;
  /** The pause after the first failure; doubled each time. */
  retryMs: number;
  maxRetryMs: number;
  /** What fails for so long is stuck: those behind it go in without it. */
  holdingMs: number;
  /** The pause between tries of one that is stuck. */
  stuckRetryMs: number;
};

export const REPLAY_DEFAULTS: ReplayOptions = {
  pollMs: 1_000,
  leaseMs: 15_000,
  retryMs: 1_000,
  maxRetryMs: 60_000,
  holdingMs: 600_000,
  stuckRetryMs: 3_600_000,
};

/** Conversations tried at a time, of one tenant: as many as share a transaction. */
const CONVERSATIONS = 16;
/** Tried in a row of one conversation. */
const PER_CONVERSATION = 20;
/** statement_timeout, or an operator's cancel. */
const CANCELED = '57014';
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
 * A failure of the database that passes says nothing of the part, and only adds to the pause. A statement that takes
 * too long counts, once the part is tried in a transaction of its own.
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
  #adopting: Promise<void> | undefined;
  #adoptAt = 0;
  /** Tenants whose parts are being tried. */
  readonly #underWay = new Map<Id, Promise<void>>();
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
    await Promise.all([this.#looking, this.#adopting]);
    await Promise.all(this.#underWay.values());
  }

  #look(): void {
    if (this.#isStopping) return;
    this.#adopt();
    this.#looking ??= this.#lookEverywhere()
      .catch((error: unknown) =>
        this.#services.log.warn({ err: error }, 'what waits of webhooks could not be tried; it will be again'),
      )
      .finally(() => (this.#looking = undefined));
  }

  async #lookEverywhere(): Promise<void> {
    for (const tenantId of await this.#measure()) {
      // Not waited for: a long line of one tenant must not keep the others waiting.
      if (this.#isStopping || this.#underWay.has(tenantId)) continue;
      this.#underWay.set(
        tenantId,
        this.#workOn(tenantId).finally(() => this.#underWay.delete(tenantId)),
      );
    }
  }

  #adopt(): void {
    if (this.#adopting !== undefined || performance.now() < this.#adoptAt) return;
    this.#adopting = adoptKept(this.#services)
      .catch((error: unknown) =>
        this.#services.log.warn({ err: error }, 'what was kept aside could not be looked at; it will be again'),
      )
      .finally(() => {
        this.#adopting = undefined;
        this.#adoptAt = performance.now() + ADOPT_MS;
      });
  }

  /** Notes how much waits; answers whose is due. */
  async #measure(): Promise<Id[]> {
    type Row = { tenantId: Id; waiting: number; stuck: number; seconds: number; isDue: boolean };
    const { rows } = await withPlatform(this.#services.db, (tx) =>
      sql<Row>`
        select w.tenant_id as "tenantId", count(*) filter (where w.state = 'waiting')::integer as waiting,
          count(*) filter (where w.state = 'stuck')::integer as stuck,
          extract(epoch from now() - min(w.received_at))::float as seconds,
          bool_or(w.next_attempt_at <= now()) as "isDue"
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

  /** One tenant's trouble must not keep the others waiting. */
  async #workOn(tenantId: Id): Promise<void> {
    const { db, log } = this.#services;
    try {
      while (!this.#isStopping) {
        const lines = await claimDue(db, tenantId, {
          leaseMs: this.#options.leaseMs,
          conversations: CONVERSATIONS,
          perConversation: PER_CONVERSATION,
        });
        // Begun in their order: those of one tenant are changed in the order they come.
        const outcomes = await Promise.all(lines.map((line) => this.#tryLine(tenantId, line)));
        if (lines.length === 0 || outcomes.includes('put back')) return;
      }
    } catch (error) {
      log.warn({ err: error, tenant: tenantId }, 'what waits of webhooks could not be tried; it will be again');
    }
  }

  /** Tries those of one conversation in their order, up to the first that fails. */
  async #tryLine(tenantId: Id, line: readonly DuePart[]): Promise<'done' | 'failed' | 'put back'> {
    for (const [index, due] of line.entries()) {
      const outcome = await this.#try(tenantId, due);
      if (outcome === 'done' && !this.#isStopping) continue;
      const untried = line.slice(index + 1).map(({ id }) => id);
      await release(this.#services.db, tenantId, untried);
      return outcome;
    }
    return 'done';
  }

  async #try(tenantId: Id, due: DuePart): Promise<'done' | 'failed' | 'put back'> {
    const { db, log } = this.#services;
    try {
      const outcome = await this.#takeIn(tenantId, due);
      this.#replayed.inc({ outcome });
      return 'done';
    } catch (error) {
      const isCanceled = codeOf(error) === CANCELED;
      const counts = !isPassingFailure(error) || (isCanceled && due.isAlone);
      this.#replayed.inc({ outcome: counts ? 'failed' : 'unavailable' });
      const isStuck = await putBack(db, tenantId, due.id, {
        error: errorText(error),
        counts,
        isAlone: isCanceled,
        pauseMs: this.#backoff(due.attempts + 1),
        holdingMs: this.#options.holdingMs,
        stuckPauseMs: this.#options.stuckRetryMs,
      });
      log.warn({ err: error, tenant: tenantId, waiting: due.id, isStuck }, 'what waits of a webhook failed again');
      return counts ? 'failed' : 'put back';
    }
  }

  #backoff(attempts: number): number {
    return Math.min(this.#options.retryMs * 2 ** Math.min(attempts - 1, 30), this.#options.maxRetryMs);
  }

  async #takeIn(tenantId: Id, { id, instanceId, isAlone, part, body, receivedAt }: DuePart): Promise<string> {
    const { db } = this.#services;
    if (part === undefined) throw new Error('This version can not read what was kept');
    const place = { tenantId, instanceId };
    const isRecovered = this.#services.now().getTime() - receivedAt.getTime() > LATE_MS;
    const takeHeld = async (change: Change): Promise<Received> => {
      const { tx } = change;
      if (!(await hold(tx, tenantId, id))) return { outcome: 'duplicate' };
      const taken = await takePart(this.#services, change, place, part, { isRecovered, isItsTurn: true });
      if (taken.outcome !== 'refused') await remove(tx, tenantId, id);
      return taken;
    };
    const result = await changeTenant(db, tenantId, takeHeld, { isAlone });
    if (result.outcome === 'refused') {
      // First where it is kept, then no longer where it waits: in between it may be in both, never in neither.
      await keepAside(this.#services, { tenantId, reason: result.reason, body });
      await withTenant(db, tenantId, (tx) => remove(tx, tenantId, id));
    }
    return result.outcome;
  }
}
