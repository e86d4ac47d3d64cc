/* Where the focus goes when what had it is gone. Found by mark, as the panes don't know each other. */

/** State of a navigation that wants the focus in the conversation it opens. */
export const takingFocus = { focus: true } as const;

/** Whether a navigation's state says so. */
export function isTakingFocus(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'focus' in state && state.focus === true;
}

/**
 * To where the conversation goes on: the composer, or the messages where nothing can be written and
 * where the focus would call up a keyboard over half of the screen.
 */
export function focusConversation(): boolean {
  const field = isTouch() ? null : document.querySelector<HTMLElement>('[data-composer]');
  return focus(field ?? document.querySelector<HTMLElement>('[data-conversation]'));
}

/** To the list, or to the search above it when it is empty; false while neither is on the screen. */
export function focusList(): boolean {
  const list = document.querySelector('[data-conversations]');
  return (
    focus(list?.querySelector<HTMLElement>('[role="listbox"]')) || focus(list?.querySelector<HTMLElement>('input'))
  );
}

/** Whether nothing has the focus: what had it was taken away. */
export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function focus(element: HTMLElement | null | undefined): boolean {
  element?.focus({ preventScroll: true });
  return element !== null && element !== undefined && document.activeElement === element;
}

function isTouch(): boolean {
  return typeof window.matchMedia === 'function' && window.matchMedia('(pointer: coarse)').matches;
}
