import { createHash, randomInt } from 'node:crypto';
import { DAY_MS } from '../../contract/facts/day-ms.ts';
import type { CompanyNumber, Customer, MessageStatus, PhoneMessage, SmsHookRow, StoredMedia } from './model.ts';
import type { UploadedFile } from './media-upload.ts';
import { newMessageId } from './message-id.ts';
import { patchedPolicy } from './policy.ts';
import type { PolicyPatch } from './policy.ts';
import { mediaBytes, samples } from './samples.ts';
import type { SampleName } from './samples.ts';
import { gatewayMessageCalls, gatewayStatusCalls } from './gateway-calls.ts';
import type { Gateways } from './gateways.ts';
import { messageCalls, statusCalls } from './sms-calls.ts';
import type { Store } from './store.ts';
import { echoEntry, messageEntry, statusEntry } from './webhook-body.ts';
import type { WebhookQueue } from './webhook-queue.ts';
import { carriesFile, contentOf } from './written-message.ts';
import type { FileMessage, MediaSource, WrittenMessage } from './written-message.ts';

/** A validated message of the company. */
export interface CompanyMessage {
  readonly phoneNumberId: string;
  readonly customer: string;
  readonly type: string;
  readonly content: unknown;
  readonly replyTo: string | null;
  readonly callbackData: string | null;
}

const sampleOf: Readonly<Record<FileMessage['type'], SampleName>> = {
  image: 'photo',
  document: 'document',
  audio: 'audio',
  video: 'video',
  sticker: 'sticker',
};

/** The phones and the network between them and the company: advances messages and notifies the company. */
export class PhoneNetwork {
  readonly #store: Store;
  readonly #queue: () => WebhookQueue;
  readonly #companyUrl: () => string;
  readonly #numbers: ReadonlyMap<string, CompanyNumber>;
  readonly #timers = new Set<NodeJS.Timeout>();
  /** Messages whose next step is scheduled. */
  readonly #moving = new Set<string>();

  readonly #gateways: Pick<Gateways, 'pairedWith'>;

  constructor(
    store: Store,
    queue: () => WebhookQueue,
    numbers: readonly CompanyNumber[],
    companyUrl: () => string,
    gateways: Pick<Gateways, 'pairedWith'>,
  ) {
    this.#gateways = gateways;
    this.#companyUrl = companyUrl;
    this.#store = store;
    this.#queue = queue;
    this.#numbers = new Map(numbers.map((number) => [number.phoneNumberId, number]));
  }

  get numbers(): readonly CompanyNumber[] {
    return [...this.#numbers.values()];
  }

  number(phoneNumberId: string): CompanyNumber | undefined {
    return this.#numbers.get(phoneNumberId);
  }

  /** Resumes the messages in flight when the emulator stopped. */
  start(): void {
    for (const message of this.#store.messages.values()) {
      if (message.direction === 'toCustomer') this.#advance(message.id);
    }
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    this.#moving.clear();
  }

  /** Adds a customer or renames a known one. */
  saveCustomer(waId: string, name: string): Customer {
    const known = this.#store.customers.get(waId);
    const customer = { waId, name, online: known?.online ?? true };
    if (known?.name !== name) this.#store.apply({ record: 'customer', customer });
    return customer;
  }

  /** Takes a phone offline or online; online, everything waiting moves on. False for an unknown customer. */
  setOnline(waId: string, online: boolean): boolean {
    const customer = this.#store.customers.get(waId);
    if (customer === undefined) return false;
    this.#store.apply({ record: 'customer', customer: { ...customer, online } });
    if (!online) return true;
    for (const message of [...this.#store.messages.values()].filter((each) => each.customer === waId)) {
      if (message.status === 'waiting') this.#submit(message);
      else if (message.direction === 'toCustomer') this.#advance(message.id);
    }
    return true;
  }

  /** A customer writes. Undefined if the number or the customer is unknown. */
  async write(phoneNumberId: string, waId: string, written: WrittenMessage): Promise<PhoneMessage | undefined> {
    const number = this.#numbers.get(phoneNumberId);
    const customer = this.#store.customers.get(waId);
    if (number === undefined || customer === undefined) return undefined;
    const content = carriesFile(written) ? await this.#fileContent(written) : contentOf(written);
    const message: PhoneMessage = {
      order: this.#store.nextOrder(),
      id: newMessageId(number, waId),
      phoneNumberId,
      customer: waId,
      direction: 'fromCustomer',
      at: Date.now(),
      type: written.type,
      content,
      replyTo: 'replyTo' in written ? (written.replyTo ?? null) : null,
      callbackData: null,
      status: 'waiting',
      failureCode: null,
    };
    this.#store.apply({ record: 'message', message });
    if (customer.online) this.#submit(message);
    return message;
  }

  /** A message to a customer, written on the company's phone. Undefined unless the number is a phone's. */
  async writeFromPhone(
    phoneNumberId: string,
    customer: string,
    written: WrittenMessage,
  ): Promise<PhoneMessage | undefined> {
    const number = this.#numbers.get(phoneNumberId);
    if (number === undefined || number.sms !== undefined) return undefined;
    const content = carriesFile(written) ? await this.#fileContent(written) : contentOf(written);
    const replyTo = 'replyTo' in written ? (written.replyTo ?? null) : null;
    const sent = { phoneNumberId, customer, type: written.type, content, replyTo, callbackData: null };
    return this.accept(sent, true);
  }

  /** Accepts a message of the company, and adds an unknown customer. A repetition is another message, as at Meta. */
  accept(sent: CompanyMessage, isFromPhone = false): PhoneMessage {
    if (!this.#store.customers.has(sent.customer)) this.saveCustomer(sent.customer, `+${sent.customer}`);
    const message: PhoneMessage = {
      ...sent,
      order: this.#store.nextOrder(),
      id: newMessageId(this.#numbers.get(sent.phoneNumberId), sent.customer),
      direction: 'toCustomer',
      at: Date.now(),
      isFromPhone,
      status: 'accepted',
      failureCode: null,
    };
    this.#store.apply({ record: 'message', message });
    this.#echo(message);
    this.#advance(message.id);
    return message;
  }

  /** Whether a customer wrote that message to the number. */
  hasReceived(phoneNumberId: string, messageId: string): boolean {
    const message = this.#store.messages.get(messageId);
    return message?.direction === 'fromCustomer' && message.phoneNumberId === phoneNumberId;
  }

  /** The company has read a customer's message, and all before it. */
  markReadByCompany(phoneNumberId: string, messageId: string): void {
    const last = this.#store.messages.get(messageId);
    if (last === undefined) return;
    for (const message of this.#store.chat(phoneNumberId, last.customer)) {
      const waits = message.direction === 'fromCustomer' && message.status !== 'waiting' && message.status !== 'read';
      if (waits && message.order <= last.order) this.#setStatus(message, 'read');
    }
  }

  /** The customer opens the chat: delivered messages become read. */
  openChat(phoneNumberId: string, waId: string): void {
    if (this.#store.policy.statuses.read === 'never') return;
    for (const message of this.#store.chat(phoneNumberId, waId)) {
      if (message.direction !== 'toCustomer' || message.status !== 'delivered') continue;
      // SMS has no read status.
      this.#report(message, 'read', this.#isSms(phoneNumberId) ? [] : ['read']);
    }
  }

  /** Sends a status of a message, whatever the policy. False if there is no such message of the company. */
  sendStatus(messageId: string, status: MessageStatus, failureCode: number | null): boolean {
    const message = this.#store.messages.get(messageId);
    if (message?.direction !== 'toCustomer') return false;
    const updated = { ...message, failureCode: failureCode ?? message.failureCode };
    this.#store.apply({ record: 'message', message: { ...updated, status } });
    this.#enqueueStatus(updated, status);
    return true;
  }

  patchPolicy(patch: PolicyPatch): void {
    this.#store.apply({ record: 'policy', policy: patchedPolicy(this.#store.policy, patch) });
    this.#queue().resume();
    for (const message of this.#store.messages.values()) {
      if (message.direction === 'toCustomer') this.#advance(message.id);
    }
  }

  /** Uses up one of the calls that the policy's mode applies to. */
  countCall(kind: 'sends' | 'uploads' | 'downloads' | 'reads' | 'templates' | 'templateWrites'): void {
    const { [kind]: calls } = this.#store.policy;
    if (calls.times === null || calls.mode === 'accept') return;
    const times = calls.times - 1;
    const rest = times > 0 ? { times } : { times: null, mode: 'accept' as const };
    this.#store.apply({ record: 'policy', policy: patchedPolicy(this.#store.policy, { [kind]: rest }) });
  }

  /** Stores a file of the company; returns its id. */
  storeUpload({ bytes, mimeType, filename }: UploadedFile): string {
    return this.#storeMedia({ base64: bytes.toString('base64'), mimeType, filename }).id;
  }

  /** A webhook was confirmed: the customer's message gets its second tick. */
  onDelivered(messageIds: readonly string[]): void {
    for (const id of messageIds) {
      const message = this.#store.messages.get(id);
      if (message?.direction === 'fromCustomer' && message.status === 'queued') this.#setStatus(message, 'delivered');
    }
  }

  #submit(message: PhoneMessage): void {
    const number = this.#numbers.get(message.phoneNumberId);
    const customer = this.#store.customers.get(message.customer);
    if (number === undefined || customer === undefined) return;
    this.#setStatus(message, 'queued');
    const entries = this.#messageEntries(number, customer, message);
    for (let copy = 0; copy < this.#store.policy.webhooks.copies; copy += 1) {
      for (const entry of entries) {
        this.#queue().enqueue({ kind: 'messages', lane: laneOf(message), messageIds: [message.id], entry });
      }
    }
  }

  /** A gateway echoes everything its phone sends, Meta only what was written on the phone. */
  #echo(message: PhoneMessage): void {
    const number = this.#numbers.get(message.phoneNumberId);
    const customer = this.#store.customers.get(message.customer);
    if (number === undefined || customer === undefined || number.sms !== undefined) return;
    if (number.gateway === undefined && message.isFromPhone !== true) return;
    const entries = number.gateway
      ? gatewayMessageCalls(this.#gateways.pairedWith(number.phoneNumberId), customer, message)
      : [echoEntry(number, message)];
    for (const entry of entries) {
      this.#queue().enqueue({ kind: 'messages', lane: laneOf(message), messageIds: [message.id], entry });
    }
  }

  /** Advances a message of the company step by step, now or after its delay, until it is done. */
  #advance(messageId: string): void {
    if (this.#moving.has(messageId)) return;
    const message = this.#store.messages.get(messageId);
    const step = message === undefined ? undefined : this.#nextStep(message);
    if (step === undefined) return;
    this.#moving.add(messageId);
    this.#later(step.afterMs, () => {
      this.#moving.delete(messageId);
      const current = this.#store.messages.get(messageId);
      if (current === undefined) return;
      // The policy or the phone may have changed during the delay.
      const due = this.#nextStep(current);
      if (due === undefined) return;
      this.#report(current, due.status, due.webhooks);
      this.#advance(messageId);
    });
  }

  /** The next status with its webhooks; several at once if the order is reversed. */
  #nextStep(
    message: PhoneMessage,
  ): { status: MessageStatus; webhooks: readonly MessageStatus[]; afterMs: number } | undefined {
    const { statuses } = this.#store.policy;
    const online = this.#store.customers.get(message.customer)?.online ?? true;
    const reactsOnly = message.type === 'reaction';
    const read = this.#isSms(message.phoneNumberId) ? 'never' : statuses.read;
    if (message.status === 'accepted') {
      if (this.#failureOf(message) !== null) {
        return { status: 'failed', webhooks: ['failed'], afterMs: statuses.sentAfterMs };
      }
      if (statuses.order === 'reversed' && online && !reactsOnly) {
        const webhooks: MessageStatus[] = read === 'always' ? ['read', 'delivered', 'sent'] : ['delivered', 'sent'];
        return { status: webhooks[0] ?? 'sent', webhooks, afterMs: statuses.sentAfterMs };
      }
      return { status: 'sent', webhooks: ['sent'], afterMs: statuses.sentAfterMs };
    }
    // Meta sends no further statuses of a reaction.
    if (message.status === 'sent' && online && !reactsOnly) {
      return { status: 'delivered', webhooks: ['delivered'], afterMs: statuses.deliveredAfterMs };
    }
    if (message.status === 'delivered' && online && read === 'always') {
      return { status: 'read', webhooks: ['read'], afterMs: statuses.readAfterMs };
    }
    return undefined;
  }

  #failureOf(message: PhoneMessage): number | null {
    const { failWith, enforceWindow } = this.#store.policy.statuses;
    if (failWith !== null) return failWith;
    const number = this.#numbers.get(message.phoneNumberId);
    const hasWindow = number?.sms === undefined && number?.gateway === undefined;
    if (!enforceWindow || message.type === 'template' || !hasWindow) return null;
    const written = this.#store
      .chat(message.phoneNumberId, message.customer)
      .findLast(({ direction }) => direction === 'fromCustomer');
    return written === undefined || message.at - written.at > DAY_MS ? 131047 : null;
  }

  #report(message: PhoneMessage, status: MessageStatus, webhooks: readonly MessageStatus[]): void {
    const failureCode = status === 'failed' ? this.#failureOf(message) : message.failureCode;
    const reported = { ...message, failureCode };
    this.#setStatus(reported, status);
    const { send, copies } = this.#store.policy.statuses;
    if (!send) return;
    for (const each of webhooks) {
      for (let copy = 0; copy < copies; copy += 1) this.#enqueueStatus(reported, each);
    }
  }

  #enqueueStatus(message: PhoneMessage, status: MessageStatus): void {
    const number = this.#numbers.get(message.phoneNumberId);
    if (number === undefined) return;
    const entries = this.#statusEntries(number, message, status);
    for (const entry of entries) {
      this.#queue().enqueue({ kind: 'statuses', lane: laneOf(message), messageIds: [message.id], entry });
    }
  }

  #messageEntries(number: CompanyNumber, customer: Customer, message: PhoneMessage): unknown[] {
    if (number.gateway) return gatewayMessageCalls(this.#gateways.pairedWith(number.phoneNumberId), customer, message);
    const hooks = this.#hooksOf(number);
    return hooks ? messageCalls(number, hooks, customer, message) : [messageEntry(number, customer, message)];
  }

  #statusEntries(number: CompanyNumber, message: PhoneMessage, status: MessageStatus): unknown[] {
    if (number.gateway) return gatewayStatusCalls(this.#gateways.pairedWith(number.phoneNumberId), message, status);
    const hooks = this.#hooksOf(number);
    return hooks ? statusCalls(number, hooks, message, status) : [statusEntry(number, message, status, Date.now())];
  }

  #isSms(phoneNumberId: string): boolean {
    return this.#numbers.get(phoneNumberId)?.sms !== undefined;
  }

  /** The SMS webhook of a number; undefined for WhatsApp. */
  #hooksOf({ phoneNumberId, sms }: CompanyNumber): SmsHookRow[] | undefined {
    if (sms === undefined) return undefined;
    const key = sms.provider === 'twilio' ? phoneNumberId : sms.account;
    return [...this.#store.hooks.values()]
      .filter(({ number }) => number === key)
      .map((hook) => ({ ...hook, url: new URL(hook.url, this.#companyUrl()).href }));
  }

  #setStatus(message: PhoneMessage, status: MessageStatus): void {
    const stored = this.#store.messages.get(message.id);
    if (stored?.status === status && stored.failureCode === message.failureCode) return;
    this.#store.apply({ record: 'message', message: { ...message, status } });
  }

  async #fileContent(written: FileMessage): Promise<unknown> {
    const media = this.#storeMedia(written.media ?? { sample: sampleOf[written.type] });
    const sha256 = createHash('sha256')
      .update(await mediaBytes(media))
      .digest('base64');
    const caption = 'caption' in written ? written.caption : undefined;
    return {
      ...(caption === undefined ? {} : { caption }),
      ...(written.type === 'document' ? { filename: media.filename ?? 'documento' } : {}),
      mime_type: media.mimeType,
      sha256,
      id: media.id,
      ...(written.type === 'audio' ? { voice: written.voice ?? true } : {}),
      ...(written.type === 'sticker' ? { animated: false } : {}),
    };
  }

  #storeMedia(source: MediaSource): StoredMedia {
    const id = String(randomInt(1e14, 2e14));
    const media: StoredMedia =
      'sample' in source
        ? {
            id,
            mimeType: samples[source.sample].mimeType,
            filename: samples[source.sample].filename,
            sample: source.sample,
            base64: null,
            zeros: null,
          }
        : {
            id,
            mimeType: source.mimeType,
            filename: source.filename ?? null,
            sample: null,
            base64: 'base64' in source ? source.base64 : null,
            zeros: 'zeros' in source ? source.zeros : null,
          };
    this.#store.apply({ record: 'media', media });
    return media;
  }

  #later(delayMs: number, action: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      action();
    }, delayMs);
    this.#timers.add(timer);
  }
}

function laneOf(message: PhoneMessage): string {
  return `${message.phoneNumberId}:${message.customer}`;
}
