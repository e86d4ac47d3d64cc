import type pg from 'pg';

/** Pause between replacements; until the address leads to a writable database every change fails. */
const PAUSE_MS = 1_000;

/**
 * Replaces the connections to a database that became read-only. After a failover another server answers at the same address,
 * but old connections would keep reading stale data, and fail on each change.
 */
export class Failover {
  readonly #pool: pg.Pool;
  /** Connections to close when they are released. */
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

  /** Calls back when connections outside the pool must be replaced; returns a function that stops it. */
  onReplace(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** A change was refused because the database is read-only. */
  foundReadOnly(): void {
    const now = performance.now();
    if (now - this.#lastAt < PAUSE_MS) return;
    this.#lastAt = now;
    for (const client of this.#open) this.#old.add(client);
    // Check out idle connections, so that they are released.
    for (let idle = this.#pool.idleCount; idle > 0; idle -= 1) {
      this.#pool.connect().then(
        (client) => client.release(),
        () => undefined,
      );
    }
    for (const listener of this.#listeners) listener();
  }
}
