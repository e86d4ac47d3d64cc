import type { InboundMessage } from '../../channels/channel.ts';

/** Fields that have their own columns, or are never queried. */
const STORED_ELSEWHERE = new Set([
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
 * A message's content beyond its text and file, as JSON: its kind with all its data (an order's items, a choice's id, a
 * card's numbers), whether it was forwarded, and the advertisement it came from. Null if text and file say it all.
 */
export function storedContent(message: InboundMessage): string | null {
  const content = Object.entries(message).filter(
    ([name, value]) => !STORED_ELSEWHERE.has(name) && value !== undefined && value !== false,
  );
  return content.length > 1 ? JSON.stringify(Object.fromEntries(content)) : null;
}
