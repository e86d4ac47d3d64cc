import { expect } from 'vitest';
import type { EmulatorClient } from '../support/emulator.ts';
import { openChat, submit, ticketOf } from '../support/simulation-people.ts';
import { scrollAll, screenOf, differencesOf } from '../support/simulation-screen.ts';
import type { Client } from '../support/client.ts';
import { until } from '../support/simulation-until.ts';
import { ask } from './operator.ts';

const PAUSE_MS = 120;
const PHONES = ['5511955500001', '5511955500002', '5511955500003'];

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

  /** How many were written, and how many answered. */
  get count(): number {
    return this.#count;
  }

  /** What a customer wrote so far. */
  writtenBy(phone: string): readonly string[] {
    return this.#written.get(phone) ?? [];
  }

  /** Forgets what was said: a ledger of its own begins. */
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

  /** Waits until all of it has arrived where it should; then looks that none is twice, and each in its order. */
  async expectWhole(database: string): Promise<void> {
    for (const phone of PHONES) {
      const written = this.#written.get(phone) ?? [];
      const answered = this.#answered.get(phone) ?? [];
      await until(`${phone}: all that was written is stored`, async () => (await stored(database, phone, 'customer')).length >= written.length);
      expect(await stored(database, phone, 'customer')).toEqual(written);
      await until(`${phone}: all answers are at the provider`, async () => (await this.#received(phone)).length >= answered.length);
      expect(await this.#received(phone)).toEqual(answered);
      expect(await stored(database, phone, 'user')).toEqual(answered);
    }
  }

  async #received(phone: string): Promise<string[]> {
    const messages = await this.#provider.received(phone);
    return messages.map(({ content }) => JSON.stringify(content)).map((content) => /resposta \d+/u.exec(content)?.[0] ?? content);
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
