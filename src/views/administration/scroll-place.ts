import { useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/** How far each page of the history was scrolled, by the router's key of it. */
const places = new Map<string, number>();

/** So long what comes over the network may take to make a page as long as it was (milliseconds). */
const PATIENCE_MS = 5_000;

/** Another screen begins at its top; one that is come back to is where it was left. */
export function useScrollPlace(): void {
  const { key, pathname } = useLocation();
  const isBack = useNavigationType() === NavigationType.Pop;
  const shown = useRef<string>(undefined);

  useLayoutEffect(() => {
    const element = document.getElementById('content');
    const wanted = isBack ? places.get(key) : undefined;
    const isOther = shown.current !== pathname;
    shown.current = pathname;
    if (element === null) return undefined;
    // Another choice on the same screen leaves it where it is.
    if (wanted === undefined && isOther) element.scrollTop = 0;
    places.set(key, wanted ?? element.scrollTop);
    return wanted === undefined ? undefined : scrollTo(element, wanted);
  }, [key, pathname, isBack]);

  useLayoutEffect(() => {
    const element = document.getElementById('content');
    const note = () => void (element !== null && places.set(key, element.scrollTop));
    element?.addEventListener('scroll', note, { passive: true });
    return () => element?.removeEventListener('scroll', note);
  }, [key]);

  // The screens that are not of the administration begin at their top too.
  useLayoutEffect(() => () => document.getElementById('content')?.scrollTo?.(0, 0), []);
}

/** Goes there as soon as the page is long enough, unless the person scrolls before. */
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
