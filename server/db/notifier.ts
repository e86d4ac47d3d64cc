import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '../log.ts';
import type { StoredEvent } from './stored-event.ts';

/** The channel on which nodes tell each other that a tenant's stream grew; payload `tenantId:position`. */
export const CHANNEL = 'balcao_event';
/** Between two NOTIFYs, however many changes there are: each wakes every connection that listens. */
const PAUSE_MS = 10;

/** What a committed change added to a tenant's stream: at least one event, without gaps. */
export type Growth = { epoch: string; events: readonly StoredEvent[] };

/**
 * Hands what was committed to this node at once, and tells the others by coalesced NOTIFYs that
 * streams grew. After the commit, not in it: a NOTIFY in the transaction makes all commits of the
 * database wait for each other. One lost with its node is made up by the feed's own look.
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

  /** Calls back on each change that this node commits; answers how to stop. */
  onChange(listener: (tenantId: string, growth: Growth) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** A change of the tenant was committed. */
  changed(tenantId: string, growth: Growth): void {
    const head = growth.events.at(-1)?.position ?? 0;
    this.#pending.set(tenantId, Math.max(head, this.#pending.get(tenantId) ?? 0));
    for (const listener of this.#listeners) this.#hand(listener, tenantId, growth);
    this.#sending ??= this.#send();
  }

  /** A listener's fault is not the change's: that is committed. */
  #hand(listener: (tenantId: string, growth: Growth) => void, tenantId: string, growth: Growth): void {
    try {
      listener(tenantId, growth);
    } catch (error) {
      this.#log.error({ err: error, tenant: tenantId }, 'a committed change could not be handed over');
    }
  }

  /** Resolves when nothing waits to be told. */
  async flush(): Promise<void> {
    await this.#sending;
  }

  async #send(): Promise<void> {
    while (this.#pending.size > 0) {
      const payloads = [...this.#pending].map(([tenantId, head]) => `${tenantId}:${head}`);
      this.#pending.clear();
      try {
        // One transaction by being one string. A notice is no data: the disk needn't be waited for.
        await this.#pool.query(
          `set local synchronous_commit = off; select pg_notify('${CHANNEL}', p) from unnest('{${payloads.join(',')}}'::text[]) p`,
        );
      } catch (error) {
        this.#log.warn({ err: error }, 'other nodes were not told of a change; they will look by themselves');
      }
      await pause(PAUSE_MS);
    }
    this.#sending = undefined;
  }
}
