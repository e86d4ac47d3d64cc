import { TICKET_VIEWS } from '../../../contract/facts/ticket-views.ts';
import type { TicketView } from '../../../contract/facts/ticket-views.ts';
import type { HeldConversation, HeldTicket, HeldUnseen } from '../conversation/conversation.actors.ts';
import type { Core } from '../directory/core.ts';
import type { ConversationKey, CustomerId, TicketId } from '../entities/ids.ts';
import type { FrameEvent } from '../log/events-chat.ts';
import { selectHasUnseen } from '../unseen/unseen.selectors.ts';
import { isPinned } from './inbox.pins.ts';
import { countViews, isInView, noneInViews } from './inbox.views.ts';
import type { ViewSet } from './inbox.views.ts';
import { createSortedIndex } from './order.ts';
import { compareSortKeys, sortMoment } from './sort-key.ts';
import type { SortKey } from './sort-key.ts';
import { standingOf } from './standing.ts';
import { hasThirdLine } from './third-line.ts';

/** The index entry of a ticket. */
export interface Row {
  readonly id: TicketId;
  readonly held: HeldTicket;
  /** Null until the ticket is known. */
  thread: Thread | null;
  /** Its place in the list; null while it doesn't match the filters. */
  key: SortKey | null;
  /** The views it counts in. */
  views: ViewSet;
  /** Whether it is open and visible to the viewer. */
  isOpen: boolean;
  /** Whether it is that and people’s work: no flow has it. */
  isOurs: boolean;
}

/** The index entry of a conversation, with its held tickets. */
export interface Thread {
  readonly key: ConversationKey;
  readonly held: HeldConversation;
  rows: readonly Row[];
  hasUnseen: boolean;
}

/** The loaded rows of the list in order, pinned ones first. */
interface TicketOrder {
  readonly ids: readonly TicketId[];
  /** Whether each has a third line. */
  readonly tall: readonly (boolean | undefined)[];
  /** How many of them, at the top, are pinned. */
  readonly pinnedCount: number;
}

/**
 * The held tickets by conversation and customer, their order in the list, and their totals: all of it can be rebuilt
 * from the actors. `hasRefused`: whether a message of a conversation was refused, and not yet discarded.
 */
export function createTicketIndex(
  { inbox, signals, query, holder }: Core,
  counterOf: (key: ConversationKey) => HeldUnseen | undefined,
  hasRefused: (key: ConversationKey) => boolean,
) {
  const rows = new Map<TicketId, Row>();
  const threads = new Map<ConversationKey, Thread>();
  const byCustomer = new Map<CustomerId, readonly Row[]>();
  /** Tickets whose finish waits for pending messages. */
  const finishIds = new Set<TicketId>();
  const drafted = new Map<ConversationKey, Thread>();
  const order = createSortedIndex();
  let counts: Record<TicketView, number> = { ...noneInViews };
  /** Of the held conversations. */
  let unseenCount = 0;

  const ticketOrder = signals.create((): TicketOrder => {
    const count = loadedCount();
    return {
      ids: order.list('id', count),
      tall: order.list('isTall', count),
      pinnedCount: Math.min(count, order.pinnedCount),
    };
  });
  /** How many tickets are in each view under the current filters; null until known. */
  const viewCounts = signals.create(() => countViews(inbox.getSnapshot().context.views, counts));

  /** The number of conversations with unread messages and an open ticket that is visible to the viewer and no flow has. */
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

  /** The number of rows down to the end of the last page; below it rows may be missing. */
  function loadedCount(): number {
    const { answered, complete, frontier } = inbox.getSnapshot().context;
    return !answered || complete || frontier === null ? order.size : order.rank(frontier);
  }

  /** Puts a ticket where its key says; null: it isn't in the list. */
  function place(row: Row, key: SortKey | null): void {
    const before = row.key;
    const isSame = before !== null && key !== null && compareSortKeys(before, key) === 0;
    if (before === key || (isSame && before.isTall === key.isTall)) return;
    if (before !== null) order.remove(before);
    if (key !== null) order.insert(key);
    row.key = key;
    ticketOrder.touch();
  }

  /** The rows that a frame may move: its customer's, and its ticket's, whose customer may have been merged. */
  function rowsOf(frame: FrameEvent): readonly Row[] {
    if ('customerId' in frame) return byCustomer.get(frame.customerId) ?? [];
    if (!('ticket' in frame)) return [];
    const { id, customer } = frame.ticket;
    const row = rows.get(id);
    return [...(byCustomer.get(customer.id) ?? []), ...(row === undefined ? [] : [row])];
  }

  function count(row: Row, views: ViewSet): void {
    if (views === row.views) return;
    for (const view of TICKET_VIEWS) counts[view] += Number(isInView(views, view)) - Number(isInView(row.views, view));
    row.views = views;
    viewCounts.touch();
  }

  /** Whether the viewer has an open ticket of the conversation. */
  function hasOpen(key: ConversationKey): boolean {
    const thread = threads.get(key);
    return thread !== undefined && isOpen(thread);
  }

  function sortKey(row: Row, thread: Thread, viewer = holder()): SortKey | null {
    const { ticket } = row.held.getSnapshot().context;
    if (ticket === null) return null;
    const { lastMessage } = thread.held.getSnapshot().context;
    const pinned = isPinned(inbox.getSnapshot().context.pins, ticket.customer.id);
    const at = sortMoment(ticket, lastMessage?.takenAt, query());
    return { pinned, at, id: row.id, isTall: hasThirdLine(ticket, query(), viewer?.userId) };
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
    place(row, isListed ? sortKey(row, thread, viewer) : null);
    count(row, views);
    const isOursNow = isOpenNow && ticket.inFlow !== true;
    if (isOpenNow === row.isOpen && isOursNow === row.isOurs) return;
    row.isOpen = isOpenNow;
    row.isOurs = isOursNow;
    touchOpen(thread);
    noteUnseen(thread, hasUnseen);
  }

  function recount(thread: Thread): void {
    const counter = counterOf(thread.key)?.getSnapshot();
    noteUnseen(thread, counter !== undefined && selectHasUnseen(counter));
  }

  function noteUnseen(thread: Thread, isCounting: boolean): void {
    const hasUnseen = isCounting && isOurs(thread);
    if (hasUnseen === thread.hasUnseen) return;
    thread.hasUnseen = hasUnseen;
    unseenCount += hasUnseen ? 1 : -1;
    totalUnseen.touch();
  }

  function part(row: Row): void {
    const { thread } = row;
    if (thread === null) return;
    row.thread = null;
    row.isOpen = false;
    row.isOurs = false;
    const { customerId } = thread.held.getSnapshot().context;
    const others = without(row, byCustomer.get(customerId));
    if (others.length > 0) byCustomer.set(customerId, others);
    else byCustomer.delete(customerId);
    thread.rows = without(row, thread.rows);
    touchOpen(thread);
    recount(thread);
  }

  /** Updates what depends on whether a conversation has an open ticket. */
  function touchOpen({ key }: Thread): void {
    if (drafted.has(key)) unsent.touch();
    totalUnseen.touch();
  }

  return {
    rows: rows as ReadonlyMap<TicketId, Row>,
    threads: threads as ReadonlyMap<ConversationKey, Thread>,
    byCustomer: byCustomer as ReadonlyMap<CustomerId, readonly Row[]>,
    finishIds,
    ticketOrder,
    viewCounts,
    totalUnseen,
    unsent,
    loadedCount,
    /** To be called before a frame is taken. Tells whether it took a row out of the list, or moved one down. */
    watchPlaces: (frame: FrameEvent): (() => boolean) => {
      const places = rowsOf(frame).map((row) => ({ row, before: row.key }));
      return () => places.some(({ row, before }) => before !== null && isBelow(row.key, before));
    },
    hasOpen,
    addThread: (key: ConversationKey, held: HeldConversation): Thread => {
      const thread: Thread = { key, held, rows: [], hasUnseen: false };
      threads.set(key, thread);
      return thread;
    },
    removeThread: (key: ConversationKey): void => {
      threads.delete(key);
      if (drafted.delete(key)) unsent.touch();
    },
    addRow: (id: TicketId, held: HeldTicket): Row => {
      const row: Row = { id, held, thread: null, key: null, isOpen: false, isOurs: false, views: 0 };
      rows.set(id, row);
      return row;
    },
    /** Adds a row to its conversation. */
    join: (row: Row, thread: Thread): void => {
      const { customerId } = thread.held.getSnapshot().context;
      row.thread = thread;
      const others = byCustomer.get(customerId);
      // Most are the first: spreading nothing ten thousand times is what an opening page would wait for.
      thread.rows = thread.rows.length === 0 ? [row] : [...thread.rows, row];
      byCustomer.set(customerId, others === undefined ? [row] : [...others, row]);
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
      for (const index of [rows, threads, byCustomer, finishIds, drafted, order]) index.clear();
      counts = { ...noneInViews };
      unseenCount = 0;
      for (const signal of [ticketOrder, viewCounts, unsent, totalUnseen]) signal.touch();
    },
  };
}

export function isKey(key: string): key is ConversationKey {
  return key.includes('@');
}

/** Whether a place is below another, or none. */
function isBelow(key: SortKey | null, other: SortKey): boolean {
  return key === null || compareSortKeys(key, other) > 0;
}

function without(row: Row, rows: readonly Row[] = []): readonly Row[] {
  return rows.filter((other) => other !== row);
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

function isOurs({ rows }: Thread): boolean {
  for (const row of rows) if (row.isOurs) return true;
  return false;
}
