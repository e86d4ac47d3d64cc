const listeners = new Set<() => void>();

/**
 * Call when the server answers again, so that failed loads are retried. The browser's `online` event misses a server
 * that was down.
 */
export function notifyNetworkBack(): void {
  for (const listener of [...listeners]) listener();
}

/** Calls back when the network or the server is back; returns the removal. */
export function onNetworkBack(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('online', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('online', listener);
  };
}
