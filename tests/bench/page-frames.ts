import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Played, PlayOrder } from './page-sender.ts';

/** The process that the page is connected to: it hands the server's frames on, and plays recorded ones by itself. */
export class Sender {
  /** What the page opens instead of the server. */
  readonly url: string;
  readonly #child: ChildProcess;

  private constructor(url: string, child: ChildProcess) {
    this.url = url;
    this.#child = child;
  }

  static async start(upstream: string): Promise<Sender> {
    const child = fork(join(import.meta.dirname, 'page-sender.ts'), [upstream]);
    const [url] = await once(child, 'message');
    return new Sender(String(url), child);
  }

  async play(order: PlayOrder): Promise<Played> {
    this.#child.send(order);
    const [played] = await once(this.#child, 'message');
    return played as Played;
  }

  stop(): void {
    this.#child.kill();
  }
}
