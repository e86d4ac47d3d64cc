import type pg from 'pg';

/** Between two replacements; until the address leads to a database that can be written every change fails. */
const PAUSE_MS = 1_000;

/**
 * Replaces the connections to a database that turned out to be read-only. After a failover another server answers at its
 * address, but connections made before would go on reading what nobody changes any more, and fail at each change.
 */
export class Failover {
  readonly #pool: pg.Pool;
  /** Connections that are to end when they are given back. */
  readonly #old = new WeakSet<pg.PoolClient>();
  readonly #open = new Set<pg.PoolClient>();
  readonly #listeners = new Set<() => void>();
  #lastAt = Number.NEGATIVE_INFINITY;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
    pool.on('connect', (client) => void this.#open.add(client));
    pool.on('remove', (client) => void this.#open.delete(client));
    // The pool forgets a connection that is ending.
    pool.on('release', (_error, client) => {
      if (this.#old.has(client)) client.end().catch(() => undefined);
    });
  }

  /** Calls back when connections outside the pool are to be made anew; answers how to stop. */
  onReplace(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** A change was refused since the database is read-only. */
  foundReadOnly(): void {
    const now = performance.now();
    if (now - this.#lastAt < PAUSE_MS) return;
    this.#lastAt = now;
    for (const client of this.#open) this.#old.add(client);
    // The idle ones are fetched, to be given back.
    for (let idle = this.#pool.idleCount; idle > 0; idle -= 1) {
      this.#pool.connect().then(
        (client) => client.release(),
        () => undefined,
      );
    }
    for (const listener of this.#listeners) listener();
  }
}
