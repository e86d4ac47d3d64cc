import { useEffect, useRef, useState, type RefObject } from 'react';

/**
 * Rows `[data-item]`, each with a button at its end that takes it away: the focus goes on to the row that is then in its place, or
 * else to what adds one, `[data-add]`.
 */
export function useRows<Group extends HTMLElement>(): {
  readonly ref: RefObject<Group | null>;
  /** Once the row is gone. */
  readonly removed: (index: number) => void;
} {
  const ref = useRef<Group>(null);
  const onceDrawn = useDrawn();
  const removed = (index: number) =>
    onceDrawn(() => {
      const rows = ref.current?.querySelectorAll('[data-item]') ?? [];
      const next = rows[Math.min(index, rows.length - 1)] ?? ref.current?.querySelector('[data-add]');
      const button = [...(next?.querySelectorAll('button') ?? [])].at(-1);
      button?.focus();
    });
  return { ref, removed };
}

/** Runs something once what was changed with it is drawn: before the next key, which may come before the next frame. */
function useDrawn(): (run: () => void) => void {
  const [wanted, setWanted] = useState<{ readonly run: () => void }>();
  useEffect(() => {
    wanted?.run();
  }, [wanted]);
  return (run) => setWanted({ run });
}
