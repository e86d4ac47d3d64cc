import { useSyncExternalStore } from 'react';
import { isPhone } from '../../layout/is-phone.ts';

/** Whether there is room for the list of steps only. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, isPhone);
}

function subscribe(changed: () => void): () => void {
  window.addEventListener('resize', changed);
  return () => window.removeEventListener('resize', changed);
}
