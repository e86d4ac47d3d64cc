import type { ChatEntry } from '../../../../machines/conversation/conversation.selectors.ts';
import type { Message } from '../../../../machines/entities/entities.ts';

/** The voice message right after one, if it is of the same sender. */
export function followingVoice(entries: readonly ChatEntry[], id: string): string | undefined {
  const messages = entries.flatMap((entry) => (entry.kind === 'message' ? [entry.message] : []));
  const at = messages.findIndex((message) => message.id === id);
  const one = messages[at];
  const next = messages[at + 1];
  if (one === undefined || next === undefined || next.tag !== 'audio') return undefined;
  return senderOf(one) === senderOf(next) ? next.id : undefined;
}

function senderOf({ received, bot, author }: Message): string {
  return received ? 'customer' : bot ? 'bot' : `user:${author?.id ?? ''}`;
}
