import type { Directory } from '../../../../machines/directory.ts';
import type { ConversationKey, MessageId } from '../../../../machines/entities/ids.ts';

/** Up to where a conversation is marked read: what arrives meanwhile stays unread. Null for all of it. */
export function newestOf(directory: Directory, key: ConversationKey): MessageId | null {
  return directory.unseen(key)?.getSnapshot().context.count.newest ?? null;
}
