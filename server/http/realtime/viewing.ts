import { randomUUID } from 'node:crypto';
import { PRESENCE_SILENCE_MS } from '../../../contract/facts/limits.ts';
import type { PresenceFrame, PresenceSaid } from '../../../contract/realtime/presence.ts';
import { KeyedQueue } from '../../db/keyed-queue.ts';
import type { Id } from '../../db/tables.ts';
import { isFor } from '../../domain/audience/audience.ts';
import type { Viewer } from '../../domain/audience/audience.ts';
import type { Actor, Services } from '../../domain/context.ts';
import { parseOptionalId } from '../../domain/ids.ts';
import { announceViewing, viewingPageSchema } from '../../domain/viewing.ts';
import type { ViewingPage } from '../../domain/viewing.ts';
import type { RealtimeSocket } from './socket.ts';

/** Most pages looked up at a time. */
const AT_ONCE = 200;

type Own = { id: string; socket: RealtimeSocket; actor: Actor; said: PresenceSaid };
type Known = { page: ViewingPage; heardAt: number };
type Options = {
  services: Services;
  /** Runs `tell` with this node's sockets of a tenant. */
  whisper: (tenantId: Id, tell: (socket: RealtimeSocket) => void) => void;
  /** Without news for this long, a page counts as closed: its node is gone. */
  silenceMs?: number;
};

/**
 * Which conversations users have open, and who is typing. Each node announces its own pages' on change and with every
 * heartbeat, and passes on to its sockets what any node announces. Nothing of it is stored.
 */
export class Viewing {
  readonly #services: Services;
  readonly #whisper: Options['whisper'];
  readonly #silenceMs: number;
  /** This node's pages that said what they have open. */
  readonly #own = new Map<RealtimeSocket, Own>();
  readonly #known = new Map<Id, Map<string, Known>>();
  /** A page that changes again while earlier changes are being announced is announced once. */
  readonly #queue: KeyedQueue<Own>;
  #hasStopped = false;

  constructor({ services, whisper, silenceMs }: Options) {
    this.#services = services;
    this.#whisper = whisper;
    this.#silenceMs = silenceMs ?? PRESENCE_SILENCE_MS;
    this.#queue = new KeyedQueue(AT_ONCE, (tenantId, changed) => this.#announce(tenantId, [...new Set(changed)]));
  }

  /** A page says what it has open; the first time, it is sent what is known of others. Impossible ids are ignored. */
  said(socket: RealtimeSocket, actor: Actor, given: PresenceSaid): void {
    const said = withIds(given);
    if (said === undefined) return;
    const before = this.#own.get(socket);
    const own = before ?? { id: randomUUID(), socket, actor, said };
    own.said = said;
    if (before === undefined) {
      this.#own.set(socket, own);
      socket.onClose(() => this.#closed(own));
      this.#whisper(actor.tenantId, (one) => {
        if (one === socket) for (const { page } of this.#of(actor.tenantId).values()) this.#tell(one, page);
      });
    }
    this.#queue.add(actor.tenantId, own);
  }

  /** Some node's announcement. */
  heard(payload: string): void {
    const { data, error } = viewingPageSchema.safeParse(jsonOf(payload));
    if (data !== undefined) this.#learn(data);
    // It came from a node of another version.
    else this.#services.log.warn({ err: error }, "another node's announcement of an open conversation was ignored");
  }

  #learn(page: ViewingPage): void {
    if (this.#hasStopped) return;
    const known = this.#of(page.tenantId);
    const before = known.get(page.id)?.page;
    if (page.open === undefined) known.delete(page.id);
    else known.set(page.id, { page, heardAt: performance.now() });
    if (known.size === 0) this.#known.delete(page.tenantId);
    this.#whisper(page.tenantId, (socket) => this.#tell(socket, page, before));
  }

  /** Announces this node's pages again, and drops those of nodes that are gone. */
  beat(): void {
    for (const own of this.#own.values()) if (own.said.customer_id !== null) this.#queue.add(own.actor.tenantId, own);
    const since = performance.now() - this.#silenceMs;
    for (const known of this.#known.values()) {
      for (const { page, heardAt } of known.values()) {
        if (heardAt < since) this.#learn({ ...page, open: undefined });
      }
    }
  }

  stop(): void {
    this.#hasStopped = true;
  }

  #closed(own: Own): void {
    this.#own.delete(own.socket);
    own.said = { event: 'Presence', customer_id: null, instance_id: null, typing: false };
    this.#queue.add(own.actor.tenantId, own);
  }

  #of(tenantId: Id): Map<string, Known> {
    const known = this.#known.get(tenantId) ?? new Map<string, Known>();
    this.#known.set(tenantId, known);
    return known;
  }

  async #announce(tenantId: Id, changed: readonly Own[]): Promise<void> {
    const pages = changed.map(({ id, actor, socket, said }) => {
      const { customer_id: customerId, instance_id: instanceId, typing } = said;
      const place = customerId === null || instanceId === null ? undefined : { customerId, instanceId };
      const user = { id: actor.userId, name: actor.userName };
      return { id, tenantId, user, isSupport: actor.isSupport, typing, place, viewer: socket.viewer };
    });
    try {
      await announceViewing(this.#services, tenantId, pages);
    } catch (error) {
      // The next heartbeat announces them again.
      this.#services.log.debug({ err: error }, 'open conversations could not be announced');
    }
  }

  /**
   * Sends it to pages that take part, except the user's own; those who can't see the new conversation are told that the
   * page is closed.
   */
  #tell(socket: RealtimeSocket, page: ViewingPage, before?: ViewingPage): void {
    if (!this.#own.has(socket) || socket.userId === page.user.id) return;
    socket.whisper((viewer) => {
      if (isOpenTo(page, viewer)) return frameOf(page);
      return before !== undefined && isOpenTo(before, viewer) ? frameOf({ ...page, open: undefined }) : undefined;
    });
  }
}

/**
 * The page with ids that the database accepts; undefined otherwise, as one invalid id would fail the whole company's
 * query.
 */
function withIds(said: PresenceSaid): PresenceSaid | undefined {
  try {
    const { customer_id, instance_id } = said;
    return { ...said, customer_id: parseOptionalId(customer_id), instance_id: parseOptionalId(instance_id) };
  } catch {
    return undefined;
  }
}

function isOpenTo({ open }: ViewingPage, viewer: Viewer): boolean {
  return open !== undefined && isFor(open.audience, viewer);
}

function frameOf({ id, open, typing, user, isSupport }: ViewingPage) {
  const frame: PresenceFrame = {
    event: 'Presence',
    data: {
      id,
      customer_id: open?.customerId ?? null,
      instance_id: open?.instanceId ?? null,
      typing: open !== undefined && typing,
      user,
      is_support: isSupport,
    },
  };
  return JSON.stringify(frame);
}

function jsonOf(payload: string): unknown {
  try {
    return JSON.parse(payload);
  } catch {
    return undefined;
  }
}
