import type { Message } from '../../../machines/entities/entities.ts';
import type { ChatEntry } from '../../../machines/conversation/conversation.selectors.ts';
import { UNCERTAIN } from './chat-items.ts';

/** Ids of the ticket's texts that certainly weren't delivered and haven't been sent again. */
export function resendable(entries: readonly ChatEntry[], ticketId: string): ReadonlySet<string> {
  const ids = new Set<string>();
  const since = new Set<string>();
  for (const entry of entries.toReversed()) {
    if (entry.kind === 'message' && entry.message.received) continue;
    const words = entry.message.text;
    if (words === null) continue;
    if (entry.kind === 'message' && isLost(entry.message, ticketId) && !since.has(words)) ids.add(entry.message.id);
    since.add(words);
  }
  return ids;
}

function isLost({ bot, errorCode, tag, ticketId: of }: Message, ticketId: string): boolean {
  const isText = tag === 'text' || tag === 'stop_flow';
  return errorCode !== null && errorCode !== UNCERTAIN && isText && !bot && of === ticketId;
}
