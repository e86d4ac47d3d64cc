import pg from 'pg';
import { withPlatform, withTenant } from './database.ts';
import type { Database } from './database.ts';
import { detectRestore } from './identity.ts';
import { KEEP_ALIVE } from './keep-alive.ts';
import { listen } from './listen.ts';
import { CHANNEL } from './notifier.ts';
import type { Growth } from './notifier.ts';
import type { StoredEvent } from './stored-event.ts';
import { readEvents, streamHead } from './stream.ts';
import type { StreamHead } from './stream.ts';

const BATCH = 500;
const RECONNECT_MIN_MS = 100;
const RECONNECT_MAX_MS = 5_000;
const SWEEP_MS = 5_000;

/** Callbacks of a stream's follower. They must not throw. */
export type StreamHandlers = {
  /** Events in order, each position once, beginning after the starting point. */
  events: (events: StoredEvent[]) => void;
  /**
   * Positions started over (a restored backup), or were deleted unread: earlier state is invalid, and events continue
   * from `head`.
   */
  reset: (head: StreamHead) => void;
};

type Follower = {
  tenantId: string;
  epoch: string;
  cursor: number;
  handlers: StreamHandlers;
  isReading: boolean;
  isWoken: boolean;
  hasStopped: boolean;
};

/**
 * Follows tenants' streams on this node: gets the node's own commits directly, other nodes' by NOTIFY, and polls the
 * heads every few seconds for missed ones.
 */
export class StreamFeed {
  readonly #db: Database;
  readonly #sweepMs: number;
  readonly #followers = new Map<string, Set<Follower>>();
  readonly #unsubscribe: () => void;
  #client: pg.Client | undefined;
  #reconnect: NodeJS.Timeout | undefined;
  #reconnectMs = RECONNECT_MIN_MS;
  #sweep: NodeJS.Timeout | undefined;
  #hasStopped = false;

  constructor(db: Database, options: { sweepMs?: number } = {}) {
    this.#db = db;
    this.#sweepMs = options.sweepMs ?? SWEEP_MS;
    const unsubscribe = db.notifier.onChange((tenantId, growth) => this.#grow(tenantId, growth));
    const unwatch = db.failover.onReplace(() => {
      if (this.#client !== undefined) this.#lost(this.#client);
    });
    this.#unsubscribe = () => {
      unsubscribe();
      unwatch();
    };
  }

  /** Starts listening; resolves after the first attempt, whether it succeeded or not. */
  async start(): Promise<void> {
    this.#sweep = setInterval(() => void this.#pollHeads(), this.#sweepMs);
    this.#sweep.unref();
    await this.#connect();
  }

  /** Whether notifications of other nodes arrive. */
  get isListening(): boolean {
    return this.#client !== undefined;
  }

  /** Follows a tenant's stream from its current head, which is returned. */
  async follow(tenantId: string, handlers: StreamHandlers): Promise<{ head: StreamHead; stop: () => void }> {
    const head = await withTenant(this.#db, tenantId, (tx) => streamHead(tx, tenantId));
    const follower: Follower = {
      tenantId,
      handlers,
      epoch: head.epoch,
      cursor: head.head,
      isReading: false,
      isWoken: false,
      hasStopped: false,
    };
    const followers = this.#followers.get(tenantId) ?? new Set<Follower>();
    this.#followers.set(tenantId, followers.add(follower));
    // A change between reading the head and now woke nobody.
    void this.#read(follower);
    return {
      head,
      stop: () => {
        follower.hasStopped = true;
        followers.delete(follower);
        if (followers.size === 0 && this.#followers.get(tenantId) === followers) this.#followers.delete(tenantId);
      },
    };
  }

  async stop(): Promise<void> {
    this.#hasStopped = true;
    this.#unsubscribe();
    clearInterval(this.#sweep);
    clearTimeout(this.#reconnect);
    for (const followers of this.#followers.values()) for (const follower of followers) follower.hasStopped = true;
    this.#followers.clear();
    const client = this.#client;
    this.#client = undefined;
    await client?.end().catch(() => undefined);
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#db.url,
      application_name: 'balcao listener',
      connectionTimeoutMillis: 5_000,
      ...KEEP_ALIVE,
    });
    client.on('error', () => this.#lost(client));
    client.on('end', () => this.#lost(client));
    client.on('notification', (message) => {
      const [tenantId = '', head] = (message.payload ?? '').split(':');
      this.#wake(tenantId, Number(head));
    });
    try {
      await listen(client, CHANNEL);
    } catch (error) {
      this.#db.log.warn({ err: error }, "can't listen to the stream; retrying");
      await client.end().catch(() => undefined);
      this.#retry();
      return;
    }
    if (this.#hasStopped) {
      await client.end().catch(() => undefined);
      return;
    }
    this.#client = client;
    this.#reconnectMs = RECONNECT_MIN_MS;
    await this.#pollHeads();
  }

  #lost(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    client.end().catch(() => undefined);
    this.#db.log.warn("the stream's connection ended; reconnecting");
    this.#retry();
  }

  #retry(): void {
    if (this.#hasStopped) return;
    clearTimeout(this.#reconnect);
    this.#reconnect = setTimeout(() => void this.#connect(), this.#reconnectMs);
    this.#reconnectMs = Math.min(this.#reconnectMs * 2, RECONNECT_MAX_MS);
  }

  /**
   * Compares each followed stream's head with its followers' positions, after checking that the database is the same.
   */
  async #pollHeads(): Promise<void> {
    try {
      await detectRestore(this.#db);
      const tenantIds = [...this.#followers.keys()];
      if (tenantIds.length === 0) return;
      const rows = await withPlatform(this.#db, (tx) =>
        tx
          .selectFrom('tenant')
          .select(['id', 'epoch', 'stream_position', 'stream_floor'])
          .where('id', 'in', tenantIds)
          .execute(),
      );
      for (const row of rows) {
        const head = { epoch: row.epoch, head: Number(row.stream_position), floor: Number(row.stream_floor) };
        for (const follower of this.#followers.get(row.id) ?? []) this.#compare(follower, head);
      }
    } catch (error) {
      this.#db.log.debug({ err: error }, 'the heads of the streams could not be read');
    }
  }

  #compare(follower: Follower, head: StreamHead): void {
    if (follower.epoch !== head.epoch) {
      follower.epoch = head.epoch;
      follower.cursor = head.head;
      follower.handlers.reset(head);
    } else if (head.head > follower.cursor) {
      void this.#read(follower);
    }
  }

  /** This node's own commits needn't be read if they directly follow the follower's position. */
  #grow(tenantId: string, { epoch, events }: Growth): void {
    const [first] = events;
    const last = events.at(-1);
    if (first === undefined || last === undefined) return;
    for (const follower of this.#followers.get(tenantId) ?? []) {
      const isNext = follower.cursor === first.position - 1 && follower.epoch === epoch;
      if (isNext && !follower.isReading) {
        follower.cursor = last.position;
        follower.handlers.events([...events]);
      } else if (last.position > follower.cursor) {
        void this.#read(follower);
      }
    }
  }

  #wake(tenantId: string, head: number): void {
    for (const follower of this.#followers.get(tenantId) ?? []) {
      if (head > follower.cursor) void this.#read(follower);
    }
  }

  /** The stream's head, if not all events after the position are readable any more. */
  async #lostAfter(tenantId: string, position: number): Promise<StreamHead | undefined> {
    const head = await withTenant(this.#db, tenantId, (tx) => streamHead(tx, tenantId));
    return head.floor > position ? head : undefined;
  }

  /** Reads until nothing is left; a wake meanwhile makes it check once more. */
  async #read(follower: Follower): Promise<void> {
    follower.isWoken = true;
    if (follower.isReading) return;
    follower.isReading = true;
    try {
      while (follower.isWoken && !follower.hasStopped) {
        follower.isWoken = false;
        const { cursor, epoch } = follower;
        const events = await readEvents(this.#db, follower.tenantId, cursor, BATCH);
        const lost = events[0]?.position === cursor + 1 ? undefined : await this.#lostAfter(follower.tenantId, cursor);
        // A reset meanwhile made these invalid.
        if (follower.epoch !== epoch || follower.hasStopped) continue;
        if (lost !== undefined) {
          follower.epoch = lost.epoch;
          follower.cursor = lost.head;
          follower.handlers.reset(lost);
          continue;
        }
        const last = events.at(-1);
        if (last === undefined) continue;
        follower.cursor = last.position;
        if (events.length === BATCH) follower.isWoken = true;
        follower.handlers.events(events);
      }
    } catch (error) {
      this.#db.log.warn(
        { err: error, tenant: follower.tenantId },
        'a stream could not be read; retrying on the next poll',
      );
    } finally {
      follower.isReading = false;
    }
  }
}
