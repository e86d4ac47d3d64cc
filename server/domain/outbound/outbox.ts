import { randomUUID } from 'node:crypto';
import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Id } from '../../db/tables.ts';
import { unreachable } from '../../unreachable.ts';
import type { Services } from '../context.ts';
import type { InstanceWatch } from '../instances/instance-watch.ts';
import { TenantWorker } from '../tenant-worker.ts';
import type { WorkerOptions } from '../tenant-worker.ts';
import { deliver } from './deliver.ts';
import type { Delivered, DeliveryTools } from './deliver.ts';
import {
  claimDue,
  FLOW_STOPPED,
  findDueTenants,
  markAbandoned,
  markUncertain,
  putBack,
  renewLeases,
} from './outbox-rows.ts';
import type { Claim } from './outbox-rows.ts';
import { putBackUntried } from './put-back-untried.ts';
import { giveUpUncertain, settleAccepted, settleFailed } from './settle.ts';

export type OutboxOptions = WorkerOptions & {
  /** How long to wait for the provider's status of an uncertain send. */
  uncertainMs: number;
  /** The first pause before retrying a send that certainly failed; doubles each time. */
  retryMs: number;
  maxRetryMs: number;
  /** After this many tries it has failed for good. */
  maxAttempts: number;
  /** So long a flow's answer waits to be noted as sent along with the company's next change. */
  patienceMs: number;
};

export const OUTBOX_DEFAULTS: OutboxOptions = {
  concurrency: 64,
  pollMs: 1_000,
  leaseMs: 6_000,
  uncertainMs: 20_000,
  retryMs: 500,
  maxRetryMs: 30_000,
  maxAttempts: 12,
  patienceMs: 100,
};

/** How long a stopping node waits for the provider's answers; the remaining sends are uncertain. */
const STOP_MS = 3_000;

/** A reserved slot among this node's sends, for a message claimed as it is stored. Ends with one of these calls. */
export type SendSlot = {
  /** Nobody else claims with this name. */
  lockedBy: string;
  leaseMs: number;
  /** The claim is committed, so the message is sent. */
  begin: (claim: Claim) => void;
  /** It wasn't claimed. `isUncertain`: unless that is unknown, and then it is queued. */
  release: (isUncertain: boolean) => void;
};

/** `reserveSend`: a slot for a message that is claimed as it is stored. `wakeOutbox`: sends what is queued. */
export type OutboxAccess = {
  reserveSend: (tenantId: Id) => SendSlot | undefined;
  wakeOutbox: (tenantId: Id) => void;
};

export type Outbox = {
  /** A message was queued for the tenant. */
  wake: (tenantId: Id) => void;
  /** Reserves a slot for the tenant's next send, if one is free. */
  reserve: (tenantId: Id) => SendSlot | undefined;
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
 * A message with a file begins as `upload` instead of `queued`: until the provider has the file, nothing can have been
 * sent. A template begins as `template` or `template_file`, choices as `interactive`, which a version that doesn't know
 * them leaves alone. A text that nothing is queued before begins as `sending` where there is a slot for it: it is
 * claimed as it is stored. A message that may have been sent is never sent again. Safe on any number of nodes with one
 * database.
 */
export function startOutbox(
  services: Services,
  tools: Pick<DeliveryTools, 'channel' | 'files'>,
  metrics: Registry,
  watch: Pick<InstanceWatch, 'sawActivity' | 'refused'>,
  options: Partial<OutboxOptions> = {},
): Outbox {
  const { db } = services;
  const all = { ...OUTBOX_DEFAULTS, ...options };
  const sender = new Sender(services, tools, metrics, watch, all);
  const worker: TenantWorker<Claim> = new TenantWorker<Claim>(
    services,
    {
      failure: 'the outbox could not be processed; retrying',
      findDue: async (wake) => {
        for (const [tenantId, states] of await findDueTenants(services)) {
          if (worker.isStopping) return;
          if (states.has('sending')) await markAbandoned(db, tenantId, all.uncertainMs);
          if (states.has('uncertain')) await giveUpUncertain(db, tenantId);
          wake(tenantId);
        }
      },
      claim: claimDue.bind(undefined, db),
      renew: renewLeases.bind(undefined, db),
      handle: (claim, free) => sender.handle(claim, free),
    },
    all,
  );
  return {
    wake: (tenantId) => worker.wake(tenantId),
    reserve: (tenantId) => {
      const slot = worker.reserve(tenantId);
      if (slot === undefined) return undefined;
      const { id, leaseMs } = slot.node;
      const lockedBy = `${id} ${randomUUID()}`;
      return {
        lockedBy,
        leaseMs,
        begin: slot.begin,
        release: (isUncertain) => slot.release(isUncertain ? sender.queueAgain(tenantId, lockedBy) : undefined),
      };
    },
    stop: async () => {
      const end = sender.end();
      await worker.stop();
      end();
    },
  };
}

class Sender {
  readonly #services: Services;
  readonly #tools: DeliveryTools;
  readonly #watch: Pick<InstanceWatch, 'sawActivity' | 'refused'>;
  readonly #options: OutboxOptions;
  readonly #sends: Counter;
  readonly #abort = new AbortController();
  #isEnding = false;

  constructor(
    services: Services,
    tools: Pick<DeliveryTools, 'channel' | 'files'>,
    metrics: Registry,
    watch: Pick<InstanceWatch, 'sawActivity' | 'refused'>,
    options: OutboxOptions,
  ) {
    this.#services = services;
    this.#watch = watch;
    this.#tools = { ...tools, services, leaseMs: options.leaseMs, signal: this.#abort.signal };
    this.#options = options;
    this.#sends = new Counter({
      name: 'outbound_sends_total',
      help: 'Sends to the provider by outcome',
      labelNames: ['outcome'],
      registers: [metrics],
    });
  }

  /** Aborts sends in progress after the grace period; returns a function that cancels that. */
  end(): () => void {
    this.#isEnding = true;
    const timeout = setTimeout(() => this.#abort.abort(), STOP_MS);
    return () => clearTimeout(timeout);
  }

  /** Sends a message and stores the outcome; returns whether more may be queued. */
  async handle(claim: Claim, free: () => void): Promise<boolean> {
    const result = await deliver(this.#tools, claim);
    if (result === 'taken') return true;
    this.#sends.inc({ outcome: result.outcome });
    if (result.outcome === 'accepted') this.#watch.sawActivity(claim);
    // It isn't being sent while it waits to be noted.
    if (claim.isPatient === true) free();
    if (result.outcome === 'refused') this.#watch.refused(claim, result.key);
    return this.#settle(claim, result);
  }

  /** Queues a message possibly claimed under this name. */
  queueAgain(tenantId: Id, lockedBy: string): Promise<void> {
    return this.#retryUntilStored(() => putBackUntried(this.#services.db, tenantId, lockedBy));
  }

  /** Stores the outcome of a send; returns whether more may be queued. */
  async #settle(claim: Claim, result: Delivered): Promise<boolean> {
    if (result.outcome === 'accepted') {
      // Keep trying: if the database is down, only this process knows the provider's id.
      return this.#retryUntilStored((isAgain) => {
        // It may have failed with another change, and the next one may fail as well.
        const patienceMs = claim.isPatient === true && !isAgain ? this.#options.patienceMs : undefined;
        return settleAccepted(this.#services.db, claim, result.providerMessageId, patienceMs);
      });
    }
    await this.#settleOther(claim, result);
    return true;
  }

  async #settleOther(claim: Claim, result: Exclude<Delivered, { outcome: 'accepted' }>): Promise<void> {
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
        const { isUploadGone } = result;
        const error = `${result.code} ${result.key}`;
        if (await this.#retryUntilStored(() => putBack(db, claim, { pauseMs, error, isUploadGone }))) return undefined;
        return this.#retryUntilStored(() => settleFailed(db, claim, FLOW_STOPPED));
      }
      case 'unknown':
        log.warn({ message: claim.messageId, reason: result.reason }, 'it is unknown whether a message was sent');
        return this.#retryUntilStored(() => markUncertain(db, claim, this.#options.uncertainMs, result.reason));
      default:
        return unreachable(result);
    }
  }

  /** Retries until it is stored or the server stops: then the claim's lease runs out and it is uncertain. */
  async #retryUntilStored<T>(write: (isAgain: boolean) => Promise<T>): Promise<T> {
    for (let isAgain = false; ; isAgain = true) {
      try {
        return await write(isAgain);
      } catch (error) {
        if (this.#isEnding) throw error;
        this.#services.log.warn({ err: error }, 'the outcome of a send could not be stored; retrying');
        await new Promise((resolve) => setTimeout(resolve, this.#options.retryMs));
      }
    }
  }
}
