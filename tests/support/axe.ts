import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

/** WCAG 2.2 AA, and what axe holds to be good practice. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const COLOURS = ['color-contrast'];

/**
 * Everything axe finds, as `look rule: element`. All of its rules in the light theme; in the dark one
 * those of colours, as nothing else is another.
 */
export async function axeFindings(of: Page): Promise<string[]> {
  const found: string[] = [];
  for (const look of ['dark', 'light']) {
    await of.evaluate(async (chosen) => {
      // Colours on their way would be measured halfway, and rows that are fetched again are pale only for that long.
      const still = new CSSStyleSheet();
      still.replaceSync(`
        *, ::before, ::after { transition: none !important; }
        [aria-busy=true] > table tbody { opacity: 1 !important; }`);
      document.adoptedStyleSheets.push(still);
      document.documentElement.dataset['theme'] = chosen;
      const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
      await Promise.allSettled(ending.map(({ finished }) => finished));
    }, look);
    // Half a megabyte, which a page reads once, not twice a theme.
    const isThere = await of.evaluate(() => 'axe' in window);
    // What passes needn't be named, which takes longer than finding it.
    const axe = new AxeBuilder({ page: of, ...(isThere ? { axeSource: ';' } : {}) })
      .setLegacyMode(true)
      .options({ resultTypes: ['violations'] });
    if (look === 'dark') axe.withRules(COLOURS);
    else axe.withTags(TAGS);
    const { violations } = await axe.analyze();
    await of.evaluate(() => void document.adoptedStyleSheets.pop());
    for (const { id, nodes } of violations)
      for (const { target, failureSummary } of nodes) found.push(`${look} ${id}: ${String(target)} ${failureSummary}`);
  }
  return found;
}

/** What a narrower page may break: places to press that are too small, and what scrolls but can't take the focus. */
export async function narrowFindings(of: Page): Promise<string[]> {
  // The page has read it for `axeFindings`.
  const axe = new AxeBuilder({ page: of, axeSource: ';' }).setLegacyMode(true).options({ resultTypes: ['violations'] });
  const { violations } = await axe.withRules(['target-size', 'scrollable-region-focusable']).analyze();
  const found = violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `narrow ${id}: ${String(target)}`));
  return [...found, ...(await widerThan(of))];
}

/** What reaches beyond the page's right edge once it has taken its new width, the outermost of it. */
async function widerThan(of: Page): Promise<string[]> {
  const fits = () => document.documentElement.scrollWidth <= window.innerWidth;
  const isFitting = await of.waitForFunction(fits, undefined).then(
    () => true,
    () => false,
  );
  if (isFitting) return [];
  const wide = await of.evaluate(() =>
    [...document.querySelectorAll('body *')]
      .filter((each) => each.getBoundingClientRect().right > window.innerWidth + 1)
      .slice(0, 3)
      .map((each) => `${each.tagName} ${each.className} ${each.textContent?.slice(0, 40)}`),
  );
  return [`too wide: ${wide.join(', ')}`];
}

/** The headings' levels, as they stand on the page. */
export async function headingLevels(of: Page): Promise<number[]> {
  const levels = await of.getByRole('heading').evaluateAll((all) => all.map(({ tagName }) => Number(tagName.slice(1))));
  return levels;
}

/** One h1, and no level left out on the way down. */
export function isOrderly(levels: readonly number[]): boolean {
  return (
    levels.filter((level) => level === 1).length === 1 &&
    levels.every((level, index) => index === 0 || level <= (levels[index - 1] ?? 0) + 1)
  );
}

/** In both themes on a desk, and what a phone's width may break. `atEnd`: scrolled down, past what sticks to the foot. */
export async function scannedAlone(page: Page, atEnd = false): Promise<string[]> {
  const found = await axeFindings(page);
  await page.setViewportSize(PHONE);
  if (atEnd)
    await page.evaluate(() => {
      for (const each of document.querySelectorAll('*')) each.scrollTop = each.scrollHeight;
    });
  const narrow = await narrowFindings(page);
  await page.setViewportSize(WIDE);
  return [...found, ...narrow];
}

/** A whole screen, with nothing over it. */
export async function scanned(page: Page): Promise<string[]> {
  const found: string[] = [];
  // Nothing hidden stands below the page: focusing it would scroll all that is seen away.
  if (await page.evaluate(() => document.documentElement.scrollHeight > window.innerHeight)) found.push('it scrolls');
  if (!isOrderly(await headingLevels(page))) found.push('headings');
  return [...found, ...(await scannedAlone(page))];
}
