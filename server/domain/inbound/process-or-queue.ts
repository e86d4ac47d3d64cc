import { changeTenant } from '../../db/change.ts';
import type { Change } from '../../db/change.ts';
import { CommitUncertain } from '../../db/failures.ts';
import { raiseRecipient } from '../campaigns/settle.ts';
import type { Services } from '../context.ts';
import type { InstancePlace } from '../instances/instance-of-number.ts';
import { noteOptOutAhead } from './receive-message.ts';
import type { Late, Received } from './receive-message.ts';
import { errorText, REPLAY_DEFAULTS } from './replay.ts';
import { processPart } from './process-part.ts';
import { DirectSend } from '../outbound/direct-send.ts';
import type { OutboxAccess } from '../outbound/outbox.ts';
import { addWaiting } from './waiting-rows.ts';
import type { InboundPart } from './waiting-rows.ts';

/** `failed`: a fault of ours; the part is queued for a retry. */
export type ProcessResult = Received | { outcome: 'failed'; error: unknown };

/**
 * Processes one part, or queues it in the company's order, so that no later one overtakes it; first retry after
 * `retryMs`. Throws transient failures, and failures to queue.
 */
export async function processOrQueue(
  services: Services & Partial<OutboxAccess>,
  place: InstancePlace,
  part: InboundPart,
  { retryMs = REPLAY_DEFAULTS.retryMs, ...late }: Late & { retryMs?: number } = {},
): Promise<ProcessResult> {
  // What this can't do, the change below does, or says why not.
  if (part.kind === 'status' && (await raiseRecipient(services, place, part.status).catch(() => false))) {
    return { outcome: 'kept' };
  }
  const { receivedAt } = late;
  const direct = new DirectSend(services, place.tenantId);
  const wait = async ({ tx }: Change, error: unknown): Promise<ProcessResult> => {
    direct.forget();
    await addWaiting(tx, place, part, { error: errorText(error), retryMs, ...(receivedAt && { receivedAt }) });
    return { outcome: 'failed', error };
  };
  const take = (change: Change): Promise<ProcessResult> => {
    // It may run more than once.
    direct.forget();
    return processPart({ ...services, direct }, change, place, part, late);
  };
  const result = await changeTenant(services.db, place.tenantId, take, { instead: wait }).catch((error: unknown) => {
    direct.end({ isCommitted: false, isUncertain: error instanceof CommitUncertain });
    throw error;
  });
  direct.end({ isCommitted: true });
  if (result.outcome === 'failed' && part.kind === 'message') {
    // Campaigns don't wait. Apart from the queue, which the same fault would take it out of; its turn notes it, too.
    await changeTenant(services.db, place.tenantId, (change) =>
      noteOptOutAhead(change, part.message, receivedAt ?? services.now()),
    ).catch((error: unknown) => services.log.warn({ err: error }, 'an opt-out is noted once its message is stored'));
  }
  return result;
}
