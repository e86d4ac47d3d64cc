import { foldText } from '../contract/facts/fold-text.ts';
import type { FlowNodeOf } from '../contract/flows/flow.ts';

/** A label or a reply, without case, accents and surrounding blanks. */
export function foldedLabel(text: string): string {
  return foldText(text).trim().replaceAll(/\s+/gu, ' ');
}

/** The number that a text consists of, as in `2`, `2.`, `02)` and `2️⃣`. */
export function numberOf(text: string): number | undefined {
  const [, number] = /^(\d{1,2})\s*[.)-]?$/u.exec(foldedLabel(text)) ?? [];
  return number === undefined ? undefined : Number(number);
}

/**
 * The option that a reply means: by its label, by a number that is its label, or by its place. It can't mean two: such
 * menus aren't published.
 */
export function optionWritten(options: FlowNodeOf<'ask'>['options'], text: string): string | undefined {
  const folded = foldedLabel(text);
  if (folded === '') return undefined;
  const byLabel = options.find(({ label }) => foldedLabel(label) === folded);
  if (byLabel !== undefined) return byLabel.id;
  const number = numberOf(folded);
  if (number === undefined) return undefined;
  return (options.find(({ label }) => numberOf(label) === number) ?? options[number - 1])?.id;
}
