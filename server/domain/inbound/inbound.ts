import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';
import type { WebhookSink } from '../../channels/webhook-sink.ts';
import { changeTenant } from '../../db/change.ts';
import type { Change } from '../../db/change.ts';
import { isPassingFailure } from '../../db/failures.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import { rememberedPlaces } from '../instances/instance-of-number.ts';
import type { InstancePlace } from '../instances/instance-of-number.ts';
import type { InstanceWatch } from '../instances/instance-watch.ts';
import type { Received } from './receive-message.ts';
import { keepAside } from './reject.ts';
import { errorText, REPLAY_DEFAULTS } from './replay.ts';
import { takePart } from './take-part.ts';
import { addWaiting } from './waiting-rows.ts';
import type { InboundPart } from './waiting-rows.ts';

/** `failed`: a fault of ours kept it out; it is tried again. */
type Taken = Received | { outcome: 'failed'; error: unknown };

/**
 * Where webhooks become domain. Throws a failure that passes, so that the provider repeats. What a
 * fault of ours keeps out waits to be tried again, first after `retryMs`; what can't be taken in at all is kept aside.
 */
export function createInbound(
  services: Services,
  metrics: Registry,
  watch: Pick<InstanceWatch, 'heard'>,
  retryMs: number = REPLAY_DEFAULTS.retryMs,
): WebhookSink {
  const received = new Counter({
    name: 'inbound_messages_total',
    help: 'Messages of customers by what became of them',
    labelNames: ['outcome'],
    registers: [metrics],
  });
  const rejected = new Counter({
    name: 'webhook_rejected_total',
    help: 'Parts of webhooks kept aside by reason',
    labelNames: ['reason'],
    registers: [metrics],
  });
  const placeOf = rememberedPlaces(services);

  const reject = async (tenantId: Id | null, reason: string, body: string, label: string): Promise<void> => {
    rejected.inc({ reason: label });
    services.log.warn({ tenant: tenantId, reason }, 'a part of a webhook was kept aside');
    await keepAside(services, { tenantId, reason, body });
  };

  /** Takes one part in, or has it wait at the same place of the company's order, so that no later one overtakes it. */
  const takeOrWait = async (place: InstancePlace, part: InboundPart): Promise<Taken> => {
    const wait = async (change: Change, error: unknown): Promise<Taken> => {
      await addWaiting(change.tx, place, part, { error: errorText(error), retryMs });
      return { outcome: 'failed', error };
    };
    const change = (work: (change: Change) => Promise<Taken>, instead?: typeof wait) =>
      changeTenant(services.db, place.tenantId, work, instead === undefined ? {} : { instead });
    try {
      return await change((within) => takePart(services, within, place, part), wait);
    } catch (error) {
      if (isPassingFailure(error)) throw error;
      // It failed at the commit, or can't wait. Kept aside, it waits from a version on that can have it wait.
      return change((within) => wait(within, error)).catch(async (failure: unknown) => {
        if (isPassingFailure(failure)) throw failure;
        const body = JSON.stringify(part.kind === 'message' ? part.message : part.status);
        await keepAside(services, { tenantId: place.tenantId, reason: 'error.server', body });
        return { outcome: 'failed', error: failure };
      });
    }
  };

  /** Takes one part in at its place. Throws what passes, and whatever kept it from being kept aside. */
  const take = async (part: InboundPart): Promise<void> => {
    const given = part.kind === 'message' ? part.message : part.status;
    const place = await placeOf(given.phoneNumberId);
    if (place === undefined) {
      const reason = `error.webhook.unknownNumber: ${given.phoneNumberId}`;
      return reject(null, reason, JSON.stringify(given), 'error.webhook.unknownNumber');
    }
    watch.heard(place);
    const result = await takeOrWait(place, part);
    if (part.kind === 'message') received.inc({ outcome: result.outcome });
    if (result.outcome === 'failed') {
      const { error } = result;
      services.log.error({ err: error, tenant: place.tenantId }, 'a part of a webhook could not be taken in');
      rejected.inc({ reason: 'error.server' });
    }
    if (result.outcome !== 'refused') return undefined;
    return reject(place.tenantId, result.reason, JSON.stringify(given), result.reason);
  };

  /** The failure of one must not keep those of other numbers out; the next of the same may not overtake it. */
  const takeAll = async (parts: readonly InboundPart[], signal?: AbortSignal): Promise<void> => {
    const failures = new Map<string, unknown>();
    for (const part of parts) {
      signal?.throwIfAborted();
      const number = (part.kind === 'message' ? part.message : part.status).phoneNumberId;
      if (!failures.has(number)) await take(part).catch((error: unknown) => failures.set(number, error));
    }
    for (const failure of failures.values()) throw failure;
  };

  return {
    receiveMessages: (batch, signal) =>
      takeAll(
        batch.map((message) => ({ kind: 'message', message })),
        signal,
      ),
    receiveStatuses: (batch, signal) =>
      takeAll(
        batch.map((status) => ({ kind: 'status', status })),
        signal,
      ),
    reject: (raw, reason) => reject(null, reason, raw, 'unreadable'),
  };
}
