import type { Config } from './config.ts';
import { webhookRoutes } from './channels/webhook-routes.ts';
import type { WhatsAppSettings } from './channels/whatsapp/settings.ts';
import { WhatsAppChannel } from './channels/whatsapp/whatsapp-channel.ts';
import { createInbound } from './domain/inbound/inbound.ts';
import { startReplays } from './domain/inbound/replay.ts';
import type { ReplayOptions, Replays } from './domain/inbound/replay.ts';
import { sealPlainTokens } from './domain/instances/access-token.ts';
import { accessTokenOf, rememberedPlaces } from './domain/instances/instance-of-number.ts';
import { watchInstances } from './domain/instances/instance-watch.ts';
import { startSyncs } from './domain/instances/sync-worker.ts';
import type { SyncWorker } from './domain/instances/sync-worker.ts';
import { NodeWatch } from './domain/nodes.ts';
import type { NodeTimes } from './domain/nodes.ts';
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
  replay?: Partial<ReplayOptions>;
  /** Whether what nobody needs any more is removed; it is when nothing is said. */
  upkeep?: boolean;
  nodes?: Partial<NodeTimes>;
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
    const nodes = new NodeWatch(services, options.nodes);
    let syncs: SyncWorker | undefined;
    let replays: Replays | undefined;
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
      nodeId: nodes.id,
      feed: parts.feed,
      maintenance: parts.maintenance,
      metrics,
      origins: ownOrigins(config),
      guard: limits,
      trustProxy: config.trustProxy,
      ...options.realtime,
    });
    const sink = createInbound(services, metrics, watch, options.replay?.retryMs);
    await app.register(webhookRoutes, {
      channel,
      sink,
      verifyToken: config.whatsapp.verifyToken,
      guards: webhookGuards(limits),
    });
    addInstances(app, { ...services, wakeSyncs: (tenantId) => syncs?.wake(tenantId) }, channel);

    return {
      start: async () => {
        outbox = startOutbox(services, channel, metrics, watch, options.outbox);
        syncs = startSyncs(services);
        replays = startReplays(services, metrics, options.replay);
        nodes.start();
        if (options.upkeep !== false) stopUpkeep = startUpkeep(services, channel);
      },
      stop: async () => {
        await stopUpkeep?.();
        await realtime.stop();
        await nodes.stop();
        await syncs?.stop();
        await replays?.stop();
        await outbox?.stop();
        await watch.stop();
      },
    };
  };
}

/** Whose pages may open sockets besides those that the asked host serves: a proxy in front may call the server another name. */
function ownOrigins({ allowedOrigins, mail: { publicUrl } }: Pick<Config, 'allowedOrigins' | 'mail'>): string[] {
  return publicUrl === undefined ? [...allowedOrigins] : [...allowedOrigins, new URL(publicUrl).origin];
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
