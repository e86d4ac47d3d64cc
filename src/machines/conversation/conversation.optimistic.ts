import type { ClientId } from '../entities/ids.ts';
import type { OutgoingMessage } from '../log/events-chat.ts';
import type { ConversationContext, OptimisticMessage } from './conversation.context.ts';
import { heldMessage, relatedOf } from './conversation.messages.ts';

/** Adds the optimistic message of a submitted one, unless the server's message is held already. */
export function withOptimistic(context: ConversationContext, message: OutgoingMessage): ConversationContext {
  const { chat, lastMessage, optimistic } = context;
  const { clientId } = message;
  const isKnown =
    optimistic.some((other) => other.clientId === clientId) ||
    lastMessage?.clientId === clientId ||
    chat?.messages.some((real) => real.clientId === clientId) === true;
  if (isKnown) return context;
  const quoted = message.replyTo === null ? null : heldMessage(chat, message.replyTo);
  const shown: OptimisticMessage = {
    id: message.tempId,
    clientId,
    userId: message.userId,
    text: message.text,
    tag: message.file?.tag ?? (message.imageUrl === undefined ? 'stop_flow' : 'image'),
    ...(message.file !== undefined && { file: message.file }),
    ...(message.imageUrl !== undefined && { imageUrl: message.imageUrl }),
    quoted: quoted === null ? null : relatedOf(quoted),
    submittedAt: message.submittedAt,
  };
  return { ...context, optimistic: [...optimistic, shown] };
}

export function withoutOptimistic(context: ConversationContext, clientId: ClientId): ConversationContext {
  const optimistic = context.optimistic.filter((message) => message.clientId !== clientId);
  return optimistic.length === context.optimistic.length ? context : { ...context, optimistic };
}

/** Removes the optimistic message that the last message confirms. */
export function withoutConfirmed(context: ConversationContext): ConversationContext {
  const clientId = context.lastMessage?.clientId ?? null;
  return clientId === null || context.optimistic.length === 0 ? context : withoutOptimistic(context, clientId);
}
