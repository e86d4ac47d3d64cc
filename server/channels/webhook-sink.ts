import type { InboundMessage, StatusUpdate } from './channel.ts';

/**
 * Where webhooks go: the domain.
 *
 * Each call resolves once its input is durable. A call that throws is answered 503 and the provider repeats the
 * whole webhook, so every call must bear repetition, and what can never be kept (an unknown number, say) must be
 * rejected instead of thrown.
 */
export interface WebhookSink {
  /** Takes messages in the order the provider gave them; duplicates (same `providerMessageId`) change nothing. */
  receiveMessages(batch: readonly InboundMessage[]): Promise<void>;
  /** Takes statuses; those whose message is not known yet are parked. */
  receiveStatuses(batch: readonly StatusUpdate[]): Promise<void>;
  /** Keeps aside what could not be read. */
  reject(raw: string, reason: string): Promise<void>;
}
