import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';
import type { FullChannel } from '../../channels/channel.ts';
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
  /** Stops claiming, and releases the claims in progress. */
  stop: () => Promise<void>;
};

/**
 * Fetches the files of customers' messages from the provider, after the commit that stored the message:
 *
 *   fetching ──▶ ready
 *     ▲   │ └──▶ expired, refused
 *     └───┘ a pause after each attempt; after the last one ──▶ failed, unless our own store is why
 *
 * Safe on any number of nodes with one database and one store: fetching a file twice keeps it once.
 */
export function startMedia(
  services: Services,
  channel: Pick<FullChannel, 'fetchMedia'>,
  tools: FileTools,
  metrics: Registry,
  options: Partial<MediaOptions> = {},
): MediaFetching {
  const { db } = services;
  const all = { ...MEDIA_DEFAULTS, ...options };
  const fetcher = new Fetcher(services, { ...tools, channel }, metrics, all);
  const work = {
    failure: 'files could not be fetched; retrying',
    findDue: async (wake: (tenantId: Id) => void) => (await findTenantsWithMedia(services)).forEach(wake),
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

/** `isOurFault`: the provider had it, but it could not be stored. */
type Attempt = Exclude<Fetched, { outcome: 'kept' }> & { isOurFault?: boolean };

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

  /** Releases the claims in progress. */
  abort(): void {
    this.#abort.abort();
  }

  async handle(claim: MediaClaim): Promise<boolean> {
    const failed = await this.#fetchAndKeep(claim);
    this.#fetches.inc({ outcome: failed?.outcome ?? 'kept' });
    // If that fails, the lease runs out and it is fetched again.
    if (failed !== undefined) await this.#settle(claim, failed);
    return true;
  }

  /** Undefined once it is kept. */
  async #fetchAndKeep(claim: MediaClaim): Promise<Attempt | undefined> {
    try {
      const fetched = await fetchMedia(this.#tools, claim, this.#abort.signal);
      if (fetched.outcome !== 'kept') return fetched;
      await this.#keep(claim, fetched.kept);
      return undefined;
    } catch (error) {
      this.#services.log.error({ err: error, message: claim.messageId }, 'a file could not be kept; retrying');
      return { outcome: 'retryable', key: 'error.server', isOurFault: true };
    }
  }

  async #settle(claim: MediaClaim, { outcome, key, isOurFault = false }: Attempt): Promise<void> {
    const { db, log } = this.#services;
    if (outcome !== 'retryable') {
      log.warn({ message: claim.messageId, outcome, key }, 'the file of a message is not to be had');
      return settleLost(db, claim, outcome, key);
    }
    if (this.#abort.signal.aborted) return postpone(db, claim, { pauseMs: 0, key, isCounted: false });
    const { retryMs, maxRetryMs, maxAttempts } = this.#options;
    if (claim.attempts >= maxAttempts && !isOurFault) return settleLost(db, claim, 'failed', key);
    const pauseMs = Math.min(retryMs * 3 ** (claim.attempts - 1), maxRetryMs);
    // Failures of our own store use up at most half of the attempts.
    return postpone(db, claim, { pauseMs, key, isCounted: !isOurFault || claim.attempts <= maxAttempts / 2 });
  }

  async #keep(claim: MediaClaim, kept: LookedAt): Promise<void> {
    const { files } = this.#tools;
    try {
      await settleKept(this.#services, files, claim, kept);
    } finally {
      await discardFile(files, kept);
    }
  }
}
