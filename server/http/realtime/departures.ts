import { withTenant } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../../domain/context.ts';
import { markDisconnected } from '../../domain/presence.ts';

/** Notices users whose last socket on this node closed and who didn't reconnect. */
export class Departures {
  readonly #services: Services;
  readonly #graceMs: number;
  readonly #isHere: (tenantId: Id, userId: Id) => boolean;
  readonly #waiting = new Set<NodeJS.Timeout>();
  #hasStopped = false;

  constructor(services: Services, graceMs: number, isHere: (tenantId: Id, userId: Id) => boolean) {
    this.#services = services;
    this.#graceMs = graceMs;
    this.#isHere = isHere;
  }

  /** A socket of the user closed. */
  closed(tenantId: Id, userId: Id): void {
    if (this.#hasStopped) return;
    const timer = setTimeout(() => {
      this.#waiting.delete(timer);
      if (this.#isHere(tenantId, userId)) return;
      withTenant(this.#services.db, tenantId, (tx) => markDisconnected(tx, { tenantId, userId })).catch(
        (error: unknown) =>
          // They will count as disconnected anyway, only later.
          this.#services.log.debug({ err: error }, 'a departure could not be stored'),
      );
    }, this.#graceMs);
    timer.unref();
    this.#waiting.add(timer);
  }

  /** From now on sockets close because the node stops; their users reconnect to another. */
  stop(): void {
    this.#hasStopped = true;
    for (const timer of this.#waiting) clearTimeout(timer);
  }
}
