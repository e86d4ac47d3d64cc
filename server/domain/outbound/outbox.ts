import { randomUUID } from 'node:crypto';
import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Channel, OutboundContent, SendResult } from '../../channels/channel.ts';
import type { Id } from '../../db/tables.ts';
import { unreachable } from '../../unreachable.ts';
import type { Services } from '../context.ts';
import type { InstanceWatch } from '../instances/instance-watch.ts';
import { claimDue, findDueTenants, markAbandoned, markUncertain, putBack, renewLeases } from './outbox-rows.ts';
import type { Claim } from './outbox-rows.ts';
import { giveUpUncertain, settleAccepted, settleFailed } from './settle.ts';
import { Slots } from './slots.ts';

export type OutboxOptions = {
  /** Sends under way at a time on this node; one tenant has at most half of them. */
  concurrency: number;
  /** The whole outbox is looked through so often, for what other nodes left. */
  pollMs: number;
  /** A node that doesn't renew its claim for so long is taken for dead. */
  leaseMs: number;
  /** So long the provider's word on an uncertain send is waited for. */
  uncertainMs: number;
  /** The first pause before a send that certainly failed is tried again; doubled each time. */
  retryMs: number;
  maxRetryMs: number;
  /** After so many tries it stays failed. */
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

/** So long a stopping node waits for the provider's answers; sends without one by then are uncertain. */
const STOP_MS = 3_000;

export type Outbox = {
  /** Something was queued for the tenant. */
  wake: (tenantId: Id) => void;
  /** Takes nothing more, and waits for what is under way. */
  stop: () => Promise<void>;
};

/**
 * Sends what is in the outbox, after its commit, each message once as far as the provider lets us:
 *
 *   queued ──▶ sending ──▶ sent
 *     ▲  certainly │ │
 *     └── failed ──┘ └─ unknown, or the node died ──▶ uncertain ──▶ sent (a status names it)
 *                                                         └──▶ failed, "not confirmed" (none came)
 *
 * Nothing that may have gone out is ever sent again. Any number of nodes may run it on one database.
 */
export function startOutbox(
  services: Services,
  channel: Channel,
  metrics: Registry,
  watch: Pick<InstanceWatch, 'heard' | 'refused'>,
  options: Partial<OutboxOptions> = {},
): Outbox {
  const worker = new OutboxWorker(services, channel, metrics, watch, { ...OUTBOX_DEFAULTS, ...options });
  return { wake: (tenantId) => worker.wake(tenantId), stop: () => worker.stop() };
}

class OutboxWorker {
  readonly #services: Services;
  readonly #channel: Channel;
  readonly #watch: Pick<InstanceWatch, 'heard' | 'refused'>;
  readonly #options: OutboxOptions;
  readonly #sends: Counter;
  readonly #slots: Slots;
  readonly #nodeId = randomUUID();
  readonly #underWay = new Map<Id, Claim>();
  readonly #tasks = new Set<Promise<void>>();
  /** Tenants to look at; `true` while one is being looked at and was woken again. */
  readonly #awake = new Map<Id, { again: boolean }>();
  readonly #poll: NodeJS.Timeout;
  readonly #renew: NodeJS.Timeout;
  readonly #abort = new AbortController();
  #isStopping = false;

  constructor(
    services: Services,
    channel: Channel,
    metrics: Registry,
    watch: Pick<InstanceWatch, 'heard' | 'refused'>,
    options: OutboxOptions,
  ) {
    this.#services = services;
    this.#watch = watch;
    this.#channel = channel;
    this.#options = options;
    this.#slots = new Slots(options.concurrency);
    this.#sends = new Counter({
      name: 'outbound_sends_total',
      help: 'Sends to the provider by what is known after them',
      labelNames: ['outcome'],
      registers: [metrics],
    });
    this.#poll = setInterval(() => this.#track(this.#lookEverywhere()), options.pollMs);
    this.#renew = setInterval(() => this.#track(this.#renewAll()), Math.ceil(options.leaseMs / 3));
    this.#poll.unref();
    this.#renew.unref();
  }

  wake(tenantId: Id): void {
    if (this.#isStopping) return;
    const looking = this.#awake.get(tenantId);
    if (looking !== undefined) {
      looking.again = true;
      return;
    }
    this.#track(this.#look(tenantId));
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#poll);
    const patience = setTimeout(() => this.#abort.abort(), STOP_MS);
    while (this.#tasks.size > 0) await Promise.all(this.#tasks);
    clearTimeout(patience);
    clearInterval(this.#renew);
  }

  #track(task: Promise<void>): void {
    const tracked = task
      .catch((error: unknown) =>
        this.#services.log.warn({ err: error }, 'the outbox could not be worked on; it will be again'),
      )
      .finally(() => this.#tasks.delete(tracked));
    this.#tasks.add(tracked);
  }

  async #lookEverywhere(): Promise<void> {
    const { db } = this.#services;
    for (const [tenantId, states] of await findDueTenants(db)) {
      if (this.#isStopping) return;
      if (states.has('sending')) await markAbandoned(db, tenantId, this.#options.uncertainMs);
      if (states.has('uncertain')) await giveUpUncertain(db, tenantId);
      this.wake(tenantId);
    }
  }

  /** Claims and begins to send until nothing is due or the tenant's hands are full. */
  async #look(tenantId: Id): Promise<void> {
    const looking = { again: true };
    this.#awake.set(tenantId, looking);
    try {
      while (looking.again && !this.#isStopping) {
        looking.again = false;
        const limit = this.#slots.take(tenantId);
        // Whoever gives slots back wakes it again.
        if (limit === 0) return;
        const claimed = await this.#begin(tenantId, limit);
        if (claimed === limit) looking.again = true;
      }
    } finally {
      this.#awake.delete(tenantId);
    }
  }

  /** Claims up to so many, whose slots are taken, and begins to send them; answers how many. */
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
      this.#giveBack(tenantId, unused);
    }
  }

  /** Gives slots back and has those who waited for them look. */
  #giveBack(tenantId: Id, count: number): void {
    for (const waiting of this.#slots.giveBack(tenantId, count)) this.wake(waiting);
  }

  async #handle(claim: Claim): Promise<void> {
    let isMoreQueued = true;
    try {
      const result = await this.#send(claim);
      this.#sends.inc({ outcome: result.outcome });
      if (result.outcome === 'accepted') this.#watch.heard(claim);
      if (result.outcome === 'refused') this.#watch.refused(claim, result.key);
      isMoreQueued = await this.#settle(claim, result);
    } finally {
      this.#underWay.delete(claim.messageId);
      this.#giveBack(claim.tenantId, 1);
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
          to: claim.address,
          replyToProviderId: claim.quotedProviderId ?? undefined,
          callbackData: claim.messageId,
        },
        this.#abort.signal,
      );
    } catch (error) {
      // A channel doesn't throw for what the other side does; whether ours broke before or after sending is unknown.
      this.#services.log.error({ err: error, message: claim.messageId }, 'a send broke');
      return { outcome: 'unknown', reason: 'connection' };
    }
  }

  /** Writes down what became of a send; answers whether something else may be queued. */
  async #settle(claim: Claim, result: SendResult): Promise<boolean> {
    if (result.outcome === 'accepted') {
      // Again and again: with the database away, this process alone knows the provider's id.
      return this.#insist(() => settleAccepted(this.#services.db, claim, result.providerMessageId));
    }
    await this.#settleOther(claim, result);
    return true;
  }

  async #settleOther(claim: Claim, result: Exclude<SendResult, { outcome: 'accepted' }>): Promise<void> {
    const { db, log } = this.#services;
    switch (result.outcome) {
      case 'refused':
        log.warn({ message: claim.messageId, code: result.code, details: result.details }, 'a message was refused');
        return this.#insist(() => settleFailed(db, claim, { code: String(result.code), key: result.key }));
      case 'retryable': {
        if (claim.attempts >= this.#options.maxAttempts) {
          return this.#insist(() => settleFailed(db, claim, { code: String(result.code), key: result.key }));
        }
        const backoff = Math.min(this.#options.retryMs * 2 ** (claim.attempts - 1), this.#options.maxRetryMs);
        const pauseMs = Math.max(backoff, result.retryAfterMs ?? 0);
        return this.#insist(() => putBack(db, claim, pauseMs, `${result.code} ${result.key}`));
      }
      case 'unknown':
        log.warn({ message: claim.messageId, reason: result.reason }, 'it is unknown whether a message was sent');
        return this.#insist(() => markUncertain(db, claim, this.#options.uncertainMs, result.reason));
      default:
        return unreachable(result);
    }
  }

  /** Until it is written down, or the server stops: then the claim's lease runs out and it is uncertain. */
  async #insist<T>(write: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await write();
      } catch (error) {
        if (this.#isStopping) throw error;
        this.#services.log.warn({ err: error }, 'the outcome of a send could not be written down; trying again');
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
