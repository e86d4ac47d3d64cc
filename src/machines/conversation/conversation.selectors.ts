import type { Message, RelatedMessage, ThreadLine } from '../entities/entities.ts';
import type { Failure } from '../entities/failure.ts';
import { compareIds } from '../entities/ids.ts';
import type { MessageId, TicketId } from '../entities/ids.ts';
import type {
  ConversationContext,
  LongText,
  OptimisticMessage,
  RefusedReaction,
  Sought,
} from './conversation.context.ts';
import type { ConversationSnapshot } from './conversation.machine.ts';
import { heldAnywhere, isReaction, messageToReply } from './conversation.messages.ts';
import { shownChat } from './conversation.past.ts';

type ChatState = ConversationSnapshot['value']['chat'];

/** One entry of the conversation: a message, or an optimistic one. */
export type ChatEntry =
  | { readonly kind: 'message'; readonly message: Message }
  | { readonly kind: 'optimistic'; readonly message: OptimisticMessage };

type Held = Pick<ConversationSnapshot, 'context'>;

export function selectChatState(snapshot: ConversationSnapshot): ChatState {
  return snapshot.value.chat;
}

/** Why the newest page, or the next older one, failed to load. */
export function selectChatFailure({ context }: Held): Failure | null {
  return context.chatFailure;
}

const messageEntries = new WeakMap<Message, ChatEntry>();
const optimisticEntries = new WeakMap<OptimisticMessage, ChatEntry>();
const entryLists = new WeakMap<readonly Message[], WeakMap<readonly OptimisticMessage[], readonly ChatEntry[]>>();
const noMessages: readonly Message[] = [];
const noOptimistic: readonly OptimisticMessage[] = [];

function entryOf(message: Message): ChatEntry {
  const known = messageEntries.get(message);
  if (known !== undefined) return known;
  const entry: ChatEntry = { kind: 'message', message };
  messageEntries.set(message, entry);
  return entry;
}

function optimisticEntryOf(message: OptimisticMessage): ChatEntry {
  const known = optimisticEntries.get(message);
  if (known !== undefined) return known;
  const entry: ChatEntry = { kind: 'optimistic', message };
  optimisticEntries.set(message, entry);
  return entry;
}

/**
 * The messages shown, oldest first; among the newest, then the optimistic ones in order of submission. An entry keeps
 * its reference while its message does, the list while all entries do.
 */
export function selectMessages({ context }: Held): readonly ChatEntry[] {
  const messages = shownChat(context)?.messages ?? noMessages;
  const optimistic = context.past ? noOptimistic : context.optimistic;
  const lists = entryLists.get(messages) ?? new WeakMap<readonly OptimisticMessage[], readonly ChatEntry[]>();
  entryLists.set(messages, lists);
  const known = lists.get(optimistic);
  if (known !== undefined) return known;
  const shown = messages.filter((message) => !isReaction(message));
  const pending = optimistic.filter(({ reactsTo }) => reactsTo === undefined);
  const entries = [...shown.map(entryOf), ...pending.map(optimisticEntryOf)];
  lists.set(optimistic, entries);
  return entries;
}

/** The events among the messages, including those of hidden tickets. */
export function selectLines({ context }: Held): readonly ThreadLine[] | undefined {
  return shownChat(context)?.lines;
}

/** Whether old messages are shown, with a gap between them and the newest ones. */
export function selectIsPast({ context }: Held): boolean {
  return Boolean(context.past);
}

/** Whether messages after the past can be fetched now. */
export function selectCanNewer({ context, value }: ConversationSnapshot): boolean {
  return value.chat === 'ready' && Boolean(context.past) && !context.newerFailure;
}

/** The message that the reader jumped to, once it is held; null if there is none. */
export function selectSought({ context: { sought } }: Held): Sought | null {
  return sought && !sought.pending ? sought : null;
}

/** Why the message that the reader wanted to jump to isn't shown. */
export function selectSoughtFailure({ context }: Held): Failure | null {
  return context.soughtFailure ?? null;
}

/** The message that the reader wanted to jump to and that isn't shown; null if there is none. */
export function selectSoughtInVain({ context }: Held): MessageId | null {
  return context.soughtFailure ? (context.soughtInVain ?? null) : null;
}

/** Why the page after the past failed to load. */
export function selectNewerFailure({ context }: Held): Failure | null {
  return context.newerFailure ?? null;
}

/** The newest ticket that the viewer may read; null while unknown. */
export function selectReadUpTo({ context }: Held): TicketId | null {
  return context.visibility.upTo;
}

/** The conversation's newest ticket with a message held, if newer than this one; else null. */
export function selectTicketAfter({ context: { chat } }: Held, ticketId: TicketId): TicketId | null {
  const newest = chat?.messages.at(-1)?.ticketId ?? ticketId;
  return compareIds(newest, ticketId) > 0 ? newest : null;
}

/** Whether older messages can be fetched now. */
export function selectCanOlder({ context, value }: ConversationSnapshot): boolean {
  const { chatFailure } = context;
  const chat = shownChat(context);
  if (value.chat !== 'ready' || chat === null) return false;
  return !chat.complete && chat.messages.length > 0 && chatFailure === null;
}

/** Whether the server has nothing older. */
export function selectIsComplete({ context }: Held): boolean {
  return shownChat(context)?.complete === true;
}

/** The fetched parts of a truncated text; null if it was never requested. */
export function selectLongText({ context }: Held, id: MessageId): LongText | null {
  return context.longTexts[id] ?? null;
}

export function selectDraft({ context }: Held): string {
  return context.draft;
}

/** The internal note that isn't saved yet; empty for none. */
export function selectNoteDraft({ context }: Held): string {
  return context.noteDraft ?? '';
}

/** The message with that id; null if it isn't held. */
export function selectMessage({ context }: Held, id: MessageId): Message | null {
  return heldAnywhere(context, id);
}

/** The message that the draft replies to; null for none, or if it is no longer held. */
export function selectReplyTo({ context }: Held): Message | null {
  return context.replyTo === null ? null : messageToReply(context, context.replyTo);
}

/** The newest message that the server has; null if there is none. */
export function selectLastMessage({ context }: Held): Message | null {
  return context.lastMessage;
}

/** When the customer last wrote; null if never. */
export function selectLastReceivedAt({ context }: Held): number | null {
  return context.lastReceivedAt;
}

/** Whether nothing is being written in the conversation and no message is pending, so that it may be dropped. */
export function isIdle({ draft, noteDraft = '', optimistic }: ConversationContext): boolean {
  return draft === '' && noteDraft === '' && optimistic.length === 0;
}

/** The viewer's own reaction to a message that the server doesn't have yet; empty text: it is being taken back. */
export function selectPendingReaction({ context: { optimistic } }: Held, id: MessageId): OptimisticMessage | undefined {
  return optimistic.findLast(({ reactsTo }) => reactsTo === id);
}

/** Why the last reaction to a message was taken back, until that was read; else null. */
export function selectRefusedReaction({ context: { refusedReaction } }: Held, id: MessageId): RefusedReaction | null {
  return refusedReaction?.messageId === id ? refusedReaction : null;
}

/** The reactions to show: the last one of each side; an empty one is a withdrawal. */
export function shownReactions(message: Message): readonly RelatedMessage[] {
  const bySide = new Map<boolean, RelatedMessage>();
  for (const reaction of message.reactions) bySide.set(reaction.received, reaction);
  return [...bySide.values()].filter((reaction) => (reaction.text ?? '') !== '');
}
