import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import proxyAddr from '@fastify/proxy-addr';
import { Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import { WebSocketServer } from 'ws';
import type { WebSocket } from 'ws';
import { SOCKET_HEARTBEAT_MS } from '../../../contract/limits.ts';
import { CLOSE } from '../../../contract/realtime/close-codes.ts';
import { socketQuerySchema } from '../../../contract/realtime/socket-query.ts';
import type { SocketQuery } from '../../../contract/realtime/socket-query.ts';
import { Lines } from '../../db/lines.ts';
import type { StreamFeed } from '../../db/listener.ts';
import type { Id } from '../../db/tables.ts';
import { redeemSocketTicket } from '../../domain/auth/socket-ticket.ts';
import type { Services } from '../../domain/context.ts';
import { DomainError, forbidden, invalid, notFound } from '../../domain/errors.ts';
import type { MaintenanceWatch } from '../../domain/maintenance/watch.ts';
import { keepPresence } from '../../domain/presence.ts';
import { Crowd } from './crowd.ts';
import { Departures, DEPARTURE_GRACE_MS } from './departures.ts';
import { TenantHub } from './hub.ts';
import { listenToPeople } from './people-changes.ts';
import { RealtimeSocket, SOCKET_LIMITS } from './socket.ts';
import type { SocketLimits } from './socket.ts';

export type RealtimeOptions = {
  services: Services;
  /** This node, as others know it. */
  nodeId: string;
  feed: StreamFeed;
  metrics: Registry;
  maintenance?: MaintenanceWatch;
  /** Origins besides the server's own whose pages may open sockets. */
  origins?: readonly string[];
  /** As in the settings: '' for none. */
  trustProxy?: string;
  guard?: SocketGuard;
  heartbeatMs?: number;
  /** How long a user without a socket is waited for. */
  departureGraceMs?: number;
  limits?: Partial<SocketLimits>;
};

/** What bounds the sockets that one sender may open. */
export type SocketGuard = {
  settings: { sockets: { user: number; company: number } };
  /** Refuses with TOO_MANY an address from which too many tickets came that were not good. */
  requireHonest: (address: string) => Promise<void>;
  forged: (address: string) => Promise<void>;
  note: (limit: 'sockets', company: string) => void;
};

const PATH = '/ws';
const MESSAGE_MAX = 4 * 1024;
/** RFC 6455: the server can't take it now. Not final, so the client comes again. */
const TRY_AGAIN_LATER = 1013;

/**
 * `/ws`: the tenant's stream, each user's part of it, after design section 4. Answers what stops it:
 * every socket is closed with 1012 and comes again, to this node or another.
 */
export function realtimePlugin(app: FastifyInstance, options: RealtimeOptions): { stop: () => Promise<void> } {
  const { services } = options;
  const hubs = new Hubs(services, options.feed, options.nodeId);
  const server = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: MESSAGE_MAX });
  const limits = { ...SOCKET_LIMITS, ...options.limits };
  const { guard, trustProxy = '' } = options;
  const crowd = new Crowd(guard?.settings.sockets ?? { user: Infinity, company: Infinity });
  const isProxy = trustProxy === '' ? () => false : proxyAddr.compile(trustProxy.split(',').map((part) => part.trim()));
  const departures = new Departures(services, options.departureGraceMs ?? DEPARTURE_GRACE_MS, (tenantId, userId) =>
    hubs.has(tenantId, userId),
  );
  const sockets = new Gauge({ name: 'realtime_sockets', help: 'Open sockets', registers: [options.metrics] });

  const welcome = async (
    ws: WebSocket,
    stream: Duplex,
    { query, address }: { query: SocketQuery | undefined; address: string },
  ): Promise<void> => {
    // A broken connection ends in 'close'; why it broke is nobody's fault.
    ws.on('error', () => undefined);
    sockets.inc();
    ws.on('close', () => sockets.dec());
    if (query === undefined) {
      await guard?.forged(address);
      return ws.close(CLOSE.badRequest, 'the request is not understood');
    }
    // What it says meanwhile, a ping most likely, waits until somebody listens.
    ws.pause();
    try {
      const actor = await redeemSocketTicket(services, { ...query, requestId: randomUUID() });
      const socket = actor === undefined ? undefined : new RealtimeSocket({ ws, stream }, actor, limits);
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
      await hubs.use(actor.tenantId, (hub) => hub.join(socket, resume));
      // One that is let in stays: if this fails, the next heartbeat does it.
      hubs.keepPresence(actor.tenantId, [actor.userId]);
    } catch (error) {
      services.log.warn({ err: error }, 'a socket could not be let in');
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
    else guard.requireHonest(address).then(letIn, (error: unknown) => app.refuseRaw(stream, error));
    return undefined;
  };
  app.server.on('upgrade', upgrade);
  server.on('wsClientError', (_error, stream) => app.refuseRaw(stream, invalid()));

  const heartbeat = setInterval(() => hubs.beat(), options.heartbeatMs ?? SOCKET_HEARTBEAT_MS);
  heartbeat.unref();
  options.maintenance?.onChange(({ on }) => {
    if (on) hubs.turnAway((tenantId) => options.maintenance?.isBackoffice(tenantId) !== true);
  });
  const stopListening = listenToPeople(services.db, {
    onChange: (tenantId) => hubs.peopleChanged(tenantId),
    onLeft: (tenantId, userId) => hubs.left(tenantId, userId),
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
      await hubs.stop();
      for (const ws of server.clients) ws.close(CLOSE.restarting, 'the server is restarting');
      await allClosed(server);
    },
  };
}

/** Whether a page of ours asks. What is no browser sends no origin, and has no cookies that could be misused. */
function isOurs(request: IncomingMessage, options: Pick<RealtimeOptions, 'origins' | 'trustProxy'>): boolean {
  const { origin } = request.headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  if (options.origins?.includes(origin) === true) return true;
  const forwarded = (options.trustProxy ?? '') !== '' ? request.headers['x-forwarded-host'] : undefined;
  const host = typeof forwarded === 'string' ? forwarded : request.headers.host;
  return new URL(origin).host === host;
}

/** Resolves when the last socket is gone; those that don't go are cut. */
async function allClosed(server: WebSocketServer): Promise<void> {
  const open = [...server.clients].filter((ws) => ws.readyState !== ws.CLOSED);
  const cut = setTimeout(() => open.forEach((ws) => ws.terminate()), 1_000);
  await Promise.all(open.map((ws) => new Promise((resolve) => void ws.once('close', resolve))));
  clearTimeout(cut);
}

/** The hubs of the tenants that have sockets here; one is forgotten when its last socket has gone. */
class Hubs {
  readonly #services: Services;
  readonly #feed: StreamFeed;
  readonly #hubs = new Map<Id, { opening: Promise<TenantHub>; hub: TenantHub | undefined; joining: number }>();

  /** Written down for all who come at once together. */
  readonly #present: Lines<readonly Id[]>;

  constructor(services: Services, feed: StreamFeed, nodeId: string) {
    this.#services = services;
    this.#feed = feed;
    this.#present = new Lines(1_000, (tenantId, userIds) =>
      keepPresence(services, { tenantId, nodeId }, [...new Set(userIds.flat())]).catch((error: unknown) =>
        services.log.debug({ err: error }, 'presence could not be kept'),
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

  /** Closes the sockets of the tenants that are worked on. */
  turnAway(isMeant: (tenantId: Id) => boolean): void {
    for (const [id, { hub }] of this.#hubs) if (isMeant(id)) hub?.turnAway();
  }

  /** Whether the user has a socket here. */
  has(tenantId: Id, userId: Id): boolean {
    return this.#hubs.get(tenantId)?.hub?.userIds().includes(userId) ?? false;
  }

  /** A user counts as gone; with a socket here they are not. */
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
      // Also finds sessions that ran out, which no change tells of.
      hub.peopleChanged();
      this.keepPresence(tenantId, hub.userIds());
    }
  }

  async stop(): Promise<void> {
    const entries = [...this.#hubs.values()];
    this.#hubs.clear();
    for (const entry of entries) (await entry.opening.catch(() => undefined))?.stop();
  }

  /** Counts users as connected, now or, when the database can't be asked, at the next heartbeat. */
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
