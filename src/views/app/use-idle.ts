import { useEffect, useEffectEvent } from 'react';
import { useApp } from './app-context.tsx';

const touches = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;
const MINUTE_MS = 60_000;

/** Tells when nobody has touched the page for so many minutes; null: never. A computer that slept counts its sleep. */
export function useIdle(minutes: number | null, onIdle: () => void): void {
  const { ownNow: now } = useApp();
  const idle = useEffectEvent(onIdle);
  useEffect(() => {
    if (minutes === null) return undefined;
    const allowed = minutes * MINUTE_MS;
    let touchedAt = now();
    let timer: number | undefined;
    const look = () => {
      window.clearTimeout(timer);
      const left = touchedAt + allowed - now();
      if (left > 0) timer = window.setTimeout(look, left);
      else {
        timer = undefined;
        idle();
      }
    };
    const touch = () => {
      const was = touchedAt;
      touchedAt = now();
      // Woken after too long: the first touch isn't one of work.
      if (touchedAt - was >= allowed) idle();
      else if (timer === undefined) look();
    };
    look();
    const ended = new AbortController();
    for (const type of touches) {
      window.addEventListener(type, touch, { signal: ended.signal, capture: true, passive: true });
    }
    document.addEventListener('visibilitychange', look, { signal: ended.signal });
    return () => {
      ended.abort();
      window.clearTimeout(timer);
    };
  }, [minutes, now]);
}
