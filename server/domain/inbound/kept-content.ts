import type { InboundMessage } from '../../channels/channel.ts';

/** What has columns of its own, or none because nobody asks for it later. */
const ELSEWHERE = new Set([
  'phoneNumberId',
  'from',
  'fromUserId',
  'profileName',
  'providerMessageId',
  'timestamp',
  'replyToProviderId',
  'text',
  'tagType',
  'media',
]);

/**
 * What is kept of a message beside its text and its file, as JSON: its kind with all that was read of it (an order's
 * items, a choice's id, a card's numbers), that it was forwarded, and the advertisement it came from. Null where the
 * text or the file says it all.
 */
export function keptContent(message: InboundMessage): string | null {
  const kept = Object.entries(message).filter(
    ([name, value]) => !ELSEWHERE.has(name) && value !== undefined && value !== false,
  );
  return kept.length > 1 ? JSON.stringify(Object.fromEntries(kept)) : null;
}
