import { createServer } from 'node:http';
import { performance } from 'node:perf_hooks';
import { MARK } from './load-sockets.ts';

/** Takes every message at once, and knows when it came: the emulator keeps and shows too much to be measured with. */
export class Provider {
  readonly #server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => void (text += part));
    request.on('end', () => {
      const number = new RegExp(`${MARK}(\\d+)\\.`).exec(text)?.[1];
      // What was read is told without a text, and flows say what they like.
      if (number !== undefined) this.#take(number);
      const id = number ?? `other.${(this.#others += 1)}`;
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ messaging_product: 'whatsapp', messages: [{ id: `wamid.answer.${id}` }] }));
    });
  });
  readonly #came = new Map<string, number>();
  #doubled = 0;
  #others = 0;
  #awaited = { count: 0, done: (): void => undefined };

  /** Answers what `WHATSAPP_GRAPH_URL` has to be. */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => void this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('The provider has no port');
    return `http://127.0.0.1:${address.port}`;
  }

  /** When the message with a number came; undefined if it never did. */
  cameAt(number: number): number | undefined {
    return this.#came.get(String(number));
  }

  reset(): void {
    this.#came.clear();
    this.#doubled = 0;
  }

  /** Resolves when so many have come, or after that time. */
  async settle(count: number, patienceMs: number): Promise<void> {
    if (this.#came.size >= count) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#awaited = { count, done: resolve };
    const patience = setTimeout(resolve, patienceMs);
    await promise;
    clearTimeout(patience);
  }

  #take(number: string): void {
    if (this.#came.has(number)) this.#doubled += 1;
    else this.#came.set(number, performance.now());
    if (this.#came.size === this.#awaited.count) this.#awaited.done();
  }

  get doubled(): number {
    return this.#doubled;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
