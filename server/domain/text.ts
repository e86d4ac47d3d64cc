/** A text that PostgreSQL can store: without NUL and lone surrogates. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** The beginning of a text, at most `max` UTF-16 units, without splitting a surrogate pair. */
export function beginningOf(text: string, max: number): string {
  const isSplit = text.length > max && !text.slice(0, max).isWellFormed();
  return text.slice(0, isSplit ? max - 1 : max);
}

/** A `like` pattern that finds a text anywhere, with `%`, `_` and `\` escaped. */
export function likePattern(text: string): string {
  return `%${storableText(text).replaceAll(/[\\%_]/g, '\\$&')}%`;
}
