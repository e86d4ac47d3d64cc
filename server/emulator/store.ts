import { unreachable } from '../unreachable.ts';
import { memoryJournal, openJournal, readJournal } from './journal.ts';
import type { Journal, JournalRecord } from './journal.ts';
import type {
  Customer,
  GatewayRow,
  PhoneMessage,
  QueuedWebhook,
  SmsHookRow,
  StoredMedia,
  StoredTemplate,
} from './model.ts';
import { defaultPolicy } from './policy.ts';
import type { Policy } from './policy.ts';

/** The emulator's state. Every change goes through `apply`, is journalled, and notifies the listeners. */
export class Store {
  readonly customers = new Map<string, Customer>();
  readonly messages = new Map<string, PhoneMessage>();
  readonly media = new Map<string, StoredMedia>();
  readonly templates = new Map<string, StoredTemplate>();
  /** Webhooks of SMS providers. */
  readonly hooks = new Map<string, SmsHookRow>();
  /** The gateway's instances. */
  readonly gateways = new Map<string, GatewayRow>();
  /** Webhooks not yet confirmed by the company. */
  readonly webhooks = new Map<string, QueuedWebhook>();
  policy: Policy;
  /** Incremented with every change. */
  revision = 0;
  #lastOrder = 0;
  readonly #initialPolicy: Policy;
  readonly #journal: Journal;
  readonly #listeners = new Set<() => void>();

  constructor(dataFile: string | undefined, initialPolicy: Policy = defaultPolicy) {
    this.#initialPolicy = initialPolicy;
    this.policy = initialPolicy;
    if (dataFile === undefined) {
      this.#journal = memoryJournal;
      return;
    }
    for (const record of readJournal(dataFile)) this.#fold(record);
    this.#journal = openJournal(dataFile, this.#records());
  }

  apply(record: JournalRecord): void {
    this.#fold(record);
    this.#journal.append(record);
    this.revision += 1;
    for (const listener of this.#listeners) listener();
  }

  /** Calls back after each change; returns a function that stops it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  nextOrder(): number {
    this.#lastOrder += 1;
    return this.#lastOrder;
  }

  /** The messages between a number and a customer, oldest first. */
  chat(phoneNumberId: string, customer: string): PhoneMessage[] {
    return [...this.messages.values()].filter(
      (message) => message.phoneNumberId === phoneNumberId && message.customer === customer,
    );
  }

  close(): void {
    this.#journal.close();
  }

  #fold(record: JournalRecord): void {
    switch (record.record) {
      case 'customer':
        this.customers.set(record.customer.waId, record.customer);
        return;
      case 'message':
        this.messages.set(record.message.id, record.message);
        this.#lastOrder = Math.max(this.#lastOrder, record.message.order);
        return;
      case 'media':
        this.media.set(record.media.id, record.media);
        return;
      case 'template':
        this.templates.set(record.template.id, record.template);
        return;
      case 'templateGone':
        this.templates.delete(record.id);
        return;
      case 'policy':
        this.policy = record.policy;
        return;
      case 'webhook':
        this.webhooks.set(record.webhook.id, record.webhook);
        return;
      case 'webhookDone':
        this.webhooks.delete(record.id);
        return;
      case 'hook':
        this.hooks.set(record.hook.id, record.hook);
        return;
      case 'hookGone':
        this.hooks.delete(record.id);
        return;
      case 'gateway':
        this.gateways.set(record.gateway.name, record.gateway);
        return;
      case 'reset':
        for (const map of [this.customers, this.messages, this.media, this.templates, this.hooks, this.gateways]) {
          map.clear();
        }
        this.webhooks.clear();
        this.policy = this.#initialPolicy;
        return;
      default:
        unreachable(record);
    }
  }

  #records(): JournalRecord[] {
    return [
      { record: 'policy', policy: this.policy },
      ...[...this.customers.values()].map((customer): JournalRecord => ({ record: 'customer', customer })),
      ...[...this.templates.values()].map((template): JournalRecord => ({ record: 'template', template })),
      ...[...this.hooks.values()].map((hook): JournalRecord => ({ record: 'hook', hook })),
      ...[...this.gateways.values()].map((gateway): JournalRecord => ({ record: 'gateway', gateway })),
      ...[...this.media.values()].map((media): JournalRecord => ({ record: 'media', media })),
      ...[...this.messages.values()].map((message): JournalRecord => ({ record: 'message', message })),
      ...[...this.webhooks.values()].map((webhook): JournalRecord => ({ record: 'webhook', webhook })),
    ];
  }
}
