/** A piece of a message's text. Only these are drawn; the text is never HTML. */
export type TextToken =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string }
  | { readonly kind: 'mono'; readonly text: string }
  | { readonly kind: 'bold' | 'italic' | 'strike'; readonly children: readonly TextToken[] };

type Style = 'bold' | 'italic' | 'strike';
const MARKS: Readonly<Record<string, Style>> = { '*': 'bold', _: 'italic', '~': 'strike' };

const LINK = /(?:https?:\/\/|mailto:|tel:|www\.)[^\s<>"'`]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+/giu;
const TRAILING = /[.,;:!?)\]}*_~]+$/u;
const WORD = /[\p{L}\p{N}]/u;

/** Reads WhatsApp's marks (*bold*, _italic_, ~strike~, `mono`, ```mono```) and links. */
export function parseText(text: string): readonly TextToken[] {
  return parseMono(text);
}

function parseMono(text: string): TextToken[] {
  const tokens: TextToken[] = [];
  let from = 0;
  for (const match of text.matchAll(/```([\s\S]+?)```|`([^`\n]+)`/gu)) {
    tokens.push(...parseLinks(text.slice(from, match.index)));
    tokens.push({ kind: 'mono', text: match[1] ?? match[2] ?? '' });
    from = match.index + match[0].length;
  }
  tokens.push(...parseLinks(text.slice(from)));
  return tokens;
}

function parseLinks(text: string): TextToken[] {
  const tokens: TextToken[] = [];
  let from = 0;
  for (const match of text.matchAll(LINK)) {
    const link = trimLink(match[0]);
    const href = hrefOf(link);
    if (href === undefined) continue;
    tokens.push(...parseStyles(text.slice(from, match.index)));
    tokens.push({ kind: 'link', text: link, href });
    from = match.index + link.length;
  }
  tokens.push(...parseStyles(text.slice(from)));
  return tokens;
}

/** A sentence's own punctuation doesn't belong to the address, nor does a bracket it didn't open. */
function trimLink(link: string): string {
  const trimmed = link.replace(TRAILING, '');
  const rest = link.slice(trimmed.length);
  return rest.startsWith(')') && trimmed.includes('(') ? `${trimmed})` : trimmed;
}

/** The address a link leads to; undefined unless http, https, mailto or tel. */
function hrefOf(link: string): string | undefined {
  const lower = link.toLowerCase();
  const candidate = lower.startsWith('www.') ? `https://${link}` : /^[a-z]+:/u.test(lower) ? link : `mailto:${link}`;
  if (!URL.canParse(candidate)) return undefined;
  const url = new URL(candidate);
  return ['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol) ? url.href : undefined;
}

function parseStyles(text: string): TextToken[] {
  const tokens: TextToken[] = [];
  let plainFrom = 0;
  let at = 0;
  while (at < text.length) {
    const style = MARKS[text.charAt(at)];
    const end = style === undefined ? -1 : closingMark(text, at);
    if (style === undefined || end < 0) {
      at += 1;
      continue;
    }
    pushPlain(tokens, text.slice(plainFrom, at));
    tokens.push({ kind: style, children: parseStyles(text.slice(at + 1, end)) });
    at = end + 1;
    plainFrom = at;
  }
  pushPlain(tokens, text.slice(plainFrom));
  return tokens;
}

/** Where the mark opened at `open` closes on the same line, or -1: marks stand at a word's edge. */
function closingMark(text: string, open: number): number {
  const mark = text.charAt(open);
  const before = text.charAt(open - 1);
  const first = text.charAt(open + 1);
  if (WORD.test(before) || first === '' || /\s/u.test(first) || first === mark) return -1;
  for (let at = open + 2; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (char === '\n') return -1;
    if (char === mark && !/\s/u.test(text.charAt(at - 1)) && !WORD.test(text.charAt(at + 1))) return at;
  }
  return -1;
}

function pushPlain(tokens: TextToken[], text: string): void {
  if (text !== '') tokens.push({ kind: 'text', text });
}
