/**
 * Queues of work by key, run in batches of at most `most`. A key's next batch starts only after the previous one is
 * done; `run` must not throw.
 */
export class KeyedQueue<Work> {
  readonly #lines = new Map<string, Work[]>();
  readonly #run: (key: string, works: Work[]) => Promise<void>;
  readonly #most: number;

  constructor(most: number, run: (key: string, works: Work[]) => Promise<void>) {
    this.#most = most;
    this.#run = run;
  }

  add(key: string, work: Work): void {
    const queue = this.#lines.get(key);
    if (queue !== undefined) {
      queue.push(work);
      return;
    }
    const started = [work];
    this.#lines.set(key, started);
    void this.#serve(key, started);
  }

  async #serve(key: string, queue: Work[]): Promise<void> {
    while (queue.length > 0) await this.#run(key, queue.splice(0, this.#most));
    this.#lines.delete(key);
  }
}
