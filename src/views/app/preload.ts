import { use, useEffect, useEffectEvent, useState } from 'react';
import type { Area } from '../../i18n/area.ts';
import { AreasContext } from '../kit/areas.ts';
import { useSettling } from './settling.ts';

/** Delay before preloading where the browser can't report idle time, in milliseconds. */
const PRELOAD_DELAY_MS = 2_000;

/**
 * Preloads code and texts that a press may need, once the screen is shown and the page is idle, so that it works
 * offline too.
 */
export function usePreload(loads: readonly (() => Promise<unknown>)[], areas: readonly Area[]): void {
  const { loaded, request } = use(AreasContext);
  const { isSettled } = useSettling();
  const load = useEffectEvent(() => {
    for (const each of loads) each().catch(() => undefined);
    if (!areas.every((area) => loaded.includes(area))) request(areas);
  });
  useEffect(() => (isSettled ? whenIdle(() => load()) : undefined), [isSettled]);
}

/** Whether the screen is shown and the page was idle since: time for parts that nobody waits for. */
export function useIsIdle(): boolean {
  const { isSettled } = useSettling();
  const [isIdle, setIdle] = useState(false);
  useEffect(() => (isSettled ? whenIdle(() => setIdle(true)) : undefined), [isSettled]);
  return isIdle;
}

/** Calls once the page is idle; the returned function prevents it. */
function whenIdle(listener: () => void): () => void {
  // Safari lacks it.
  if (typeof window.requestIdleCallback !== 'function') {
    const timer = setTimeout(listener, PRELOAD_DELAY_MS);
    return () => clearTimeout(timer);
  }
  const idle = window.requestIdleCallback(listener);
  return () => window.cancelIdleCallback(idle);
}
