/**
 * Queues of work by key, run in batches of at most `most`. A key's next batch starts only after the previous one is
 * done; `run` must not throw.
 */
export class KeyedQueue<Work> {
  readonly #lines = new Map<string, Work[]>();
  /** Works that wait for others of their key. */
  readonly #patient = new Map<string, { works: Work[]; timer: NodeJS.Timeout }>();
  readonly #run: (key: string, works: Work[]) => Promise<void>;
  readonly #most: number;

  constructor(most: number, run: (key: string, works: Work[]) => Promise<void>) {
    this.#most = most;
    this.#run = run;
  }

  add(key: string, work: Work): void {
    this.#addAll(key, [work, ...this.#takePatient(key)]);
  }

  /** Waits for the key's next batch, no longer than `patienceMs`. */
  addPatient(key: string, work: Work, patienceMs: number): void {
    const waiting = this.#patient.get(key);
    if (this.#lines.has(key)) this.add(key, work);
    else if (waiting !== undefined) waiting.works.push(work);
    else {
      const timer = setTimeout(() => this.#addAll(key, this.#takePatient(key)), patienceMs);
      this.#patient.set(key, { works: [work], timer });
    }
  }

  #takePatient(key: string): Work[] {
    const waiting = this.#patient.get(key);
    if (waiting === undefined) return [];
    clearTimeout(waiting.timer);
    this.#patient.delete(key);
    return waiting.works;
  }

  #addAll(key: string, works: Work[]): void {
    const queue = this.#lines.get(key);
    if (queue !== undefined) {
      queue.push(...works);
      return;
    }
    this.#lines.set(key, works);
    void this.#serve(key, works);
  }

  async #serve(key: string, queue: Work[]): Promise<void> {
    while (queue.length > 0) await this.#run(key, queue.splice(0, this.#most));
    this.#lines.delete(key);
  }
}
