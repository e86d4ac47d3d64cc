/*
 * Where the focus goes when its element is removed. Elements are found by data attribute, as the panes don't know each
 * other.
 */

/** Navigation state that moves the focus into the opened conversation. */
export const takingFocus = { focus: true } as const;

/** Whether a navigation's state asks for the focus. */
export function isTakingFocus(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'focus' in state && state.focus === true;
}

/** Navigation state that shows a message of the opened conversation, and moves the focus to it. */
export function showing(messageId: string) {
  return { ...takingFocus, message: messageId };
}

/** The message that a navigation's state asks for; null for none. */
export function soughtBy(state: unknown): string | null {
  const isAsking = typeof state === 'object' && state !== null && 'message' in state;
  return isAsking && typeof state.message === 'string' ? state.message : null;
}

/**
 * Focuses the composer; or the messages, where nothing can be written or a touch keyboard would cover half the screen.
 */
export function focusConversation(): boolean {
  const field = isTouch() ? null : document.querySelector<HTMLElement>('[data-composer]');
  return focus(field ?? document.querySelector<HTMLElement>('[data-conversation]'));
}

/** Focuses the list, or its search when the list is empty; false while neither is on the screen. */
export function focusList(): boolean {
  const list = document.querySelector('[data-conversations]');
  return (
    focus(list?.querySelector<HTMLElement>('[role="listbox"]')) || focus(list?.querySelector<HTMLElement>('input'))
  );
}

/** Whether no element has the focus, because the focused one was removed. */
export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function focus(element: HTMLElement | null | undefined): boolean {
  element?.focus({ preventScroll: true });
  return element !== null && element !== undefined && document.activeElement === element;
}

/** Whether the pointer is a finger, so that a keyboard on the screen comes with a field's focus. */
export function isTouch(): boolean {
  return typeof window.matchMedia === 'function' && window.matchMedia('(pointer: coarse)').matches;
}
