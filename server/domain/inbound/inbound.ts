import { Counter } from 'prom-client';
import type { Registry } from 'prom-client';
import type { WebhookSink } from '../../channels/webhook-sink.ts';
import { CommitUncertain, DatabaseUnavailable, isConnectionFailure } from '../../db/failures.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import { rememberedPlaces } from '../instances/instance-of-number.ts';
import type { InstanceWatch } from '../instances/instance-watch.ts';
import type { InstancePlace } from '../instances/instance-of-number.ts';
import { receiveMessage } from './receive-message.ts';
import { receiveStatus } from './receive-status.ts';
import { keepAside } from './reject.ts';

/**
 * Where webhooks become domain. Throws only while the database is away, so that the provider
 * repeats; what can't be taken in for another reason is kept aside, logged and counted.
 */
export function createInbound(services: Services, metrics: Registry, watch: Pick<InstanceWatch, 'heard'>): WebhookSink {
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

  /** Takes one part in at its place; its failure must not keep the others out. */
  const take = async (
    part: { phoneNumberId: string },
    work: (place: InstancePlace) => Promise<{ refused?: string }>,
  ): Promise<void> => {
    const place = await placeOf(part.phoneNumberId);
    if (place === undefined) {
      await reject(
        null,
        `error.webhook.unknownNumber: ${part.phoneNumberId}`,
        JSON.stringify(part),
        'error.webhook.unknownNumber',
      );
      return;
    }
    watch.heard(place);
    try {
      const { refused } = await work(place);
      if (refused !== undefined) await reject(place.tenantId, refused, JSON.stringify(part), refused);
    } catch (error) {
      if (isPassing(error)) throw error;
      services.log.error({ err: error, tenant: place.tenantId }, 'a part of a webhook could not be taken in');
      await reject(place.tenantId, 'error.server', JSON.stringify(part), 'error.server');
    }
  };

  return {
    async receiveMessages(batch) {
      for (const message of batch) {
        await take(message, async (place) => {
          const result = await receiveMessage(services, place, message);
          received.inc({ outcome: result.outcome });
          return result.outcome === 'refused' ? { refused: result.reason } : {};
        });
      }
    },
    async receiveStatuses(batch) {
      for (const status of batch) {
        await take(status, async (place) => {
          await receiveStatus(services, place, status);
          return {};
        });
      }
    },
    reject: (raw, reason) => reject(null, reason, raw, 'unreadable'),
  };
}

/** The same later may succeed. */
function isPassing(error: unknown): boolean {
  return error instanceof DatabaseUnavailable || error instanceof CommitUncertain || isConnectionFailure(error);
}
