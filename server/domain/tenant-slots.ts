import type { Id } from '../db/tables.ts';

/** Slots taken at a time if nothing else is said, to leave room for other tenants. */
const BATCH = 8;

/**
 * A node's concurrent work, shared by tenants. A tenant gets as many as it leaves free: alone half of them, with
 * another one a third each. So there is always room for the next tenant, however long the others' work hangs.
 */
export class Slots {
  readonly #taken = new Map<Id, number>();
  readonly #waiting = new Set<Id>();
  readonly #batch: number;
  #free: number;

  constructor(count: number, batch = BATCH) {
    this.#free = count;
    this.#batch = batch;
  }

  /** Takes slots for a tenant; if 0, it waits for its turn. */
  take(tenantId: Id): number {
    const room = Math.min(this.#batch, this.#roomOf(tenantId));
    if (room === 0) {
      this.#waiting.add(tenantId);
      return 0;
    }
    this.#waiting.delete(tenantId);
    this.#change(tenantId, room);
    return room;
  }

  /** Takes a single one if there is room; the tenant doesn't wait for it. */
  takeOne(tenantId: Id): boolean {
    if (this.#roomOf(tenantId) === 0) return false;
    this.#change(tenantId, 1);
    return true;
  }

  /** Releases slots; returns the waiting tenants that now have room, longest wait first. */
  release(tenantId: Id, count: number): Id[] {
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
