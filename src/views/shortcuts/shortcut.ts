import type { MessageId } from '../../i18n/message-id.ts';

export const scopes = ['global', 'list', 'chat', 'messages', 'composer'] as const;

/** Where a shortcut works. */
export type Scope = (typeof scopes)[number];

export interface Shortcut {
  readonly id: string;
  /** `KeyboardEvent.key` after `Mod+` (Ctrl, or ⌘ on a Mac), `Alt+` and `Shift+`: `Mod+k`, `?`, `ArrowDown`. */
  readonly keys: string;
  /** A second key for the opposite direction; only shown in the list. */
  readonly and?: string;
  readonly messageId: MessageId;
  readonly scope: Scope;
  /** Works in open dialogs, menus and panels too. */
  readonly isAbove?: true;
}

interface Stroke {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
  readonly shiftKey: boolean;
}

/**
 * Whether a key event matches the shortcut. Shift counts only where the shortcut names it: `?` needs it on most
 * keyboards.
 */
export function isStroke(keys: string, stroke: Stroke, isMac: boolean): boolean {
  const parts = keys.split('+');
  const key = parts.at(-1) ?? '';
  const wanted = new Set(parts.slice(0, -1));
  const mod = isMac ? stroke.metaKey : stroke.ctrlKey;
  const otherMod = isMac ? stroke.ctrlKey : stroke.metaKey;
  // With Option a Mac's letter is another character: Option+N is a dead tilde.
  const isOption = isMac && stroke.altKey && stroke.code === `Key${key.toUpperCase()}`;
  return (
    (isOption || stroke.key.toLowerCase() === key.toLowerCase()) &&
    mod === wanted.has('Mod') &&
    !otherMod &&
    stroke.altKey === wanted.has('Alt') &&
    (key.length === 1 && !/[a-z0-9]/i.test(key) ? true : stroke.shiftKey === wanted.has('Shift'))
  );
}

/** Whether it is a single printable character, which must not fire during typing. */
export function isSingleKey(keys: string): boolean {
  return keys.length === 1;
}

const names: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
};

/** The keycaps to draw: `Mod+k` -> `Ctrl`, `K`. */
export function keyCaps(keys: string, isMac: boolean): string[] {
  if (keys === '') return [];
  return keys.split('+').map((part) => {
    if (part === 'Mod') return isMac ? '⌘' : 'Ctrl';
    if (part === 'Alt' && isMac) return '⌥';
    return names[part] ?? (part.length === 1 ? part.toUpperCase() : part);
  });
}
