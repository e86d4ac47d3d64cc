const listeners = new Set<() => void>();

/** The server answers again: what didn't come may be asked for anew. The browser's own word for it misses a server that was away. */
export function tellNetworkBack(): void {
  for (const listener of [...listeners]) listener();
}

/** Calls back each time the network, or the server, is back; the result stops it. */
export function onNetworkBack(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('online', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('online', listener);
  };
}
