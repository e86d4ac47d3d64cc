import type { Id } from '../../db/tables.ts';

/** So many at a time: whoever looks for its messages leaves room for others who look at once. */
const BATCH = 8;

/**
 * The sends that a node may have under way, shared by tenants. A tenant may have as many as it leaves
 * free: alone half of them, of two each a third. So there is room for whoever comes next, however
 * long the others' sends hang.
 */
export class Slots {
  readonly #taken = new Map<Id, number>();
  readonly #waiting = new Set<Id>();
  #free: number;

  constructor(count: number) {
    this.#free = count;
  }

  /** Takes slots for a tenant; with 0 it waits for its turn. */
  take(tenantId: Id): number {
    const room = Math.min(BATCH, this.#roomOf(tenantId));
    if (room === 0) {
      this.#waiting.add(tenantId);
      return 0;
    }
    this.#waiting.delete(tenantId);
    this.#change(tenantId, room);
    return room;
  }

  /** Gives slots back; answers who waited for them and has room now, who waits longest first. */
  giveBack(tenantId: Id, count: number): Id[] {
    if (count > 0) this.#change(tenantId, -count);
    return this.#free === 0 ? [] : [...this.#waiting].filter((waiting) => this.#roomOf(waiting) > 0);
  }

  #roomOf(tenantId: Id): number {
    const own = this.#taken.get(tenantId) ?? 0;
    const fair = Math.floor((this.#free - own) / 2);
    return Math.max(fair, own === 0 ? Math.min(1, this.#free) : 0);
  }

  #change(tenantId: Id, by: number): void {
    const own = (this.#taken.get(tenantId) ?? 0) + by;
    if (own === 0) this.#taken.delete(tenantId);
    else this.#taken.set(tenantId, own);
    this.#free -= by;
  }
}
