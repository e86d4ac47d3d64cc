import type { Channel } from '../../channels/channel.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import { TenantWorker } from '../tenant-worker.ts';
import type { WorkerOptions } from '../tenant-worker.ts';
import { claimReads, findTenantsWithReads, postponeRead, renewReadLeases, settleRead } from './read-rows.ts';
import type { ReadClaim } from './read-rows.ts';

export type ReadOptions = WorkerOptions & {
  /** The first pause before another attempt; doubles each time. */
  retryMs: number;
  maxRetryMs: number;
  /** After this many attempts, some hours, nobody waits for it any more. */
  maxAttempts: number;
};

export const READ_DEFAULTS: ReadOptions = {
  concurrency: 8,
  pollMs: 1_000,
  leaseMs: 15_000,
  retryMs: 5_000,
  maxRetryMs: 1_800_000,
  maxAttempts: 16,
};

/**
 * Tells the provider what tickets' owners have read, so that customers get read ticks. Telling it twice changes
 * nothing, so what a dead node had begun is told again. Returns a function that stops it.
 */
export function startReads(
  services: Services,
  channel: Pick<Channel, 'markRead'>,
  options: Partial<ReadOptions> = {},
): () => Promise<void> {
  const { db } = services;
  const all = { ...READ_DEFAULTS, ...options };
  const abort = new AbortController();
  const worker = new TenantWorker<ReadClaim>(
    services,
    {
      failure: 'what was read could not be told to the provider; retrying',
      findDue: async (wake: (tenantId: Id) => void) => (await findTenantsWithReads(services)).forEach(wake),
      claim: claimReads.bind(undefined, db),
      renew: renewReadLeases.bind(undefined, db),
      handle: async (claim) => {
        await tell(services, channel, all, claim, abort.signal);
        return true;
      },
    },
    all,
  );
  return () => {
    abort.abort();
    return worker.stop();
  };
}

async function tell(
  { db, log }: Services,
  channel: Pick<Channel, 'markRead'>,
  { retryMs, maxRetryMs, maxAttempts }: ReadOptions,
  claim: ReadClaim,
  signal: AbortSignal,
): Promise<void> {
  const { phoneNumberId, providerId, messageId, attempts } = claim;
  if (phoneNumberId === null) return settleRead(db, claim, 'error.instance.disconnected');
  const told = await channel.markRead(phoneNumberId, providerId, signal);
  if (told.outcome === 'done') return settleRead(db, claim, null);
  if (told.outcome === 'retryable' && attempts < maxAttempts)
    return postponeRead(db, claim, signal.aborted ? 0 : Math.min(retryMs * 2 ** (attempts - 1), maxRetryMs), told.key);
  log.info({ message: messageId, code: told.code, key: told.key }, 'the provider could not be told that it was read');
  return settleRead(db, claim, told.key);
}
