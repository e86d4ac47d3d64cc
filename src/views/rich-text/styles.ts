import type { TextToken } from './parse.ts';
import type { Readable } from './readable.ts';

type Style = 'bold' | 'italic' | 'strike';
const MARKS: Readonly<Record<string, Style>> = { '*': 'bold', _: 'italic', '~': 'strike' };
const SPACE = /\s/u;
const WORD = /[\p{L}\p{N}]/u;

/** How many more formatted spans the text may have; each is a DOM element. */
export interface Budget {
  left: number;
}

/** A range of a text, with the closing position of each mark: see `closesBetween`. */
interface Stretch {
  readonly text: Readable;
  readonly from: number;
  readonly closes: Int32Array;
  readonly budget: Budget;
}

/**
 * Appends a range of the text as tokens, with its *bold*, _italic_ and ~strike~. A mark is at a word's edge and closes
 * on its own line. Styles nest at most three deep; inside a style, its own mark can't close another.
 */
export function pushStyled(tokens: TextToken[], text: Readable, from: number, to: number, budget: Budget): void {
  pushWithin(tokens, { text, from, closes: closesBetween(text, from, to), budget }, from, to);
}

function pushWithin(tokens: TextToken[], stretch: Stretch, start: number, end: number): void {
  const { text, budget } = stretch;
  let plainFrom = start;
  let at = start;
  while (at < end) {
    const style = MARKS[text.charAt(at)];
    const close = style === undefined ? -1 : closeOf(stretch, at, start, end);
    if (style === undefined || close < 0 || budget.left === 0) {
      at += 1;
      continue;
    }
    pushPlain(tokens, text.slice(plainFrom, at));
    budget.left -= 1;
    const children: TextToken[] = [];
    pushWithin(children, stretch, at + 1, close);
    tokens.push({ kind: style, children });
    at = close + 1;
    plainFrom = at;
  }
  pushPlain(tokens, text.slice(plainFrom, end));
}

/** Where the mark at `at` closes before `end`; -1 if it doesn't open or close. */
function closeOf({ text, from, closes }: Stretch, at: number, start: number, end: number): number {
  const first = at + 1 < end ? text.charAt(at + 1) : '';
  if (first === '' || first === text.charAt(at) || SPACE.test(first)) return -1;
  if (at > start && WORD.test(text.charAt(at - 1))) return -1;
  const close = closes[at - from] ?? -1;
  return close < end ? close : -1;
}

/** For each mark, the next same mark on its line that can close it, or -1. One pass from the end. */
function closesBetween(text: Readable, from: number, to: number): Int32Array {
  const closes = new Int32Array(to - from).fill(-1);
  const next = new Map<string, number>();
  for (let at = to - 1; at >= from; at -= 1) {
    const char = text.charAt(at);
    if (char === '\n') next.clear();
    if (MARKS[char] === undefined) continue;
    closes[at - from] = next.get(char) ?? -1;
    const isAfterWord = at > from && !SPACE.test(text.charAt(at - 1));
    const isBeforeWord = at + 1 < to && WORD.test(text.charAt(at + 1));
    if (isAfterWord && !isBeforeWord) next.set(char, at);
  }
  return closes;
}

function pushPlain(tokens: TextToken[], text: string): void {
  if (text !== '') tokens.push({ kind: 'text', text });
}
