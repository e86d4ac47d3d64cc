import { isPinned } from '../inbox/inbox.pins.ts';
import { createListIndex } from '../inbox/list-index.ts';
import type { ListEntry } from '../inbox/list-index.ts';
import { sortMoment } from '../inbox/sort-key.ts';
import type { SortKey } from '../inbox/sort-key.ts';
import { standingOf } from '../inbox/standing.ts';
import { hasThirdLine } from '../inbox/third-line.ts';
import type { ConversationKey, CustomerId, TicketId } from '../entities/ids.ts';
import { selectHasUnseen } from '../unseen/unseen.selectors.ts';
import type { HeldConversation, HeldTicket, HeldUnseen } from './conversations.ts';
import type { Core } from './core.ts';

/** The index entry of a ticket. */
export interface Row extends ListEntry {
  readonly id: TicketId;
  readonly held: HeldTicket;
  /** Null until the ticket is known. */
  thread: Thread | null;
  customerId: CustomerId | null;
  /** Whether it is open and visible to the viewer. */
  isOpen: boolean;
}

/** The index entry of a conversation, with its held tickets. */
export interface Thread {
  readonly key: ConversationKey;
  readonly held: HeldConversation;
  readonly rows: Set<Row>;
  hasUnseen: boolean;
}

/**
 * An index of tickets by conversation and customer, with the list's. It can be rebuilt from the actors. `hasRefused`:
 * whether a message of a conversation was refused, and not yet discarded.
 */
export function createConversationIndex(
  { inbox, signals, query, holder }: Core,
  counterOf: (key: ConversationKey) => HeldUnseen | undefined,
  hasRefused: (key: ConversationKey) => boolean,
) {
  const rows = new Map<TicketId, Row>();
  const threads = new Map<ConversationKey, Thread>();
  const byCustomer = new Map<CustomerId, Set<Row>>();
  /** Tickets whose finish waits for pending messages. */
  const finishIds = new Set<TicketId>();
  const drafted = new Map<ConversationKey, Thread>();
  const list = createListIndex(inbox, signals);
  const { place, count } = list;
  /** Of the held conversations. */
  let unseenCount = 0;

  /** The number of conversations with unread messages and an open ticket visible to the viewer. */
  const totalUnseen = signals.create(() => {
    const listed = Object.keys(inbox.getSnapshot().context.unheld.unseen);
    return unseenCount + listed.filter((key) => isKey(key) && !hasOpen(key)).length;
  });
  /** Conversations with a draft or a refused message, and neither an open ticket nor a view on the screen to send it in. */
  const unsent = signals.create((): readonly ConversationKey[] =>
    [...drafted.values()]
      .filter((thread) => !isOpen(thread) && thread.held.getSnapshot().context.watchers.length === 0)
      .filter((thread) => hasDraft(thread) || hasRefused(thread.key))
      .map(({ key }) => key),
  );

  /** Whether the viewer has an open ticket of the conversation. */
  function hasOpen(key: ConversationKey): boolean {
    const thread = threads.get(key);
    return thread !== undefined && isOpen(thread);
  }

  function sortKey(row: Row, thread: Thread): SortKey | null {
    const { ticket } = row.held.getSnapshot().context;
    if (ticket === null) return null;
    const { lastMessage } = thread.held.getSnapshot().context;
    const pinned = isPinned(inbox.getSnapshot().context.pins, ticket.customer.id);
    const at = sortMoment(ticket, lastMessage?.takenAt, query());
    return { pinned, at, id: row.id, isTall: hasThirdLine(ticket, query(), holder()?.userId) };
  }

  function fit(row: Row): void {
    const snapshot = row.held.getSnapshot();
    const { ticket } = snapshot.context;
    const { thread } = row;
    const viewer = holder();
    if (ticket === null || thread === null || viewer === null) return;
    const counter = counterOf(thread.key)?.getSnapshot();
    const hasUnseen = counter !== undefined && selectHasUnseen(counter);
    const around = { query: query(), viewer, hasUnseen, wasListed: row.key !== null };
    const { isListed, views, isOpen: isOpenNow } = standingOf(snapshot, ticket, around);
    place(row, isListed ? sortKey(row, thread) : null);
    count(row, views);
    if (isOpenNow === row.isOpen) return;
    row.isOpen = isOpenNow;
    if (drafted.has(thread.key)) unsent.touch();
    recount(thread);
  }

  function recount(thread: Thread): void {
    const counter = counterOf(thread.key)?.getSnapshot();
    const hasUnseen = counter !== undefined && selectHasUnseen(counter) && isOpen(thread);
    if (hasUnseen === thread.hasUnseen) return;
    thread.hasUnseen = hasUnseen;
    unseenCount += hasUnseen ? 1 : -1;
    totalUnseen.touch();
  }

  function part(row: Row): void {
    const { thread, customerId } = row;
    if (thread === null || customerId === null) return;
    row.thread = null;
    row.customerId = null;
    row.isOpen = false;
    const others = byCustomer.get(customerId);
    others?.delete(row);
    if (others?.size === 0) byCustomer.delete(customerId);
    thread.rows.delete(row);
    if (drafted.has(thread.key)) unsent.touch();
    recount(thread);
  }

  return {
    rows: rows as ReadonlyMap<TicketId, Row>,
    threads: threads as ReadonlyMap<ConversationKey, Thread>,
    byCustomer: byCustomer as ReadonlyMap<CustomerId, ReadonlySet<Row>>,
    finishIds,
    list,
    totalUnseen,
    unsent,
    hasOpen,
    addThread: (key: ConversationKey, held: HeldConversation): Thread => {
      const thread: Thread = { key, held, rows: new Set(), hasUnseen: false };
      threads.set(key, thread);
      return thread;
    },
    removeThread: (key: ConversationKey): void => {
      threads.delete(key);
      if (drafted.delete(key)) unsent.touch();
    },
    addRow: (id: TicketId, held: HeldTicket): Row => {
      const row: Row = { id, held, thread: null, customerId: null, key: null, isOpen: false, views: 0 };
      rows.set(id, row);
      return row;
    },
    /** Adds a row to its conversation. */
    join: (row: Row, thread: Thread, customerId: CustomerId): void => {
      row.thread = thread;
      row.customerId = customerId;
      thread.rows.add(row);
      byCustomer.set(customerId, (byCustomer.get(customerId) ?? new Set()).add(row));
    },
    /** Takes a row out of its conversation. */
    part,
    removeRow: (row: Row): void => {
      place(row, null);
      count(row, 0);
      rows.delete(row.id);
      finishIds.delete(row.id);
      part(row);
    },
    /** Adds a ticket to the list or removes it, by the filters. */
    fit,
    /** Moves a listed row after its conversation's last message changed. */
    follow: (row: Row): void => {
      if (row.key !== null && row.thread !== null) place(row, sortKey(row, row.thread));
    },
    /** Updates whether a conversation has unread messages. */
    recount,
    /** Notes whether a conversation has something that isn't sent. */
    noteDraft: (thread: Thread): void => {
      const has = hasDraft(thread) || thread.held.getSnapshot().context.optimistic.length > 0;
      if (!has && !drafted.delete(thread.key)) return;
      if (has) drafted.set(thread.key, thread);
      unsent.touch();
    },
    clear: (): void => {
      for (const index of [rows, threads, byCustomer, finishIds, drafted, list]) index.clear();
      unseenCount = 0;
      for (const signal of [unsent, totalUnseen]) signal.touch();
    },
  };
}

function isKey(key: string): key is ConversationKey {
  return key.includes('@');
}

function hasDraft({ held }: Thread): boolean {
  const { draft, noteDraft = '' } = held.getSnapshot().context;
  return draft !== '' || noteDraft !== '';
}

/** Whether the viewer has an open ticket of the conversation. */
export function isOpen({ rows }: Thread): boolean {
  for (const row of rows) if (row.isOpen) return true;
  return false;
}
