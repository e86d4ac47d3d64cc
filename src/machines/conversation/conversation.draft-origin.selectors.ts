import type { DraftOrigin } from '../entities/draft-origin.ts';
import type { Message } from '../entities/entities.ts';
import { compareIds } from '../entities/ids.ts';
import type { ConversationSnapshot } from './conversation.machine.ts';
import { isReaction } from './conversation.messages.ts';

type Held = Pick<ConversationSnapshot, 'context'>;

/** The first message that a colleague sent, here or from the phone, since the draft was begun; null for none, and without a draft. */
export function selectAnsweredMeanwhile({ context }: Held): Message | null {
  const { chat, draftOrigin, viewer } = context;
  if (!draftOrigin || chat === null) return null;
  const { since } = draftOrigin;
  const { messages } = chat;
  // From the newest back: nearly always it ends at once.
  let answer: Message | null = null;
  for (let at = messages.length - 1; at >= 0; at -= 1) {
    const message = messages[at];
    if (message === undefined || (since !== null && compareIds(message.id, since) <= 0)) break;
    const isOthers = !message.received && !message.bot && message.author?.id !== viewer.userId;
    const isChange = message.tag === 'edited' || message.tag === 'revoked';
    if (isOthers && !isChange && !isReaction(message)) answer = message;
  }
  return answer;
}

/** How the draft began; null without one, or if that isn't known. */
export function selectDraftOrigin({ context }: Held): DraftOrigin | null {
  return context.draftOrigin ?? null;
}

/** The name of whoever has the ticket in which the draft began, if the viewer lost it; null for nobody, or unknown. */
export function selectTakenBy({ context: { draftOrigin, visibility } }: Held): string | null {
  return draftOrigin ? (visibility.tickets[draftOrigin.ticketId]?.owner ?? null) : null;
}

/** Whether the ticket in which the draft began may be open to the viewer: nothing known says otherwise. */
export function selectMayBeOpen({ context: { draftOrigin, visibility } }: Held): boolean {
  return draftOrigin ? visibility.tickets[draftOrigin.ticketId]?.visible !== false : false;
}
