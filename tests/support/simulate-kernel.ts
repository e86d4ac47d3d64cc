import { START } from '../../models/samples.ts';

/** Virtual time: what is due runs in order of its time, and at the same time in the order it was planned. */
export class Kernel {
  #now = START;
  #planned = 0;
  /** A heap: the first is due next. */
  readonly #due: { readonly at: number; readonly turn: number; readonly run: () => void }[] = [];

  get now(): number {
    return this.#now;
  }

  after(ms: number, run: () => void): void {
    this.#planned += 1;
    const due = this.#due;
    due.push({ at: this.#now + Math.max(0, ms), turn: this.#planned, run });
    for (let at = due.length - 1; at > 0;) {
      const parent = (at - 1) >> 1;
      if (!this.#isBefore(at, parent)) break;
      this.#swap(at, parent);
      at = parent;
    }
  }

  /** Runs all that is due up to a time. */
  runUntil(time: number): void {
    for (let first = this.#due[0]; first !== undefined && first.at <= time; first = this.#due[0]) {
      this.#take();
      this.#now = Math.max(this.#now, first.at);
      first.run();
    }
    this.#now = Math.max(this.#now, time);
  }

  #take(): void {
    const due = this.#due;
    const last = due.length - 1;
    this.#swap(0, last);
    due.pop();
    for (let at = 0; ;) {
      const left = 2 * at + 1;
      const least = left + 1 < due.length && this.#isBefore(left + 1, left) ? left + 1 : left;
      if (left >= due.length || !this.#isBefore(least, at)) return;
      this.#swap(at, least);
      at = least;
    }
  }

  #isBefore(one: number, other: number): boolean {
    const [a, b] = [this.#due[one], this.#due[other]];
    if (a === undefined || b === undefined) return false;
    return a.at === b.at ? a.turn < b.turn : a.at < b.at;
  }

  #swap(one: number, other: number): void {
    const [a, b] = [this.#due[one], this.#due[other]];
    if (a === undefined || b === undefined) return;
    this.#due[one] = b;
    this.#due[other] = a;
  }
}
