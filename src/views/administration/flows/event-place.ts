import type { SyntheticEvent } from 'react';

/** Whether an event happened in the element itself: those of its dialogs and menus bubble to it as well. */
export function isInside({ target, currentTarget }: SyntheticEvent): boolean {
  return target instanceof Node && currentTarget.contains(target);
}

const NOT_TYPED: readonly string[] = ['checkbox', 'radio', 'button', 'file'];

/** Whether something is typed into it, so that keys and the clipboard are its own. */
export function isTextField(target: EventTarget): boolean {
  if (target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLInputElement && !NOT_TYPED.includes(target.type);
}
