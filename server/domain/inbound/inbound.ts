import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';
import type { WebhookSink } from '../../channels/webhook-sink.ts';
import { isTransientFailure } from '../../db/failures.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import { cachedPlaces } from '../instances/instance-of-number.ts';
import type { InstancePlace } from '../instances/instance-of-number.ts';
import type { InstanceWatch } from '../instances/instance-watch.ts';
import { storeRejection } from './store-rejection.ts';
import { REPLAY_DEFAULTS } from './replay.ts';
import { receivePairing } from '../instances/pairing.ts';
import { processOrQueue } from './process-or-queue.ts';
import type { ProcessResult } from './process-or-queue.ts';
import { receiveLimit } from '../campaigns/daily-limit.ts';
import { receivePace } from '../campaigns/number-pace.ts';
import { accountNotes } from '../templates/accounts.ts';
import { receivePreference } from '../templates/preferences.ts';
import { receiveTemplateNews } from '../templates/template-rows.ts';
import type { OutboxAccess } from '../outbound/outbox.ts';
import { bodyOf, numberOf } from './waiting-rows.ts';
import type { InboundPart } from './waiting-rows.ts';

/**
 * Passes webhooks to the domain. Throws transient failures, so that the provider sends them again. Parts that fail
 * because of our own faults are retried, first after `retryMs`; parts that can never be processed are rejected and
 * stored. Wakes the fetching of files.
 */
export function createInbound(
  services: Services & Partial<OutboxAccess> & { wakeMedia: (tenantId: Id) => void },
  metrics: Registry,
  watch: Pick<InstanceWatch, 'sawActivity'>,
  retryMs: number = REPLAY_DEFAULTS.retryMs,
): WebhookSink {
  const received = new Counter({
    name: 'inbound_messages_total',
    help: "Customers' messages by outcome",
    labelNames: ['outcome'],
    registers: [metrics],
  });
  const rejected = new Counter({
    name: 'webhook_rejected_total',
    help: 'Rejected parts of webhooks by reason',
    labelNames: ['reason'],
    registers: [metrics],
  });
  const placeOf = cachedPlaces(services);
  const noteAccounts = accountNotes(services, placeOf);

  const reject = async (tenantId: Id | null, reason: string, body: string, label: string): Promise<void> => {
    rejected.inc({ reason: label });
    services.log.warn({ tenant: tenantId, reason }, 'a part of a webhook was rejected');
    await storeRejection(services, { tenantId, reason, body });
  };

  /** Like `processOrQueue`; what can't even be queued is stored as rejected, and queued by a later version that can. */
  const processOrReject = (place: InstancePlace, part: InboundPart): Promise<ProcessResult> =>
    processOrQueue(services, place, part, { retryMs }).catch(async (error: unknown) => {
      if (isTransientFailure(error)) throw error;
      await storeRejection(services, { tenantId: place.tenantId, reason: 'error.server', body: bodyOf(part) });
      return { outcome: 'failed', error };
    });

  /** Processes one part. Throws transient failures, and failures to store a rejection. */
  const process = async (part: InboundPart): Promise<void> => {
    const number = numberOf(part);
    const place = await placeOf(number);
    if (place === undefined) {
      const reason = `error.webhook.unknownNumber: ${number}`;
      return reject(null, reason, bodyOf(part), 'error.webhook.unknownNumber');
    }
    watch.sawActivity(place);
    const result = await processOrReject(place, part);
    if (part.kind === 'message') received.inc({ outcome: result.outcome });
    if (part.kind !== 'status') {
      if (result.outcome === 'kept' && 'media' in part.message) services.wakeMedia(place.tenantId);
    }
    if (result.outcome === 'failed') {
      const { error } = result;
      services.log.error({ err: error, tenant: place.tenantId }, 'a part of a webhook could not be processed');
      rejected.inc({ reason: 'error.server' });
    }
    if (result.outcome !== 'refused') return undefined;
    return reject(place.tenantId, result.reason, bodyOf(part), result.reason);
  };

  /** A failure must not block other numbers; but later parts of the same number must not overtake it. */
  const processAll = async (parts: readonly InboundPart[], signal?: AbortSignal): Promise<void> => {
    const failures = new Map<string, unknown>();
    for (const part of parts) {
      signal?.throwIfAborted();
      const number = numberOf(part);
      if (!failures.has(number)) await process(part).catch((error: unknown) => failures.set(number, error));
    }
    for (const failure of failures.values()) throw failure;
  };

  return {
    receiveMessages: (batch, signal) =>
      processAll(
        batch.map((message) => ({ kind: 'message', message })),
        signal,
      ),
    receiveEchoes: (batch, signal) =>
      processAll(
        batch.map((message) => ({ kind: 'echo', message })),
        signal,
      ),
    receiveStatuses: (batch, signal) =>
      processAll(
        batch.map((status) => ({ kind: 'status', status })),
        signal,
      ),
    receiveNews: async ({ accounts, templates, preferences, limits = [], paces = [], pairings = [] }, signal) => {
      await noteAccounts(accounts);
      for (const news of templates) {
        signal?.throwIfAborted();
        await receiveTemplateNews(services, news);
      }
      for (const news of limits) {
        signal?.throwIfAborted();
        await receiveLimit(services, news);
      }
      for (const news of paces) {
        signal?.throwIfAborted();
        await receivePace(services, news);
      }
      for (const news of pairings) {
        signal?.throwIfAborted();
        const place = await placeOf(news.phoneNumberId);
        if (place !== undefined) await receivePairing(services, place, news);
      }
      for (const news of preferences) {
        signal?.throwIfAborted();
        const place = await placeOf(news.phoneNumberId);
        if (place !== undefined) await receivePreference(services, place, news);
      }
    },
    reject: (raw, reason) => reject(null, reason, raw, 'unreadable'),
  };
}
