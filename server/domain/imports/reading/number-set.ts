const EMPTY = 0;
/** Load factor at which it grows. */
const FULL = 0.6;

/** A set of positive numbers, some 16 bytes each: a million phone numbers as strings would take ten times that. */
export class NumberSet {
  #slots = new Float64Array(1 << 16);
  #size = 0;

  /** Adds a number; returns whether it is new. */
  add(value: number): boolean {
    if (this.#size > this.#slots.length * FULL) this.#grow();
    if (!put(this.#slots, value)) return false;
    this.#size += 1;
    return true;
  }

  #grow(): void {
    const larger = new Float64Array(this.#slots.length * 2);
    for (const value of this.#slots) if (value !== EMPTY) put(larger, value);
    this.#slots = larger;
  }
}

function put(slots: Float64Array, value: number): boolean {
  const mask = slots.length - 1;
  // Phone numbers of one area differ in their last digits only.
  let at = Math.imul((value % 4_294_967_291) | 0, 0x9e3779b1) >>> 7;
  for (at &= mask; slots[at] !== EMPTY; at = (at + 1) & mask) if (slots[at] === value) return false;
  slots[at] = value;
  return true;
}
