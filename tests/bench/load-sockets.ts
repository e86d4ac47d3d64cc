import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { WebSocket } from 'ws';
import { CONTRACT_VERSION } from '../../contract/facts/version.ts';
import type { Database } from '../../server/db/database.ts';
import { ticketsFor } from './load-companies.ts';
import type { Company, Person } from './load-companies.ts';

/** Stands in the text of each message that is measured, followed by its number and a dot. */
export const MARK = 'medida-';
const CREATED = '{"event":"CustomerChatCreated"';
const AT_ONCE = 25;

type Expected = { start: number; userIds: string[]; seen: string[] };

/** What became of the messages that were watched. */
export type Outcome = {
  /** Milliseconds from the start to each first frame. */
  delays: number[];
  missing: number;
  doubled: number;
  /** Frames at sockets they were not for. */
  strayed: number;
};

/** People's open sockets, and when which message's frame came to them. */
export class Sockets {
  readonly #sockets: WebSocket[];
  readonly #expected = new Map<string, Expected>();
  #waiting = 0;
  #delays: number[] = [];
  #doubled = 0;
  #strayed = 0;
  #onNone: (() => void) | undefined;

  private constructor(sockets: WebSocket[]) {
    this.#sockets = sockets;
  }

  static async open(
    url: string,
    db: Database,
    companies: readonly Company[],
    people: readonly Person[],
  ): Promise<Sockets> {
    const opened = new Sockets([]);
    // Some at a time: tickets are good for a minute, and the server lets in as many as it can.
    for (let from = 0; from < people.length; from += AT_ONCE) {
      const some = people.slice(from, from + AT_ONCE);
      const tickets = await ticketsFor(db, companies, some);
      const open = some.map((person, at) => opened.#open(url, companies, person, tickets[at] ?? ''));
      opened.#sockets.push(...(await Promise.all(open)));
    }
    return opened;
  }

  get count(): number {
    return this.#sockets.length;
  }

  /** The message with a number leaves now, and should come to these users once. */
  expect(number: number, userIds: string[]): void {
    this.#waiting += userIds.length;
    this.#expected.set(String(number), { start: performance.now(), userIds, seen: [] });
  }

  /** Resolves when every frame is there, or none came for so long. */
  async settle(patienceMs: number): Promise<void> {
    let left = -1;
    while (this.#waiting > 0 && left !== this.#waiting) {
      left = this.#waiting;
      const none = Promise.withResolvers<void>();
      this.#onNone = none.resolve;
      const patience = setTimeout(none.resolve, patienceMs);
      await none.promise;
      clearTimeout(patience);
    }
    this.#onNone = undefined;
  }

  /** What was seen since the last time. */
  take(): Outcome {
    const outcome = {
      delays: this.#delays.toSorted((one, other) => one - other),
      missing: this.#waiting,
      doubled: this.#doubled,
      strayed: this.#strayed,
    };
    this.#delays = [];
    this.#expected.clear();
    this.#waiting = 0;
    this.#doubled = 0;
    this.#strayed = 0;
    return outcome;
  }

  close(): void {
    for (const socket of this.#sockets) socket.terminate();
  }

  async #open(url: string, companies: readonly Company[], person: Person, ticket: string): Promise<WebSocket> {
    const tenantName = companies[person.companyIndex]?.slug ?? '';
    const query = new URLSearchParams({
      tenantName,
      userId: person.userId,
      ticket,
      contract: String(CONTRACT_VERSION),
    });
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws?${query.toString()}`, {
      perMessageDeflate: false,
      skipUTF8Validation: true,
    });
    // The hello.
    await once(socket, 'message');
    socket.on('message', (data: Buffer) => this.#take(person.userId, data));
    return socket;
  }

  /** Frames aren't parsed: the measuring must not become what is measured. */
  #take(userId: string, data: Buffer): void {
    // Several frames may come in one message. What begins a frame stands in none of their texts, where quotes are escaped.
    for (let from = data.indexOf(CREATED); from >= 0; from = data.indexOf(CREATED, from + 1)) {
      const next = data.indexOf(CREATED, from + 1);
      this.#takeFrame(userId, data.subarray(from, next < 0 ? data.length : next));
    }
  }

  #takeFrame(userId: string, data: Buffer): void {
    const at = data.indexOf(MARK);
    if (at < 0) return;
    const expected = this.#expected.get(data.toString('latin1', at + MARK.length, data.indexOf('.', at)));
    if (expected === undefined) return;
    if (expected.seen.includes(userId)) {
      this.#doubled += 1;
    } else if (expected.userIds.includes(userId)) {
      expected.seen.push(userId);
      this.#delays.push(performance.now() - expected.start);
      this.#waiting -= 1;
      if (this.#waiting === 0) this.#onNone?.();
    } else {
      this.#strayed += 1;
    }
  }
}
