import { createContext, use, useEffect, useState } from 'react';
import type { Area } from '../../i18n/area.ts';
import { onNetworkBack } from './network-back.ts';

/** Loads areas for screens. */
export interface Areas {
  readonly loaded: readonly Area[];
  /** Set if the last load failed; a new object for each failure. */
  readonly failure: object | undefined;
  /** Loads missing areas; retries after a failure. */
  readonly request: (areas: readonly Area[]) => void;
}

export const AreasContext = createContext<Areas>({ loaded: [], failure: undefined, request: () => undefined });

/** Whether these areas are loaded; requests missing ones, and again when the network is back. */
export function useAreas(areas: readonly Area[]): 'ready' | 'loading' | 'failed' {
  const { loaded, failure, request } = use(AreasContext);
  // A failure from before this hook concerns other areas.
  const [before] = useState(failure);
  const isReady = areas.every((area) => loaded.includes(area));
  useEffect(() => {
    if (isReady) return undefined;
    const load = () => request(areas);
    load();
    return onNetworkBack(load);
  }, [areas, isReady, request]);
  if (isReady) return 'ready';
  return failure !== undefined && failure !== before ? 'failed' : 'loading';
}
