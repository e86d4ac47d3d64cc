import { Counter, Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import type { Rates } from '../../config-rates.ts';
import type { Actor } from '../../domain/context.ts';
import { tooMany } from '../../domain/errors.ts';
import { addressKey } from '../../address-key.ts';
import { Bodies } from './bodies.ts';
import type { Body } from './bodies.ts';
import { Rate } from './rate.ts';
import { sharesOf, Slots } from './slots.ts';

/** A user and their company, whose name appears in the metrics. */
export type Subject = Pick<Actor, 'tenantId' | 'tenantName' | 'userId'>;
/** The `limit` label of refusals in the metrics. */
export type LimitName =
  | 'address'
  | 'user'
  | 'company'
  | 'tickets'
  | 'uploads'
  | 'downloads'
  | 'forged'
  | 'webhooks'
  | 'slow_webhooks'
  | 'sockets'
  | 'connections'
  | 'slow_readers';

/** By then most work in progress is done. */
const SLOT_WAIT_MS = 10_000;
const WEBHOOK_WAIT_MS = 2_000;
/** Bytes of webhooks being received, per node and per address; small ones have separate room. */
const WEBHOOK_BYTES = {
  small: { node: 16 * 1024 * 1024, address: 4 * 1024 * 1024 },
  large: { node: 48 * 1024 * 1024, address: 12 * 1024 * 1024 },
} as const;

const userKey = ({ tenantId, userId }: Subject): string => `${tenantId}:${userId}`;

/**
 * Limits what one sender may use of this node. Refusals throw TOO_MANY with the seconds to wait, and are counted by
 * limit and company.
 */
export class Limits {
  readonly settings: Rates;
  readonly #rates: Readonly<
    Record<'address' | 'user' | 'company' | 'tickets' | 'uploads' | 'downloads' | 'forged' | 'forgedWebhooks', Rate>
  >;
  readonly #slots: Readonly<Record<'uploads' | 'downloads' | 'webhooks', Slots>>;
  readonly #receiving = { small: new Bodies(WEBHOOK_BYTES.small), large: new Bodies(WEBHOOK_BYTES.large) };
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
      help: 'Requests, sockets and slow senders refused or cut off, by limit and company',
      labelNames: ['limit', 'company'],
      registers: [metrics],
    });
    const inUse = new Gauge({
      name: 'limits_slots_in_use',
      help: 'Uploads, downloads and webhooks in progress',
      labelNames: ['limit'],
      registers: [],
      collect() {
        for (const [limit, { used }] of Object.entries(slots)) this.set({ limit }, used);
      },
    });
    metrics.registerMetric(inUse);
    const receiving = this.#receiving;
    const bytes = new Gauge({
      name: 'limits_webhook_bytes',
      help: 'Bytes of webhooks being received, by size',
      labelNames: ['size'],
      registers: [],
      collect() {
        for (const [size, { held: current }] of Object.entries(receiving)) this.set({ size }, current);
      },
    });
    metrics.registerMetric(bytes);
  }

  /** Counts a refusal; `company` is '' if unknown. */
  note(limit: LimitName, company = ''): void {
    this.#refused.inc({ limit, company });
  }

  /** A call without a login. */
  async callOfAddress(address: string): Promise<void> {
    this.#require('address', await this.#rates.address.count(addressKey(address)));
  }

  /** A call of a user. Calls refused to the user don't count for their company. */
  async callOfUser(by: Subject): Promise<void> {
    this.#require('user', await this.#rates.user.count(userKey(by)), by);
    this.#require('company', await this.#rates.company.count(by.tenantId), by);
  }

  /** The user begins one of these. */
  async begin(what: 'tickets' | 'uploads' | 'downloads', by: Subject): Promise<void> {
    this.#require(what, await this.#rates[what].count(userKey(by)), by);
  }

  /**
   * Takes one of the user's and their company's slots; returns the function that releases it. `key` is the refusal's
   * text.
   */
  slot(what: 'uploads' | 'downloads', by: Subject, key?: string): () => void {
    const release = this.#slots[what].take(sharesOf(this.#slots[what].total, by));
    if (release !== undefined) return release;
    this.note(what, by.tenantName);
    throw tooMany(SLOT_WAIT_MS, key);
  }

  /** A webhook's body begins. `cut` gets the refusal when others need its room. */
  receive(address: string, size: keyof typeof WEBHOOK_BYTES, cut: (refusal: Error) => void): Body {
    return this.#receiving[size].begin(addressKey(address), () => cut(this.webhookRefused('slow_webhooks')));
  }

  /** Counts and returns the refusal of a webhook for which there is no room. */
  webhookRefused(limit: 'webhooks' | 'slow_webhooks' = 'webhooks'): Error {
    this.note(limit);
    return tooMany(WEBHOOK_WAIT_MS);
  }

  /**
   * Starts processing a webhook; returns the function that ends it. A company gets at most half of the slots:
   * `companiesOf` is looked up while holding a slot of the node.
   */
  async webhook(companiesOf: () => Promise<ReadonlySet<string>>): Promise<() => void> {
    const { webhooks } = this.#slots;
    const max = Math.ceil(webhooks.total / 2);
    const leave = webhooks.take([]);
    if (leave === undefined) throw this.webhookRefused();
    const companies = await companiesOf().finally(leave);
    const release = webhooks.take([...companies].map((key) => ({ key, max })));
    if (release === undefined) throw this.webhookRefused();
    return release;
  }

  /** Refuses an address that sent too many sockets with invalid tickets. */
  async refuseForgers(address: string): Promise<void> {
    this.#require('forged', await this.#rates.forged.wait(addressKey(address)));
  }

  /** Counts a webhook with a wrong signature; refuses too many of an address. */
  async forgedWebhook(address: string): Promise<void> {
    this.#require('forged', await this.#rates.forgedWebhooks.count(addressKey(address)));
  }

  /** Counts a socket with an invalid ticket. */
  async forged(address: string): Promise<void> {
    await this.#rates.forged.count(addressKey(address));
  }

  #require(limit: LimitName, waitMs: number, by?: Subject): void {
    if (waitMs === 0) return;
    this.note(limit, by?.tenantName);
    throw tooMany(waitMs);
  }
}
