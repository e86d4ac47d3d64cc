import { TICKET_VIEWS } from '../../../contract/facts/ticket-views.ts';
import type { TicketView } from '../../../contract/facts/ticket-views.ts';
import type { TicketId } from '../entities/ids.ts';
import type { Observable } from '../observable.ts';
import type { Signals } from '../signal.ts';
import type { InboxSnapshot } from './inbox.machine.ts';
import { countViews, isInView, noneInViews } from './inbox.views.ts';
import type { ViewSet } from './inbox.views.ts';
import { createSortedIndex } from './order.ts';
import { compareSortKeys } from './sort-key.ts';
import type { SortKey } from './sort-key.ts';

/** What the list has of a held ticket. */
export interface ListEntry {
  /** Its sort key; null while it doesn't match the filters. */
  key: SortKey | null;
  /** The views it counts in. */
  views: ViewSet;
}

/** The loaded rows of the list in order, pinned ones first. */
export interface TicketOrder {
  readonly ids: readonly TicketId[];
  /** Whether each has a third line. */
  readonly tall: readonly (boolean | undefined)[];
  /** How many of them, at the top, are pinned. */
  readonly pinnedCount: number;
}

/** An index of the held tickets: their order in the list, and how many are in each view. */
export function createListIndex(inbox: Observable<Pick<InboxSnapshot, 'context'>>, signals: Signals) {
  const order = createSortedIndex();
  let counts: Record<TicketView, number> = noneInViews;
  let withdrawn = 0;

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

  /** The number of rows down to the end of the last page; below it rows may be missing. */
  function loadedCount(): number {
    const { answered, complete, frontier } = inbox.getSnapshot().context;
    return !answered || complete || frontier === null ? order.size : order.rank(frontier);
  }

  /** Puts a ticket where its key says; null: it isn't in the list. */
  function place(entry: ListEntry, key: SortKey | null): void {
    const before = entry.key;
    const isSame = before !== null && key !== null && compareSortKeys(before, key) === 0;
    if (before === key || (isSame && before.isTall === key.isTall)) return;
    if (before !== null && (key === null || compareSortKeys(before, key) < 0)) withdrawn += 1;
    if (before !== null) order.remove(before);
    if (key !== null) order.insert(key);
    entry.key = key;
    ticketOrder.touch();
  }

  function count(entry: ListEntry, views: ViewSet): void {
    if (views === entry.views) return;
    counts = { ...counts };
    for (const view of TICKET_VIEWS)
      counts[view] += Number(isInView(views, view)) - Number(isInView(entry.views, view));
    entry.views = views;
    viewCounts.touch();
  }

  return {
    ticketOrder,
    viewCounts,
    loadedCount,
    place,
    count,
    /** How often a row has left the list or moved down. */
    withdrawals: () => withdrawn,
    clear: (): void => {
      order.clear();
      counts = noneInViews;
      ticketOrder.touch();
      viewCounts.touch();
    },
  };
}
