import { isCnpj } from '../../../contract/facts/cnpj.ts';
import { isBoleto, isCpf } from './check-digits.ts';

export type CopyableKind = 'boleto' | 'cnpj' | 'cpf' | 'order' | 'phone' | 'pix';

/** A part of a text worth copying, from `start` to `end`; `value` is what is copied. */
interface Copyable {
  readonly kind: CopyableKind;
  readonly start: number;
  readonly end: number;
  readonly value: string;
}

interface Pattern {
  readonly kind: CopyableKind;
  /** Every repetition in it is bounded: it reads each character a limited number of times. Group 1 is what is marked. */
  readonly pattern: RegExp;
  /** What is copied; undefined if it isn't one after all. */
  readonly valueOf: (found: string, isPixKey: boolean) => string | undefined;
}

/** Not amid a longer number or word. */
const BEGIN = String.raw`(?<![\p{L}\p{N}_@#])(?<!\p{N}[.,/-])`;
const END = String.raw`(?![\p{L}\p{N}_@])(?![.,/-]\p{N})`;
const whole = (body: string): RegExp => new RegExp(`${BEGIN}(${body})${END}`, 'giu');

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

/** What comes first wins where two overlap. */
const PATTERNS: readonly Pattern[] = [
  {
    kind: 'boleto',
    pattern: whole(String.raw`\d(?:[ .-]?\d){46,47}`),
    valueOf: (found) => valid(digitsOf(found), isBoleto),
  },
  {
    kind: 'pix',
    pattern: whole('[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'),
    valueOf: (found, isPixKey) => (isPixKey ? found : undefined),
  },
  {
    kind: 'cnpj',
    pattern: whole(String.raw`[0-9a-z]{2}\.?[0-9a-z]{3}\.?[0-9a-z]{3}/?[0-9a-z]{4}-?\d{2}`),
    valueOf: (found) => valid(found.replaceAll(/[./-]/g, '').toUpperCase(), isCnpj),
  },
  {
    kind: 'cpf',
    pattern: whole(String.raw`\d{3}\.\d{3}\.\d{3}-\d{2}|\d{9}-?\d{2}`),
    valueOf: (found) => valid(digitsOf(found), isCpf),
  },
  {
    kind: 'phone',
    // A number of Brazil: a mobile's, or with something between its parts. Or one with its country.
    pattern: new RegExp(
      String.raw`${BEGIN}((?:\+?55 ?)?(?:\([1-9]{2}\) ?|[1-9]{2}[ -]?)(?:9\d{4}|(?<=[ )-])\d{4})[ .-]?\d{4}|\+[1-9](?:[ ().-]{0,2}\d){7,14})${END}`,
      'gu',
    ),
    valueOf: (found) => (found.startsWith('+') ? `+${digitsOf(found)}` : digitsOf(found)),
  },
  {
    kind: 'order',
    pattern: new RegExp(
      String.raw`(?:(?<![\p{L}\p{N}])(?:pedidos?|orders?)[ :]{1,3}(?:n(?:[º°o.]|úmero|r[oº])\.?[ :]{0,3})?)(#?\d{3,12})${END}`,
      'giu',
    ),
    valueOf: digitsOf,
  },
  { kind: 'order', pattern: new RegExp(String.raw`(?<![\p{L}\p{N}&/#])(#\d{3,12})${END}`, 'gu'), valueOf: digitsOf },
];

function valid(value: string, check: (value: string) => boolean): string | undefined {
  return check(value) ? value : undefined;
}

/** What can be copied of a text, in order. `isPixKey`: whether a random key at that place is one of Pix. */
export function findCopyable(
  text: string,
  isPixKey: (start: number, end: number) => boolean = pixKeyIn(text),
): readonly Copyable[] {
  const found: Copyable[] = [];
  for (const { kind, pattern, valueOf } of PATTERNS) {
    for (const match of text.matchAll(pattern)) {
      const marked = match[1] ?? '';
      const end = match.index + match[0].length;
      const start = end - marked.length;
      if (found.some((other) => start < other.end && other.start < end)) continue;
      const value = valueOf(marked, isPixKey(start, end));
      if (value !== undefined) found.push({ kind, start, end, value });
    }
  }
  return found.toSorted((one, other) => one.start - other.start);
}

/** Returns a predicate for random keys: a Pix key has the word near it, or is alone in the text. */
export function pixKeyIn(text: string): (start: number, end: number) => boolean {
  const isNearPix = nearPixIn(text);
  return (start, end) => isNearPix(start, end) || text.slice(0, start).trim() + text.slice(end).trim() === '';
}

/** Maximum distance of the word, in characters. */
const NEAR = 60;

/** Returns a predicate: whether "Pix" is near a part of the text. */
export function nearPixIn(text: string): (start: number, end: number) => boolean {
  const places = [...text.matchAll(/(?<![\p{L}\p{N}])pix(?![\p{L}\p{N}])/giu)].map(({ index }) => index);
  return (start, end) => places.some((place) => place >= start - NEAR && place <= end + NEAR);
}
