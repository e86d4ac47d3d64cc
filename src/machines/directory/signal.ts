import type { Observable } from '../observable.ts';

/** A derived value, computed lazily on the first read after a change. */
export interface Signal<Value> extends Observable<Value> {
  /** Marks the value as stale. */
  touch(): void;
}

/** Creates signals. Their listeners are notified only by `flush`, once an event is fully handled. */
export interface Signals {
  create<Value>(derive: () => Value): Signal<Value>;
  /** Notifies the listeners of every signal touched since the last flush. */
  flush(): void;
}

export function createSignals(): Signals {
  let touched: (() => void)[] = [];

  return {
    create<Value>(derive: () => Value): Signal<Value> {
      const listeners = new Set<() => void>();
      let held: { readonly value: Value } | null = null;
      let isNotified = true;

      function getSnapshot(): Value {
        held ??= { value: derive() };
        return held.value;
      }

      function notify(): void {
        isNotified = true;
        for (const listener of listeners) listener();
      }

      return {
        getSnapshot,
        subscribe(listener) {
          listeners.add(listener);
          return { unsubscribe: () => void listeners.delete(listener) };
        },
        touch() {
          held = null;
          if (!isNotified) return;
          isNotified = false;
          touched.push(notify);
        },
      };
    },
    flush() {
      if (touched.length === 0) return;
      const due = touched;
      touched = [];
      for (const notify of due) notify();
    },
  };
}
