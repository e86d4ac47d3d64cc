import type { AppEvent, Logged } from './event.ts';

export interface LogOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Position of the last event of an earlier session; 0 for a new log. */
  readonly position?: number;
}

export interface Log {
  /** Gives the event its position and time and tells the listeners. Called while listeners run, it waits its turn. */
  append(event: AppEvent): void;
  /** Takes over an event that has its place already (of a stored log or another tab), time unchanged. */
  take(event: Logged): void;
  subscribe(listener: (event: Logged) => void): () => void;
  /** Position of the last event; the first one has 1. */
  readonly position: number;
}

/** The one way for state to change: what happened, in order. */
export function createLog({ now, position = 0 }: LogOptions): Log {
  const listeners = new Set<(event: Logged) => void>();
  const queue: (AppEvent | Logged)[] = [];
  /** How far into the queue it has come. */
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
      // What a listener that threw left waiting goes before the next event.
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

/** Hands logged events to a fold, in their order, with nothing else attached. */
export function replay(events: Iterable<Logged>, fold: (event: Logged) => void): void {
  for (const event of events) fold(event);
}
