import type { Failure } from '../entities/failure.ts';
import type { CustomerId } from '../entities/ids.ts';
import type { InboxQuery } from '../log/events-inbox.ts';
import type { InboxSnapshot } from './inbox.machine.ts';
import { isPinned } from './inbox.pins.ts';

/**
 * `loading`: no answer for this query yet (held rows that match are shown). `ready`, `loadingMore`: rows are loaded.
 * `failed`: the first page failed to load. `moreFailed`: a later one did.
 */
type InboxPhase = 'idle' | 'loading' | 'ready' | 'loadingMore' | 'failed' | 'moreFailed';

export function selectInboxPhase(snapshot: InboxSnapshot): InboxPhase {
  return snapshot.value;
}

/** Filters and search. Keeps its reference until one changes. */
export function selectQuery(snapshot: InboxSnapshot): InboxQuery {
  return snapshot.context.query;
}

/** Whether the server has more rows. */
export function selectHasMore(snapshot: InboxSnapshot): boolean {
  return !snapshot.context.complete;
}

/** Whether the query was answered, so that a list without rows is really empty. */
export function selectIsAnswered(snapshot: InboxSnapshot): boolean {
  return snapshot.context.answered;
}

/** Why the last page failed to load; null if it didn't. */
export function selectInboxFailure(snapshot: InboxSnapshot): Failure | null {
  return snapshot.context.failure;
}

/** Whether a customer is pinned: by the viewer's pending change, else as the server last reported. */
export function selectIsPinned(snapshot: InboxSnapshot, id: CustomerId): boolean {
  return isPinned(snapshot.context.pins, id);
}
