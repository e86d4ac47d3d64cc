import { HOST_MAX_LENGTH } from '../../../contract/facts/limits.ts';
import type { Readable } from './readable.ts';

/** A link in a text, from `start` to `end`, without trailing punctuation. */
interface Link {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly href: string;
}

const PREFIXES = ['https://', 'http://', 'mailto:', 'tel:', 'www.'] as const;
type Prefix = (typeof PREFIXES)[number];
const PREFIX_LENGTH_MAX = 8;

const ENDS_LINK = /[\s<>"'`]/u;
const IN_MAILBOX = /[\w.+-]/u;
const IN_LABEL = /[\w-]/u;
const TRAILING = '.,;:!?)]}*_~';

/** The links in a range of a text, in order: http, https, mailto, tel, `www.` and bare e-mail addresses. */
export function findLinks(text: Readable, from: number, to: number): readonly Link[] {
  const links: Link[] = [];
  let at = from;
  /** No e-mail address starts before this: the scan got here without finding a domain. */
  let noMailBefore = from;
  while (at < to) {
    const prefix = prefixAt(text, at, to);
    let end = prefix === undefined ? -1 : endOfLink(text, at + prefix.length, to);
    if (prefix === undefined && at >= noMailBefore) {
      const mailbox = endOf(IN_MAILBOX, text, at, to);
      if (mailbox > at && mailbox < to && text.charAt(mailbox) === '@') end = endOfDomain(text, mailbox + 1, to);
      noMailBefore = mailbox;
    }
    if (end < 0) {
      at += 1;
      continue;
    }
    const trimmed = trim(text, at, end);
    const href = hrefOf(trimmed, prefix);
    if (href !== undefined) links.push({ start: at, end: at + trimmed.length, text: trimmed, href });
    at = end;
  }
  return links;
}

function prefixAt(text: Readable, at: number, to: number): Prefix | undefined {
  if (!'hmtw'.includes(text.charAt(at).toLowerCase())) return undefined;
  const opening = text.slice(at, Math.min(at + PREFIX_LENGTH_MAX, to)).toLowerCase();
  return PREFIXES.find((prefix) => opening.startsWith(prefix));
}

/** The end of the address after a prefix; -1 if there is none. */
function endOfLink(text: Readable, from: number, to: number): number {
  let end = from;
  while (end < to && !ENDS_LINK.test(text.charAt(end))) end += 1;
  return end > from ? end : -1;
}

function endOf(allowed: RegExp, text: Readable, from: number, to: number): number {
  let end = from;
  while (end < to && allowed.test(text.charAt(end))) end += 1;
  return end;
}

/** The end of a domain with two or more labels; -1 if there is none. */
function endOfDomain(text: Readable, from: number, to: number): number {
  let end = -1;
  let label = from;
  for (;;) {
    const next = endOf(IN_LABEL, text, label, to);
    if (next === label) return end;
    if (label > from) end = next;
    if (next === to || text.charAt(next) !== '.') return end;
    label = next + 1;
  }
}

/** Removes trailing punctuation, and closing brackets that the link didn't open. */
function trim(text: Readable, start: number, end: number): string {
  let last = end;
  while (last > start && TRAILING.includes(text.charAt(last - 1))) last -= 1;
  const trimmed = text.slice(start, last);
  return last < end && text.charAt(last) === ')' && trimmed.includes('(') ? `${trimmed})` : trimmed;
}

/** The link's href; undefined if it isn't valid. */
function hrefOf(link: string, prefix: Prefix | undefined): string | undefined {
  if (prefix === undefined) return addressOf(`mailto:${link}`);
  if (link.length <= prefix.length) return undefined;
  if (prefix === 'mailto:' || prefix === 'tel:') return addressOf(link);
  const host = /^[/\\]*([^/\\?#]*)/u.exec(link.slice(prefix.length))?.[1] ?? '';
  // Punycode takes quadratic time in the length of a host name.
  if (host.length > HOST_MAX_LENGTH) return undefined;
  return addressOf(prefix === 'www.' ? `https://${link}` : link);
}

function addressOf(given: string): string | undefined {
  return URL.canParse(given) ? new URL(given).href : undefined;
}
