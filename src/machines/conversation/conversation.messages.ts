import type { Message, RelatedMessage } from '../entities/entities.ts';
import { compareIds } from '../entities/ids.ts';
import type { MessageId } from '../entities/ids.ts';
import type { AckNews, Chat, ConversationContext } from './conversation.context.ts';

/** Whether it shows on the message it belongs to instead of by itself. */
export function isReaction(message: Message): message is Message & { readonly parentId: MessageId } {
  return message.tag === 'reaction' && message.parentId !== null;
}

/** Whether the customer wrote anew: only then the day to answer in begins anew. A reaction is none, whatever it is to. */
export function isWritten({ received, tag }: Message): boolean {
  return received && tag !== 'reaction' && tag !== 'system' && tag !== 'edited' && tag !== 'revoked';
}

export function relatedOf({ id, received, text, tag, documentName, bot, author }: Message): RelatedMessage {
  return { id, received, text, tag, documentName, bot, author };
}

function mergeReactions(a: readonly RelatedMessage[], b: readonly RelatedMessage[]): readonly RelatedMessage[] {
  const fresh = b.filter(({ id }) => !a.some((known) => known.id === id));
  return fresh.length === 0 ? a : [...a, ...fresh].toSorted((one, other) => compareIds(one.id, other.id));
}

function withReactions(message: Message, told: readonly RelatedMessage[]): Message {
  const reactions = mergeReactions(message.reactions, told);
  return reactions === message.reactions ? message : { ...message, reactions };
}

/** Nobody knows whether it went out: an error until that is known. */
const IN_DOUBT = 'uncertain';

/** At one level of ack there is first no error, then perhaps a doubt, then perhaps an error for good. */
function rankOfError({ errorCode }: AckNews): number {
  if (errorCode === null) return 0;
  return errorCode === IN_DOUBT ? 1 : 2;
}

/** What was told later stands, in whichever order it comes: the ack only rises, and a higher one says which error is left. */
export function mergeAck<News extends AckNews>(known: News, told: AckNews): News {
  const isLater = told.ack > known.ack || (told.ack === known.ack && rankOfError(told) > rankOfError(known));
  if (!isLater) return known;
  const { ack, errorCode, errorKey } = told;
  return { ...known, ack, errorCode, errorKey };
}

/** With the ack that came before the message did. */
export function withEarlyAck(early: ConversationContext['early'], message: Message): Message {
  const news = early[message.id];
  return news === undefined ? message : mergeAck(message, news);
}

/** Two tellings of one message: acks as above, reactions are a set, seen stays seen. */
function mergeMessage(known: Message, told: Message): Message {
  const merged = withReactions(mergeAck(known, told), told.reactions);
  return merged.unseen && !told.unseen ? { ...merged, unseen: false } : merged;
}

/** The newer of two messages, by id; merged if they are the same one. */
export function newerMessage(known: Message | null, told: Message | null): Message | null {
  if (known === null || told === null) return known ?? told;
  const order = compareIds(known.id, told.id);
  if (order === 0) return mergeMessage(known, told);
  return order > 0 ? known : told;
}

/** Where a message stands or would stand. New ones are mostly the newest, so it looks from the end. */
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

export function heldMessage(chat: Chat | null, id: MessageId): Message | null {
  return chat === null ? null : placeOf(chat.messages, id).held;
}

/** Whether a message stands before what is held, where others may be missing: a page of older ones brings it. */
export function isBefore(chat: Chat, id: MessageId): boolean {
  const oldest = chat.messages[0];
  return oldest !== undefined && !chat.complete && compareIds(id, oldest.id) < 0;
}

/** Holds a message. Held already, what it tells anew is merged. */
export function withMessage(chat: Chat, message: Message): Chat {
  const { index, held } = placeOf(chat.messages, message.id);
  if (held === null) return withNew(chat, message, index);
  return withMerged(chat, mergeMessage(held, message), index);
}

function withMerged(chat: Chat, message: Message, index: number): Chat {
  return chat.messages[index] === message ? chat : { ...chat, messages: chat.messages.with(index, message) };
}

function withNew(chat: Chat, message: Message, index: number): Chat {
  const later = chat.messages.slice(index);
  const reactions = later.filter((other) => isReaction(other) && other.parentId === message.id).map(relatedOf);
  const told = withReactions(message, reactions);
  const messages = later.length === 0 ? [...chat.messages, told] : chat.messages.toSpliced(index, 0, told);
  const next = { ...chat, messages };
  if (!isReaction(message)) return next;
  const parent = placeOf(messages, message.parentId);
  if (parent.held === null) return next;
  return withMerged(next, withReactions(parent.held, [relatedOf(message)]), parent.index);
}

/** A held message's ack; of one that isn't held nothing changes. */
export function withAck(chat: Chat, id: MessageId, told: AckNews): Chat {
  const { index, held } = placeOf(chat.messages, id);
  return held === null ? chat : withMerged(chat, mergeAck(held, told), index);
}

/**
 * The newest page. What is held from before it is dropped: messages between the two may be missing,
 * and news of it too. What came after it was asked stays; what was held then, up to `heldTo`, and is
 * newer than the page, isn't read any more.
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

/** Without some messages, also where they are reactions to others. */
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

export function withOlderPage(chat: Chat, items: readonly Message[], complete: boolean): Chat {
  const next = items.reduce(withMessage, chat);
  return next.complete === complete ? next : { ...next, complete };
}

/** Only the newest are kept of a conversation that nobody looks at. */
export function trimmed(chat: Chat, length: number): Chat {
  return chat.messages.length <= length ? chat : { messages: chat.messages.slice(-length), complete: false };
}
