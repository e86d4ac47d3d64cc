import { compareIds } from '../entities/ids.ts';
import type { Ticket } from '../entities/entities.ts';
import type { TicketId } from '../entities/ids.ts';

/** A ticket's sort key in the list. `at` is when the server accepted its last message, else its start. */
export interface SortKey {
  readonly pinned: boolean;
  readonly at: number;
  readonly id: TicketId;
}

/** Negative if `a` sorts above `b`: pinned first, then newest last message, then newest ticket. */
export function compareSortKeys(a: SortKey, b: SortKey): number {
  if (a.pinned !== b.pinned) return a.pinned ? -1 : 1;
  if (a.at !== b.at) return b.at - a.at;
  return compareIds(b.id, a.id);
}

export function sortKeyOf({ id, pinned, lastMessage, startedAt }: Ticket): SortKey {
  return { pinned: pinned ?? false, at: lastMessage?.takenAt ?? startedAt, id };
}
