import type {
  AccountNews,
  InboundMessage,
  LimitNews,
  PaceNews,
  PairingNews,
  PreferenceNews,
  StatusUpdate,
  TemplateNews,
} from './channel.ts';

/** What a webhook says besides messages and statuses. */
export type WebhookNews = {
  readonly accounts: readonly AccountNews[];
  readonly templates: readonly TemplateNews[];
  readonly preferences: readonly PreferenceNews[];
  readonly limits?: readonly LimitNews[];
  readonly paces?: readonly PaceNews[];
  readonly pairings?: readonly PairingNews[];
};

/**
 * Receives webhooks on behalf of the domain.
 *
 * Each call resolves once its input is durable. If it throws, the answer is 503 and the provider retries the whole
 * webhook, so calls must be idempotent, and input that can't be stored at all (an unknown number) is rejected instead
 * of thrown. After `signal` nothing further is started: the webhook was already answered.
 */
export interface WebhookSink {
  /** Stores messages in the provider's order; duplicates (same `providerMessageId`) are ignored. */
  receiveMessages(batch: readonly InboundMessage[], signal?: AbortSignal): Promise<void>;
  /** The same for messages sent on the company's phone; `from` is their recipient. Includes echoes of our own sends. */
  receiveEchoes(batch: readonly InboundMessage[], signal?: AbortSignal): Promise<void>;
  /** Stores statuses; those of unknown messages are parked. */
  receiveStatuses(batch: readonly StatusUpdate[], signal?: AbortSignal): Promise<void>;
  /** Notes which accounts our numbers belong to, news of their templates, and customers' wishes. */
  receiveNews(news: WebhookNews, signal?: AbortSignal): Promise<void>;
  /** Stores unreadable input as rejected. */
  reject(raw: string, reason: string): Promise<void>;
}
