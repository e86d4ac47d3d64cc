import type { Attendance, Person } from '../entities/entities.ts';
import type { Failure } from '../entities/failure.ts';
import type { TicketId, TransferId, UserId } from '../entities/ids.ts';
import type { Viewer } from '../entities/viewer.ts';

/** Stream positions up to which each part is known; -1 for unknown. Older reports are ignored. */
export interface AsOf {
  readonly ticket: number;
  readonly blacklisted: number;
  /** The customer's name and tags, as the last frame about them says; left out before there was one. */
  readonly customer?: number;
}

export interface TicketContext {
  readonly ticketId: TicketId;
  readonly viewer: Viewer;
  /** As the server last reported it; null while unknown. */
  readonly ticket: Attendance | null;
  readonly asOf: AsOf;
  /** Stream position of the last resync that didn't list it; -1 for never. */
  readonly leftOutAt: number;
  /** Whether it is on the screen. */
  readonly watched: boolean;
  /** Whether the viewer has scrolled up, so that new messages aren't in view. */
  readonly readUp: boolean;
  /** The position it was known as of when it was last fetched. */
  readonly positionAtFetch: number;
  /** Why it failed to load; null once the server reports it. */
  readonly loadFailure: Failure | null;
  /** Whether only the answer to our own call, which has no stream position, says that it is finished. */
  readonly finishUnconfirmed: boolean;
  /** The last of its settled transfers: stale reports don't bring it back. */
  readonly settledTransfer: TransferId | null;
  /** Who last gave it to somebody else, or took it, and whose it is since; left out if that isn't known. */
  readonly passed?: { readonly by: Person; readonly to: UserId };
  /** Whether our own finish is pending. */
  readonly finishAsked: boolean;
  /** What the pending finish waits for: our messages to be settled, or the end of a backoff. Null once it is sent. */
  readonly finishWaits: 'messages' | 'backoff' | null;
  /** Consecutive calls without an answer; left out for none. */
  readonly finishUnanswered?: number;
  /** Whether it may have been sent before, by this page or an earlier one; left out for no. */
  readonly finishRepeated?: boolean;
  /** The outcome of our last finish; null or left out for without. */
  readonly finishOutcome?: string | null;
  readonly finishFailure: Failure | null;
}

export const nothingKnown: AsOf = { ticket: -1, blacklisted: -1 };
