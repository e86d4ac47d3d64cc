import type { SocketSnapshot } from './socket.machine.ts';

/**
 * The status shown to the user. `reconnecting`: connecting, or fetching what was missed. `offline`: the browser has no
 * network. `disconnected`: it won't reconnect by itself. `tooMany`: neither, as too many sockets are open.
 */
type ConnectionStatus = 'live' | 'reconnecting' | 'offline' | 'disconnected' | 'tooMany';

export function selectConnectionStatus(snapshot: SocketSnapshot): ConnectionStatus {
  if (snapshot.value === 'live') return 'live';
  if (snapshot.value === 'closed' && snapshot.context.reason === 'tooMany') return 'tooMany';
  if (snapshot.value === 'closed' || snapshot.value === 'idle') return 'disconnected';
  return snapshot.context.online ? 'reconnecting' : 'offline';
}

/** Since when the stored state on the screen is stale; null once this page caught up. */
export function selectStaleSince(snapshot: SocketSnapshot): number | null {
  return snapshot.context.staleSince;
}

/** Failed connection attempts since it was last live. */
export function selectConnectionFailures(snapshot: SocketSnapshot): number {
  return snapshot.context.failures;
}

/** Whether to offer a reload, as the server has another version of the contract. */
export function selectOffersReload(snapshot: SocketSnapshot): boolean {
  return snapshot.context.otherVersion !== null;
}
