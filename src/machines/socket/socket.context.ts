import type { TicketId, UserId } from '../entities/ids.ts';
import { timerName } from '../log/timers.ts';

/**
 * Why the socket is not live. `ticket`: fetching the one-time ticket failed. `unauthenticated`: a login is needed.
 * `disconnected`: by an administrator. `refused`: the server rejected the connection request. `tooMany`: the user or
 * the company has too many sockets open. `leaving`: the page is closing.
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
  /** Number of the connection attempt; events of older ones are ignored. */
  readonly attempt: number;
  /** Failed attempts since it was last live. */
  readonly failures: number;
  readonly reason: SocketReason | null;
  /** Whether the browser says it is online. */
  readonly online: boolean;
  readonly epoch: string | null;
  /** Stream position up to which everything was received; null before the first greeting. */
  readonly position: number | null;
  /** Stream position at which catching up ends. */
  readonly head: number;
  /** When the server last sent anything; 0 for never. */
  readonly lastHeardAt: number;
  /** The position before the last gap; a second gap there leads to a full resync. */
  readonly gapAt: number | null;
  /** Tickets on the screen. */
  readonly openTickets: readonly TicketId[];
  /** Whether the list has to be fetched before the state is complete again. */
  readonly awaitsList: boolean;
  /** Open tickets whose messages have to be fetched before it is. */
  readonly awaitsChats: readonly TicketId[];
  /** Since when the stored state of an earlier page is stale; null once this page caught up. */
  readonly staleSince: number | null;
  /** Stream position up to which frames raise no notices, as they happened while no page was open. */
  readonly quietUpTo: number;
  /** Whether the last ticket was rejected; if the next one is too, a login is needed. */
  readonly ticketTurnedDown: boolean;
  /** The version of the contract that the page was last reloaded for: that reload isn't offered again. */
  readonly reloadedFor: number | null;
  /** A server's version of the contract that differs from the page's. It stays set, even if another node has the page's. */
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
  staleSince: null,
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
