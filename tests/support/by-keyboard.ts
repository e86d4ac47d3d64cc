import type { Page } from 'playwright-core';

/** What has the focus, in words: its name or label, else its text. */
export function focusedIn(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return 'nothing';
    const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
    const labels = isField ? [...(element.labels ?? [])] : [];
    const named = element.getAttribute('aria-label') ?? labels.map(({ textContent }) => textContent).join(' ');
    return (named === '' ? (element.textContent ?? '') : named).replaceAll(/\s+/gu, ' ').trim();
  });
}

/** Presses Tab (or another key) until what has the focus is called so. */
export async function pressUntil(page: Page, key: string, wanted: RegExp | string): Promise<void> {
  const isThere = async (): Promise<boolean> => {
    const now = await focusedIn(page);
    return typeof wanted === 'string' ? now === wanted : wanted.test(now);
  };
  for (let presses = 0; presses < 60; presses += 1) {
    if (await isThere()) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${String(wanted)} was not reached by ${key}; the focus is on ${await focusedIn(page)}`);
}

/** Moves in the list of conversations by arrows until the row of that name is the active one. */
export async function arrowTo(page: Page, wanted: string): Promise<void> {
  await page.keyboard.press('Home');
  for (let presses = 0; presses < 40; presses += 1) {
    const active = await page.getByRole('listbox').getAttribute('aria-activedescendant');
    if (active !== null && (await page.locator(`[id="${active}"]`).innerText()).includes(wanted)) return;
    await page.keyboard.press('ArrowDown');
  }
  throw new Error(`${wanted} was not reached by arrows`);
}
