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
  return {
    behind: isKept(state) ? state.behind : undefined,
    open: (behind) => void navigate(pathname + search, { state: { behind } satisfies Kept }),
    close: () => void navigate(-1),
  };
}

/** Only these screens write it, so its name tells what it is. */
function isKept(state: unknown): state is Kept {
  return typeof state === 'object' && state !== null && 'behind' in state;
}
