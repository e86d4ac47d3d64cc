/** A text that PostgreSQL takes: without NUL and without halves of surrogate pairs. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** The beginning of a text, at most `max` UTF-16 units and no half of a surrogate pair. */
export function beginningOf(text: string, max: number): string {
  const isSplit = text.length > max && !text.slice(0, max).isWellFormed();
  return text.slice(0, isSplit ? max - 1 : max);
}

/** A pattern for `like` and `ilike` that finds a text anywhere, its own `%`, `_` and `\` taken as they stand. */
export function likePattern(text: string): string {
  return `%${storableText(text).replaceAll(/[\\%_]/g, '\\$&')}%`;
}
