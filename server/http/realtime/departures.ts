import { withTenant } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../../domain/context.ts';
import { noteLeft } from '../../domain/presence.ts';

/** A page that is opened anew has its socket back within so long; who has none then is gone. */
export const DEPARTURE_GRACE_MS = 5_000;

/** Notes the users whose last socket on this node closed and who did not come back. */
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
      withTenant(this.#services.db, tenantId, (tx) => noteLeft(tx, { tenantId, userId })).catch((error: unknown) =>
        // They count as gone without it as well, only later.
        this.#services.log.debug({ err: error }, 'a departure could not be noted'),
      );
    }, this.#graceMs);
    timer.unref();
    this.#waiting.add(timer);
  }

  /** Sockets that close from now on do so because the node stops; their users go to another. */
  stop(): void {
    this.#hasStopped = true;
    for (const timer of this.#waiting) clearTimeout(timer);
  }
}
