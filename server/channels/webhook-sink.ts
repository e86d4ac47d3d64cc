import type { InboundMessage, StatusUpdate } from './channel.ts';

/**
 * Where webhooks go: the domain.
 *
 * Each call resolves once its input is durable. A call that throws is answered 503 and the provider repeats the
 * whole webhook, so every call must bear repetition, and what can never be kept (an unknown number, say) must be
 * rejected instead of thrown. After `signal` nothing further is begun: the webhook was answered already.
 */
export interface WebhookSink {
  /** Takes messages in the order the provider gave them; duplicates (same `providerMessageId`) change nothing. */
  receiveMessages(batch: readonly InboundMessage[], signal?: AbortSignal): Promise<void>;
  /** Takes statuses; those whose message is not known yet are parked. */
  receiveStatuses(batch: readonly StatusUpdate[], signal?: AbortSignal): Promise<void>;
  /** Keeps aside what could not be read. */
  reject(raw: string, reason: string): Promise<void>;
}
