import { createContext, useLayoutEffect, useRef, useState, type ReactNode } from 'react';

/** Hears the browser's back and forward buttons before the router does. */
export type HearPop = (event: PopStateEvent) => void;

/** Lends the ear to one at a time; undefined gives it back. */
export const PopHoldContext = createContext<(hear: HearPop | undefined) => void>(() => undefined);

/** Stands directly inside the router: a child's effect comes first, and with it its ear. */
export function PopHoldProvider({ children }: { readonly children: ReactNode }) {
  const heard = useRef<HearPop>(undefined);
  const [hold] = useState(() => (hear: HearPop | undefined) => {
    heard.current = hear;
  });
  useLayoutEffect(() => {
    const onPop = (event: PopStateEvent) => heard.current?.(event);
    window.addEventListener('popstate', onPop);
    return () => window.removeEventListener('popstate', onPop);
  }, []);
  return <PopHoldContext value={hold}>{children}</PopHoldContext>;
}
