import type { Customer, Message, RelatedMessage, Ticket, Transfer } from '../entities/entities.ts';
import type { Failure } from '../entities/failure.ts';
import { compareIds } from '../entities/ids.ts';
import type { MessageId, TicketId, TransferId } from '../entities/ids.ts';
import { isFree } from '../entities/viewer.ts';
import type { SortKey } from '../inbox/sort-key.ts';
import { SERVICE_WINDOW_MS } from '../limits.ts';
import type { History, LongText, TempMessage } from './ticket.context.ts';
import { heldMessage, isReaction } from './ticket.messages.ts';
import type { TicketSnapshot } from './ticket.machine.ts';

export type Lifecycle = 'open' | 'finishing' | 'finished';
export type ChatState = 'cold' | 'loading' | 'ready' | 'loadingOlder' | 'failed';

/** One line of the conversation: a message, or one of ours that the server isn't known to have. */
export type ChatEntry =
  | { readonly kind: 'message'; readonly message: Message }
  | { readonly kind: 'temp'; readonly temp: TempMessage };

/** The ticket as last told by the server; null until it is. The same reference while nothing of it changed. */
export function selectTicket(snapshot: TicketSnapshot): Ticket | null {
  return snapshot.context.ticket;
}

export function selectCustomer(snapshot: TicketSnapshot): Customer | null {
  return snapshot.context.ticket?.customer ?? null;
}

/** The ticket's place in the list; null while it isn't known. A new object each time. */
export function selectSortKey(snapshot: Pick<TicketSnapshot, 'context'>): SortKey | null {
  const { ticket } = snapshot.context;
  if (ticket === null) return null;
  return { pinned: selectPinned(snapshot), at: ticket.lastMessage?.takenAt ?? ticket.startedAt, id: ticket.id };
}

/** As the attendant chose, else as the server says. */
export function selectPinned(snapshot: Pick<TicketSnapshot, 'context'>): boolean {
  return snapshot.context.pinWanted ?? snapshot.context.ticket?.pinned ?? false;
}

export function selectBlacklisted(snapshot: TicketSnapshot): boolean {
  return snapshot.context.ticket?.customer.blacklisted ?? false;
}

export function selectLifecycle(snapshot: TicketSnapshot): Lifecycle {
  return snapshot.value.lifecycle;
}

export function selectNotResponded(snapshot: TicketSnapshot): boolean {
  return snapshot.value.attention === 'notResponded';
}

/** `cold` only while nobody looks: watched, the ticket itself is on its way (loading) or didn't come (failed). */
export function selectChatState(snapshot: TicketSnapshot): ChatState {
  const { chat } = snapshot.value;
  const { loadFailure, watched } = snapshot.context;
  if (chat !== 'cold' || !watched) return chat;
  return loadFailure === null ? 'loading' : 'failed';
}

/** Why the conversation, its next older page or what is known of its ticket didn't load. */
export function selectChatFailure(snapshot: TicketSnapshot): Failure | null {
  const { chatFailure, loadFailure } = snapshot.context;
  return chatFailure ?? (selectIsGone(snapshot) ? null : loadFailure);
}

/** Why the ticket itself didn't load. */
export function selectLoadFailure(snapshot: TicketSnapshot): Failure | null {
  return snapshot.context.loadFailure;
}

/** Whether the server doesn't show it to the viewer any more: after a break no frame says who has it now. */
export function selectIsGone({ context: { ticket, loadFailure } }: TicketSnapshot): boolean {
  return ticket !== null && loadFailure?.code === 'NOT_FOUND';
}

/** Why the last finish didn't happen, until the next try. */
export function selectFinishFailure(snapshot: TicketSnapshot): Failure | null {
  return snapshot.context.finishFailure;
}

const messageEntries = new WeakMap<Message, ChatEntry>();
const tempEntries = new WeakMap<TempMessage, ChatEntry>();
const entryLists = new WeakMap<readonly Message[], WeakMap<readonly TempMessage[], readonly ChatEntry[]>>();
const noMessages: readonly Message[] = [];

function entryOf(message: Message): ChatEntry {
  const known = messageEntries.get(message);
  if (known !== undefined) return known;
  const entry: ChatEntry = { kind: 'message', message };
  messageEntries.set(message, entry);
  return entry;
}

function tempEntryOf(temp: TempMessage): ChatEntry {
  const known = tempEntries.get(temp);
  if (known !== undefined) return known;
  const entry: ChatEntry = { kind: 'temp', temp };
  tempEntries.set(temp, entry);
  return entry;
}

/**
 * The conversation, oldest first, then what is still on its way in the order it was submitted.
 * An entry is the same reference while its message is, the list while all of them are.
 */
export function selectMessages(snapshot: TicketSnapshot): readonly ChatEntry[] {
  const { chat, temps } = snapshot.context;
  const messages = chat?.messages ?? noMessages;
  const lists = entryLists.get(messages) ?? new WeakMap<readonly TempMessage[], readonly ChatEntry[]>();
  entryLists.set(messages, lists);
  const known = lists.get(temps);
  if (known !== undefined) return known;
  const shown = messages.filter((message) => !isReaction(message));
  const entries = [...shown.map(entryOf), ...temps.map(tempEntryOf)];
  lists.set(temps, entries);
  return entries;
}

/** The conversation's newest attendance, if it is another than this one and something of it was read; else null. */
export function selectNextTicketId(snapshot: TicketSnapshot): TicketId | null {
  const { chat, ticketId } = snapshot.context;
  const newest = chat?.messages.at(-1)?.ticketId ?? ticketId;
  return compareIds(newest, ticketId) > 0 ? newest : null;
}

/** Whether older messages can be asked for now. */
export function selectCanOlder(snapshot: TicketSnapshot): boolean {
  const { chat, chatFailure } = snapshot.context;
  if (snapshot.value.chat !== 'ready' || chat === null) return false;
  return !chat.complete && chat.messages.length > 0 && chatFailure === null;
}

/** Whether nothing older is left on the server. */
export function selectIsComplete(snapshot: TicketSnapshot): boolean {
  return snapshot.context.chat?.complete === true;
}

/** What was asked for of a text that is cut; null if nothing was. */
export function selectLongText(snapshot: TicketSnapshot, id: MessageId): LongText | null {
  return snapshot.context.longTexts[id] ?? null;
}

/** The customer's earlier attendances; null until they came. */
export function selectHistory(snapshot: TicketSnapshot): History | null {
  return snapshot.context.history;
}

/** Why they didn't come, until they are asked for again. */
export function selectHistoryFailure(snapshot: TicketSnapshot): Failure | null {
  return snapshot.context.historyFailure;
}

export function selectDraft(snapshot: TicketSnapshot): string {
  return snapshot.context.draft;
}

/** The message that the draft answers; null for none, or one that is no longer held. */
export function selectReplyTo(snapshot: TicketSnapshot): Message | null {
  const { chat, replyTo } = snapshot.context;
  return replyTo === null ? null : heldMessage(chat, replyTo);
}

/** What the list shows below the name: the newest message, ours on their way included. */
export function selectPreview(snapshot: TicketSnapshot): ChatEntry | null {
  const { temps, ticket } = snapshot.context;
  const temp = temps.at(-1);
  if (temp !== undefined) return tempEntryOf(temp);
  return ticket?.lastMessage ? entryOf(ticket.lastMessage) : null;
}

/** Until when a free text may be sent; null if the customer never wrote. */
export function selectServiceWindowEnd(snapshot: TicketSnapshot): number | null {
  const at = snapshot.context.ticket?.lastReceivedAt ?? null;
  return at === null ? null : at + SERVICE_WINDOW_MS;
}

export function selectPendingTransfer(snapshot: TicketSnapshot): Transfer | null {
  return snapshot.context.ticket?.pendingTransfer ?? null;
}

export function selectPendingTransferId(snapshot: TicketSnapshot): TransferId | null {
  return selectPendingTransfer(snapshot)?.id ?? null;
}

export function selectIsWatched(snapshot: TicketSnapshot): boolean {
  return snapshot.context.watched;
}

/** Whether it is the viewer's to work on: theirs, nobody's, or anybody's to an administrator. */
export function selectIsForViewer(snapshot: TicketSnapshot): boolean {
  const { ticket, viewer } = snapshot.context;
  return ticket !== null && !selectIsGone(snapshot) && isFree(ticket.owner?.id ?? null, viewer);
}

export function selectCanFinish(snapshot: TicketSnapshot): boolean {
  return snapshot.value.lifecycle === 'open' && selectIsForViewer(snapshot);
}

/** Whether it may be offered to somebody: one transfer at a time. */
export function selectCanTransfer(snapshot: TicketSnapshot): boolean {
  return selectCanFinish(snapshot) && selectPendingTransfer(snapshot) === null;
}

/** What is shown of the reactions: the last of each side; an empty one took it back. */
export function shownReactions(message: Message): readonly RelatedMessage[] {
  const bySide = new Map<boolean, RelatedMessage>();
  for (const reaction of message.reactions) bySide.set(reaction.received, reaction);
  return [...bySide.values()].filter((reaction) => (reaction.text ?? '') !== '');
}
