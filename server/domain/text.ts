/** A text that PostgreSQL takes: without NUL and without halves of surrogate pairs. */
export function storableText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** A pattern for `like` and `ilike` that finds a text anywhere, its own `%`, `_` and `\` taken as they stand. */
export function likePattern(text: string): string {
  return `%${storableText(text).replaceAll(/[\\%_]/g, '\\$&')}%`;
}
