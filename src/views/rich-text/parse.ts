import { findLinks } from './links.ts';
import type { Readable } from './readable.ts';
import { pushStyled, type Budget } from './styles.ts';

/** A token of a message's text. Only tokens are rendered; the text is never HTML. */
export type TextToken =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }
  | { readonly kind: 'mono'; readonly text: string }
  | { readonly kind: 'bold' | 'italic' | 'strike'; readonly children: readonly TextToken[] };

/** Limit of formatted spans and links in a text; what follows them stays plain, marks included. */
export const MARKED_MAX = 250;

const FENCE = '```';

/**
 * Parses WhatsApp's marks (*bold*, _italic_, ~strike~, `mono`, ```mono```) and links in linear time, as the text comes
 * from anybody.
 */
export function parseText(text: Readable, budget: Budget = { left: MARKED_MAX }): readonly TextToken[] {
  const tokens: TextToken[] = [];
  let from = 0;
  let at = text.indexOf('`', 0);
  while (at >= 0) {
    const isFence = text.slice(at, at + FENCE.length) === FENCE;
    // Only the last fences of a text search in vain, so the total stays linear.
    const fence = isFence ? text.indexOf(FENCE, at + FENCE.length + 1) : -1;
    const mark = fence < 0 ? '`' : FENCE;
    const close = fence < 0 ? closeOnLine(text, at) : fence;
    if (close < 0) {
      at = text.indexOf('`', at + 1);
      continue;
    }
    pushLinked(tokens, text, from, at, budget);
    if (budget.left === 0) {
      from = at;
      break;
    }
    budget.left -= 1;
    tokens.push({ kind: 'mono', text: text.slice(at + mark.length, close) });
    from = close + mark.length;
    at = text.indexOf('`', from);
  }
  pushLinked(tokens, text, from, text.length, budget);
  return tokens;
}

/** Position of the backtick that closes the one at `open`, on the same line and with something between; -1 if none. */
function closeOnLine(text: Readable, open: number): number {
  let at = open + 1;
  while (at < text.length && text.charAt(at) !== '`' && text.charAt(at) !== '\n') at += 1;
  return at > open + 1 && text.charAt(at) === '`' ? at : -1;
}

function pushLinked(tokens: TextToken[], text: Readable, from: number, to: number, budget: Budget): void {
  let plainFrom = from;
  for (const { start, end, text: words, href } of findLinks(text, from, to)) {
    pushStyled(tokens, text, plainFrom, start, budget);
    if (budget.left === 0) {
      plainFrom = start;
      break;
    }
    budget.left -= 1;
    tokens.push({ kind: 'link', text: words, href });
    plainFrom = end;
  }
  pushStyled(tokens, text, plainFrom, to, budget);
}
