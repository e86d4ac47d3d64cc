import type { AppEvent, Logged } from './event.ts';

interface LogOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Position of the last event of an earlier session; 0 for a new log. */
  readonly position?: number;
}

export interface Log {
  /** Gives the event its position and time and notifies the listeners. Called from a listener, it is queued. */
  readonly append: (event: AppEvent) => void;
  /** Appends an event that has its position and time already: from a stored log or another tab. */
  take(event: Logged): void;
  subscribe(listener: (event: Logged) => void): () => void;
  /** Position of the last event; the first one has 1. */
  readonly position: number;
}

/** The events in order: the only way for state to change. */
export function createLog({ now, position = 0 }: LogOptions): Log {
  const listeners = new Set<(event: Logged) => void>();
  const queue: (AppEvent | Logged)[] = [];
  /** Index in the queue of the next event to handle. */
  let next = 0;
  let held = position;
  let draining = false;

  function place(event: AppEvent | Logged): Logged {
    if ('position' in event) {
      held = Math.max(held, event.position);
      return event;
    }
    held += 1;
    return { ...event, position: held, loggedAt: now() };
  }

  function put(event: AppEvent | Logged): void {
    queue.push(event);
    if (draining) return;
    draining = true;
    try {
      for (let first = queue[next]; first !== undefined; first = queue[next]) {
        next += 1;
        const logged = place(first);
        for (const listener of listeners) listener(logged);
      }
      queue.length = 0;
      next = 0;
    } finally {
      // If a listener threw, what is still queued is handled before the next event.
      draining = false;
    }
  }

  return {
    append: put,
    take: put,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    get position() {
      return held;
    },
  };
}

/** Passes logged events to a fold, in order. */
export function replay(events: Iterable<Logged>, fold: (event: Logged) => void): void {
  for (const event of events) fold(event);
}
