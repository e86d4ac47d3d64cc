/** One who has slots, and how many of them they may have at a time. */
export type Holder = { readonly key: string; readonly max: number };

/** What may be under way at a time: so much in all, and so much of each holder. */
export class Slots {
  readonly total: number;
  readonly #held = new Map<string, number>();
  #used = 0;

  constructor(total: number) {
    this.total = total;
  }

  get used(): number {
    return this.#used;
  }

  /** Takes `weight` slots; answers what gives them back, once, or undefined when there are not so many. */
  take(holders: readonly Holder[], weight = 1): (() => void) | undefined {
    if (this.#used + weight > this.total) return undefined;
    if (holders.some(({ key, max }) => this.#heldBy(key) + weight > max)) return undefined;
    this.#add(holders, weight);
    let isHeld = true;
    return () => {
      if (isHeld) this.#add(holders, -weight);
      isHeld = false;
    };
  }

  #heldBy(key: string): number {
    return this.#held.get(key) ?? 0;
  }

  #add(holders: readonly Holder[], weight: number): void {
    this.#used += weight;
    for (const { key } of holders) {
      const held = this.#heldBy(key) + weight;
      if (held > 0) this.#held.set(key, held);
      else this.#held.delete(key);
    }
  }
}

/** A company may have half of the slots, a user a quarter: nobody has them all. */
export function sharesOf(total: number, of: { tenantId: string; userId: string }): Holder[] {
  return [
    { key: `company ${of.tenantId}`, max: Math.ceil(total / 2) },
    { key: `user ${of.tenantId}:${of.userId}`, max: Math.ceil(total / 4) },
  ];
}
