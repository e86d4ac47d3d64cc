import type { FastifyInstance } from 'fastify';
import { WEBHOOK_BODY_LIMIT, webhookRoutes } from './channels/webhook-routes.ts';
import type { WhatsAppSettings } from './channels/whatsapp/settings.ts';
import { WhatsAppChannel } from './channels/whatsapp/whatsapp-channel.ts';
import { createInbound } from './domain/inbound/inbound.ts';
import { sealPlainTokens } from './domain/instances/access-token.ts';
import { accessTokenOf, rememberedPlaces } from './domain/instances/instance-of-number.ts';
import { watchInstances } from './domain/instances/instance-watch.ts';
import type { InstanceWatch } from './domain/instances/instance-watch.ts';
import { startSyncs } from './domain/instances/sync-worker.ts';
import type { SyncWorker } from './domain/instances/sync-worker.ts';
import { startOutbox } from './domain/outbound/outbox.ts';
import type { Outbox, OutboxOptions } from './domain/outbound/outbox.ts';
import { startUpkeep } from './domain/upkeep.ts';
import type { Parts, Running } from './features.ts';
import { graphqlPlugin } from './http/graphql/plugin.ts';
import { webhookGuards } from './http/limits/webhooks.ts';
import { realtimePlugin } from './http/realtime/plugin.ts';
import type { RealtimeOptions } from './http/realtime/plugin.ts';
import { addInstances } from './http/rest/instances.ts';

/** What tests set otherwise. */
export type AttendanceOptions = {
  outbox?: Partial<OutboxOptions>;
  /** Whether what nobody needs any more is removed; it is when nothing is said. */
  upkeep?: boolean;
  realtime?: Pick<RealtimeOptions, 'departureGraceMs' | 'heartbeatMs' | 'limits'>;
};

/** The emulator takes any token; a demo's instances have none of their own. */
const DEMO_TOKEN = 'demo';

/** Serving customers: the tenants' GraphQL, the sockets, the provider's webhooks and what goes out to it. */
export function attendance(options: AttendanceOptions = {}): (parts: Parts) => Promise<Running> {
  return async (parts) => {
    const { app, services, config, metrics, limits } = parts;
    let outbox: Outbox | undefined;
    let stopUpkeep: (() => Promise<void>) | undefined;
    const channel = new WhatsAppChannel(whatsAppSettings(parts));
    const watch = watchInstances(services);
    let syncs: SyncWorker | undefined;
    await sealPlainTokens(services);

    await graphqlPlugin(app, {
      services: {
        ...services,
        wakeOutbox: (tenantId) => outbox?.wake(tenantId),
        countTicket: (actor) => limits.begin('tickets', actor),
      },
      introspection: config.mode === 'demo',
    });
    const realtime = realtimePlugin(app, {
      services,
      feed: parts.feed,
      maintenance: parts.maintenance,
      metrics,
      guard: limits,
      origins: config.allowedOrigins,
      trustProxy: config.trustProxy,
      ...options.realtime,
    });
    await addWebhooks(app, parts, channel, watch);
    addInstances(app, { ...services, wakeSyncs: (tenantId) => syncs?.wake(tenantId) }, channel);

    return {
      start: async () => {
        outbox = startOutbox(services, channel, metrics, watch, options.outbox);
        syncs = startSyncs(services);
        if (options.upkeep !== false) stopUpkeep = startUpkeep(services, channel);
      },
      stop: async () => {
        await stopUpkeep?.();
        await realtime.stop();
        await syncs?.stop();
        await outbox?.stop();
        await watch.stop();
      },
    };
  };
}

function whatsAppSettings({ config, services, graphUrl }: Parts): WhatsAppSettings {
  const placeOf = rememberedPlaces(services);
  return {
    graphUrl,
    appSecret: config.whatsapp.appSecret,
    accessToken: async (phoneNumberId) => {
      const place = await placeOf(phoneNumberId);
      return place === undefined ? undefined : accessTokenOf(services, place);
    },
    defaultToken: config.mode === 'demo' ? DEMO_TOKEN : undefined,
  };
}

async function addWebhooks(
  app: FastifyInstance,
  { services, metrics, config, limits }: Parts,
  channel: WhatsAppChannel,
  watch: InstanceWatch,
): Promise<void> {
  await app.register(webhookRoutes, {
    channel,
    sink: createInbound(services, metrics, watch),
    verifyToken: config.whatsapp.verifyToken,
    guards: webhookGuards(limits, WEBHOOK_BODY_LIMIT),
  });
}
