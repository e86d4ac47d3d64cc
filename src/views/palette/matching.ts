import { foldText } from '../../../contract/facts/fold-text.ts';

/** A text cut around what was searched for; `hit` is empty if it isn't in the text. */
interface SplitText {
  readonly before: string;
  readonly hit: string;
  readonly after: string;
}

/** Whether each word of the search begins a word of the text, or the text contains the whole search. */
export function matchesSearch(text: string, search: string): boolean {
  const folded = foldText(text);
  const wanted = foldText(search).trim();
  if (folded.includes(wanted)) return true;
  const words = folded.split(/[^\p{L}\p{N}]+/u);
  return wanted.split(/\s+/u).every((part) => words.some((word) => word.startsWith(part)));
}

/** First those with a word that begins with the search, then the others, each in their order. */
export function bestFirst<Item>(
  items: readonly Item[],
  textOf: (item: Item) => string,
  search: string,
): readonly Item[] {
  const wanted = foldText(search).trim();
  const isBest = (item: Item) => ` ${foldText(textOf(item))}`.includes(` ${wanted}`);
  return [...items.filter(isBest), ...items.filter((item) => !isBest(item))];
}

/** Cuts a text around the first occurrence of the search; case and accents are ignored. */
export function splitAtHit(text: string, search: string): SplitText {
  const wanted = foldText(search).trim();
  const characters = Array.from(text);
  const folded = characters.map(foldText);
  const at = wanted === '' ? -1 : folded.join('').indexOf(wanted);
  if (at === -1) return { before: text, hit: '', after: '' };
  // Folding changes lengths: each folded unit remembers the character that it came from.
  const origins = folded.flatMap(({ length }, index) => Array.from({ length }, () => index));
  const begin = origins[at] ?? 0;
  const end = origins[at + wanted.length] ?? characters.length;
  const between = (from: number, to: number) => characters.slice(from, to).join('');
  return { before: between(0, begin), hit: between(begin, end), after: between(end, characters.length) };
}
