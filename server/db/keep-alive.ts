/** Detects a host that vanished: probed after ten seconds of silence, given up some ten seconds later. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;
