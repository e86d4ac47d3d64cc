import type { Readable } from './readable.ts';

/** A part of a text, of whole lines: a list's items with their markers, quoted lines, or plain ones. */
export type Block =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'quote'; readonly lines: readonly string[] }
  | { readonly kind: 'list'; readonly items: readonly { readonly mark: string; readonly text: string }[] };

/** Limit of quoted lines and items in a text; what follows them stays plain. */
const LINES_MAX = 250;
const FENCE = '```';
/** Longest number before an item, with its point. */
const NUMBER_MAX = 4;

/** WhatsApp's lists (`* `, `- `, `1. `) and quotes (`> `), which begin a line outside of ```mono```. */
export function blocksOf(text: Readable): readonly Block[] {
  const blocks: Block[] = [];
  const fences = fencesOf(text);
  let fence = 0;
  let left = LINES_MAX;
  let plainFrom = 0;
  let at = 0;
  while (at < text.length) {
    let end = endOfLine(text, at);
    const found = left === 0 ? undefined : markOf(text, at);
    if (found === undefined) {
      // What a fence encloses has no lists.
      for (let next = fences[fence]; next !== undefined && next[0] < end; next = fences[(fence += 1)]) {
        if (next[1] > end) end = endOfLine(text, next[1]);
      }
      at = end + 1;
      continue;
    }
    if (plainFrom < at) blocks.push({ kind: 'text', text: text.slice(plainFrom, at - 1) });
    left -= 1;
    while ((fences[fence]?.[0] ?? end) < end) fence += 1;
    push(blocks, found.mark, text.slice(at + found.length, end), plainFrom === at);
    at = end + 1;
    plainFrom = at;
  }
  if (plainFrom < text.length) blocks.push({ kind: 'text', text: text.slice(plainFrom, text.length) });
  return blocks;
}

/** Adds a line to the previous block if it is of the same kind and directly follows it. */
function push(blocks: Block[], mark: string, words: string, isBelow: boolean): void {
  const last = isBelow ? blocks.pop() : undefined;
  if (last !== undefined && last.kind !== (mark === '>' ? 'quote' : 'list')) blocks.push(last);
  if (mark === '>') {
    blocks.push({ kind: 'quote', lines: [...(last?.kind === 'quote' ? last.lines : []), words] });
  } else {
    const items = last?.kind === 'list' ? last.items : [];
    blocks.push({ kind: 'list', items: [...items, { mark: mark === '*' || mark === '-' ? '•' : mark, text: words }] });
  }
}

/** What begins the line at `at`, and its length with the blank behind it; undefined without one, or with nothing after. */
function markOf(text: Readable, at: number): { readonly mark: string; readonly length: number } | undefined {
  const first = text.charAt(at);
  let length = 1;
  if (!'*->'.includes(first)) {
    while (length < NUMBER_MAX && isDigit(text.charAt(at + length - 1))) length += 1;
    if (length === 1 || text.charAt(at + length - 1) !== '.') return undefined;
  }
  const isMark = text.charAt(at + length) === ' ' && text.charAt(at + length + 1).trim() !== '';
  return isMark ? { mark: text.slice(at, at + length), length: length + 1 } : undefined;
}

function isDigit(char: string): boolean {
  return char >= '0' && char <= '9';
}

function endOfLine(text: Readable, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

/** Where each fence begins and ends, in order. */
function fencesOf(text: Readable): readonly (readonly [number, number])[] {
  const fences: [number, number][] = [];
  let open = text.indexOf(FENCE, 0);
  while (open >= 0) {
    const close = text.indexOf(FENCE, open + FENCE.length + 1);
    if (close < 0) break;
    fences.push([open, close + FENCE.length]);
    open = text.indexOf(FENCE, close + FENCE.length);
  }
  return fences;
}
