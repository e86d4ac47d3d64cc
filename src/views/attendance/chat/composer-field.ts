/** The field in which a message to the customer is written; null while there is none. */
export function composerField(): HTMLTextAreaElement | null {
  return document.querySelector<HTMLTextAreaElement>('textarea[data-composer]');
}

/** Writes a text at the caret of the composer, in place of what is selected. */
export function insertAtCaret(text: string): void {
  const field = composerField();
  if (field === null || text === '') return;
  replaceIn(field, field.selectionStart, field.selectionEnd, text);
  const caret = field.selectionEnd;
  field.setSelectionRange(caret, caret);
}

/** Opens the list of quick replies: writes a slash at the caret, after a blank. */
export function writeSlash(): void {
  const field = composerField();
  if (field === null) return;
  const before = field.value.slice(0, field.selectionStart);
  insertAtCaret(/(?:^|\s)$/u.test(before) ? '/' : ' /');
}

/** Replaces a range of the field's text, as if it were typed: it can be undone where the browser allows. */
export function replaceIn(field: HTMLTextAreaElement, start: number, end: number, text: string): void {
  field.focus();
  field.setSelectionRange(start, end);
  // The only way that keeps what Ctrl+Z takes back; jsdom lacks it.
  // oxlint-disable-next-line typescript/no-deprecated -- there is no other that does
  if (typeof document.execCommand === 'function' && document.execCommand('insertText', false, text)) return;
  field.setRangeText(text, start, end, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
