/**
 * Lines of waiting work, one a key: handed over from the front, as many together as wait, at most
 * `most`. Of one key nothing is handed over before the last was done; `run` must not throw.
 */
export class Lines<Work> {
  readonly #lines = new Map<string, Work[]>();
  readonly #run: (key: string, works: Work[]) => Promise<void>;
  readonly #most: number;

  constructor(most: number, run: (key: string, works: Work[]) => Promise<void>) {
    this.#most = most;
    this.#run = run;
  }

  add(key: string, work: Work): void {
    const line = this.#lines.get(key);
    if (line !== undefined) {
      line.push(work);
      return;
    }
    const begun = [work];
    this.#lines.set(key, begun);
    void this.#serve(key, begun);
  }

  async #serve(key: string, line: Work[]): Promise<void> {
    while (line.length > 0) await this.#run(key, line.splice(0, this.#most));
    this.#lines.delete(key);
  }
}
