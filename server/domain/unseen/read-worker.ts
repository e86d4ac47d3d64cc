import type { FullChannel } from '../../channels/channel.ts';
import { Batcher } from '../../db/batcher.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import { openToken } from '../instances/access-token.ts';
import { TenantWorker } from '../tenant-worker.ts';
import type { WorkerOptions } from '../tenant-worker.ts';
import { claimReads, findTenantsWithReads, postponeRead, renewReadLeases, settleReads } from './read-rows.ts';
import type { ReadClaim, SettledRead } from './read-rows.ts';

export type ReadOptions = WorkerOptions & {
  /** The first pause before another attempt; doubles each time. */
  retryMs: number;
  maxRetryMs: number;
  /** Attempts before giving up: some hours. */
  maxAttempts: number;
};

export const READ_DEFAULTS: ReadOptions = {
  // Enough for a company's receipts that become due together.
  concurrency: 128,
  pollMs: 1_000,
  leaseMs: 15_000,
  retryMs: 5_000,
  maxRetryMs: 1_800_000,
  maxAttempts: 16,
};

/** The outcomes of a tenant's claims are stored together, as nobody waits for them. */
const SETTLE_AFTER_MS = 50;
const SETTLED_AT_ONCE = 100;

/**
 * Sends read receipts of tickets' owners to the provider, so that customers get read ticks. Repeating one is
 * harmless, so a dead node's claims are retried. Returns a function that stops it.
 */
export function startReads(
  services: Services,
  channel: Pick<FullChannel, 'markRead'>,
  options: Partial<ReadOptions> = {},
): () => Promise<void> {
  const { db } = services;
  const all = { ...READ_DEFAULTS, ...options };
  const abort = new AbortController();
  const settling = new Batcher<SettledRead, void>(
    SETTLED_AT_ONCE,
    async (tenantId, settled) => {
      await settleReads(db, tenantId, settled);
      return settled.map(() => undefined);
    },
    SETTLE_AFTER_MS,
  );
  const worker = new TenantWorker<ReadClaim>(
    services,
    {
      failure: 'what was read could not be told to the provider; retrying',
      findDue: async (wake: (tenantId: Id) => void) => (await findTenantsWithReads(services)).forEach(wake),
      claim: claimReads.bind(undefined, db),
      renew: renewReadLeases.bind(undefined, db),
      handle: async (claim) => {
        const key = await tell(services, channel, all, claim, abort.signal);
        if (key !== undefined) await settling.ask(claim.tenantId, { claim, key });
        // The rest of a full claim follows once this one releases its slot.
        return false;
      },
    },
    all,
  );
  return () => {
    abort.abort();
    return worker.stop();
  };
}

/** Why the provider refused the read receipt; null if it accepted it, undefined if it is retried. */
async function tell(
  services: Services,
  channel: Pick<FullChannel, 'markRead'>,
  { retryMs, maxRetryMs, maxAttempts }: ReadOptions,
  claim: ReadClaim,
  signal: AbortSignal,
): Promise<string | null | undefined> {
  const { phoneNumberId, sealedToken, providerId, messageId, attempts, from } = claim;
  if (phoneNumberId === null) return 'error.instance.disconnected';
  const accessToken = sealedToken === null ? undefined : openToken(services, claim, sealedToken);
  const answer = await channel.markRead({ phoneNumberId, accessToken }, providerId, signal, from);
  if (answer.outcome === 'done') return null;
  if (answer.outcome === 'retryable' && attempts < maxAttempts) {
    const pauseMs = signal.aborted ? 0 : Math.min(retryMs * 2 ** (attempts - 1), maxRetryMs);
    await postponeRead(services.db, claim, pauseMs, answer.key);
    return undefined;
  }
  const { code, key } = answer;
  services.log.info({ message: messageId, code, key }, 'the provider could not be told that it was read');
  return key;
}
