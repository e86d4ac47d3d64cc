import { CLOSE } from '../../../contract/realtime/close-codes.ts';
import { withTenant } from '../../db/database.ts';
import type { StreamFeed } from '../../db/listener.ts';
import { streamHead } from '../../db/stream.ts';
import type { StoredEvent } from '../../db/stored-event.ts';
import type { Id } from '../../db/tables.ts';
import { Together } from '../../db/together.ts';
import type { Services } from '../../domain/context.ts';
import { frameOf } from './frame.ts';
import type { Frame } from './frame.ts';
import { readMissed } from './replay.ts';
import type { Missed } from './replay.ts';
import type { RealtimeSocket } from './socket.ts';
import { loadStandings, OVER } from './viewers.ts';
import type { Ending } from './viewers.ts';

const RETRY_MS = 250;

/** Sockets let in in one go. When a node restarts all of its pages come at once. */
const AT_ONCE = 100;

/** Where a client that resumes is. */
export type Resume = { epoch: string; since: number };

/** A socket that wants in; it holds back whatever comes after `from`. */
type Joiner = { socket: RealtimeSocket; resume: Resume | undefined; from: number; epoch: string };

/** What was found out for a joiner: how it is closed, or what it missed, undefined where it has to fetch anew. */
type Found = Ending | { missed: Frame[] | undefined };

/**
 * A tenant's sockets on this node, and the one cursor that feeds them. Before it sends anything
 * after a change of users, roles or sessions, it looks at them anew.
 */
export class TenantHub {
  readonly #services: Services;
  readonly #tenantId: Id;
  readonly #sockets = new Set<RealtimeSocket>();
  readonly #joining = new Together<Joiner, void>(AT_ONCE, (_tenantId, joiners) => this.#letIn(joiners));
  #stopFollowing: () => void = () => undefined;
  /** Empty until it is known. */
  #epoch = '';
  /** What was handed to the sockets; those that join get what comes after it. */
  #position = 0;
  #waiting: StoredEvent[] = [];
  /** Position of the last event for which sessions were looked at anew. */
  #lookedAgainFor = 0;
  /** Counts the changes of people; what was looked up before one is out of date after it. */
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
   * Lets a socket in: the hello, what it missed if it resumes and that is not too much, and then
   * whatever comes. Rejects when the database can't be asked.
   */
  join(socket: RealtimeSocket, resume: Resume | undefined): Promise<void> {
    const joiner = { socket, resume, from: this.#position, epoch: this.#epoch };
    this.#sockets.add(socket);
    socket.onClose(() => this.#sockets.delete(socket));
    return this.#joining.ask(this.#tenantId, joiner);
  }

  /** Users, roles or sessions of the tenant changed, or may have. */
  peopleChanged(): void {
    this.#changes += 1;
    this.#isStale = true;
    this.#wake();
  }

  beat(): void {
    for (const socket of this.#sockets) socket.beat();
  }

  /** The platform is worked on: its calls say so when a socket comes again. */
  turnAway(): void {
    for (const socket of this.#sockets) socket.close(CLOSE.maintenance, 'the platform is under maintenance');
  }

  stop(): void {
    this.#hasStopped = true;
    this.#stopFollowing();
    for (const socket of this.#sockets) socket.close(CLOSE.restarting, 'the server is restarting');
  }

  async #letIn(joiners: readonly Joiner[]): Promise<void[]> {
    let found: readonly Found[];
    let changes: number;
    do {
      changes = this.#changes;
      found = await this.#look(joiners);
    } while (changes !== this.#changes);
    // Nothing is awaited from here on: they are let in as of what was looked up.
    return joiners.map((joiner, index) => this.#greet(joiner, found[index] ?? OVER));
  }

  #greet({ socket, resume, from, epoch }: Joiner, found: Found): void {
    if ('close' in found) return socket.close(found.close, found.because);
    // An epoch that ended meanwhile closed it.
    if (epoch !== this.#epoch || !socket.isOpen) return undefined;
    const { missed } = found;
    const recovered = missed !== undefined && resume !== undefined;
    const last = recovered ? resume.since : from;
    socket.greet({ event: 'hello', epoch, head: Math.max(from, last), recovered }, last);
    return socket.goLive(missed ?? []);
  }

  /** The joiners' standings as of now, and what they missed. */
  #look(joiners: readonly Joiner[]): Promise<Found[]> {
    const tenantId = this.#tenantId;
    const epoch = this.#epoch;
    const sessionIds = [...new Set(joiners.map(({ socket }) => socket.sessionId))];
    return withTenant(this.#services.db, tenantId, async (tx) => {
      const [standings, stream] = await Promise.all([
        loadStandings(tx, tenantId, sessionIds, this.#services.now()),
        streamHead(tx, tenantId),
      ]);
      const found: Found[] = [];
      const resuming: { index: number; missed: Missed }[] = [];
      for (const [index, { socket, resume, from, epoch: joined }] of joiners.entries()) {
        const standing = standings.get(socket.sessionId) ?? OVER;
        found.push('close' in standing ? standing : { missed: undefined });
        if ('close' in standing) continue;
        socket.see(standing.viewer);
        if (joined !== epoch || resume?.epoch !== epoch) continue;
        // Behind what can be read, or ahead of everything: another history than ours.
        if (resume.since < stream.floor || resume.since > stream.head) continue;
        resuming.push({ index, missed: { after: resume.since, upTo: from, viewer: standing.viewer } });
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

  /** Positions start over: every client has to come anew. */
  #reset(epoch: string, position: number): void {
    this.#epoch = epoch;
    this.#position = position;
    this.#lookedAgainFor = position;
    this.#waiting = [];
    for (const socket of this.#sockets) socket.close(CLOSE.restarting, 'the stream starts over');
  }

  #wake(): void {
    if (this.#isPumping) return;
    this.#isPumping = true;
    void this.#pump().finally(() => {
      this.#isPumping = false;
      if (this.#isStale || this.#waiting.length > 0) this.#wake();
    });
  }

  async #pump(): Promise<void> {
    while (!this.#hasStopped && (this.#isStale || this.#waiting.length > 0)) {
      if (this.#isStale && !(await this.#refresh())) continue;
      // Nothing is awaited from here on: frames go out as of what was looked up.
      const events = this.#waiting;
      this.#waiting = [];
      for (const [index, event] of events.entries()) {
        // The word that people changed comes by another way, and may be later than this.
        if (event.name === 'PermissionsChanged' && event.position > this.#lookedAgainFor) {
          this.#lookedAgainFor = event.position;
          this.#isStale = true;
          this.#waiting = [...events.slice(index), ...this.#waiting];
          break;
        }
        const frame = frameOf(event, this.#epoch);
        this.#position = event.position;
        for (const socket of this.#sockets) socket.take(frame);
      }
    }
    if (this.#hasStopped) {
      this.#isStale = false;
      this.#waiting = [];
    }
  }

  /** Looks at all its sessions anew; whether that is the latest. Without the database nothing is sent. */
  async #refresh(): Promise<boolean> {
    const changes = this.#changes;
    const sockets = [...this.#sockets];
    try {
      const sessionIds = [...new Set(sockets.map((socket) => socket.sessionId))];
      const standings = await withTenant(this.#services.db, this.#tenantId, (tx) =>
        loadStandings(tx, this.#tenantId, sessionIds, this.#services.now()),
      );
      for (const socket of sockets) {
        const standing = standings.get(socket.sessionId) ?? OVER;
        if ('close' in standing) socket.close(standing.close, standing.because);
        else socket.see(standing.viewer);
      }
    } catch (error) {
      this.#services.log.warn({ err: error, tenant: this.#tenantId }, 'sessions could not be looked at; frames wait');
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      return false;
    }
    if (changes === this.#changes) this.#isStale = false;
    return !this.#isStale;
  }
}
