import type { Observable } from '../observable.ts';

/** A derived value: computed when somebody reads it after a change. */
export interface Signal<Value> extends Observable<Value> {
  /** What it is derived from has changed. */
  touch(): void;
}

/** Makes signals and tells their listeners when a whole event has been folded, not in the middle of it. */
export interface Signals {
  create<Value>(derive: () => Value): Signal<Value>;
  /** Tells the listeners of every signal touched since the last time. */
  flush(): void;
}

export function createSignals(): Signals {
  let touched: (() => void)[] = [];

  return {
    create<Value>(derive: () => Value): Signal<Value> {
      const listeners = new Set<() => void>();
      let held: { readonly value: Value } | null = null;
      let isTold = true;

      function getSnapshot(): Value {
        held ??= { value: derive() };
        return held.value;
      }

      function tell(): void {
        isTold = true;
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
          if (!isTold) return;
          isTold = false;
          touched.push(tell);
        },
      };
    },
    flush() {
      if (touched.length === 0) return;
      const due = touched;
      touched = [];
      for (const tell of due) tell();
    },
  };
}
