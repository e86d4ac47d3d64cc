import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Channel } from '../../channels/channel.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import { TenantWorker } from '../tenant-worker.ts';
import type { WorkerOptions } from '../tenant-worker.ts';
import { fetchMedia } from './fetch-media.ts';
import type { Fetched } from './fetch-media.ts';
import { discardFile } from './keep-file.ts';
import type { FileTools, LookedAt } from './keep-file.ts';
import { claimMedia, findTenantsWithMedia, postpone, renewMediaLeases, settleKept, settleLost } from './media-rows.ts';
import type { MediaClaim } from './media-rows.ts';

/** Each file being fetched is held in memory. */
export type MediaOptions = WorkerOptions & {
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
  tools: FileTools,
  metrics: Registry,
  options: Partial<MediaOptions> = {},
): MediaFetching {
  const { db } = services;
  const all = { ...MEDIA_DEFAULTS, ...options };
  const fetcher = new Fetcher(services, { ...tools, channel }, metrics, all);
  const work = {
    failure: 'files could not be fetched; retrying',
    findDue: async (wake: (tenantId: Id) => void) => (await findTenantsWithMedia(db)).forEach(wake),
    claim: claimMedia.bind(undefined, db),
    renew: renewMediaLeases.bind(undefined, db),
    handle: (claim: MediaClaim) => fetcher.handle(claim),
  };
  const worker = new TenantWorker(services, work, all);
  worker.track(tools.files.sweep(services.now()));
  return {
    wake: (tenantId) => worker.wake(tenantId),
    stop: () => {
      fetcher.abort();
      return worker.stop();
    },
  };
}

class Fetcher {
  readonly #services: Services;
  readonly #tools: Parameters<typeof fetchMedia>[0];
  readonly #options: MediaOptions;
  readonly #fetches: Counter;
  readonly #abort = new AbortController();

  constructor(services: Services, tools: Parameters<typeof fetchMedia>[0], metrics: Registry, options: MediaOptions) {
    this.#services = services;
    this.#tools = tools;
    this.#options = options;
    this.#fetches = new Counter({
      name: 'media_fetches_total',
      help: "Attempts to fetch files of customers' messages by outcome",
      labelNames: ['outcome'],
      registers: [metrics],
    });
  }

  /** Gives back what is being fetched. */
  abort(): void {
    this.#abort.abort();
  }

  async handle(claim: MediaClaim): Promise<boolean> {
    const fetched = await this.#fetch(claim);
    this.#fetches.inc({ outcome: fetched.outcome });
    // If that fails, the lease runs out and it is fetched again.
    await this.#settle(claim, fetched);
    return true;
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
    if (fetched.outcome === 'kept') return this.#keep(claim, fetched.kept);
    const { outcome, key } = fetched;
    if (outcome !== 'retryable') {
      log.warn({ message: claim.messageId, outcome, key }, 'the file of a message is not to be had');
      return settleLost(db, claim, outcome, key);
    }
    if (this.#abort.signal.aborted) return postpone(db, claim, { pauseMs: 0, key, isCounted: false });
    const { retryMs, maxRetryMs, maxAttempts } = this.#options;
    if (claim.attempts >= maxAttempts) return settleLost(db, claim, 'failed', key);
    const pauseMs = Math.min(retryMs * 3 ** (claim.attempts - 1), maxRetryMs);
    return postpone(db, claim, { pauseMs, key, isCounted: true });
  }

  async #keep(claim: MediaClaim, kept: LookedAt): Promise<void> {
    const { files } = this.#tools;
    try {
      await settleKept(this.#services.db, files, claim, kept);
    } finally {
      await discardFile(files, kept);
    }
  }
}
