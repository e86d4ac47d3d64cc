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

  /** The first item that fits, past or future. Rejects with what has come instead after `ms`. */
  find<Found extends Item>(fits: (item: Item) => item is Found, ms?: number): Promise<Found>;
  find(fits: (item: Item) => boolean, ms?: number): Promise<Item>;
  find(fits: (item: Item) => boolean, ms = 15_000): Promise<Item> {
    return this.#wait(() => this.#items.find((item) => fits(item)), ms);
  }

  /** All items, once there are so many of those that fit. */
  async count(number: number, fits: (item: Item) => boolean = () => true, ms = 15_000): Promise<readonly Item[]> {
    return await this.#wait(() => {
      const found = this.#items.filter(fits);
      return found.length >= number ? found : undefined;
    }, ms);
  }

  #wait<Result>(look: () => Result | undefined, ms: number): Promise<Result> {
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
      }, ms);
      this.#waiting.add(check);
      check();
    });
  }
}
