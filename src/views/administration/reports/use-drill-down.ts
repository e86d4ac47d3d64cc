import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { DrillDown } from './TicketsDialog.tsx';

interface DrillDownState {
  readonly drillDown: DrillDown;
}

/** The number whose tickets are open. */
interface OpenDrillDown {
  readonly drillDown: DrillDown | undefined;
  readonly open: (drillDown: DrillDown) => void;
  readonly close: () => void;
}

/** Keeps the open tickets dialog in the history state, so that returning from a conversation reopens it. */
export function useDrillDown(): OpenDrillDown {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const drillDown = hasDrillDown(state) ? state.drillDown : undefined;
  const opener = useRef<Element>(null);
  useEffect(() => {
    if (drillDown !== undefined) return;
    // Must run before the frame notices that the dialog lost the focus.
    if (opener.current instanceof HTMLElement) opener.current.focus();
    opener.current = null;
  }, [drillDown]);
  return {
    drillDown,
    open: (next) => {
      opener.current = document.activeElement;
      void navigate(pathname + search, { state: { drillDown: next } satisfies DrillDownState });
    },
    close: () => void navigate(-1),
  };
}

/** Only the report screens write this state, so the key is enough. */
function hasDrillDown(state: unknown): state is DrillDownState {
  return typeof state === 'object' && state !== null && 'drillDown' in state;
}
