import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { SmsProvider } from '../contract/facts/providers.ts';
import type { Config } from './config.ts';
import type { Id } from './db/tables.ts';
import type { StreamFeed } from './db/listener.ts';
import type { Services } from './domain/context.ts';
import { Channels } from './channels/channels.ts';
import { EvolutionChannel } from './channels/gateway/evolution-channel.ts';
import type { GatewayHosts } from './channels/gateway/gateway-call.ts';
import { gatewayHookRoutes } from './channels/gateway/hook-routes.ts';
import { smsHookRoutes } from './channels/sms/hook-routes.ts';
import { TwilioChannel } from './channels/sms/twilio/twilio-channel.ts';
import { ZenviaChannel } from './channels/sms/zenvia/zenvia-channel.ts';
import { webhookRoutes } from './channels/webhook-routes.ts';
import type { WhatsAppSettings } from './channels/whatsapp/settings.ts';
import { WhatsAppChannel } from './channels/whatsapp/whatsapp-channel.ts';
import { startCampaigns } from './domain/campaigns/sender.ts';
import type { CampaignOptions, CampaignSender } from './domain/campaigns/sender.ts';
import { startImports } from './domain/imports/import-worker.ts';
import type { ImportOptions, Imports } from './domain/imports/import-worker.ts';
import { startFlowRequests } from './domain/flows/requests.ts';
import type { FlowRequestOptions } from './domain/flows/requests.ts';
import { startRules } from './domain/rules/rule-worker.ts';
import type { RuleOptions } from './domain/rules/rule-worker.ts';
import { createInbound } from './domain/inbound/inbound.ts';
import { startReplays } from './domain/inbound/replay.ts';
import type { ReplayOptions, Replays } from './domain/inbound/replay.ts';
import { sealPlainTokens } from './domain/instances/access-token.ts';
import { cachedTokens } from './domain/instances/hook-tokens.ts';
import { accessTokenOf, cachedPlaces, isSenderKnown } from './domain/instances/instance-of-number.ts';
import { gatewayOf } from './domain/instances/pairing.ts';
import { watchInstances } from './domain/instances/instance-watch.ts';
import { startSyncs } from './domain/instances/sync-worker.ts';
import type { SyncWorker } from './domain/instances/sync-worker.ts';
import { ImageQueue } from './domain/media/image-queue.ts';
import { PdfPages } from './domain/media/pdf-pages.ts';
import { openFiles } from './domain/media/open-files.ts';
import { startMedia } from './domain/media/media-worker.ts';
import type { MediaFetching, MediaOptions } from './domain/media/media-worker.ts';
import { NodeWatch } from './domain/nodes.ts';
import type { NodeTimes } from './domain/nodes.ts';
import { startOutbox } from './domain/outbound/outbox.ts';
import type { Outbox, OutboxAccess, OutboxOptions } from './domain/outbound/outbox.ts';
import type { MaintenanceWatch } from './domain/maintenance/watch.ts';
import { startReads } from './domain/unseen/read-worker.ts';
import type { ReadOptions } from './domain/unseen/read-worker.ts';
import { startUpkeep } from './domain/upkeep.ts';
import { HeavyThread } from './http/graphql/heavy-thread.ts';
import { graphqlPlugin } from './http/graphql/plugin.ts';
import { addBlockedFiles } from './http/blocked-files.ts';
import { addImportUploads } from './http/customer-imports.ts';
import { addMedia } from './http/media.ts';
import { addCampaignFiles } from './http/campaign-files.ts';
import { addOutgoingFiles } from './http/outgoing-files.ts';
import type { Limits } from './http/limits/limits.ts';
import { webhookGuards } from './http/limits/webhooks.ts';
import { realtimePlugin } from './http/realtime/plugin.ts';
import type { RealtimeOptions } from './http/realtime/plugin.ts';
import { addCustomerExport } from './http/rest/customers.ts';
import { addInstances } from './http/rest/instances.ts';
import { addMessageTemplates } from './http/rest/message-templates.ts';

/** The Fastify instance that it is installed into. */
export type Parts = {
  app: FastifyInstance;
  services: Services;
  feed: StreamFeed;
  config: Config;
  maintenance: MaintenanceWatch;
  metrics: Registry;
  limits: Limits;
  /** Whether the clock is a test's own, which other threads don't have. */
  hasOwnClock: boolean;
  /** Base URL of the provider's Graph API, with its version; known once the server listens. */
  graphUrl: () => string;
  /** Bases of the SMS providers' APIs, likewise. */
  smsUrl: (provider: SmsProvider) => string;
  /** Which gateways companies may use. */
  gatewayHosts: () => GatewayHosts;
  /** Our own address, as SMS providers and gateways reach it; undefined: none is set. */
  hookUrl: () => string | undefined;
};

/** Background work: `start` once the server listens, `stop` before the database closes. */
export type Running = { start: () => Promise<void>; stop: () => Promise<void> };

/** Options for tests. */
export type AttendanceOptions = {
  outbox?: Partial<OutboxOptions>;
  campaigns?: Partial<CampaignOptions>;
  imports?: Partial<ImportOptions>;
  flowRequests?: Partial<FlowRequestOptions>;
  rules?: RuleOptions;
  replay?: Partial<ReplayOptions>;
  media?: Partial<MediaOptions>;
  /** How long the preview of a PDF may take. */
  pdfMs?: number;
  reads?: Partial<ReadOptions>;
  /** Whether old rows are deleted; by default they are. */
  upkeep?: boolean;
  nodes?: Partial<NodeTimes>;
  /** Whether heavy calls have a thread of their own; by default they do, unless the clock is a test's. */
  heavyThread?: boolean;
  realtime?: Pick<RealtimeOptions, 'departureGraceMs' | 'heartbeatMs' | 'limits' | 'presenceSilenceMs'>;
};

/** The emulator accepts any token; the demo's instances have none. */
const DEMO_TOKEN = 'demo';

/** Serves customers: the tenants' GraphQL, sockets, the provider's webhooks, the outbox, and messages' files. */
export async function addAttendance(parts: Parts, options: AttendanceOptions = {}): Promise<Running> {
  const { app, services, config, metrics, limits } = parts;
  let outbox: Outbox | undefined;
  let campaigns: CampaignSender | undefined;
  let imports: Imports | undefined;
  let flowRequests: ReturnType<typeof startFlowRequests> | undefined;
  let rules: ReturnType<typeof startRules> | undefined;
  let fetching: MediaFetching | undefined;
  const files = await openFiles(config, services);
  const tools = { files, images: new ImageQueue(), pdfs: new PdfPages(services.log, options.pdfMs) };
  const wakeMedia = (tenantId: Id) => fetching?.wake(tenantId);
  const outboxAccess: OutboxAccess = {
    reserveSend: (tenantId) => outbox?.reserve(tenantId),
    wakeOutbox: (tenantId) => outbox?.wake(tenantId),
  };
  let stopReads: (() => Promise<void>) | undefined;
  let stopUpkeep: (() => Promise<void>) | undefined;
  const placeOf = cachedPlaces(services);
  const channels = createChannels(parts, placeOf);
  const { whatsapp } = channels;
  const watch = watchInstances(services);
  const nodes = new NodeWatch(services, options.nodes);
  let syncs: SyncWorker | undefined;
  let replays: Replays | undefined;
  await sealPlainTokens(services);

  await graphqlPlugin(app, {
    services: {
      ...services,
      ...outboxAccess,
      wakeMedia,
      hasFile: (path) => files.has(path),
      countTicket: (actor) => limits.begin('tickets', actor),
    },
    introspection: config.mode === 'demo',
    heavyThread: (options.heavyThread ?? !parts.hasOwnClock) ? heavyThreadOf(parts) : undefined,
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
  const sink = createInbound({ ...services, ...outboxAccess, wakeMedia }, metrics, watch, options.replay?.retryMs);
  const guards = webhookGuards(limits, async (address) => (await placeOf(address))?.tenantId);
  await app.register(webhookRoutes, {
    channel: whatsapp,
    sink,
    verifyToken: config.whatsapp.verifyToken,
    guards,
  });
  await app.register(smsHookRoutes, {
    channels: channels.sms,
    sink,
    tokenOf: cachedTokens((address) => tokenOf(services, placeOf, address)),
    publicUrl: parts.hookUrl,
    now: services.now,
    guards,
  });
  await app.register(gatewayHookRoutes, {
    channel: channels.gateway,
    sink,
    keyOf: cachedTokens((address) => tokenOf(services, placeOf, address)),
    now: services.now,
    guards,
  });
  addMedia(app, services, files, limits, ownOrigins(config));
  addCustomerExport(app, services, files, limits);
  await addOutgoingFiles(app, services, tools);
  await addCampaignFiles(app, services, tools);
  await addImportUploads(app, services, files);
  await addBlockedFiles(app, services, files);
  await addMessageTemplates(app, services, whatsapp, files);
  addInstances(app, { ...services, wakeSyncs: (tenantId) => syncs?.wake(tenantId) }, channels);

  return {
    start: async () => {
      outbox = startOutbox(services, { channel: channels, files }, metrics, watch, options.outbox);
      campaigns = startCampaigns(services, channels, files, metrics, watch, options.campaigns);
      imports = startImports(services, files, options.imports);
      flowRequests = startFlowRequests(services, options.flowRequests);
      rules = startRules(services, options.rules);
      fetching = startMedia(services, channels, tools, metrics, options.media);
      stopReads = startReads(services, channels, options.reads);
      syncs = startSyncs(services);
      replays = startReplays(services, metrics, options.replay);
      nodes.start();
      if (options.upkeep !== false) stopUpkeep = startUpkeep(services, channels, files);
    },
    stop: async () => {
      await stopUpkeep?.();
      await realtime.stop();
      await nodes.stop();
      await syncs?.stop();
      await replays?.stop();
      await fetching?.stop();
      await stopReads?.();
      await imports?.stop();
      await rules?.stop();
      await flowRequests?.stop();
      await campaigns?.stop();
      await outbox?.stop();
      await watch.stop();
    },
  };
}

function heavyThreadOf({ services, config }: Parts): HeavyThread {
  const { db, keys, isDemo, log } = services;
  const { statementMs, calls: limits } = config;
  const introspection = config.mode === 'demo';
  const start = { databaseUrl: db.url, statementMs, introspection, limits, logLevel: log.level, keys, isDemo };
  return new HeavyThread(start, log);
}

/** Other origins whose pages may open sockets: a proxy may use another host name. */
function ownOrigins({ allowedOrigins, mail: { publicUrl } }: Pick<Config, 'allowedOrigins' | 'mail'>): string[] {
  return publicUrl === undefined ? [...allowedOrigins] : [...allowedOrigins, new URL(publicUrl).origin];
}

type PlaceOf = ReturnType<typeof cachedPlaces>;

/** Looks up the token of the instance with this address. */
async function tokenOf(services: Services, placeOf: PlaceOf, address: string): Promise<string | undefined> {
  const place = await placeOf(address);
  return place === undefined ? undefined : accessTokenOf(services, place);
}

function createChannels(parts: Parts, placeOf: PlaceOf): Channels {
  const { services, smsUrl, hookUrl: publicUrl, gatewayHosts: hosts } = parts;
  const isSender = (address: string) => isSenderKnown(services, address);
  const sms = {
    twilio: new TwilioChannel({ url: () => smsUrl('twilio'), publicUrl }),
    zenvia: new ZenviaChannel({ url: () => smsUrl('zenvia'), publicUrl, isSender }),
  };
  const gateway = new EvolutionChannel({
    hosts,
    publicUrl,
    gatewayOf: (address) => gatewayOf(services, address),
    keyOf: (address) => tokenOf(services, placeOf, address),
  });
  return new Channels(new WhatsAppChannel(whatsAppSettings(parts, placeOf)), sms, gateway);
}

function whatsAppSettings({ config, services, graphUrl }: Parts, placeOf: PlaceOf): WhatsAppSettings {
  return {
    graphUrl,
    appSecret: config.whatsapp.appSecret,
    accessToken: (phoneNumberId) => tokenOf(services, placeOf, phoneNumberId),
    defaultToken: config.mode === 'demo' ? DEMO_TOKEN : undefined,
  };
}
