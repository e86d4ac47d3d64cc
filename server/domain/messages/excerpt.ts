import { findWords, type SearchWords, type Span } from '../../../contract/facts/words.ts';
import { beginningOf } from '../text.ts';

/** Length of an excerpt without its dots, in UTF-16 units. */
const EXCERPT_MAX = 160;
/** Characters before the first word found: few, so that a cut line still shows the word. */
const BEFORE = 40;
/** WhatsApp's formatting marks, where they stand at a word's edge. */
const MARKUP = /(?<![\p{L}\p{N}])[*_~`]+|[*_~`]+(?![\p{L}\p{N}])/gu;

/** A text around the first of the words, in one line without formatting marks, and where it has the words. */
export function excerptOf(text: string, words: SearchWords): { excerpt: string; marks: Span[] } {
  const plain = text.replaceAll(MARKUP, '').replaceAll(/\s+/gu, ' ').trim();
  const [first] = findWords(plain, words);
  const wanted = Math.max(0, (first?.start ?? 0) - BEFORE);
  const start = wanted === 0 ? 0 : afterSpace(plain, wanted, first?.start ?? wanted);
  const part = beginningOf(plain.slice(start), EXCERPT_MAX);
  const excerpt = `${start > 0 ? '…' : ''}${part}${start + part.length < plain.length ? '…' : ''}`;
  return { excerpt, marks: findWords(excerpt, words) };
}

/** The first position behind a space from `wanted` on; `latest` if there is none before it. */
function afterSpace(text: string, wanted: number, latest: number): number {
  const space = text.indexOf(' ', wanted);
  return space < 0 || space >= latest ? latest : space + 1;
}
