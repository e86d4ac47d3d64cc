import { useEffect, useEffectEvent, useState, type RefObject } from 'react';

/** Has a pointer drag a list's items; answers the place that one is over. `count` 0: they stay. */
export function useDrag(
  list: RefObject<HTMLElement | null>,
  count: number,
  onDrop: (from: number, to: number) => void,
): number | undefined {
  const [over, setOver] = useState<number>();
  const dropped = useEffectEvent(onDrop);
  useEffect(() => {
    const element = list.current;
    if (element === null || count === 0) return undefined;
    let from = -1;
    const placeOf = (event: Event) => {
      const { target } = event;
      return target instanceof Element ? [...element.children].findIndex((item) => item.contains(target)) : -1;
    };
    const abort = new AbortController();
    const { signal } = abort;
    element.addEventListener('dragstart', (event) => (from = placeOf(event)), { signal });
    element.addEventListener(
      'dragover',
      (event) => {
        if (from < 0) return;
        event.preventDefault();
        setOver(placeOf(event));
      },
      { signal },
    );
    element.addEventListener(
      'drop',
      (event) => {
        event.preventDefault();
        const to = placeOf(event);
        if (from >= 0 && to >= 0 && to !== from) dropped(from, to);
      },
      { signal },
    );
    element.addEventListener(
      'dragend',
      () => {
        from = -1;
        setOver(undefined);
      },
      { signal },
    );
    return () => abort.abort();
  }, [list, count]);
  return over;
}
