import type { SocketReason } from './socket.context.ts';
import type { SocketSnapshot } from './socket.machine.ts';

/**
 * What the connection's pill says. `reconnecting`: on its way back, or fetching what was missed.
 * `offline`: the browser has no network. `disconnected`: it doesn't come back by itself; `tooMany`: nor does this,
 * as too many are open.
 */
export type ConnectionStatus = 'live' | 'reconnecting' | 'offline' | 'disconnected' | 'tooMany';

export function selectConnectionStatus(snapshot: SocketSnapshot): ConnectionStatus {
  if (snapshot.value === 'live') return 'live';
  if (snapshot.value === 'closed' && snapshot.context.reason === 'tooMany') return 'tooMany';
  if (snapshot.value === 'closed' || snapshot.value === 'idle') return 'disconnected';
  return snapshot.context.online ? 'reconnecting' : 'offline';
}

/** When an earlier page last heard of what is shown, while it isn't caught up with; else null. */
export function selectHeldAsOf(snapshot: SocketSnapshot): number | null {
  return snapshot.context.heldAsOf;
}

/** Why it is not live; null when there is nothing to say. */
export function selectConnectionReason(snapshot: SocketSnapshot): SocketReason | null {
  return snapshot.context.reason;
}

/** How many openings have failed since it was last live. */
export function selectConnectionFailures(snapshot: SocketSnapshot): number {
  return snapshot.context.failures;
}

/** Whether the page should be loaded anew, as the server speaks another version of the contract. */
export function selectOffersReload(snapshot: SocketSnapshot): boolean {
  return snapshot.context.otherVersion !== null;
}
