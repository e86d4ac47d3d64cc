import type { Attendance } from '../entities/entities.ts';
import type { Failure } from '../entities/failure.ts';
import type { TicketId, TransferId } from '../entities/ids.ts';
import type { Viewer } from '../entities/viewer.ts';

/** Positions of the stream up to which each part is known; -1 for never told. Older news of it is ignored. */
export interface AsOf {
  readonly ticket: number;
  readonly blacklisted: number;
}

export interface TicketContext {
  readonly ticketId: TicketId;
  readonly viewer: Viewer;
  /** As last told by the server; null until it is. */
  readonly ticket: Attendance | null;
  readonly asOf: AsOf;
  /** Position at which the server listed the others after a break, and this one not; -1 for never. */
  readonly leftOutAt: number;
  /** Whether it is on the screen. */
  readonly watched: boolean;
  /** Whether one reads further up there, so that what comes isn't seen. */
  readonly readUp: boolean;
  /** As of which position it was known when it was last asked for. */
  readonly askedAsOf: number;
  /** Why it didn't load; null once it is told of. */
  readonly loadFailure: Failure | null;
  /** Whether only our own call says that it is finished, which bears no position. */
  readonly finishUntold: boolean;
  /** The last of its transfers that is over: late news of one doesn't bring it back. */
  readonly settledTransfer: TransferId | null;
  /** Whether our own finish is under way. */
  readonly finishAsked: boolean;
  /** What it waits for: our messages, which go first, or to know of an earlier page's. Null once it is asked for. */
  readonly finishWaits: 'outbox' | 'messages' | null;
  readonly finishFailure: Failure | null;
}

export const neverTold: AsOf = { ticket: -1, blacklisted: -1 };
