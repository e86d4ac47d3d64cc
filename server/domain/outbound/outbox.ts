import { randomUUID } from 'node:crypto';
import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Channel, OutboundContent, SendResult } from '../../channels/channel.ts';
import type { Id } from '../../db/tables.ts';
import { unreachable } from '../../unreachable.ts';
import type { Services } from '../context.ts';
import { openToken } from '../instances/access-token.ts';
import type { InstanceWatch } from '../instances/instance-watch.ts';
import { claimDue, findDueTenants, markAbandoned, markUncertain, putBack, renewLeases } from './outbox-rows.ts';
import type { Claim } from './outbox-rows.ts';
import { giveUpUncertain, settleAccepted, settleFailed } from './settle.ts';
import { Slots } from './slots.ts';

export type OutboxOptions = {
  /** Concurrent sends of this node; one tenant gets at most half of them. */
  concurrency: number;
  /** Interval of polling the whole outbox, for what other nodes left. */
  pollMs: number;
  /** A node that doesn't renew its claims for this long is considered dead. */
  leaseMs: number;
  /** How long to wait for the provider's status of an uncertain send. */
  uncertainMs: number;
  /** The first pause before retrying a send that certainly failed; doubles each time. */
  retryMs: number;
  maxRetryMs: number;
  /** After this many tries it has failed for good. */
  maxAttempts: number;
};

export const OUTBOX_DEFAULTS: OutboxOptions = {
  concurrency: 64,
  pollMs: 1_000,
  leaseMs: 6_000,
  uncertainMs: 20_000,
  retryMs: 500,
  maxRetryMs: 30_000,
  maxAttempts: 12,
};

/** How long a stopping node waits for the provider's answers; the remaining sends are uncertain. */
const STOP_MS = 3_000;

export type Outbox = {
  /** A message was queued for the tenant. */
  wake: (tenantId: Id) => void;
  /** Claims nothing more, and waits for the sends in progress. */
  stop: () => Promise<void>;
};

/**
 * Sends what is in the outbox, after its commit, each message once as far as the provider allows:
 *
 *   queued ──▶ sending ──▶ sent
 *     ▲  certainly │ │
 *     └── failed ──┘ └─ unknown, or the node died ──▶ uncertain ──▶ sent (a status names it)
 *                                                         └──▶ failed, "not confirmed" (none came)
 *
 * A message that may have been sent is never sent again. Safe on any number of nodes with one database.
 */
export function startOutbox(
  services: Services,
  channel: Channel,
  metrics: Registry,
  watch: Pick<InstanceWatch, 'sawActivity' | 'refused'>,
  options: Partial<OutboxOptions> = {},
): Outbox {
  const worker = new OutboxWorker(services, channel, metrics, watch, { ...OUTBOX_DEFAULTS, ...options });
  return { wake: (tenantId) => worker.wake(tenantId), stop: () => worker.stop() };
}

class OutboxWorker {
  readonly #services: Services;
  readonly #channel: Channel;
  readonly #watch: Pick<InstanceWatch, 'sawActivity' | 'refused'>;
  readonly #options: OutboxOptions;
  readonly #sends: Counter;
  readonly #slots: Slots;
  readonly #nodeId = randomUUID();
  readonly #underWay = new Map<Id, Claim>();
  readonly #tasks = new Set<Promise<void>>();
  /** Tenants being processed; `again` if woken meanwhile. */
  readonly #awake = new Map<Id, { again: boolean }>();
  readonly #poll: NodeJS.Timeout;
  readonly #renew: NodeJS.Timeout;
  readonly #abort = new AbortController();
  #isStopping = false;

  constructor(
    services: Services,
    channel: Channel,
    metrics: Registry,
    watch: Pick<InstanceWatch, 'sawActivity' | 'refused'>,
    options: OutboxOptions,
  ) {
    this.#services = services;
    this.#watch = watch;
    this.#channel = channel;
    this.#options = options;
    this.#slots = new Slots(options.concurrency);
    this.#sends = new Counter({
      name: 'outbound_sends_total',
      help: 'Sends to the provider by outcome',
      labelNames: ['outcome'],
      registers: [metrics],
    });
    this.#poll = setInterval(() => this.#track(this.#pollAll()), options.pollMs);
    this.#renew = setInterval(() => this.#track(this.#renewAll()), Math.ceil(options.leaseMs / 3));
    this.#poll.unref();
    this.#renew.unref();
  }

  wake(tenantId: Id): void {
    if (this.#isStopping) return;
    const pollingTask = this.#awake.get(tenantId);
    if (pollingTask !== undefined) {
      pollingTask.again = true;
      return;
    }
    this.#track(this.#processTenant(tenantId));
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#poll);
    const timeout = setTimeout(() => this.#abort.abort(), STOP_MS);
    while (this.#tasks.size > 0) await Promise.all(this.#tasks);
    clearTimeout(timeout);
    clearInterval(this.#renew);
  }

  #track(task: Promise<void>): void {
    const tracked = task
      .catch((error: unknown) => this.#services.log.warn({ err: error }, 'the outbox could not be processed; retrying'))
      .finally(() => this.#tasks.delete(tracked));
    this.#tasks.add(tracked);
  }

  async #pollAll(): Promise<void> {
    const { db } = this.#services;
    for (const [tenantId, states] of await findDueTenants(db)) {
      if (this.#isStopping) return;
      if (states.has('sending')) await markAbandoned(db, tenantId, this.#options.uncertainMs);
      if (states.has('uncertain')) await giveUpUncertain(db, tenantId);
      this.wake(tenantId);
    }
  }

  /** Claims and starts sends until nothing is due or the tenant has no free slots. */
  async #processTenant(tenantId: Id): Promise<void> {
    const looking = { again: true };
    this.#awake.set(tenantId, looking);
    try {
      while (looking.again && !this.#isStopping) {
        looking.again = false;
        const limit = this.#slots.take(tenantId);
        // Whoever releases slots wakes it again.
        if (limit === 0) return;
        const claimed = await this.#begin(tenantId, limit);
        if (claimed === limit) looking.again = true;
      }
    } finally {
      this.#awake.delete(tenantId);
    }
  }

  /** Claims up to `limit` messages, whose slots are taken, and starts sending; returns how many. */
  async #begin(tenantId: Id, limit: number): Promise<number> {
    let unused = limit;
    try {
      const node = { id: this.#nodeId, leaseMs: this.#options.leaseMs, limit };
      const claims = await claimDue(this.#services.db, tenantId, node);
      unused = limit - claims.length;
      for (const claim of claims) {
        this.#underWay.set(claim.messageId, claim);
        this.#track(this.#handle(claim));
      }
      return claims.length;
    } finally {
      this.#release(tenantId, unused);
    }
  }

  /** Releases slots and wakes the tenants that waited for them. */
  #release(tenantId: Id, count: number): void {
    for (const waiting of this.#slots.release(tenantId, count)) this.wake(waiting);
  }

  async #handle(claim: Claim): Promise<void> {
    let isMoreQueued = true;
    try {
      const result = await this.#send(claim);
      this.#sends.inc({ outcome: result.outcome });
      if (result.outcome === 'accepted') this.#watch.sawActivity(claim);
      if (result.outcome === 'refused') this.#watch.refused(claim, result.key);
      isMoreQueued = await this.#settle(claim, result);
    } finally {
      this.#underWay.delete(claim.messageId);
      this.#release(claim.tenantId, 1);
      if (isMoreQueued) this.wake(claim.tenantId);
    }
  }

  async #send(claim: Claim): Promise<SendResult> {
    if (claim.phoneNumberId === null) {
      return { outcome: 'refused', code: 0, key: 'channel.error.notRegistered', details: undefined, retryable: false };
    }
    try {
      return await this.#channel.send(
        {
          ...contentOf(claim),
          phoneNumberId: claim.phoneNumberId,
          accessToken: claim.sealedToken === null ? undefined : openToken(this.#services, claim, claim.sealedToken),
          to: claim.address,
          replyToProviderId: claim.quotedProviderId ?? undefined,
          callbackData: claim.messageId,
        },
        this.#abort.signal,
      );
    } catch (error) {
      // Channels don't throw for remote errors; whether our own error came before or after sending is unknown.
      this.#services.log.error({ err: error, message: claim.messageId }, 'a send failed unexpectedly');
      return { outcome: 'unknown', reason: 'connection' };
    }
  }

  /** Stores the outcome of a send; returns whether more may be queued. */
  async #settle(claim: Claim, result: SendResult): Promise<boolean> {
    if (result.outcome === 'accepted') {
      // Keep trying: if the database is down, only this process knows the provider's id.
      return this.#retryUntilStored(() => settleAccepted(this.#services.db, claim, result.providerMessageId));
    }
    await this.#settleOther(claim, result);
    return true;
  }

  async #settleOther(claim: Claim, result: Exclude<SendResult, { outcome: 'accepted' }>): Promise<void> {
    const { db, log } = this.#services;
    switch (result.outcome) {
      case 'refused':
        log.warn({ message: claim.messageId, code: result.code, details: result.details }, 'a message was refused');
        return this.#retryUntilStored(() => settleFailed(db, claim, { code: String(result.code), key: result.key }));
      case 'retryable': {
        if (claim.attempts >= this.#options.maxAttempts) {
          return this.#retryUntilStored(() => settleFailed(db, claim, { code: String(result.code), key: result.key }));
        }
        const backoff = Math.min(this.#options.retryMs * 2 ** (claim.attempts - 1), this.#options.maxRetryMs);
        const pauseMs = Math.max(backoff, result.retryAfterMs ?? 0);
        return this.#retryUntilStored(() => putBack(db, claim, pauseMs, `${result.code} ${result.key}`));
      }
      case 'unknown':
        log.warn({ message: claim.messageId, reason: result.reason }, 'it is unknown whether a message was sent');
        return this.#retryUntilStored(() => markUncertain(db, claim, this.#options.uncertainMs, result.reason));
      default:
        return unreachable(result);
    }
  }

  /** Retries until it is stored or the server stops: then the claim's lease runs out and it is uncertain. */
  async #retryUntilStored<T>(write: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await write();
      } catch (error) {
        if (this.#isStopping) throw error;
        this.#services.log.warn({ err: error }, 'the outcome of a send could not be stored; retrying');
        await new Promise((resolve) => setTimeout(resolve, this.#options.retryMs));
      }
    }
  }

  async #renewAll(): Promise<void> {
    const byTenant = Map.groupBy(this.#underWay.values(), (claim) => claim.tenantId);
    for (const [tenantId, claims] of byTenant) {
      const node = { id: this.#nodeId, leaseMs: this.#options.leaseMs };
      await renewLeases(
        this.#services.db,
        tenantId,
        node,
        claims.map((claim) => claim.messageId),
      );
    }
  }
}

function contentOf({ text, imageUrl }: Claim): OutboundContent {
  if (imageUrl === null) return { kind: 'text', text };
  return { kind: 'image', source: { link: imageUrl }, ...(text === '' ? {} : { caption: text }) };
}
