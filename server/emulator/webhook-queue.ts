import { randomUUID } from 'node:crypto';
import { unreachable } from '../unreachable.ts';
import type { QueuedWebhook } from './model.ts';
import { smsCallSchema } from './sms-calls.ts';
import type { SmsCall } from './sms-calls.ts';
import type { Store } from './store.ts';
import { signatureOf, webhookBytes } from './webhook-body.ts';

/** The result of a delivery, for the control API and the page. */
export interface Delivery {
  readonly id: string;
  readonly kind: QueuedWebhook['kind'] | 'raw';
  readonly at: number;
  /** The answer's status; null without an answer. */
  readonly status: number | null;
  readonly attempt: number;
}

export interface WebhookQueueOptions {
  readonly url: () => string;
  readonly appSecret: string;
  /** First pause between retries; doubles up to `retryMaxMs`. */
  readonly retryBaseMs: number;
  readonly retryMaxMs: number;
  /** Called when the company has confirmed a webhook. */
  readonly onDelivered: (webhook: QueuedWebhook) => void;
}

export type ReleaseOrder = 'normal' | 'reversed' | 'shuffled';

const MAX_IN_FLIGHT = 16;
const ANSWER_TIMEOUT_MS = 20_000;
/** How long closing waits for pending answers. */
const CLOSING_MS = 5_000;
const KEPT_DELIVERIES = 200;

/**
 * Delivers webhooks like Meta: retries with growing pauses until the answer is 200. Lanes are concurrent; within a lane
 * the order is kept.
 */
export class WebhookQueue {
  readonly deliveries: Delivery[] = [];
  readonly #store: Store;
  readonly #options: WebhookQueueOptions;
  readonly #lanes = new Map<string, QueuedWebhook[]>();
  readonly #busy = new Set<string>();
  readonly #attempts = new Map<string, number>();
  readonly #sent = new Map<string, QueuedWebhook>();
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #underWay = new Set<Promise<void>>();
  readonly #cut = new AbortController();
  #isClosing = false;

  constructor(store: Store, options: WebhookQueueOptions) {
    this.#store = store;
    this.#options = options;
    for (const webhook of store.webhooks.values()) this.#lane(webhook.lane).push(webhook);
  }

  /** Starts with the webhooks left by a previous run; call it once the server listens. */
  start(): void {
    for (const lane of this.#lanes.keys()) this.#pump(lane);
  }

  enqueue(webhook: Omit<QueuedWebhook, 'id'>): void {
    const queued = { id: randomUUID(), ...webhook };
    this.#store.apply({ record: 'webhook', webhook: queued });
    this.#lane(queued.lane).push(queued);
    this.#pump(queued.lane);
  }

  pending(): readonly QueuedWebhook[] {
    return [...this.#store.webhooks.values()];
  }

  /**
   * Delivers held webhooks in the given order, `copies` times, as one call if `together`. Resolves when the company has
   * answered all; unconfirmed ones stay in the queue.
   */
  async release(order: ReleaseOrder, together: boolean, copies: number): Promise<number> {
    const current = [...this.#lanes.values()].flat().filter((webhook) => !this.#attempts.has(webhook.id));
    const waiting = arranged(
      current.filter((webhook) => this.#store.webhooks.has(webhook.id)),
      order,
    );
    for (const webhook of waiting) this.#take(webhook);
    if (together && waiting.length > 0) {
      const confirmed = await this.#repeated(waiting, copies);
      for (const webhook of waiting) this.#settle(webhook, confirmed);
      return waiting.length;
    }
    for (const webhook of waiting) this.#settle(webhook, await this.#repeated([webhook], copies));
    return waiting.length;
  }

  /** Delivers a webhook again; false if it no longer exists. */
  async again(messageId: string): Promise<boolean> {
    const webhooks = [...this.#sent.values()].filter(({ messageIds }) => messageIds.includes(messageId));
    for (const webhook of webhooks) await this.#deliver([webhook]);
    return webhooks.length > 0;
  }

  /** Posts these bytes with this header, without retries. */
  async raw(bytes: Uint8Array, signature: string | undefined): Promise<{ status: number; body: string }> {
    const response = await this.#post(bytes, signature);
    this.#note('raw', 'raw', response.status, 1);
    return { status: response.status, body: await response.text() };
  }

  /** Delivers held webhooks once the policy allows it. */
  resume(): void {
    for (const lane of this.#lanes.keys()) this.#pump(lane);
  }

  /** Drops everything, including scheduled retries. */
  clear(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#busy.clear();
    this.#lanes.clear();
    this.#attempts.clear();
    this.#sent.clear();
    this.deliveries.length = 0;
  }

  /**
   * Starts nothing more. Waits for pending answers, or the next run would deliver those again; unanswered ones are
   * delivered again.
   */
  async close(): Promise<void> {
    this.#isClosing = true;
    for (const timer of this.#timers) clearTimeout(timer);
    const patience = setTimeout(() => this.#cut.abort(), CLOSING_MS);
    await Promise.allSettled(this.#underWay);
    clearTimeout(patience);
    this.#cut.abort();
  }

  #lane(name: string): QueuedWebhook[] {
    const lane = this.#lanes.get(name) ?? [];
    this.#lanes.set(name, lane);
    return lane;
  }

  #take(webhook: QueuedWebhook): void {
    const lane = this.#lane(webhook.lane);
    const index = lane.indexOf(webhook);
    if (index >= 0) lane.splice(index, 1);
  }

  #settle(webhook: QueuedWebhook, confirmed: boolean): void {
    if (confirmed) return this.#done(webhook);
    this.#lane(webhook.lane).unshift(webhook);
    return this.#pump(webhook.lane);
  }

  #done(webhook: QueuedWebhook): void {
    this.#attempts.delete(webhook.id);
    this.#sent.set(webhook.id, webhook);
    const oldest = this.#sent.keys().next();
    if (this.#sent.size > KEPT_DELIVERIES && oldest.done !== true) this.#sent.delete(oldest.value);
    if (!this.#store.webhooks.has(webhook.id)) return;
    this.#store.apply({ record: 'webhookDone', id: webhook.id });
    this.#options.onDelivered(webhook);
  }

  #pump(name: string): void {
    if (this.#isClosing || this.#busy.has(name) || this.#busy.size >= MAX_IN_FLIGHT) return;
    const { hold } = this.#store.policy.webhooks;
    const lane = this.#lane(name);
    const webhook = lane.find(({ kind }) => hold !== 'all' && hold !== kind);
    if (webhook === undefined) {
      if (lane.length === 0) this.#lanes.delete(name);
      return;
    }
    this.#busy.add(name);
    const trying = this.#tryOne(webhook).finally(() => this.#underWay.delete(trying));
    this.#underWay.add(trying);
  }

  async #tryOne(webhook: QueuedWebhook): Promise<void> {
    const attempt = (this.#attempts.get(webhook.id) ?? 0) + 1;
    this.#attempts.set(webhook.id, attempt);
    const confirmed = await this.#deliver([webhook], attempt);
    if (confirmed) {
      this.#take(webhook);
      this.#done(webhook);
      this.#next(webhook.lane);
      return;
    }
    if (this.#isClosing) return;
    const pause = Math.min(this.#options.retryBaseMs * 2 ** (attempt - 1), this.#options.retryMaxMs);
    this.#later(pause, () => this.#next(webhook.lane));
  }

  #next(lane: string): void {
    this.#busy.delete(lane);
    this.#pump(lane);
    // A place is free: a lane that found none may continue.
    for (const name of this.#lanes.keys()) {
      if (this.#busy.size >= MAX_IN_FLIGHT) return;
      this.#pump(name);
    }
  }

  #later(pauseMs: number, action: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      action();
    }, pauseMs);
    this.#timers.add(timer);
  }

  async #repeated(webhooks: readonly QueuedWebhook[], copies: number): Promise<boolean> {
    let confirmed = false;
    for (let copy = 0; copy < copies; copy += 1) confirmed = (await this.#deliver(webhooks)) || confirmed;
    return confirmed;
  }

  async #deliver(webhooks: readonly QueuedWebhook[], attempt = 1): Promise<boolean> {
    const [first] = webhooks;
    if (first === undefined) return true;
    const calls = webhooks.map((webhook) => ({ webhook, call: smsCallSchema.safeParse(webhook.entry).data }));
    // SMS providers send one event per call.
    if (webhooks.length > 1 && calls.some(({ call }) => call !== undefined)) {
      const all = await Promise.all(webhooks.map((webhook) => this.#deliver([webhook], attempt)));
      return all.every(Boolean);
    }
    const bytes = webhookBytes(webhooks.map(({ entry }) => entry));
    const [{ call } = { call: undefined }] = calls;
    const posted =
      call === undefined ? this.#post(bytes, signatureOf(bytes, this.#options.appSecret)) : this.#call(call);
    const status = await posted.then(
      async (response) => {
        await response.body?.cancel();
        return response.status;
      },
      () => null,
    );
    this.#note(first.id, first.kind, status, attempt);
    return status === 200;
  }

  /** Posts a webhook of an SMS provider. */
  #call({ sms: { url, headers, body } }: SmsCall): Promise<Response> {
    return fetch(url, {
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.any([this.#cut.signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]),
    });
  }

  #post(bytes: Uint8Array, signature: string | undefined): Promise<Response> {
    return fetch(this.#options.url(), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'facebookexternalua',
        ...(signature === undefined ? {} : { 'x-hub-signature-256': signature }),
      },
      body: Buffer.from(bytes),
      signal: AbortSignal.any([this.#cut.signal, AbortSignal.timeout(ANSWER_TIMEOUT_MS)]),
    });
  }

  #note(id: string, kind: Delivery['kind'], status: number | null, attempt: number): void {
    this.deliveries.push({ id, kind, at: Date.now(), status, attempt });
    if (this.deliveries.length > KEPT_DELIVERIES) this.deliveries.shift();
  }
}

function arranged<T>(items: readonly T[], order: ReleaseOrder): T[] {
  switch (order) {
    case 'normal':
      return [...items];
    case 'reversed':
      return items.toReversed();
    case 'shuffled':
      return items
        .map((item) => ({ item, key: Math.random() }))
        .toSorted((left, right) => left.key - right.key)
        .map(({ item }) => item);
    default:
      return unreachable(order);
  }
}
