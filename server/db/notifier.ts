import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '../log.ts';
import type { StoredEvent } from './stored-event.ts';

/** Channel on which nodes announce that a tenant's stream grew; payload `tenantId:position`. */
export const CHANNEL = 'balcao_event';
/** Pause between NOTIFYs, however many changes there are: each wakes every listening connection. */
const PAUSE_MS = 25;

/** The events that a committed change added to a tenant's stream: at least one, without gaps. */
export type Growth = { epoch: string; events: readonly StoredEvent[] };

/**
 * Passes commits to this node's listeners at once, and announces them to other nodes by coalesced NOTIFYs. After the
 * commit: a NOTIFY inside the transaction serialises all commits of the database. The feed's polling makes up for lost
 * ones.
 */
export class StreamNotifier {
  readonly #pool: pg.Pool;
  readonly #log: Log;
  readonly #pending = new Map<string, number>();
  readonly #listeners = new Set<(tenantId: string, growth: Growth) => void>();
  #sending: Promise<void> | undefined;

  constructor(pool: pg.Pool, log: Log) {
    this.#pool = pool;
    this.#log = log;
  }

  /** Calls back on each change that this node commits; returns a function that stops it. */
  onChange(listener: (tenantId: string, growth: Growth) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** A change of the tenant was committed. */
  changed(tenantId: string, growth: Growth): void {
    const head = growth.events.at(-1)?.position ?? 0;
    this.#pending.set(tenantId, Math.max(head, this.#pending.get(tenantId) ?? 0));
    for (const listener of this.#listeners) this.#notify(listener, tenantId, growth);
    this.#sending ??= this.#send();
  }

  /** A listener's error doesn't affect the change, which is committed. */
  #notify(listener: (tenantId: string, growth: Growth) => void, tenantId: string, growth: Growth): void {
    try {
      listener(tenantId, growth);
    } catch (error) {
      this.#log.error({ err: error, tenant: tenantId }, 'a listener failed on a committed change');
    }
  }

  /** Resolves when all notifications are sent. */
  async flush(): Promise<void> {
    await this.#sending;
  }

  async #send(): Promise<void> {
    while (this.#pending.size > 0) {
      const payloads = [...this.#pending].map(([tenantId, head]) => `${tenantId}:${head}`);
      this.#pending.clear();
      try {
        // One string, so one transaction. A notification isn't data: don't wait for the disk.
        await this.#pool.query(
          `set local synchronous_commit = off; select pg_notify('${CHANNEL}', p) from unnest('{${payloads.join(',')}}'::text[]) p`,
        );
      } catch (error) {
        this.#log.warn({ err: error }, 'other nodes were not notified of a change; their next poll finds it');
      }
      await pause(PAUSE_MS);
    }
    this.#sending = undefined;
  }
}
