import type { TagType } from '../../../contract/facts/tag-type.ts';
import type { ClientId } from '../entities/ids.ts';
import type { OutgoingMessage, Shared } from '../log/events-send.ts';
import type { InternalEventOf } from '../log/internal.ts';
import type { ConversationContext, OptimisticMessage } from './conversation.context.ts';
import { messageToReply, relatedOf } from './conversation.messages.ts';

/** Adds the optimistic message of a submitted one, unless the server's message is held already. */
export function withOptimistic(context: ConversationContext, message: OutgoingMessage): ConversationContext {
  const { chat, lastMessage, optimistic } = context;
  const { clientId } = message;
  const isKnown =
    optimistic.some((other) => other.clientId === clientId) ||
    lastMessage?.clientId === clientId ||
    chat?.messages.some((real) => real.clientId === clientId) === true;
  if (isKnown) return context;
  const quoted = message.replyTo === null ? null : messageToReply(context, message.replyTo);
  const shown: OptimisticMessage = {
    id: message.tempId,
    clientId,
    userId: message.userId,
    text: message.text,
    tag: tagOf(message),
    ...(message.file !== undefined && { file: message.file }),
    ...(message.imageUrl !== undefined && { imageUrl: message.imageUrl }),
    ...(message.reactsTo !== undefined && { reactsTo: message.reactsTo }),
    ...(message.forwards !== undefined && { forwards: message.forwards }),
    ...(message.template !== undefined && { template: message.template }),
    ...(message.shares !== undefined && { shares: message.shares }),
    quoted: quoted === null ? null : relatedOf(quoted),
    submittedAt: message.submittedAt,
  };
  return { ...context, optimistic: [...optimistic, shown] };
}

function tagOf({ file, forwards, imageUrl, reactsTo, template, shares }: OutgoingMessage): TagType {
  if (reactsTo !== undefined) return 'reaction';
  if (template !== undefined) return file?.tag ?? 'template';
  if (shares !== undefined) return sharedTag(shares);
  return file?.tag ?? forwards?.tag ?? (imageUrl === undefined ? 'stop_flow' : 'image');
}

function sharedTag(shares: Shared): TagType {
  if ('choices' in shares) return 'interactive';
  return 'place' in shares ? 'location' : 'contacts';
}

/** Removes a discarded message; a reaction that was refused leaves its reason. */
export function withGone(
  context: ConversationContext,
  { clientId, failure }: InternalEventOf<'message.gone'>,
): ConversationContext {
  const gone = context.optimistic.find((message) => message.clientId === clientId);
  const next = withoutOptimistic(context, clientId);
  if (gone?.reactsTo === undefined || failure === null) return next;
  return { ...next, refusedReaction: { messageId: gone.reactsTo, emoji: gone.text, failure } };
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
