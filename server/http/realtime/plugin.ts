import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import proxyAddr from '@fastify/proxy-addr';
import { Counter, Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import { CLOSE } from '../../../contract/facts/close-codes.ts';
import { SOCKET_HEARTBEAT_MS } from '../../../contract/facts/limits.ts';
import { BATCHES_SINCE, CONTRACT_VERSION } from '../../../contract/facts/version.ts';
import { socketQuerySchema } from '../../../contract/realtime/socket-query.ts';
import type { SocketQuery } from '../../../contract/realtime/socket-query.ts';
import { KeyedQueue } from '../../db/keyed-queue.ts';
import type { StreamFeed } from '../../db/listener.ts';
import type { Id } from '../../db/tables.ts';
import { redeemSocketTicket } from '../../domain/auth/socket-ticket.ts';
import type { Services } from '../../domain/context.ts';
import { DomainError, forbidden, invalid, notFound } from '../../domain/errors.ts';
import type { MaintenanceWatch } from '../../domain/maintenance/watch.ts';
import { refreshPresence } from '../../domain/presence.ts';
import { DEPARTURE_GRACE_MS } from '../../domain/presence-sql.ts';
import { SocketCounts } from './socket-counts.ts';
import { Departures } from './departures.ts';
import { TenantHub } from './hub.ts';
import { Viewing } from './viewing.ts';
import { listenToPeople } from './people-changes.ts';
import { RealtimeSocket, SOCKET_LIMITS } from './socket.ts';
import type { SocketLimits } from './socket.ts';

export type RealtimeOptions = {
  services: Services;
  /** This node's id among the others. */
  nodeId: string;
  feed: StreamFeed;
  metrics: Registry;
  maintenance?: MaintenanceWatch;
  /** Other origins whose pages may open sockets. */
  origins?: readonly string[];
  /** As in the settings: '' for none. */
  trustProxy?: string;
  guard?: SocketGuard;
  heartbeatMs?: number;
  /** Grace period for a user without a socket. */
  departureGraceMs?: number;
  limits?: Partial<SocketLimits>;
  /** Without news for this long, a colleague's page counts as closed. */
  presenceSilenceMs?: number;
};

/** Limits the sockets that one sender may open. */
export type SocketGuard = {
  settings: { sockets: { user: number; company: number } };
  /** Refuses with TOO_MANY an address that sent too many invalid tickets. */
  refuseForgers: (address: string) => Promise<void>;
  forged: (address: string) => Promise<void>;
  note: (limit: 'sockets', company: string) => void;
};

const PATH = '/ws';
const MESSAGE_MAX = 4 * 1024;
/** RFC 6455: temporarily unable. Not final, so the client reconnects. */
const TRY_AGAIN_LATER = 1013;

/**
 * `/ws`: each user's part of the tenant's stream, after design section 4. Returns a function that stops it: closes
 * every socket with 1012, so that it reconnects, here or to another node.
 */
export function realtimePlugin(app: FastifyInstance, options: RealtimeOptions): { stop: () => Promise<void> } {
  const { services } = options;
  const hubs = new Hubs(services, options.feed, options.nodeId);
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: MESSAGE_MAX });
  const limits = { ...SOCKET_LIMITS, ...options.limits };
  const { guard, trustProxy = '' } = options;
  const crowd = new SocketCounts(guard?.settings.sockets ?? { user: Infinity, company: Infinity });
  const isProxy = trustProxy === '' ? () => false : proxyAddr.compile(trustProxy.split(',').map((part) => part.trim()));
  const departures = new Departures(services, options.departureGraceMs ?? DEPARTURE_GRACE_MS, (tenantId, userId) =>
    hubs.has(tenantId, userId),
  );
  const { presenceSilenceMs: silenceMs } = options;
  const viewing = new Viewing({
    services,
    whisper: (tenantId, tell) => hubs.whisper(tenantId, tell),
    ...(silenceMs === undefined ? {} : { silenceMs }),
  });
  const sockets = new Gauge({ name: 'realtime_sockets', help: 'Open sockets', registers: [options.metrics] });
  const others = new Counter({
    name: 'realtime_other_version_total',
    help: 'Sockets opened by pages with another version of the contract',
    registers: [options.metrics],
  });

  const welcome = async (
    ws: WebSocket,
    stream: Duplex,
    { query, address }: { query: SocketQuery | undefined; address: string },
  ): Promise<void> => {
    // A broken connection ends in 'close'; why it broke doesn't matter.
    ws.on('error', () => undefined);
    sockets.inc();
    ws.on('close', () => sockets.dec());
    if (query === undefined) {
      await guard?.forged(address);
      return ws.close(CLOSE.badRequest, 'the request is not understood');
    }
    // Its early messages, most likely a ping, wait until somebody listens.
    ws.pause();
    try {
      const actor = await redeemSocketTicket(services, { ...query, requestId: randomUUID() });
      const takesBatches = Number(query.contract) >= BATCHES_SINCE;
      const socket =
        actor === undefined ? undefined : new RealtimeSocket({ ws, stream }, { ...actor, takesBatches }, limits);
      ws.resume();
      if (actor === undefined || socket === undefined) {
        await guard?.forged(address);
        return ws.close(CLOSE.unauthorized, 'the ticket is not good');
      }
      const { epoch, since } = query;
      const resume = epoch === undefined || since === undefined ? undefined : { epoch, since: Number(since) };
      if (!socket.isOpen) return undefined;
      if (!crowd.hasRoom(actor.tenantId)) {
        guard?.note('sockets', actor.tenantName);
        return ws.close(CLOSE.tooMany, 'the company has too many sockets');
      }
      const oldest = crowd.add(actor.tenantId, socket);
      if (oldest !== undefined) {
        guard?.note('sockets', actor.tenantName);
        oldest.close(CLOSE.tooMany, 'the user has too many sockets');
      }
      socket.onClose(() => departures.closed(actor.tenantId, actor.userId));
      socket.onPresence((said) => viewing.said(socket, actor, said));
      if (query.contract !== String(CONTRACT_VERSION)) others.inc();
      await hubs.use(actor.tenantId, (hub) => hub.join(socket, resume));
      // An admitted socket stays: if this fails, the next heartbeat retries it.
      hubs.keepPresence(actor.tenantId, [actor.userId]);
    } catch (error) {
      services.log.warn({ err: error }, 'a socket could not be admitted');
      ws.resume();
      ws.close(TRY_AGAIN_LATER, 'try again');
    }
    return undefined;
  };

  const upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer): void => {
    stream.on('error', () => stream.destroy());
    const url = URL.parse(request.url ?? '/', 'http://localhost');
    if (url?.pathname !== PATH) return app.refuseRaw(stream, notFound());
    if (!isOurs(request, options)) return app.refuseRaw(stream, forbidden());
    const address = proxyAddr(request, isProxy);
    const letIn = () => {
      if (stream.destroyed) return;
      server.handleUpgrade(request, stream, head, (ws) => {
        const query = socketQuerySchema.safeParse(Object.fromEntries(url.searchParams));
        void welcome(ws, stream, { query: query.data, address });
      });
    };
    if (guard === undefined) letIn();
    else guard.refuseForgers(address).then(letIn, (error: unknown) => app.refuseRaw(stream, error));
    return undefined;
  };
  app.server.on('upgrade', upgrade);
  server.on('wsClientError', (_error, stream) => app.refuseRaw(stream, invalid()));

  const beat = () => {
    hubs.beat();
    viewing.beat();
  };
  const heartbeat = setInterval(beat, options.heartbeatMs ?? SOCKET_HEARTBEAT_MS);
  heartbeat.unref();
  options.maintenance?.onChange(({ on }) => {
    if (on) hubs.turnAway((tenantId) => options.maintenance?.isBackoffice(tenantId) !== true);
  });
  const stopListening = listenToPeople(services.db, {
    onChange: (tenantId) => hubs.peopleChanged(tenantId),
    onLeft: (tenantId, userId) => hubs.left(tenantId, userId),
    onViewing: (payload) => viewing.heard(payload),
  });

  return {
    stop: async () => {
      clearInterval(heartbeat);
      departures.stop();
      app.server.off('upgrade', upgrade);
      app.server.on('upgrade', (_request, stream) =>
        app.refuseRaw(stream, new DomainError('UNAVAILABLE', 'error.unavailable')),
      );
      await stopListening();
      viewing.stop();
      await hubs.stop();
      for (const ws of server.clients) ws.close(CLOSE.restarting, 'the server is restarting');
      await allClosed(server);
    },
  };
}

/** Whether a page of ours opened it. Clients other than browsers send no origin, and have no cookies to misuse. */
function isOurs(request: IncomingMessage, options: Pick<RealtimeOptions, 'origins' | 'trustProxy'>): boolean {
  const { origin } = request.headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  if (options.origins?.includes(origin) === true) return true;
  const forwarded = (options.trustProxy ?? '') !== '' ? request.headers['x-forwarded-host'] : undefined;
  const host = typeof forwarded === 'string' ? forwarded : request.headers.host;
  return new URL(origin).host === host;
}

/** Resolves when the last socket has closed; terminates stragglers. */
async function allClosed(server: WebSocketServer): Promise<void> {
  const open = [...server.clients].filter((ws) => ws.readyState !== ws.CLOSED);
  const cut = setTimeout(() => open.forEach((ws) => ws.terminate()), 1_000);
  await Promise.all(open.map((ws) => new Promise((resolve) => void ws.once('close', resolve))));
  clearTimeout(cut);
}

/** The hubs of tenants with sockets on this node; dropped with their last socket. */
class Hubs {
  readonly #services: Services;
  readonly #feed: StreamFeed;
  readonly #hubs = new Map<Id, { opening: Promise<TenantHub>; hub: TenantHub | undefined; joining: number }>();

  /** Batches the presence of all who connect at once. */
  readonly #present: KeyedQueue<readonly Id[]>;

  constructor(services: Services, feed: StreamFeed, nodeId: string) {
    this.#services = services;
    this.#feed = feed;
    this.#present = new KeyedQueue(1_000, (tenantId, userIds) =>
      refreshPresence(services, { tenantId, nodeId }, [...new Set(userIds.flat())]).catch((error: unknown) =>
        services.log.debug({ err: error }, 'presence could not be stored'),
      ),
    );
  }

  /** Runs `work` with the tenant's hub, which stays open while it does. */
  async use(tenantId: Id, work: (hub: TenantHub) => Promise<void>): Promise<void> {
    const entry = this.#hubs.get(tenantId) ?? this.#open(tenantId);
    entry.joining += 1;
    try {
      await work(await entry.opening);
    } catch (error) {
      if (entry.hub === undefined && this.#hubs.get(tenantId) === entry) this.#hubs.delete(tenantId);
      throw error;
    } finally {
      entry.joining -= 1;
    }
  }

  peopleChanged(tenantId: Id | undefined): void {
    for (const [id, { hub }] of this.#hubs) if (tenantId === undefined || tenantId === id) hub?.peopleChanged();
  }

  /** Runs `tell` with the tenant's sockets, once their rights are current. */
  whisper(tenantId: Id, tell: (socket: RealtimeSocket) => void): void {
    this.#hubs.get(tenantId)?.hub?.whisper(tell);
  }

  /** Closes the sockets of tenants under maintenance. */
  turnAway(isMeant: (tenantId: Id) => boolean): void {
    for (const [id, { hub }] of this.#hubs) if (isMeant(id)) hub?.turnAway();
  }

  /** Whether the user has a socket here. */
  has(tenantId: Id, userId: Id): boolean {
    return this.#hubs.get(tenantId)?.hub?.userIds().includes(userId) ?? false;
  }

  /** A user was reported as disconnected; if they have a socket here, they aren't. */
  left(tenantId: Id, userId: Id): void {
    if (this.has(tenantId, userId)) this.keepPresence(tenantId, [userId]);
  }

  beat(): void {
    for (const [tenantId, entry] of this.#hubs) {
      const { hub } = entry;
      if (hub === undefined) continue;
      if (hub.isEmpty && entry.joining === 0) {
        hub.stop();
        this.#hubs.delete(tenantId);
        continue;
      }
      hub.beat();
      // Also finds expired sessions, which no notification announces.
      hub.peopleChanged();
      this.keepPresence(tenantId, hub.userIds());
    }
  }

  async stop(): Promise<void> {
    const entries = [...this.#hubs.values()];
    this.#hubs.clear();
    for (const entry of entries) (await entry.opening.catch(() => undefined))?.stop();
  }

  /** Marks users as connected, now or, if the database is down, on the next heartbeat. */
  keepPresence(tenantId: Id, userIds: readonly Id[]): void {
    this.#present.add(tenantId, userIds);
  }

  #open(tenantId: Id) {
    const entry: { opening: Promise<TenantHub>; hub: TenantHub | undefined; joining: number } = {
      opening: TenantHub.open(this.#services, this.#feed, tenantId),
      hub: undefined,
      joining: 0,
    };
    entry.opening.then((hub) => void (entry.hub = hub)).catch(() => undefined);
    this.#hubs.set(tenantId, entry);
    return entry;
  }
}
