import type { Failure } from '../entities/failure.ts';
import type { CustomerId } from '../entities/ids.ts';
import type { InboxQuery } from '../log/events-chat.ts';
import type { InboxSnapshot } from './inbox.machine.ts';
import { isPinned } from './inbox.pins.ts';

/**
 * `loading`: nothing known yet of this query (what is held and fits is shown). `ready`, `loadingMore`:
 * rows are there. `failed`: the first page didn't come. `moreFailed`: a further one didn't.
 */
export type InboxPhase = 'idle' | 'loading' | 'ready' | 'loadingMore' | 'failed' | 'moreFailed';

export function selectInboxPhase(snapshot: InboxSnapshot): InboxPhase {
  return snapshot.value;
}

/** Filters and search as chosen. The same reference until one changes. */
export function selectQuery(snapshot: InboxSnapshot): InboxQuery {
  return snapshot.context.query;
}

/** Whether the server has rows further down. */
export function selectHasMore(snapshot: InboxSnapshot): boolean {
  return !snapshot.context.complete;
}

/** Whether the query was answered: without rows the list is then truly empty. */
export function selectIsAnswered(snapshot: InboxSnapshot): boolean {
  return snapshot.context.answered;
}

/** How many tickets the server had for the query when it last answered. */
export function selectTotal(snapshot: InboxSnapshot): number {
  return snapshot.context.total;
}

/** Why the last page didn't come; null when it did. */
export function selectInboxFailure(snapshot: InboxSnapshot): Failure | null {
  return snapshot.context.failure;
}

/** Whether a customer stands at the top of the list: as the attendant chose, else as the server says. */
export function selectIsPinned(snapshot: InboxSnapshot, id: CustomerId): boolean {
  return isPinned(snapshot.context.pins, id);
}
