import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { NUMBERS, writtenBody } from './attendance.ts';
import type { NumberName } from './attendance.ts';
import { EMULATOR_APP_SECRET } from './emulator.ts';
import type { FaultWorld } from './faults-world.ts';
import type { Random } from './simulation-random.ts';

/** So long the provider waits for an answer. */
const PATIENCE_MS = 12_000;
/** Before it repeats; doubled each time. */
const REPEAT_MS = 300;
const MAX_REPEAT_MS = 4_000;

type Customer = { phone: string; number: NumberName; told: number; isWaiting: boolean };

/** What became of what the customers wrote. */
export type Ledger = {
  /** Answered 200. */
  taken: number;
  missing: string[];
  twice: string[];
  outOfOrder: string[];
  /** Kept aside for good, or still waiting. */
  aside: string[];
};

/**
 * Customers of all numbers, and the provider that brings what they write: each writes again only when the message
 * before was answered 200; what wasn't is repeated, to either server.
 */
export class Customers {
  readonly #world: FaultWorld;
  readonly #random: Random;
  readonly #customers: readonly Customer[];
  readonly #underWay = new Set<Promise<void>>();
  /** How often the provider was answered what; `0` for no answer. */
  readonly answers = new Map<number, number>();
  /** Moments at which everybody was waiting for an answer. */
  skipped = 0;

  constructor(world: FaultWorld, random: Random, count: number) {
    this.#world = world;
    this.#random = random;
    const numbers: readonly NumberName[] = ['vendas', 'suporte', 'brisa'];
    this.#customers = Array.from({ length: count }, (_, index) => ({
      phone: String(5_511_970_000_000 + index),
      number: numbers[index % numbers.length] ?? 'vendas',
      told: 0,
      isWaiting: false,
    }));
  }

  /** So many write a second, for so long. */
  async write(perSecond: number, ms: number): Promise<void> {
    const begun = performance.now();
    for (let count = 0; performance.now() - begun < ms; count += 1) {
      const ready = this.#customers.filter(({ isWaiting }) => !isWaiting);
      const customer = this.#random.pick(ready);
      if (customer === undefined) this.skipped += 1;
      else this.#begin(customer);
      await pause(Math.max(0, begun + ((count + 1) * 1_000) / perSecond - performance.now()));
    }
  }

  /** Resolves when all that was written was answered 200. */
  async settle(): Promise<void> {
    await Promise.all(this.#underWay);
  }

  get taken(): number {
    return this.#customers.reduce((sum, { told }) => sum + told, 0);
  }

  #begin(customer: Customer): void {
    customer.isWaiting = true;
    const task = this.#tell(customer).finally(() => this.#underWay.delete(task));
    this.#underWay.add(task);
  }

  async #tell(customer: Customer): Promise<void> {
    const { phone, number } = customer;
    const text = String(customer.told + 1);
    const { body } = writtenBody({ from: phone, number, text, id: `wamid.${phone}.${text}` });
    for (let tries = 0; (await this.#post(JSON.stringify(body))) !== 200; tries += 1) {
      await pause(Math.min(MAX_REPEAT_MS, REPEAT_MS * 2 ** tries) * (0.5 + this.#random.int(100) / 100));
    }
    customer.told += 1;
    customer.isWaiting = false;
  }

  async #post(body: string): Promise<number> {
    const place = this.#random.pick(this.#world.places);
    const signature = createHmac('sha256', EMULATOR_APP_SECRET).update(body).digest('hex');
    const status = await fetch(`${place?.url}/webhooks/whatsapp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` },
      body,
      signal: AbortSignal.timeout(PATIENCE_MS),
    }).then(
      async (response) => {
        await response.text();
        return response.status;
      },
      () => 0,
    );
    this.answers.set(status, (this.answers.get(status) ?? 0) + 1);
    return status;
  }

  /** Compares what was answered 200 with the conversations as the database has them. */
  async ledger(): Promise<Ledger> {
    const rows = await this.#world.insist<{ phone: string; number: string; bodies: string[] }>(
      `select c.phone_number as phone, i.claimed_number as number, array_agg(m.body order by m.id) as bodies
      from message m join customer c on c.tenant_id = m.tenant_id and c.id = m.customer_id
      join instance i on i.tenant_id = m.tenant_id and i.id = m.instance_id
      where m.type = 1 group by c.phone_number, i.claimed_number`,
    );
    const found = new Map(rows.map(({ phone, number, bodies }) => [`${phone} ${number}`, bodies]));
    const ledger: Ledger = { taken: this.taken, missing: [], twice: [], outOfOrder: [], aside: [] };
    for (const { phone, number, told } of this.#customers) {
      const bodies = found.get(`${phone} ${NUMBERS[number]}`) ?? [];
      const unique = new Set(bodies);
      for (let text = 1; text <= told; text += 1)
        if (!unique.has(String(text))) ledger.missing.push(`${phone} ${text}`);
      if (unique.size < bodies.length) ledger.twice.push(`${phone}: ${bodies.join(' ')}`);
      const ordered = [...unique].toSorted((a, b) => Number(a) - Number(b));
      if (ordered.join() !== [...unique].join()) ledger.outOfOrder.push(`${phone}: ${bodies.join(' ')}`);
    }
    const aside = await this.#world.insist<{ what: string }>(
      'select reason as what from webhook_rejected union all select last_error from inbound_waiting',
    );
    ledger.aside = aside.map(({ what }) => what);
    return ledger;
  }
}
