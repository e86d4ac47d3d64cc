import { useEffect, useState } from 'react';

/**
 * Inside a modal: returns the focus to what had it before. React Aria does so in the next frame, but the page may still be
 * inert then, and the focus is lost.
 */
export function FocusBack() {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus();
      });
    },
    [opener],
  );
  return null;
}
