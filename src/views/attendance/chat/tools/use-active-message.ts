import { useEffect, useState, type RefObject } from 'react';

function messageAt(target: EventTarget | null): string | undefined {
  const line = target instanceof Element ? target.closest<HTMLElement>('[data-message]') : null;
  const id = line?.dataset['message'];
  return id === '' ? undefined : id;
}

/** The message that the pointer is over, else the one with the focus; undefined for none. */
export function useActiveMessage(box: RefObject<HTMLElement | null>): string | undefined {
  const [hovered, setHovered] = useState<string>();
  const [focused, setFocused] = useState(() => messageAt(document.activeElement));
  useEffect(() => {
    const { current } = box;
    if (current === null) return undefined;
    const over = ({ target }: Event) => setHovered(messageAt(target));
    const leave = () => setHovered(undefined);
    const focusIn = ({ target }: Event) => setFocused(messageAt(target));
    const focusOut = ({ relatedTarget }: FocusEvent) => setFocused(messageAt(relatedTarget));
    current.addEventListener('pointerover', over);
    current.addEventListener('pointerleave', leave);
    current.addEventListener('focusin', focusIn);
    current.addEventListener('focusout', focusOut);
    return () => {
      current.removeEventListener('pointerover', over);
      current.removeEventListener('pointerleave', leave);
      current.removeEventListener('focusin', focusIn);
      current.removeEventListener('focusout', focusOut);
    };
  }, [box]);
  return hovered ?? focused;
}
