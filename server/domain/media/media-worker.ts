import { randomUUID } from 'node:crypto';
import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Channel } from '../../channels/channel.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import { Slots } from '../outbound/slots.ts';
import { fetchMedia } from './fetch-media.ts';
import type { Fetched } from './fetch-media.ts';
import type { MediaFiles } from './media-files.ts';
import { claimMedia, findTenantsWithMedia, postpone, renewMediaLeases, settleKept, settleLost } from './media-rows.ts';
import type { MediaClaim } from './media-rows.ts';
import { Previews } from './previews.ts';

export type MediaOptions = {
  /** Files fetched at a time by this node, each held in memory; one tenant gets at most half. */
  concurrency: number;
  /** Interval of polling for what other nodes left. */
  pollMs: number;
  /** A node that doesn't renew its claims for this long is considered dead. */
  leaseMs: number;
  /** The first pause before another attempt; triples each time. */
  retryMs: number;
  maxRetryMs: number;
  /** After this many attempts, about an hour, it has failed. */
  maxAttempts: number;
};

export const MEDIA_DEFAULTS: MediaOptions = {
  concurrency: 4,
  pollMs: 1_000,
  leaseMs: 15_000,
  retryMs: 5_000,
  maxRetryMs: 1_800_000,
  maxAttempts: 8,
};

export type MediaFetching = {
  /** A message with a file was stored for the tenant. */
  wake: (tenantId: Id) => void;
  /** Claims nothing more, and gives back what is being fetched. */
  stop: () => Promise<void>;
};

/**
 * Fetches the files of customers' messages from the provider, after the commit that stored the message:
 *
 *   fetching ──▶ ready
 *     ▲   │ └──▶ expired, refused
 *     └───┘ a pause after each attempt; after the last one ──▶ failed
 *
 * Safe on any number of nodes with one database and one folder: fetching a file twice keeps it once.
 */
export function startMedia(
  services: Services,
  channel: Pick<Channel, 'fetchMedia'>,
  files: MediaFiles,
  metrics: Registry,
  options: Partial<MediaOptions> = {},
): MediaFetching {
  const worker = new MediaWorker(services, channel, files, metrics, { ...MEDIA_DEFAULTS, ...options });
  return { wake: (tenantId) => worker.wake(tenantId), stop: () => worker.stop() };
}

class MediaWorker {
  readonly #services: Services;
  readonly #tools: Parameters<typeof fetchMedia>[0];
  readonly #options: MediaOptions;
  readonly #fetches: Counter;
  readonly #slots: Slots;
  readonly #nodeId = randomUUID();
  readonly #underWay = new Map<Id, MediaClaim>();
  readonly #tasks = new Set<Promise<void>>();
  /** Tenants being processed; `again` if woken meanwhile. */
  readonly #awake = new Map<Id, { again: boolean }>();
  readonly #poll: NodeJS.Timeout;
  readonly #renew: NodeJS.Timeout;
  readonly #abort = new AbortController();

  constructor(
    services: Services,
    channel: Pick<Channel, 'fetchMedia'>,
    files: MediaFiles,
    metrics: Registry,
    options: MediaOptions,
  ) {
    this.#services = services;
    this.#tools = { channel, files, previews: new Previews() };
    this.#options = options;
    this.#slots = new Slots(options.concurrency);
    this.#fetches = new Counter({
      name: 'media_fetches_total',
      help: "Attempts to fetch files of customers' messages by outcome",
      labelNames: ['outcome'],
      registers: [metrics],
    });
    this.#poll = setInterval(() => this.#track(this.#pollAll()), options.pollMs);
    this.#renew = setInterval(() => this.#track(this.#renewAll()), Math.ceil(options.leaseMs / 3));
    this.#poll.unref();
    this.#renew.unref();
    this.#track(files.sweep(services.now()));
  }

  get #isStopping(): boolean {
    return this.#abort.signal.aborted;
  }

  wake(tenantId: Id): void {
    if (this.#isStopping) return;
    const processing = this.#awake.get(tenantId);
    if (processing !== undefined) {
      processing.again = true;
      return;
    }
    this.#track(this.#processTenant(tenantId));
  }

  async stop(): Promise<void> {
    this.#abort.abort();
    clearInterval(this.#poll);
    while (this.#tasks.size > 0) await Promise.all(this.#tasks);
    clearInterval(this.#renew);
  }

  #track(task: Promise<void>): void {
    const tracked = task
      .catch((error: unknown) => this.#services.log.warn({ err: error }, 'files could not be fetched; retrying'))
      .finally(() => this.#tasks.delete(tracked));
    this.#tasks.add(tracked);
  }

  async #pollAll(): Promise<void> {
    for (const tenantId of await findTenantsWithMedia(this.#services.db)) this.wake(tenantId);
  }

  /** Claims and starts fetches until nothing is due or the tenant has no free slots. */
  async #processTenant(tenantId: Id): Promise<void> {
    const looking = { again: true };
    this.#awake.set(tenantId, looking);
    try {
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

  /** Claims up to `limit` files, whose slots are taken, and starts fetching; returns how many. */
  async #begin(tenantId: Id, limit: number): Promise<number> {
    let unused = limit;
    try {
      const node = { id: this.#nodeId, leaseMs: this.#options.leaseMs, limit };
      const claims = await claimMedia(this.#services.db, tenantId, node);
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

  async #handle(claim: MediaClaim): Promise<void> {
    try {
      const fetched = await this.#fetch(claim);
      this.#fetches.inc({ outcome: fetched.outcome });
      // If that fails, the lease runs out and it is fetched again.
      await this.#settle(claim, fetched);
    } finally {
      this.#underWay.delete(claim.messageId);
      this.#release(claim.tenantId, 1);
      this.wake(claim.tenantId);
    }
  }

  async #fetch(claim: MediaClaim): Promise<Fetched> {
    try {
      return await fetchMedia(this.#tools, claim, this.#abort.signal);
    } catch (error) {
      this.#services.log.error({ err: error, message: claim.messageId }, 'a file could not be kept; retrying');
      return { outcome: 'retryable', key: 'error.server' };
    }
  }

  async #settle(claim: MediaClaim, fetched: Fetched): Promise<void> {
    const { db, log } = this.#services;
    if (fetched.outcome === 'kept') return settleKept(db, claim, fetched.kept);
    const { outcome, key } = fetched;
    if (outcome !== 'retryable') {
      log.warn({ message: claim.messageId, outcome, key }, 'the file of a message is not to be had');
      return settleLost(db, claim, outcome, key);
    }
    if (this.#isStopping) return postpone(db, claim, { pauseMs: 0, key, isCounted: false });
    const { retryMs, maxRetryMs, maxAttempts } = this.#options;
    if (claim.attempts >= maxAttempts) return settleLost(db, claim, 'failed', key);
    const pauseMs = Math.min(retryMs * 3 ** (claim.attempts - 1), maxRetryMs);
    return postpone(db, claim, { pauseMs, key, isCounted: true });
  }

  async #renewAll(): Promise<void> {
    const byTenant = Map.groupBy(this.#underWay.values(), (claim) => claim.tenantId);
    const node = { id: this.#nodeId, leaseMs: this.#options.leaseMs };
    for (const [tenantId, claims] of byTenant) {
      const ids = claims.map((claim) => claim.messageId);
      await renewMediaLeases(this.#services.db, tenantId, node, ids);
    }
  }
}
