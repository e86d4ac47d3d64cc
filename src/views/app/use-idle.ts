import { useEffect, useEffectEvent } from 'react';
import { useApp } from './app-context.tsx';

const inputs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;
const MINUTE_MS = 60_000;

/** Calls back once the page was idle for that many minutes; null: never. Sleep counts as idle time. */
export function useIdle(minutes: number | null, onIdle: () => void): void {
  const { ownNow: now } = useApp();
  const idle = useEffectEvent(onIdle);
  useEffect(() => {
    if (minutes === null) return undefined;
    const allowed = minutes * MINUTE_MS;
    let lastInput = now();
    let timer: number | undefined;
    const check = () => {
      window.clearTimeout(timer);
      const left = lastInput + allowed - now();
      if (left > 0) timer = window.setTimeout(check, left);
      else {
        timer = undefined;
        idle();
      }
    };
    const onInput = () => {
      const previous = lastInput;
      lastInput = now();
      // The computer slept too long: this input only woke it.
      if (lastInput - previous >= allowed) idle();
      else if (timer === undefined) check();
    };
    check();
    const ended = new AbortController();
    for (const type of inputs) {
      window.addEventListener(type, onInput, { signal: ended.signal, capture: true, passive: true });
    }
    document.addEventListener('visibilitychange', check, { signal: ended.signal });
    return () => {
      ended.abort();
      window.clearTimeout(timer);
    };
  }, [minutes, now]);
}
