/** Whether a text has only white space and zero-width characters. The server refuses such a message. */
export function isBlank(text: string): boolean {
  return /^[\s\u200B-\u200D\u2060\uFEFF]*$/u.test(text);
}
