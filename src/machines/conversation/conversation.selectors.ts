import type { Message, RelatedMessage, ThreadLine } from '../entities/entities.ts';
import type { Failure } from '../entities/failure.ts';
import { compareIds } from '../entities/ids.ts';
import type { MessageId, TicketId } from '../entities/ids.ts';
import { HISTORY_SIZE } from '../limits.ts';
import type { ConversationContext, History, LongText, OptimisticMessage } from './conversation.context.ts';
import type { ConversationSnapshot } from './conversation.machine.ts';
import { heldMessage, isReaction } from './conversation.messages.ts';

export type ChatState = ConversationSnapshot['value']['chat'];

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
 * The messages, oldest first, then the optimistic ones in order of submission. An entry keeps its reference while its
 * message does, the list while all entries do.
 */
export function selectMessages({ context: { chat, optimistic } }: Held): readonly ChatEntry[] {
  const messages = chat?.messages ?? noMessages;
  const lists = entryLists.get(messages) ?? new WeakMap<readonly OptimisticMessage[], readonly ChatEntry[]>();
  entryLists.set(messages, lists);
  const known = lists.get(optimistic);
  if (known !== undefined) return known;
  const shown = messages.filter((message) => !isReaction(message));
  const entries = [...shown.map(entryOf), ...optimistic.map(optimisticEntryOf)];
  lists.set(optimistic, entries);
  return entries;
}

/** What stands among the messages, of hidden tickets too. */
export function selectLines({ context }: Held): readonly ThreadLine[] | undefined {
  return context.chat?.lines;
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
  const { chat, chatFailure } = context;
  if (value.chat !== 'ready' || chat === null) return false;
  return !chat.complete && chat.messages.length > 0 && chatFailure === null;
}

/** Whether the server has nothing older. */
export function selectIsComplete({ context }: Held): boolean {
  return context.chat?.complete === true;
}

/** The fetched parts of a truncated text; null if it was never requested. */
export function selectLongText({ context }: Held, id: MessageId): LongText | null {
  return context.longTexts[id] ?? null;
}

const otherTickets = new WeakMap<History, Map<TicketId, History>>();

/** The customer's finished tickets except this one; null until fetched. Keeps its reference while nothing changes. */
export function selectHistory({ context: { history } }: Held, ticketId: TicketId, isFinished: boolean): History | null {
  if (history === null) return null;
  const tickets = history.tickets.filter(({ id }) => id !== ticketId);
  const isListed = tickets.length < history.tickets.length;
  // A ticket finished since the list was fetched isn't counted in it.
  const isCounted = isListed || (isFinished && history.tickets.length < history.total);
  const total = history.total - (isCounted ? 1 : 0);
  const lists = otherTickets.get(history) ?? new Map<TicketId, History>();
  otherTickets.set(history, lists);
  const known = lists.get(ticketId);
  if (known?.total === total) return known;
  const others = { tickets: tickets.slice(0, HISTORY_SIZE), total };
  lists.set(ticketId, others);
  return others;
}

/** Why the history failed to load, until it is retried. */
export function selectHistoryFailure({ context }: Held): Failure | null {
  return context.historyFailure;
}

export function selectDraft({ context }: Held): string {
  return context.draft;
}

/** The internal note that isn't saved yet; empty for none. */
export function selectNoteDraft({ context }: Held): string {
  return context.noteDraft ?? '';
}

/** The message that the draft replies to; null for none, or if it is no longer held. */
export function selectReplyTo({ context: { chat, replyTo } }: Held): Message | null {
  return replyTo === null ? null : heldMessage(chat, replyTo);
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

/** The reactions to show: the last one of each side; an empty one is a withdrawal. */
export function shownReactions(message: Message): readonly RelatedMessage[] {
  const bySide = new Map<boolean, RelatedMessage>();
  for (const reaction of message.reactions) bySide.set(reaction.received, reaction);
  return [...bySide.values()].filter((reaction) => (reaction.text ?? '') !== '');
}
