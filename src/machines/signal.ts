import type { Observable } from './observable.ts';

/** A derived value, computed lazily on the first read after a change. */
interface Signal<Value> extends Observable<Value> {
  /** Marks the value as stale. */
  touch(): void;
}

/** Creates signals. Their listeners are notified only by `flush`, once an event is fully handled. */
export function createSignals() {
  let touched: (() => void)[] = [];

  function create<Value>(derive: () => Value): Signal<Value> {
    const listeners = new Set<() => void>();
    let held: { readonly value: Value } | null = null;
    let isNotified = true;

    function notify(): void {
      isNotified = true;
      for (const listener of listeners) listener();
    }

    return {
      getSnapshot: () => (held ??= { value: derive() }).value,
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
  }

  return {
    create,
    /** A signal for each key, created when it is first asked for. */
    byKey: <Key, Value>(derive: (key: Key) => Value) => {
      const signals = new Map<Key, Signal<Value>>();
      return {
        of: (key: Key): Signal<Value> => {
          const signal = signals.get(key) ?? create(() => derive(key));
          signals.set(key, signal);
          return signal;
        },
        touch: (key: Key): void => signals.get(key)?.touch(),
      };
    },
    /** Notifies the listeners of every signal touched since the last flush. */
    flush: (): void => {
      if (touched.length === 0) return;
      const due = touched;
      touched = [];
      for (const notify of due) notify();
    },
  };
}
