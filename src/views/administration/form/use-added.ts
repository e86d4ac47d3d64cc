import { useEffect, useRef, type RefObject } from 'react';

/**
 * Leads the focus to the first button of what was just added, or stands where the pressed one was: `added` gets its place, which it
 * has as `data-place`.
 */
export function useAdded<Within extends HTMLElement>(): {
  readonly within: RefObject<Within | null>;
  readonly added: (place: string) => void;
} {
  const within = useRef<Within>(null);
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    const { current: place } = wanted;
    if (place === undefined) return;
    const found = within.current?.querySelector<HTMLElement>(`[data-place="${place}"] button:not(:disabled)`);
    if (found === null || found === undefined) return;
    wanted.current = undefined;
    found.focus();
  });
  return { within, added: (place) => (wanted.current = place) };
}
