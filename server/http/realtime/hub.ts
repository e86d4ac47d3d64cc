import { CLOSE } from '../../../contract/facts/close-codes.ts';
import { CONTRACT_VERSION } from '../../../contract/facts/version.ts';
import { withTenant } from '../../db/database.ts';
import type { StreamFeed } from '../../db/listener.ts';
import { streamHead } from '../../db/stream.ts';
import type { StoredEvent } from '../../db/stored-event.ts';
import type { Id } from '../../db/tables.ts';
import { Batcher } from '../../db/batcher.ts';
import type { Services } from '../../domain/context.ts';
import { frameOf } from './frame.ts';
import type { Frame } from './frame.ts';
import { readMissed } from './replay.ts';
import type { Missed } from './replay.ts';
import type { RealtimeSocket } from './socket.ts';
import { loadSessionStates, OVER } from './viewers.ts';
import type { Ending } from './viewers.ts';

const RETRY_MS = 250;

/** Most sockets admitted in one batch. When a node restarts, all its pages reconnect at once. */
const AT_ONCE = 100;

/** Position of a client that resumes. */
export type Resume = { epoch: string; since: number };

/** A socket being admitted; it holds back frames after `from`. */
type Joiner = { socket: RealtimeSocket; resume: Resume | undefined; from: number; epoch: string };

/** Result for a joiner: how it is closed, or the frames it missed; undefined if it has to refetch. */
type Found = Ending | { missed: Frame[] | undefined };

/**
 * A tenant's sockets on this node, and the cursor that feeds them. After a change of users, roles or sessions it
 * reloads them before sending anything.
 */
export class TenantHub {
  readonly #services: Services;
  readonly #tenantId: Id;
  readonly #sockets = new Set<RealtimeSocket>();
  readonly #joining = new Batcher<Joiner, void>(AT_ONCE, (_tenantId, joiners) => this.#admit(joiners));
  #stopFollowing: () => void = () => undefined;
  /** Empty until known. */
  #epoch = '';
  /** Position passed on to the sockets; new ones get what comes after it. */
  #position = 0;
  #waiting: StoredEvent[] = [];
  #whispers: ((socket: RealtimeSocket) => void)[] = [];
  /** Position of the last event for which sessions were reloaded. */
  #refreshedUpTo = 0;
  /** Counts changes of users, roles or sessions; lookups started before the latest one are outdated. */
  #changes = 0;
  #isStale = false;
  #isPumping = false;
  #hasStopped = false;

  private constructor(services: Services, tenantId: Id) {
    this.#services = services;
    this.#tenantId = tenantId;
  }

  static async open(services: Services, feed: StreamFeed, tenantId: Id): Promise<TenantHub> {
    const hub = new TenantHub(services, tenantId);
    const { head, stop } = await feed.follow(tenantId, {
      events: (events) => hub.#take(events),
      reset: (next) => hub.#reset(next.epoch, next.head),
    });
    hub.#epoch ||= head.epoch;
    hub.#position = Math.max(hub.#position, head.head);
    hub.#stopFollowing = stop;
    return hub;
  }

  get isEmpty(): boolean {
    return this.#sockets.size === 0;
  }

  get size(): number {
    return this.#sockets.size;
  }

  /** The users who have a socket here. */
  userIds(): Id[] {
    return [...new Set([...this.#sockets].map((socket) => socket.userId))];
  }

  /**
   * Admits a socket: sends the hello, the missed frames if it resumes and they aren't too many, and then live frames.
   * Rejects if the database is down.
   */
  join(socket: RealtimeSocket, resume: Resume | undefined): Promise<void> {
    const joiner = { socket, resume, from: this.#position, epoch: this.#epoch };
    this.#sockets.add(socket);
    socket.onClose(() => this.#sockets.delete(socket));
    return this.#joining.ask(this.#tenantId, joiner);
  }

  /** The tenant's users, roles or sessions changed, or may have. */
  peopleChanged(): void {
    this.#changes += 1;
    this.#isStale = true;
    this.#wake();
  }

  beat(): void {
    for (const socket of this.#sockets) socket.heartbeat();
  }

  /** Sends something outside of the stream to its sockets, once their rights are known to be current. */
  whisper(tell: (socket: RealtimeSocket) => void): void {
    this.#whispers.push(tell);
    this.#wake();
  }

  /** Maintenance: calls say so when the page reconnects. */
  turnAway(): void {
    for (const socket of this.#sockets) socket.close(CLOSE.maintenance, 'the platform is under maintenance');
  }

  stop(): void {
    this.#hasStopped = true;
    this.#stopFollowing();
    for (const socket of this.#sockets) socket.close(CLOSE.restarting, 'the server is restarting');
  }

  async #admit(joiners: readonly Joiner[]): Promise<void[]> {
    let found: readonly Found[];
    let changes: number;
    do {
      changes = this.#changes;
      found = await this.#lookUp(joiners);
    } while (changes !== this.#changes);
    // No await from here on, so the lookup stays valid.
    return joiners.map((joiner, index) => this.#greet(joiner, found[index] ?? OVER));
  }

  #greet({ socket, resume, from, epoch }: Joiner, found: Found): void {
    if ('close' in found) return socket.close(found.close, found.because);
    // A new epoch closed it meanwhile.
    if (epoch !== this.#epoch || !socket.isOpen) return undefined;
    const { missed } = found;
    const recovered = missed !== undefined && resume !== undefined;
    const last = recovered ? resume.since : from;
    const hello = { event: 'hello', epoch, head: Math.max(from, last), recovered, contract: CONTRACT_VERSION } as const;
    socket.greet(hello, last);
    return socket.goLive(missed ?? []);
  }

  /** The joiners' current sessions, and what they missed. */
  #lookUp(joiners: readonly Joiner[]): Promise<Found[]> {
    const tenantId = this.#tenantId;
    const epoch = this.#epoch;
    const sessionIds = [...new Set(joiners.map(({ socket }) => socket.sessionId))];
    return withTenant(this.#services.db, tenantId, async (tx) => {
      const [states, stream] = await Promise.all([
        loadSessionStates(tx, tenantId, sessionIds, this.#services.now()),
        streamHead(tx, tenantId),
      ]);
      const found: Found[] = [];
      const resuming: { index: number; missed: Missed }[] = [];
      for (const [index, { socket, resume, from, epoch: joined }] of joiners.entries()) {
        const state = states.get(socket.sessionId) ?? OVER;
        found.push('close' in state ? state : { missed: undefined });
        if ('close' in state) continue;
        socket.setViewer(state.viewer);
        if (joined !== epoch || resume?.epoch !== epoch) continue;
        // Another node noticed a restored backup, and the feed will say so here too.
        if (stream.epoch !== epoch) continue;
        // Before the oldest readable position, or after the newest: another history than ours.
        if (resume.since < stream.floor || resume.since > stream.head) continue;
        resuming.push({ index, missed: { after: resume.since, upTo: from, viewer: state.viewer } });
      }
      if (resuming.length === 0) return found;
      const wanted = resuming.map(({ missed }) => missed);
      const frames = await readMissed(tx, { tenantId, epoch }, wanted);
      for (const [at, { index }] of resuming.entries()) found[index] = { missed: frames[at] };
      return found;
    });
  }

  #take(events: StoredEvent[]): void {
    this.#waiting.push(...events);
    this.#wake();
  }

  /** Positions start over: every client has to reconnect. */
  #reset(epoch: string, position: number): void {
    this.#epoch = epoch;
    this.#position = position;
    this.#refreshedUpTo = position;
    this.#waiting = [];
    for (const socket of this.#sockets) socket.close(CLOSE.restarting, 'the stream starts over');
  }

  #wake(): void {
    if (this.#isPumping) return;
    this.#isPumping = true;
    void this.#pump().finally(() => {
      this.#isPumping = false;
      if (this.#hasWork) this.#wake();
    });
  }

  get #hasWork(): boolean {
    return this.#isStale || this.#waiting.length > 0 || this.#whispers.length > 0;
  }

  async #pump(): Promise<void> {
    while (!this.#hasStopped && this.#hasWork) {
      if (this.#isStale && !(await this.#refresh())) continue;
      // No await from here on, so the lookup stays valid.
      const events = this.#waiting;
      this.#waiting = [];
      for (const [index, event] of events.entries()) {
        // The notification of the change takes another path, and may be late.
        if (event.name === 'PermissionsChanged' && event.position > this.#refreshedUpTo) {
          this.#refreshedUpTo = event.position;
          this.#isStale = true;
          this.#waiting = [...events.slice(index), ...this.#waiting];
          break;
        }
        const frame = frameOf(event, this.#epoch);
        this.#position = event.position;
        for (const socket of this.#sockets) socket.deliver(frame);
      }
      if (this.#isStale) continue;
      for (const tell of this.#whispers.splice(0)) for (const socket of this.#sockets) tell(socket);
    }
    if (this.#hasStopped) {
      this.#whispers = [];
      this.#isStale = false;
      this.#waiting = [];
    }
  }

  /** Reloads all its sessions; returns whether they are current. Without the database nothing is sent. */
  async #refresh(): Promise<boolean> {
    const changes = this.#changes;
    const sockets = [...this.#sockets];
    try {
      const sessionIds = [...new Set(sockets.map((socket) => socket.sessionId))];
      const states = await withTenant(this.#services.db, this.#tenantId, (tx) =>
        loadSessionStates(tx, this.#tenantId, sessionIds, this.#services.now()),
      );
      for (const socket of sockets) {
        const state = states.get(socket.sessionId) ?? OVER;
        if ('close' in state) socket.close(state.close, state.because);
        else socket.setViewer(state.viewer);
      }
    } catch (error) {
      this.#services.log.warn({ err: error, tenant: this.#tenantId }, 'sessions could not be loaded; frames wait');
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      return false;
    }
    if (changes === this.#changes) this.#isStale = false;
    return !this.#isStale;
  }
}
