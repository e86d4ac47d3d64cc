/** Whether the page is as narrow as a phone's: one pane at a time, and the menu as a bar. */
export function isPhone(): boolean {
  return window.matchMedia?.('(max-width: 767.98px)').matches ?? false;
}
