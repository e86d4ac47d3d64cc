import { compareIds } from '../entities/ids.ts';
import type { Ticket } from '../entities/entities.ts';
import type { TicketId } from '../entities/ids.ts';
import type { InboxQuery } from '../log/events-inbox.ts';

/** A ticket's sort key in the list: higher `at` first. */
export interface SortKey {
  readonly pinned: boolean;
  readonly at: number;
  readonly id: TicketId;
  /** Whether its row has a third line; says nothing about its place. */
  readonly isTall?: boolean;
}

/** Negative if `a` sorts above `b`: pinned first, then highest `at`, then newest ticket. */
export function compareSortKeys(a: SortKey, b: SortKey): number {
  if (a.pinned !== b.pinned) return a.pinned ? -1 : 1;
  if (a.at !== b.at) return b.at - a.at;
  return compareIds(b.id, a.id);
}

export function sortKeyOf(ticket: Ticket, order: Order = byLastMessage): SortKey {
  return { pinned: ticket.pinned ?? false, at: sortMoment(ticket, ticket.lastMessage?.takenAt, order), id: ticket.id };
}

type Order = Pick<InboxQuery, 'status' | 'sort'>;
const byLastMessage: Order = { status: 'open' };

/** Later than any moment: minus the start of a wait it sorts the longest wait first, before tickets that don't wait. */
const AFTER_ALL = 1e13;

/**
 * A ticket's moment in the list: its end, its customer's wait, its last message or return from snooze, else its start.
 */
export function sortMoment(
  {
    startedAt,
    finishedAt,
    waitingSince,
    wokenAt,
  }: Pick<Ticket, 'startedAt' | 'finishedAt' | 'waitingSince' | 'wokenAt'>,
  lastTakenAt: number | undefined,
  { status, sort }: Order,
): number {
  if (status === 'finished') return finishedAt ?? startedAt;
  if (sort === 'longest_wait' && waitingSince !== undefined && waitingSince !== null) return AFTER_ALL - waitingSince;
  // A ticket back from snooze sorts by when it woke.
  return Math.max(lastTakenAt ?? startedAt, wokenAt ?? 0);
}
