import { UNCERTAIN } from '../../../contract/facts/ack.ts';
import type { TagType } from '../../../contract/facts/tag-type.ts';
import type { Message, RelatedMessage } from '../entities/entities.ts';
import { compareIds } from '../entities/ids.ts';
import type { ClientId, MessageId } from '../entities/ids.ts';
import type { OutgoingMessage, Shared } from '../log/events-send.ts';
import type { InternalEventOf } from '../log/internal.ts';
import type { Chat, ConversationContext, Delivery, OptimisticMessage } from './conversation.context.ts';

/** Whether a message is shown on its parent instead of as an entry of its own. */
export function isReaction(message: Message): message is Message & { readonly parentId: MessageId } {
  return message.tag === 'reaction' && message.parentId !== null;
}

/** A reaction that wasn't delivered isn't shown. */
function isShownReaction(message: Message): boolean {
  return isReaction(message) && message.errorCode === null;
}

/** Whether the customer wrote: only that restarts the 24-hour window. A reaction doesn't count. */
export function isWritten({ received, tag }: Message): boolean {
  return received && tag !== 'reaction' && tag !== 'system' && tag !== 'edited' && tag !== 'revoked';
}

/** A message as another one quotes it. */
function relatedOf({ id, received, text, tag, documentName, bot, author }: Message): RelatedMessage {
  return { id, received, text, tag, documentName, bot, author };
}

function mergeReactions(a: readonly RelatedMessage[], b: readonly RelatedMessage[]): readonly RelatedMessage[] {
  const fresh = b.filter(({ id }) => !a.some((known) => known.id === id));
  return fresh.length === 0 ? a : [...a, ...fresh].toSorted((one, other) => compareIds(one.id, other.id));
}

function withReactions(message: Message, more: readonly RelatedMessage[]): Message {
  const reactions = mergeReactions(message.reactions, more);
  return reactions === message.reactions ? message : { ...message, reactions };
}

/** Within one ack, errors only progress: none, in doubt, final. */
function rankOfError({ errorCode }: Delivery): number {
  if (errorCode === null) return 0;
  return errorCode === UNCERTAIN ? 1 : 2;
}

/** The later of two delivery states, in whichever order they arrive: an ack only rises, and the higher one brings its error. */
export function mergeAck<Acked extends Delivery>(known: Acked, reported: Delivery): Acked {
  const isLater =
    reported.ack > known.ack || (reported.ack === known.ack && rankOfError(reported) > rankOfError(known));
  if (!isLater) return known;
  const { ack, errorCode, errorKey } = reported;
  return { ...known, ack, errorCode, errorKey };
}

/** The message with its early ack, if one was kept. */
export function withEarlyAck(early: ConversationContext['early'], message: Message): Message {
  const ack = early[message.id];
  return ack === undefined ? message : mergeAck(message, ack);
}

/** Merges two versions of one message: acks as above, reactions as a set, seen stays seen. */
function mergeMessage(known: Message, reported: Message): Message {
  const merged = withReactions(mergeAck(known, reported), reported.reactions);
  return merged.unseen && !reported.unseen ? { ...merged, unseen: false } : merged;
}

/** The newer of two messages, by id; merged if they are the same one. */
export function newerMessage(known: Message | null, reported: Message | null): Message | null {
  if (known === null || reported === null) return known ?? reported;
  const order = compareIds(known.id, reported.id);
  if (order === 0) return mergeMessage(known, reported);
  return order > 0 ? known : reported;
}

/** The index of a message, or where it would be inserted. Tries the end first, where most new messages go. */
function placeOf(
  messages: readonly Message[],
  id: MessageId,
): { readonly index: number; readonly held: Message | null } {
  const last = messages.at(-1);
  if (last === undefined || compareIds(id, last.id) > 0) return { index: messages.length, held: null };
  let low = 0;
  let high = messages.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const message = messages[middle];
    if (message !== undefined && compareIds(message.id, id) < 0) low = middle + 1;
    else high = middle;
  }
  const found = messages[low];
  return { index: low, held: found?.id === id ? found : null };
}

/** The held message with that id; null if it isn't held. */
export function heldMessage(chat: Chat | null, id: MessageId): Message | null {
  return chat === null ? null : placeOf(chat.messages, id).held;
}

/** The message with that id, of the past or among the newest; null if it isn't held. */
export function heldAnywhere(
  { chat, past }: Pick<ConversationContext, 'chat' | 'past'>,
  id: MessageId,
): Message | null {
  return heldMessage(chat, id) ?? heldMessage(past ?? null, id);
}

/** The message chosen to reply to; null for none, or if it is no longer known. */
export function messageToReply(context: Pick<ConversationContext, 'chat' | 'past' | 'quoted'>, id: MessageId) {
  const { quoted } = context;
  return heldAnywhere(context, id) ?? (quoted?.id === id ? quoted : null);
}

/** Whether a message is older than all held, so that only a page of older messages may bring it without a gap. */
export function isBefore(chat: Chat, id: MessageId): boolean {
  const oldest = chat.messages[0];
  return oldest !== undefined && !chat.complete && compareIds(id, oldest.id) < 0;
}

/** Inserts a message, or merges it with the one held. */
export function withMessage(chat: Chat, message: Message): Chat {
  const { index, held } = placeOf(chat.messages, message.id);
  if (held === null) return withNew(chat, message, index);
  const merged = mergeMessage(held, message);
  const next = withMerged(chat, merged, index);
  return merged.errorCode === held.errorCode ? next : withParent(next, merged);
}

function withMerged(chat: Chat, message: Message, index: number): Chat {
  return chat.messages[index] === message ? chat : { ...chat, messages: chat.messages.with(index, message) };
}

function withNew(chat: Chat, message: Message, index: number): Chat {
  const later = chat.messages.slice(index);
  const reactions = later.filter((other) => isShownReaction(other) && other.parentId === message.id).map(relatedOf);
  const inserted = withReactions(message, reactions);
  const messages = later.length === 0 ? [...chat.messages, inserted] : chat.messages.toSpliced(index, 0, inserted);
  return withParent({ ...chat, messages }, message);
}

/** Adds a reaction to its message, or takes back one that wasn't delivered; other messages change nothing. */
export function withParent(chat: Chat, reaction: Message): Chat {
  if (!isReaction(reaction)) return chat;
  const { held, index } = placeOf(chat.messages, reaction.parentId);
  if (held === null) return chat;
  if (isShownReaction(reaction)) return withMerged(chat, withReactions(held, [relatedOf(reaction)]), index);
  const reactions = held.reactions.filter(({ id }) => id !== reaction.id);
  return reactions.length === held.reactions.length ? chat : withMerged(chat, { ...held, reactions }, index);
}

/** Merges a message with the one held, or shows it on the held one that it reacts to; others are ignored. */
export function withNewsOf(chat: Chat, message: Message): Chat {
  const { index, held } = placeOf(chat.messages, message.id);
  return held === null ? withParent(chat, message) : withMerged(chat, mergeMessage(held, message), index);
}

/** Applies an ack to a held message; ignored if the message isn't held. */
export function withAck(chat: Chat, id: MessageId, delivery: Delivery): Chat {
  const { index, held } = placeOf(chat.messages, id);
  if (held === null) return chat;
  const acked = mergeAck(held, delivery);
  const next = withMerged(chat, acked, index);
  return acked.errorCode === held.errorCode ? next : withParent(next, acked);
}

/**
 * Replaces the messages held by the newest page. Older ones are dropped, as there may be a gap before the page. Newer
 * ones stay if they arrived after the request; those held at the request (up to `heldTo`) are no longer visible.
 */
export function withNewestPage(
  chat: Chat,
  items: readonly Message[],
  complete: boolean,
  heldTo: MessageId | null,
): Chat {
  const oldest = items[0];
  const newest = items.at(-1);
  const { index } = oldest === undefined ? { index: 0 } : placeOf(chat.messages, oldest.id);
  const after = index === 0 ? chat : { ...chat, messages: chat.messages.slice(index) };
  const isGone = ({ id }: Message): boolean =>
    heldTo !== null && compareIds(id, heldTo) <= 0 && (newest === undefined || compareIds(id, newest.id) > 0);
  return withOlderPage(without(after, isGone), items, complete);
}

/** Removes messages, also from the reactions of others. */
export function without(chat: Chat, drops: (message: Message) => boolean): Chat {
  const dropped = new Set(chat.messages.filter(drops).map(({ id }) => id));
  if (dropped.size === 0) return chat;
  const kept = chat.messages.filter(({ id }) => !dropped.has(id));
  const messages = kept.map((message) => {
    const reactions = message.reactions.filter(({ id }) => !dropped.has(id));
    return reactions.length === message.reactions.length ? message : { ...message, reactions };
  });
  return { ...chat, messages };
}

/** Adds a page. `complete`: the server has nothing older. */
export function withOlderPage(chat: Chat, items: readonly Message[], complete: boolean): Chat {
  const next = items.reduce(withMessage, chat);
  return next.complete === complete ? next : { ...next, complete };
}

/** Keeps only the newest messages, for a conversation that isn't on the screen. */
export function trimmed(chat: Chat, length: number): Chat {
  if (chat.messages.length <= length) return chat;
  const messages = chat.messages.slice(-length);
  const oldest = messages[0]?.id ?? '0';
  const lines = chat.lines?.filter(({ afterId }) => compareIds(afterId, oldest) >= 0);
  return { messages, ...(lines && { lines }), complete: false };
}

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
