import { SEARCH_TEXT_MAX } from './limits.ts';

/* The words by which messages are found: without case and accents, as `words_of` in the database stores them. */

/** Shorter words aren't kept. */
const WORD_MIN = 2;
/** Of longer words only the beginning is kept, in characters (code points). */
const WORD_MAX = 40;
/** Further words of a search are ignored. */
const SEARCH_WORDS_MAX = 8;

const WORD = /[\p{Alphabetic}0-9]+/gu;

/** A part of a text, in UTF-16 units; `end` is behind it. */
export type Span = { readonly start: number; readonly end: number };

/** A word without case and accents, and its place in the text. */
type Word = Span & { readonly word: string };

/** A parsed search: finds messages with all words of `whole`, and one that begins with `prefix`. */
export type SearchWords = { readonly whole: readonly string[]; readonly prefix: string };

/** The words of a text in order. */
export function* wordsIn(text: string): Generator<Word> {
  let folded = '';
  /** Where each unit of the folded text begins and ends in the text. */
  const places: { start: number; end: number }[] = [];
  let start = 0;
  for (const character of text) {
    const end = start + character.length;
    const plain = character
      .normalize('NFKD')
      .replaceAll(/[\u0300-\u036f]/gu, '')
      .toLowerCase();
    const last = places.at(-1);
    // An accent of its own belongs to the character before it.
    if (plain === '' && last !== undefined) last.end = end;
    for (let unit = 0; unit < plain.length; unit++) places.push({ start, end });
    folded += plain;
    start = end;
  }
  for (const { 0: found, index } of folded.matchAll(WORD)) {
    const characters = Array.from(found);
    const from = places[index];
    const to = places[index + found.length - 1];
    if (characters.length < WORD_MIN || from === undefined || to === undefined) continue;
    yield { word: characters.slice(0, WORD_MAX).join(''), start: from.start, end: to.end };
  }
}

/** Parses a search; null if it has no word. The last word may be unfinished. */
export function searchWordsOf(search: string): SearchWords | null {
  const words = Array.from(wordsIn(search.slice(0, SEARCH_TEXT_MAX)), ({ word }) => word).slice(0, SEARCH_WORDS_MAX);
  const prefix = words.at(-1);
  if (prefix === undefined) return null;
  return { whole: [...new Set(words.slice(0, -1))], prefix };
}

/** The matches of a search in a text, in order. */
export function findWords(text: string, { whole, prefix }: SearchWords): Span[] {
  const found: Span[] = [];
  for (const { word, start, end } of wordsIn(text)) {
    if (word.startsWith(prefix) || whole.includes(word)) found.push({ start, end });
  }
  return found;
}
