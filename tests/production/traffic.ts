import type { EmulatorClient } from '../support/emulator.ts';
import { openChat, submit, ticketOf } from '../support/simulation-people.ts';
import { scrollAll, screenOf, differencesOf } from '../support/simulation-screen.ts';
import type { Client } from '../support/client.ts';
import { until } from '../support/simulation-until.ts';
import { ask } from './operator.ts';

const PAUSE_MS = 120;
const PHONES = ['5511955500001', '5511955500002', '5511955500003'];

/** A conversation's texts: the customer's and the answers as they are stored, and the answers as the phone got them. */
interface Conversation {
  readonly stored: readonly string[];
  readonly answers: readonly string[];
  readonly received: readonly string[];
}
type Ledger = Record<string, Conversation>;

/**
 * Customers who write all the time, and somebody who answers each of them now and then. What was said is
 * kept in its order, and compared with what the provider, the database and a page have of it.
 */
export class Traffic {
  readonly #provider: EmulatorClient;
  readonly #number: string;
  readonly #client: Client;
  /** All that was said, by phone, whoever said it. */
  readonly #written = new Map<string, string[]>();
  readonly #answered = new Map<string, string[]>();
  #count = 0;
  #stopping = false;
  #running: Promise<void> | undefined;

  constructor(options: { provider: EmulatorClient; number: string; client: Client }) {
    this.#provider = options.provider;
    this.#number = options.number;
    this.#client = options.client;
  }

  get phones(): readonly string[] {
    return PHONES;
  }

  /** How many messages customers wrote. */
  get count(): number {
    return this.#count;
  }

  /** What a customer wrote so far. */
  writtenBy(phone: string): readonly string[] {
    return this.#written.get(phone) ?? [];
  }

  /** They write until `stop`. */
  start(): void {
    this.#stopping = false;
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      const phone = PHONES[this.#count % PHONES.length] ?? '';
      this.#count += 1;
      const text = `pergunta ${this.#count}`;
      await this.#provider.write(this.#number, phone, text);
      this.#keep(this.#written, phone, text);
      if (this.#count > PHONES.length && this.#count % 4 === 0) await this.#answer(phone);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }

  async #answer(phone: string): Promise<void> {
    const ticket = await ticketOf({ client: this.#client }, phone);
    const text = `resposta ${this.#count}`;
    submit({ client: this.#client }, ticket, text);
    this.#keep(this.#answered, phone, text);
  }

  #keep(kept: Map<string, string[]>, phone: string, text: string): void {
    const texts = kept.get(phone) ?? [];
    texts.push(text);
    kept.set(phone, texts);
  }

  /** What was said, and what is found of it when as much has arrived: nothing may be missing, twice or out of order. */
  async settled(database: string): Promise<{ readonly said: Ledger; readonly found: Ledger }> {
    const said: Ledger = {};
    const found: Ledger = {};
    for (const phone of PHONES) {
      const [written = [], answered = []] = [this.#written.get(phone), this.#answered.get(phone)];
      said[phone] = { stored: written, answers: answered, received: answered };
      const look = async (): Promise<Conversation> => ({
        stored: await stored(database, phone, 'customer'),
        answers: await stored(database, phone, 'user'),
        received: await this.#received(phone),
      });
      await until(`all that ${phone} wrote and was answered has arrived`, async () => {
        const now = await look();
        return now.stored.length >= written.length && now.received.length >= answered.length;
      });
      found[phone] = await look();
    }
    return { said, found };
  }

  async #received(phone: string): Promise<string[]> {
    return (await this.#provider.received(phone)).map(({ text }) => /resposta \d+/u.exec(text)?.[0] ?? text);
  }
}

/** Bodies of a customer's conversation as they are stored, in the order of the conversation. */
export function stored(database: string, phone: string, by: 'customer' | 'user'): Promise<string[]> {
  return ask(
    database,
    `select m.body from message m join customer c on c.id = m.customer_id
      where c.phone_number = '${phone}' and m.type = ${by === 'customer' ? 1 : 0} order by m.id`,
  );
}

/** Opens a conversation with each of the phones; answers the tickets' ids. */
export async function openAll(client: Client, phones: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const phone of phones) {
    const { id } = await ticketOf({ client }, phone);
    await openChat({ client }, id);
    ids.push(id);
  }
  return ids;
}

/** Waits until a page shows what a fresh one of the same person shows. */
export async function expectSameScreen(client: Client, fresh: Client, phones: readonly string[]): Promise<void> {
  const open = await openAll(fresh, phones);
  await scrollAll(fresh, open);
  await scrollAll(client, open);
  await until('the page shows what a fresh one shows', () => {
    const differences = differencesOf(screenOf(client, open), screenOf(fresh, open));
    if (differences.length > 0) throw new Error(differences.slice(0, 10).join('\n'));
    return true;
  });
}
