import { Counter, Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Rates } from '../../config-rates.ts';
import type { Actor } from '../../domain/context.ts';
import { tooMany } from '../../domain/errors.ts';
import { addressKey } from '../../address-key.ts';
import { Rate } from './rate.ts';
import { sharesOf, Slots } from './slots.ts';

/** Who is counted: a user and their company, whose name the metrics tell. */
export type Subject = Pick<Actor, 'tenantId' | 'tenantName' | 'userId'>;
/** What a refusal is told under in the metrics. */
export type LimitName =
  | 'address'
  | 'user'
  | 'company'
  | 'tickets'
  | 'uploads'
  | 'downloads'
  | 'forged'
  | 'webhooks'
  | 'sockets'
  | 'connections'
  | 'slow_readers';

/** Most of what is under way is done by then. */
const SLOT_WAIT_MS = 10_000;
const WEBHOOK_WAIT_MS = 2_000;
/** Bytes of webhooks that may be on their way in at a time, on the node and from an address; small ones have their own room. */
const WEBHOOK_BYTES = {
  small: { node: 16 * 1024 * 1024, address: 4 * 1024 * 1024 },
  large: { node: 48 * 1024 * 1024, address: 12 * 1024 * 1024 },
} as const;

const userKey = ({ tenantId, userId }: Subject): string => `${tenantId}:${userId}`;

/**
 * What one sender may ask of this node. What refuses throws TOO_MANY with the seconds to wait, and is
 * counted in the metrics by limit and company.
 */
export class Limits {
  readonly settings: Rates;
  readonly #rates: Readonly<
    Record<'address' | 'user' | 'company' | 'tickets' | 'uploads' | 'downloads' | 'forged' | 'forgedWebhooks', Rate>
  >;
  readonly #slots: Readonly<Record<'uploads' | 'downloads' | 'webhooks', Slots>>;
  readonly #receiving = { small: new Slots(WEBHOOK_BYTES.small.node), large: new Slots(WEBHOOK_BYTES.large.node) };
  readonly #refused: Counter<'limit' | 'company'>;

  constructor(settings: Rates, metrics: Registry) {
    const { windowMs, calls, tickets, uploads, downloads, forged, atOnce } = settings;
    this.settings = settings;
    this.#rates = {
      address: new Rate(calls.address, windowMs),
      user: new Rate(calls.user, windowMs),
      company: new Rate(calls.company, windowMs),
      tickets: new Rate(tickets, windowMs),
      uploads: new Rate(uploads, windowMs),
      downloads: new Rate(downloads, windowMs),
      forged: new Rate(forged, windowMs),
      forgedWebhooks: new Rate(forged, windowMs),
    };
    const slots = {
      uploads: new Slots(atOnce.uploads),
      downloads: new Slots(atOnce.downloads),
      webhooks: new Slots(atOnce.webhooks),
    };
    this.#slots = slots;
    this.#refused = new Counter({
      name: 'limits_refused_total',
      help: 'What was refused or cut off because its sender asked for too much, by limit and company',
      labelNames: ['limit', 'company'],
      registers: [metrics],
    });
    const inUse = new Gauge({
      name: 'limits_slots_in_use',
      help: 'Uploads, downloads and webhooks under way',
      labelNames: ['limit'],
      registers: [],
      collect() {
        for (const [limit, { used }] of Object.entries(slots)) this.set({ limit }, used);
      },
    });
    metrics.registerMetric(inUse);
  }

  /** Tells the metrics of a refusal; `company` is '' where nobody knows it. */
  note(limit: LimitName, company = ''): void {
    this.#refused.inc({ limit, company });
  }

  /** A call of somebody without a login. */
  async callOfAddress(address: string): Promise<void> {
    this.#require('address', await this.#rates.address.count(addressKey(address)));
  }

  /** A call of a user. What a user is refused doesn't count for their company. */
  async callOfUser(by: Subject): Promise<void> {
    this.#require('user', await this.#rates.user.count(userKey(by)), by);
    this.#require('company', await this.#rates.company.count(by.tenantId), by);
  }

  /** A user begins one of these. */
  async begin(what: 'tickets' | 'uploads' | 'downloads', by: Subject): Promise<void> {
    this.#require(what, await this.#rates[what].count(userKey(by)), by);
  }

  /** Takes a slot of the user's and their company's; answers what gives it back. `key` are the words of a refusal. */
  slot(what: 'uploads' | 'downloads', by: Subject, key?: string): () => void {
    const release = this.#slots[what].take(sharesOf(this.#slots[what].total, by));
    if (release !== undefined) return release;
    this.note(what, by.tenantName);
    throw tooMany(SLOT_WAIT_MS, key);
  }

  /** Bytes of a webhook's body have come in; answers what says that they are no longer held. */
  receive(address: string, size: keyof typeof WEBHOOK_BYTES, bytes: number): () => void {
    const holder = { key: addressKey(address), max: WEBHOOK_BYTES[size].address };
    return this.#webhook(this.#receiving[size].take([holder], bytes));
  }

  /** A webhook is worked on; answers what says that it is done. One number has half of the slots at most. */
  webhook(phoneNumberIds: ReadonlySet<string>): () => void {
    const { webhooks } = this.#slots;
    const max = Math.ceil(webhooks.total / 2);
    return this.#webhook(webhooks.take([...phoneNumberIds].map((key) => ({ key, max }))));
  }

  /** Refuses an address from which too many sockets came that proved to be nobody's. */
  async requireHonest(address: string): Promise<void> {
    this.#require('forged', await this.#rates.forged.wait(addressKey(address)));
  }

  /** A webhook came that proved to be nobody's; refuses one too many of an address. */
  async forgedWebhook(address: string): Promise<void> {
    this.#require('forged', await this.#rates.forgedWebhooks.count(addressKey(address)));
  }

  /** A socket's ticket proved to be nobody's. */
  async forged(address: string): Promise<void> {
    await this.#rates.forged.count(addressKey(address));
  }

  #webhook(release: (() => void) | undefined): () => void {
    if (release !== undefined) return release;
    this.note('webhooks');
    throw tooMany(WEBHOOK_WAIT_MS);
  }

  #require(limit: LimitName, waitMs: number, by?: Subject): void {
    if (waitMs === 0) return;
    this.note(limit, by?.tenantName);
    throw tooMany(waitMs);
  }
}
