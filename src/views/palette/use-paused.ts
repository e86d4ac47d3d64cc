import { useEffect, useState } from 'react';

/** The server is asked once typing pauses, in milliseconds. */
const TYPING_PAUSE_MS = 150;

/** What is typed, once typing pauses. */
export function usePaused(typed: string): string {
  const [paused, setPaused] = useState(typed);
  useEffect(() => {
    const timer = window.setTimeout(() => setPaused(typed), TYPING_PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [typed]);
  return paused;
}
