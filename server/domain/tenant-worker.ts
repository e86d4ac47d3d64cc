import { randomUUID } from 'node:crypto';
import type { Id } from '../db/tables.ts';
import type { Services } from './context.ts';
import { Slots } from './tenant-slots.ts';
import { isServed } from './pools.ts';

/** A piece of work claimed by this node. */
export type Claimed = { tenantId: Id; messageId: Id };

/** A claiming node, and how long its claims last unless it renews them. */
export type ClaimingNode = { id: string; leaseMs: number };

/** A slot for work that its creator claims. Exactly one of these ends it. */
export type ReservedSlot<Claim extends Claimed> = {
  /** The claim is committed: its work starts. */
  begin: (claim: Claim) => void;
  /** Nothing was claimed, once `after` is done. */
  release: (after?: Promise<void>) => void;
};

/** The work itself. */
export type Work<Claim extends Claimed> = {
  /** The log's text when a part of it fails. */
  failure: string;
  /** Calls `wake` for each tenant with due work, that of dead nodes included. */
  findDue: (wake: (tenantId: Id) => void) => Promise<void>;
  claim: (tenantId: Id, node: ClaimingNode & { limit: number }) => Promise<Claim[]>;
  renew: (tenantId: Id, node: ClaimingNode, messageIds: readonly Id[]) => Promise<void>;
  /** Does the work and stores its outcome; returns whether more may be due for the tenant. `free`: others may have its slot already. */
  handle: (claim: Claim, free: () => void) => Promise<boolean>;
};

export type WorkerOptions = {
  /** Concurrent work of this node; one tenant gets at most half of it. */
  concurrency: number;
  /** How much is claimed at a time. */
  batch?: number;
  /** Interval of polling for what other nodes left. */
  pollMs: number;
  /** A node that doesn't renew its claims for this long is considered dead. */
  leaseMs: number;
};

/**
 * Claims tenants' due work and does it, several at a time. It looks for work when woken, and polls for what other nodes
 * left; only of tenants that this server serves. Claims are leases, renewed while the work runs.
 */
export class TenantWorker<Claim extends Claimed> {
  readonly #services: Pick<Services, 'db' | 'log' | 'pools'>;
  readonly #work: Work<Claim>;
  readonly #node: ClaimingNode;
  readonly #slots: Slots;
  readonly #underWay = new Map<Id, Claim>();
  readonly #tasks = new Set<Promise<void>>();
  /** Tenants being processed; `again` if woken meanwhile. */
  readonly #awake = new Map<Id, { again: boolean }>();
  readonly #poll: NodeJS.Timeout;
  readonly #renew: NodeJS.Timeout;
  #isStopping = false;

  constructor(
    services: Pick<Services, 'db' | 'log' | 'pools'>,
    work: Work<Claim>,
    { concurrency, batch, pollMs, leaseMs }: WorkerOptions,
  ) {
    this.#services = services;
    this.#work = work;
    this.#node = { id: randomUUID(), leaseMs };
    this.#slots = new Slots(concurrency, batch);
    this.#poll = setInterval(() => this.track(this.#work.findDue((tenantId) => this.wake(tenantId))), pollMs);
    this.#renew = setInterval(() => this.track(this.#renewAll()), Math.ceil(leaseMs / 3));
    this.#poll.unref();
    this.#renew.unref();
  }

  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** Work was queued for the tenant. */
  wake(tenantId: Id): void {
    if (this.#isStopping) return;
    const processing = this.#awake.get(tenantId);
    if (processing !== undefined) {
      processing.again = true;
      return;
    }
    this.track(this.#processTenant(tenantId));
  }

  /** A slot for work that is about to be claimed; undefined if none is free, or the tenant is another server's. */
  reserve(tenantId: Id): (ReservedSlot<Claim> & { node: ClaimingNode }) | undefined {
    if (this.#isStopping || this.#services.pools !== undefined || !this.#slots.takeOne(tenantId)) return undefined;
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
    this.track(isOver);
    return {
      node: this.#node,
      begin: (claim) => {
        this.#begun(claim);
        end();
      },
      release: (after) => {
        const free = () => {
          this.#release(tenantId, 1);
          end();
        };
        if (after === undefined) free();
        else this.track(after.finally(free));
      },
    };
  }

  /** Stops claiming, and waits for the work in progress. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#poll);
    while (this.#tasks.size > 0) await Promise.all(this.#tasks);
    clearInterval(this.#renew);
  }

  /** Waits for a task when it stops, and logs its failure. */
  track(task: Promise<void>): void {
    const tracked = task
      .catch((error: unknown) => this.#services.log.warn({ err: error }, this.#work.failure))
      .finally(() => this.#tasks.delete(tracked));
    this.#tasks.add(tracked);
  }

  /** Claims and starts work until nothing is due or the tenant has no free slots. */
  async #processTenant(tenantId: Id): Promise<void> {
    const looking = { again: true };
    this.#awake.set(tenantId, looking);
    try {
      if (!(await isServed(this.#services, tenantId))) return;
      while (looking.again && !this.#isStopping) {
        looking.again = false;
        const limit = this.#slots.take(tenantId);
        // Whoever releases slots wakes it again.
        if (limit === 0) return;
        if ((await this.#begin(tenantId, limit)) === limit) looking.again = true;
      }
    } finally {
      this.#awake.delete(tenantId);
    }
  }

  /** Claims up to `limit`, whose slots are taken, and starts; returns how many. */
  async #begin(tenantId: Id, limit: number): Promise<number> {
    let unused = limit;
    try {
      const claims = await this.#work.claim(tenantId, { ...this.#node, limit });
      unused = limit - claims.length;
      for (const claim of claims) this.#begun(claim);
      return claims.length;
    } finally {
      this.#release(tenantId, unused);
    }
  }

  #begun(claim: Claim): void {
    this.#underWay.set(claim.messageId, claim);
    this.track(this.#handle(claim));
  }

  async #handle(claim: Claim): Promise<void> {
    let isMoreDue = true;
    let isFreed = false;
    const free = () => {
      if (!isFreed) this.#release(claim.tenantId, 1);
      isFreed = true;
    };
    try {
      isMoreDue = await this.#work.handle(claim, free);
    } finally {
      this.#underWay.delete(claim.messageId);
      free();
      if (isMoreDue) this.wake(claim.tenantId);
    }
  }

  /** Releases slots and wakes the tenants that waited for them. */
  #release(tenantId: Id, count: number): void {
    for (const waiting of this.#slots.release(tenantId, count)) this.wake(waiting);
  }

  async #renewAll(): Promise<void> {
    const byTenant = Map.groupBy(this.#underWay.values(), (claim) => claim.tenantId);
    for (const [tenantId, claims] of byTenant) {
      await this.#work.renew(
        tenantId,
        this.#node,
        claims.map((claim) => claim.messageId),
      );
    }
  }
}
