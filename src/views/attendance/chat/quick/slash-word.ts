/** A slash and what was typed after it, from `start` to `end` of a text. */
export interface SlashWord {
  readonly start: number;
  readonly end: number;
  /** Without the slash. */
  readonly typed: string;
}

/** The word with a slash that the caret is in, at the start of the text or after a blank; null for none. */
export function slashWordAt(text: string, caret: number): SlashWord | null {
  const found = /(?:^|\s)\/(\S*)$/u.exec(text.slice(0, caret));
  if (found === null) return null;
  const [, before = ''] = found;
  const [rest = ''] = /^\S*/u.exec(text.slice(caret)) ?? [];
  return { start: caret - before.length - 1, end: caret + rest.length, typed: before + rest };
}
