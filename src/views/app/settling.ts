import { createContext, use, useEffect, useMemo, useState } from 'react';

/** The rest loads after this (milliseconds) in any case. */
const PATIENCE_MS = 2_000;

/** Lets the screen that the user opened load before everything around it. */
interface Settling {
  /** Whether that screen is shown, so that the rest may load. */
  readonly isSettled: boolean;
  /** Call when it is shown. */
  readonly settle: () => void;
}

/** Without a frame nothing waits. */
export const SettlingContext = createContext<Settling>({ isSettled: true, settle: () => undefined });

export function useSettling(): Settling {
  return use(SettlingContext);
}

/** For the frame, once. `waits`: the first screen calls `settle` itself. */
export function useNewSettling(waits: boolean): Settling {
  const [isSettled, setSettled] = useState(!waits);
  if (!waits && !isSettled) setSettled(true);
  useEffect(() => {
    if (isSettled) return undefined;
    const timer = setTimeout(() => setSettled(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [isSettled]);
  const [settle] = useState(() => () => {
    // After the next paint, as further loading would compete with it.
    requestAnimationFrame(() => setTimeout(() => setSettled(true)));
  });
  return useMemo(() => ({ isSettled, settle }), [isSettled, settle]);
}
