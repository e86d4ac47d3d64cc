import type { FastifyInstance } from 'fastify';
import { webhookRoutes } from './channels/webhook-routes.ts';
import type { WhatsAppSettings } from './channels/whatsapp/settings.ts';
import { WhatsAppChannel } from './channels/whatsapp/whatsapp-channel.ts';
import { createInbound } from './domain/inbound/inbound.ts';
import { accessTokenOf, rememberedPlaces } from './domain/instances/instance-of-number.ts';
import { startOutbox } from './domain/outbound/outbox.ts';
import type { Outbox, OutboxOptions } from './domain/outbound/outbox.ts';
import { startUpkeep } from './domain/upkeep.ts';
import type { Parts, Running } from './features.ts';
import { graphqlPlugin } from './http/graphql/plugin.ts';
import { realtimePlugin } from './http/realtime/plugin.ts';
import type { RealtimeOptions } from './http/realtime/plugin.ts';

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
    const { app, services, config, metrics } = parts;
    let outbox: Outbox | undefined;
    let stopUpkeep: (() => Promise<void>) | undefined;
    const channel = new WhatsAppChannel(whatsAppSettings(parts));

    await graphqlPlugin(app, {
      services: { ...services, wakeOutbox: (tenantId) => outbox?.wake(tenantId) },
      introspection: config.mode === 'demo',
    });
    const realtime = realtimePlugin(app, {
      services,
      feed: parts.feed,
      metrics,
      origins: config.allowedOrigins,
      trustProxy: config.trustProxy !== '',
      ...options.realtime,
    });
    await addWebhooks(app, parts, channel);

    return {
      start: async () => {
        outbox = startOutbox(services, channel, metrics, options.outbox);
        if (options.upkeep !== false) stopUpkeep = startUpkeep(services);
      },
      stop: async () => {
        await stopUpkeep?.();
        await realtime.stop();
        await outbox?.stop();
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
      const token = place === undefined ? undefined : await accessTokenOf(services, place);
      return token ?? (config.mode === 'demo' ? DEMO_TOKEN : undefined);
    },
  };
}

async function addWebhooks(
  app: FastifyInstance,
  { services, metrics, config }: Parts,
  channel: WhatsAppChannel,
): Promise<void> {
  await app.register(webhookRoutes, {
    channel,
    sink: createInbound(services, metrics),
    verifyToken: config.whatsapp.verifyToken,
  });
}
