import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { Behind } from './TicketsDialog.tsx';

interface Kept {
  readonly behind: Behind;
}

/** The number that one looks behind. */
export interface BehindChoice {
  readonly behind: Behind | undefined;
  readonly open: (behind: Behind) => void;
  readonly close: () => void;
}

/** Kept with the page's place in the history: who comes back from a conversation finds the list open again. */
export function useBehind(): BehindChoice {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const behind = isKept(state) ? state.behind : undefined;
  const opener = useRef<Element>(null);
  useEffect(() => {
    if (behind !== undefined) return;
    // Before the frame finds the focus lost with the dialog.
    if (opener.current instanceof HTMLElement) opener.current.focus();
    opener.current = null;
  }, [behind]);
  return {
    behind,
    open: (next) => {
      opener.current = document.activeElement;
      void navigate(pathname + search, { state: { behind: next } satisfies Kept });
    },
    close: () => void navigate(-1),
  };
}

/** Only these screens write it, so its name tells what it is. */
function isKept(state: unknown): state is Kept {
  return typeof state === 'object' && state !== null && 'behind' in state;
}
