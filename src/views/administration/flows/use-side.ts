import { useRef, useState } from 'react';
import type { Finding } from '../../../../flows/check.ts';

/** What stands in the panel's place. */
type Side =
  | { readonly of: 'phone' }
  /** `at`: the stop that is shown. */
  | { readonly of: 'player'; readonly finding: Finding; readonly at: number }
  | null;

/** Closed, the focus goes back to what opened it, or else `otherwise`. */
export function useSide(otherwise: () => void) {
  const [side, setSide] = useState<Side>(null);
  const opener = useRef<Element | null>(null);
  return {
    side,
    setSide,
    openSide: (next: Side) => {
      opener.current = document.activeElement;
      setSide(next);
    },
    closeSide: () => {
      setSide(null);
      const { current } = opener;
      if (current instanceof HTMLElement && current.isConnected) current.focus();
      else otherwise();
    },
  };
}
