import { PATIENCE_MS } from './patience.ts';

/** Keeps what comes in, in order, and lets a test wait for it instead of for time. */
export class Inbox<Item> {
  readonly #items: Item[] = [];
  readonly #waiting = new Set<() => void>();

  get items(): readonly Item[] {
    return this.#items;
  }

  put(item: Item): void {
    this.#items.push(item);
    for (const look of this.#waiting) look();
  }

  /** The first item that fits, past or future. Rejects with what has come instead. */
  find<Found extends Item>(fits: (item: Item) => item is Found): Promise<Found>;
  find(fits: (item: Item) => boolean): Promise<Item>;
  find(fits: (item: Item) => boolean): Promise<Item> {
    return this.#wait(() => this.#items.find((item) => fits(item)));
  }

  /** All items, once there are so many of those that fit. */
  async count(number: number, fits: (item: Item) => boolean = () => true): Promise<readonly Item[]> {
    return await this.#wait(() => {
      const found = this.#items.filter(fits);
      return found.length >= number ? found : undefined;
    });
  }

  #wait<Result>(look: () => Result | undefined): Promise<Result> {
    return new Promise((resolve, reject) => {
      const check = (): void => {
        const result = look();
        if (result === undefined) return;
        clearTimeout(timer);
        this.#waiting.delete(check);
        resolve(result);
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(check);
        reject(new Error(`Nothing that fits among: ${JSON.stringify(this.#items).slice(0, 2000)}`));
      }, PATIENCE_MS);
      this.#waiting.add(check);
      check();
    });
  }
}
