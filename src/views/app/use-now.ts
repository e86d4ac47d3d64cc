import { useEffect, useState } from 'react';
import { useApp } from './app-context.tsx';

/** The time, updated at this interval (milliseconds): for "há 12 min" and the rest of the 24 hours. */
export function useNow(everyMs = 30_000): number {
  const { now } = useApp();
  const [value, setValue] = useState(now);
  useEffect(() => {
    const timer = window.setInterval(() => setValue(now()), everyMs);
    return () => window.clearInterval(timer);
  }, [now, everyMs]);
  return value;
}
