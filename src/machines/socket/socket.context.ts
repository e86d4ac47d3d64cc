import type { TicketId, UserId } from '../entities/ids.ts';
import { timerName } from '../log/timers.ts';

/**
 * Why the socket is not live. `ticket`: no ticket was to be had. `unauthenticated`: needs a login.
 * `disconnected`: by an administrator. `refused`: the opening was wrong.
 * `tooMany`: the user, or the company, has too many open. `leaving`: the page closes.
 */
export type SocketReason =
  | 'network'
  | 'silent'
  | 'gap'
  | 'ticket'
  | 'closedByServer'
  | 'unauthenticated'
  | 'disconnected'
  | 'refused'
  | 'tooMany'
  | 'leaving';

export interface SocketContext {
  readonly userId: UserId | null;
  /** Numbers the openings; what an older one says changes nothing. */
  readonly attempt: number;
  /** Openings that came to nothing since it was last live. */
  readonly failures: number;
  readonly reason: SocketReason | null;
  /** What the browser says of the network. */
  readonly online: boolean;
  readonly epoch: string | null;
  /** Position of the stream up to which everything is held; null before the first greeting. */
  readonly position: number | null;
  /** Position at which catching up ends. */
  readonly head: number;
  readonly lastHeardAt: number;
  /** The position at which a gap was met; a second one there fetches everything afresh. */
  readonly gapAt: number | null;
  /** Conversations on the screen. */
  readonly openTickets: readonly TicketId[];
  /** What has to be fetched before the screen equals a fresh one's. */
  readonly awaitsList: boolean;
  readonly awaitsChats: readonly TicketId[];
  /** When an earlier page last heard of what is held, until it is caught up with; null for what this page fetched. */
  readonly heldAsOf: number | null;
  /** Position up to which frames tell what happened while no page was open. */
  readonly quietUpTo: number;
  /** A ticket was turned down once; the next time a login is needed. */
  readonly ticketTurnedDown: boolean;
  /** The version of the contract that the page was last reloaded for: it isn't offered again, whichever page came. */
  readonly reloadedFor: number | null;
  /** A server's version of the contract that isn't the page's. It stays: another node may still speak the page's. */
  readonly otherVersion: number | null;
}

export const initialSocketContext: SocketContext = {
  userId: null,
  attempt: 0,
  failures: 0,
  reason: null,
  online: true,
  epoch: null,
  position: null,
  head: 0,
  lastHeardAt: 0,
  gapAt: null,
  openTickets: [],
  awaitsList: false,
  awaitsChats: [],
  heldAsOf: null,
  quietUpTo: -1,
  ticketTurnedDown: false,
  reloadedFor: null,
  otherVersion: null,
};

export const socketTimers = {
  opening: timerName('socket', 'main', 'opening'),
  ping: timerName('socket', 'main', 'ping'),
  silence: timerName('socket', 'main', 'silence'),
  retry: timerName('socket', 'main', 'retry'),
};
