/** A holder of slots, and its maximum. */
export type Holder = { readonly key: string; readonly max: number };

/** Limits work in progress: in total, and per holder. */
export class Slots {
  readonly total: number;
  readonly #byHolder = new Map<string, number>();
  #used = 0;

  constructor(total: number) {
    this.total = total;
  }

  get used(): number {
    return this.#used;
  }

  heldBy(key: string): number {
    return this.#byHolder.get(key) ?? 0;
  }

  /** Takes `weight` slots; returns the function that releases them once, or undefined if there aren't enough. */
  take(holders: readonly Holder[], weight = 1): (() => void) | undefined {
    if (this.#used + weight > this.total) return undefined;
    if (holders.some(({ key, max }) => this.heldBy(key) + weight > max)) return undefined;
    this.#add(holders, weight);
    let isHeld = true;
    return () => {
      if (isHeld) this.#add(holders, -weight);
      isHeld = false;
    };
  }

  #add(holders: readonly Holder[], weight: number): void {
    this.#used += weight;
    for (const { key } of holders) {
      const current = this.heldBy(key) + weight;
      if (current > 0) this.#byHolder.set(key, current);
      else this.#byHolder.delete(key);
    }
  }
}

/** A company may hold half of the slots, a user a quarter: nobody has them all. */
export function sharesOf(total: number, of: { tenantId: string; userId: string }): Holder[] {
  return [
    { key: `company ${of.tenantId}`, max: Math.ceil(total / 2) },
    { key: `user ${of.tenantId}:${of.userId}`, max: Math.ceil(total / 4) },
  ];
}
