/** Whether a text shows nothing: white space and characters without width, as the server sees it. */
export function isBlank(text: string): boolean {
  return text.replaceAll(/[\s\u200B-\u200D\u2060\uFEFF]/gu, '') === '';
}
