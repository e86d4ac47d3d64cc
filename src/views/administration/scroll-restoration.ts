import { useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/** Scroll position of each history entry, by the router's key. */
const positions = new Map<string, number>();

/** How long to wait for a page to reach its former height (milliseconds). */
const PATIENCE_MS = 5_000;

/** New screens start at the top; returning to one restores its scroll position. */
export function useScrollRestoration(): void {
  const { key, pathname } = useLocation();
  const isBack = useNavigationType() === NavigationType.Pop;
  const shown = useRef<string>(undefined);

  useLayoutEffect(() => {
    const element = document.getElementById('content');
    const wanted = isBack ? positions.get(key) : undefined;
    const isOther = shown.current !== pathname;
    shown.current = pathname;
    if (element === null) return undefined;
    // Another choice on the same screen doesn't scroll.
    if (wanted === undefined && isOther) element.scrollTop = 0;
    positions.set(key, wanted ?? element.scrollTop);
    return wanted === undefined ? undefined : scrollTo(element, wanted);
  }, [key, pathname, isBack]);

  useLayoutEffect(() => {
    const element = document.getElementById('content');
    const note = () => void (element !== null && positions.set(key, element.scrollTop));
    element?.addEventListener('scroll', note, { passive: true });
    return () => element?.removeEventListener('scroll', note);
  }, [key]);

  // Screens outside the administration also start at the top.
  useLayoutEffect(() => () => document.getElementById('content')?.scrollTo?.(0, 0), []);
}

/** Scrolls as soon as the page is long enough, unless the user scrolls first. */
function scrollTo(element: HTMLElement, wanted: number): () => void {
  const given = new AbortController();
  const stop = () => given.abort();
  for (const sign of ['wheel', 'touchstart', 'pointerdown', 'keydown']) {
    element.addEventListener(sign, stop, { passive: true, signal: given.signal });
  }
  const late = window.setTimeout(stop, PATIENCE_MS);
  given.signal.addEventListener('abort', () => window.clearTimeout(late));
  const attempt = () => {
    if (given.signal.aborted) return;
    element.scrollTop = wanted;
    if (Math.abs(element.scrollTop - wanted) > 1) window.requestAnimationFrame(attempt);
    else stop();
  };
  attempt();
  return stop;
}
