import type { TicketView } from '../../../contract/facts/ticket-views.ts';
import { isPinned } from '../inbox/inbox.pins.ts';
import type { Pins } from '../inbox/inbox.pins.ts';
import { isInView } from '../inbox/inbox.views.ts';
import type { ViewSet } from '../inbox/inbox.views.ts';
import { isVisible, matchesQuery, viewsOf } from '../inbox/matches.ts';
import { createSortedIndex } from '../inbox/order.ts';
import type { SortedIndex } from '../inbox/order.ts';
import { compareSortKeys, sortMoment } from '../inbox/sort-key.ts';
import type { SortKey } from '../inbox/sort-key.ts';
import type { ConversationKey, CustomerId, TicketId } from '../entities/ids.ts';
import { selectIsLeftOut } from '../ticket/ticket.selectors.ts';
import { selectHasUnseen } from '../unseen/unseen.selectors.ts';
import type { HeldConversation, HeldTicket, HeldUnseen } from './conversations.ts';
import type { Core } from './core.ts';

/** The index entry of a ticket. */
export interface Row {
  readonly id: TicketId;
  readonly held: HeldTicket;
  /** Null until the ticket is known. */
  thread: Thread | null;
  customerId: CustomerId | null;
  /** Its sort key in the list; null while it doesn't match the filters. */
  key: SortKey | null;
  /** Whether it is open and visible to the viewer. */
  isOpen: boolean;
  /** The views it counts in. */
  views: ViewSet;
}

/** The index entry of a conversation, with its held tickets. */
export interface Thread {
  readonly key: ConversationKey;
  readonly held: HeldConversation;
  readonly rows: Set<Row>;
  hasUnseen: boolean;
}

export interface IndexHooks {
  /** The list's rows or their order changed. */
  readonly reordered: () => void;
  /** The number of conversations with unread messages changed. */
  readonly unseenChanged: () => void;
  /** The number of held tickets in a view changed. */
  readonly viewsChanged: () => void;
  /** Which conversations have texts that can't be sent changed. */
  readonly unsentChanged: () => void;
  /** Whether a message of a conversation was refused, and not yet discarded. */
  readonly hasRefused: (key: ConversationKey) => boolean;
  readonly pins: () => Pins;
}

/** An index of tickets by list position, conversation and customer. It can be rebuilt from the actors. */
export interface ConversationIndex {
  readonly rows: ReadonlyMap<TicketId, Row>;
  readonly threads: ReadonlyMap<ConversationKey, Thread>;
  readonly byCustomer: ReadonlyMap<CustomerId, ReadonlySet<Row>>;
  /** Tickets on the screen. */
  readonly openIds: Set<TicketId>;
  readonly order: SortedIndex;
  /** How often a row has left the list or moved down. */
  readonly withdrawn: number;
  readonly unseenCount: number;
  /** How many held tickets are in each view. */
  readonly viewCounts: Readonly<Record<TicketView, number>>;
  readonly addThread: (key: ConversationKey, held: HeldConversation) => Thread;
  readonly removeThread: (key: ConversationKey) => void;
  readonly addRow: (id: TicketId, held: HeldTicket) => Row;
  /** Adds a row to its conversation. */
  readonly join: (row: Row, thread: Thread, customerId: CustomerId) => void;
  /** Takes a row out of its conversation. */
  readonly part: (row: Row) => void;
  readonly removeRow: (row: Row) => void;
  /** Adds a ticket to the list or removes it, by the filters. */
  readonly fit: (row: Row) => void;
  /** Moves a listed row after its conversation's last message changed. */
  readonly follow: (row: Row) => void;
  /** Updates whether a conversation has unread messages. */
  readonly recount: (thread: Thread) => void;
  /** Conversations with a draft or a refused message, and neither an open ticket nor a view on the screen to send it in. */
  readonly unsent: () => readonly ConversationKey[];
  /** Notes whether a conversation has something that isn't sent. */
  readonly noteDraft: (thread: Thread) => void;
  readonly clear: () => void;
}

export function createConversationIndex(
  core: Core,
  hooks: IndexHooks,
  counterOf: (key: ConversationKey) => HeldUnseen | undefined,
): ConversationIndex {
  const rows = new Map<TicketId, Row>();
  const threads = new Map<ConversationKey, Thread>();
  const byCustomer = new Map<CustomerId, Set<Row>>();
  const openIds = new Set<TicketId>();
  const drafted = new Map<ConversationKey, Thread>();
  const order = createSortedIndex();
  let unseenCount = 0;
  let viewCounts = noneInViews;
  let withdrawn = 0;

  function count(row: Row, views: ViewSet): void {
    if (views === row.views) return;
    const change = (view: TicketView) => Number(isInView(views, view)) - Number(isInView(row.views, view));
    viewCounts = {
      mine: viewCounts.mine + change('mine'),
      queue: viewCounts.queue + change('queue'),
      waiting: viewCounts.waiting + change('waiting'),
      snoozed: viewCounts.snoozed + change('snoozed'),
      all: viewCounts.all + change('all'),
    };
    row.views = views;
    hooks.viewsChanged();
  }

  function place(row: Row, key: SortKey | null): void {
    const before = row.key;
    if (before === key || (before !== null && key !== null && compareSortKeys(before, key) === 0)) return;
    if (before !== null && (key === null || compareSortKeys(before, key) < 0)) withdrawn += 1;
    if (before !== null) order.remove(before);
    if (key !== null) order.insert(key);
    row.key = key;
    hooks.reordered();
  }

  function sortKey(row: Row, thread: Thread): SortKey | null {
    const { ticket } = row.held.getSnapshot().context;
    if (ticket === null) return null;
    const { lastMessage } = thread.held.getSnapshot().context;
    const pinned = isPinned(hooks.pins(), ticket.customer.id);
    return { pinned, at: sortMoment(ticket, lastMessage?.takenAt, core.query()), id: row.id };
  }

  function fit(row: Row): void {
    const snapshot = row.held.getSnapshot();
    const { ticket, loadFailure, watched } = snapshot.context;
    const { thread } = row;
    const viewer = core.holder();
    if (ticket === null || thread === null || viewer === null) return;
    // One on the screen that a resync left out was fetched by itself: it is gone only if that failed.
    const isLeftOut = selectIsLeftOut(snapshot);
    const isKnown = !isLeftOut || loadFailure === null;
    const counter = counterOf(thread.key)?.getSnapshot();
    // Among the unseen, the one that is being read stays until it is left.
    const hasUnseen = counter !== undefined && selectHasUnseen(counter);
    const isUnseen = hasUnseen || (watched && row.key !== null);
    const query = core.query();
    place(row, isKnown && matchesQuery(ticket, query, viewer, isUnseen) ? sortKey(row, thread) : null);
    // The list that left it out has counted it, if it is still in a view.
    count(row, isLeftOut ? 0 : viewsOf(ticket, query, viewer, hasUnseen));
    const isOpenNow = isKnown && ticket.finishedAt === null && isVisible(ticket, viewer);
    if (isOpenNow === row.isOpen) return;
    row.isOpen = isOpenNow;
    if (drafted.has(thread.key)) hooks.unsentChanged();
    recount(thread);
  }

  function recount(thread: Thread): void {
    const counter = counterOf(thread.key)?.getSnapshot();
    const hasUnseen = counter !== undefined && selectHasUnseen(counter) && isOpen(thread);
    if (hasUnseen === thread.hasUnseen) return;
    thread.hasUnseen = hasUnseen;
    unseenCount += hasUnseen ? 1 : -1;
    hooks.unseenChanged();
  }

  function part(row: Row): void {
    const { thread, customerId } = row;
    if (thread === null || customerId === null) return;
    row.thread = null;
    row.customerId = null;
    const others = byCustomer.get(customerId);
    others?.delete(row);
    if (others?.size === 0) byCustomer.delete(customerId);
    thread.rows.delete(row);
    if (drafted.has(thread.key)) hooks.unsentChanged();
    recount(thread);
  }

  return {
    rows,
    threads,
    byCustomer,
    openIds,
    order,
    get withdrawn() {
      return withdrawn;
    },
    get unseenCount() {
      return unseenCount;
    },
    get viewCounts() {
      return viewCounts;
    },
    addThread(key, held) {
      const thread: Thread = { key, held, rows: new Set(), hasUnseen: false };
      threads.set(key, thread);
      return thread;
    },
    removeThread(key) {
      threads.delete(key);
      if (drafted.delete(key)) hooks.unsentChanged();
    },
    addRow(id, held) {
      const row: Row = { id, held, thread: null, customerId: null, key: null, isOpen: false, views: 0 };
      rows.set(id, row);
      return row;
    },
    join(row, thread, customerId) {
      row.thread = thread;
      row.customerId = customerId;
      thread.rows.add(row);
      byCustomer.set(customerId, (byCustomer.get(customerId) ?? new Set()).add(row));
    },
    removeRow(row) {
      place(row, null);
      count(row, 0);
      rows.delete(row.id);
      openIds.delete(row.id);
      part(row);
    },
    part,
    fit,
    follow(row) {
      if (row.key !== null && row.thread !== null) place(row, sortKey(row, row.thread));
    },
    recount,
    unsent: () =>
      [...drafted.values()]
        .filter((thread) => !isOpen(thread) && thread.held.getSnapshot().context.watchers.length === 0)
        .filter((thread) => hasDraft(thread) || hooks.hasRefused(thread.key))
        .map(({ key }) => key),
    noteDraft(thread) {
      const has = hasDraft(thread) || thread.held.getSnapshot().context.optimistic.length > 0;
      if (!has && !drafted.delete(thread.key)) return;
      if (has) drafted.set(thread.key, thread);
      hooks.unsentChanged();
    },
    clear() {
      for (const index of [rows, threads, byCustomer, openIds, drafted]) index.clear();
      order.clear();
      unseenCount = 0;
      viewCounts = noneInViews;
    },
  };
}

const noneInViews: Readonly<Record<TicketView, number>> = {
  mine: 0,
  queue: 0,
  waiting: 0,
  snoozed: 0,
  all: 0,
};

function hasDraft({ held }: Thread): boolean {
  const { draft, noteDraft = '' } = held.getSnapshot().context;
  return draft !== '' || noteDraft !== '';
}

/** Whether the viewer has an open ticket of the conversation. */
export function isOpen({ rows }: Thread): boolean {
  for (const row of rows) if (row.isOpen) return true;
  return false;
}
