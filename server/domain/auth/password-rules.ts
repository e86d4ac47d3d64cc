import { invalid } from '../errors.ts';

/** The owner of a password, whose data must not make up the password. */
export type PasswordOwner = {
  name: string;
  username: string;
  email: string;
  /** The company's name, and its URL name. */
  company: string;
  tenantName: string;
};

/** Who sets a password: its owner, or another user. */
export type PasswordChooser = 'owner' | 'somebodyElse';

const PRODUCT = 'Balcão';
/** A password needs this many letters besides its owner's names. */
const OWN_LETTERS_MIN = 4;
/** Shorter parts of a name occur in too many other words. */
const NAME_PART_MIN = 3;
const DOMAIN_PART_MIN = 4;
/** Shorter words don't make a password easy to guess. */
const WORD_MIN = 3;
/** Shorter entries without a word in them occur in too many passwords. */
const LISTED_MIN = 6;
/** Only this much of a password is checked: a longer one isn't common. */
const CHECKED_LENGTH = 64;

/** Common substitutes for letters. `1` and `!` are tried as both. */
const SUBSTITUTES: Readonly<Record<string, string>> = {
  '0': 'o',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
};
const AMBIGUOUS = ['i', 'l'] as const;
/** The digit keys with shift, which keyboard walks mix with digits. */
const SHIFTED = '!@#$%^&*()';

/** Words common in Brazil that the library's lists lack. */
const BRAZILIAN = [
  'bemvindo',
  'boanoite',
  'boatarde',
  'bomdia',
  'deusefiel',
  'deuseamor',
  'deuseconosco',
  'deusfiel',
  'facebook',
  'instagram',
  'jesuscristo',
  'jesuseomeusenhor',
  'jesusteama',
  'meuamor',
  'minhasenha',
  'minhavida',
  'mudarsenha',
  'primeiroacesso',
  'senhaforte',
  'senhanova',
  'senhapadrao',
  'senhasegura',
  'teamo',
  'trocarsenha',
  'vaicorinthians',
  'whatsapp',
];

/**
 * Refuses, with INVALID on the field `password`, a password made of its owner's or company's names or e-mail
 * (`error.password.personal`, or `error.password.personalOther` when set by `somebodyElse`), and a common password or a
 * common word surrounded by digits and symbols (`error.password.common`). Ignores case, accents, the usual substitutes
 * for letters, and reversal.
 */
export async function requireUncommonPassword(
  password: string,
  owner: PasswordOwner,
  by: PasswordChooser = 'owner',
): Promise<void> {
  // Cut only now: folding turns one character into up to 18.
  const looked = folded(password).slice(0, CHECKED_LENGTH);
  if (isMadeOf(looked, nameParts(owner))) {
    throw refused(by === 'owner' ? 'error.password.personal' : 'error.password.personalOther');
  }
  if (isCommon(looked, await commonWords())) throw refused('error.password.common');
}

const refused = (key: string) => invalid('error.form.invalid', { password: key });

/** Without case and accents, one character each. */
const folded = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/**
 * A folded text in its possible readings: as it is, and with substitutes replaced by letters. All have the same length.
 */
function readings(text: string): string[] {
  const letters = text.replaceAll(/[034570@$]/g, (sign) => SUBSTITUTES[sign] ?? sign);
  return [...new Set([text, ...AMBIGUOUS.map((letter) => letters.replaceAll(/[1!]/g, letter))])];
}

/** A folded text as it is, and without the symbols between its letters. */
const joined = (text: string): string[] => [
  ...new Set([text, text.replaceAll(/[^\p{L}\p{N}]/gu, ''), text.replaceAll(/[^\p{L}\p{N}@$!]/gu, '')]),
];

const unshifted = (text: string): string =>
  text.replaceAll(/[!@#$%^&*()]/g, (sign) => String((SHIFTED.indexOf(sign) + 1) % 10));

const reversed = (text: string): string => Array.from(text).toReversed().join('');
const letterCount = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;

/** The words in an owner's names and address, longest first. */
function nameParts({ name, username, email, company, tenantName }: PasswordOwner): string[] {
  const [local = '', domain = ''] = folded(email).split('@');
  const named = [name, username, local, company, tenantName, PRODUCT].map(folded);
  const parts = [
    ...named.flatMap((text) => text.split(/[^\p{L}]+/u)).filter((part) => part.length >= NAME_PART_MIN),
    ...domain.split(/[^\p{L}]+/u).filter((part) => part.length >= DOMAIN_PART_MIN),
  ];
  return [...new Set(parts)].toSorted((a, b) => b.length - a.length);
}

/** Whether hardly any letters of a folded password are left without the parts of names. */
function isMadeOf(password: string, parts: readonly string[]): boolean {
  return joined(password).some((text) =>
    readings(text).some((reading) => {
      const covered = coveredBy(text, reading, parts);
      const rest = text
        .split('')
        .filter((_, at) => !covered.has(at))
        .join('');
      return covered.size > 0 && letterCount(rest) < OWN_LETTERS_MIN;
    }),
  );
}

/** Positions covered by parts that are whole words, or several in a row; not by parts inside longer words. */
function coveredBy(text: string, reading: string, parts: readonly string[]): ReadonlySet<number> {
  const found: { start: number; end: number }[] = [];
  for (const part of parts.flatMap((each) => [each, reversed(each)])) {
    for (let at = reading.indexOf(part); at !== -1; at = reading.indexOf(part, at + 1)) {
      found.push({ start: at, end: at + part.length });
    }
  }
  const isLetter = (at: number) => /\p{L}/u.test(text[at] ?? '');
  const ends = new Set<number>();
  for (const { start, end } of found.toSorted((one, other) => one.start - other.start)) {
    if (!isLetter(start - 1) || ends.has(start)) ends.add(end);
  }
  const starts = new Set<number>();
  for (const { start, end } of found.toSorted((one, other) => other.end - one.end)) {
    if (!isLetter(end) || starts.has(end)) starts.add(start);
  }
  const covered = new Set<number>();
  for (const { start, end } of found) {
    const beginsWord = !isLetter(start - 1) || ends.has(start);
    const endsWord = !isLetter(end) || starts.has(end);
    if (!beginsWord || !endsWord) continue;
    for (let at = start; at < end; at += 1) covered.add(at);
  }
  return covered;
}

/**
 * Whether the list contains a folded password, or all of it but digits and symbols at its ends; also doubled, with
 * symbols in between, or with shift held. One extra letter is allowed beside an entry with digits.
 */
function isCommon(text: string, list: List): boolean {
  return [...new Set([...joined(text), unshifted(text)])].some((each) => hasCommonCore(each, list));
}

/** Prefix counts of the characters that match. */
function countsOf(text: string, pattern: RegExp): (start: number, end: number) => number {
  const counts = [0];
  for (const character of text) {
    const count = (counts.at(-1) ?? 0) + (pattern.test(character) ? 1 : 0);
    for (let unit = 0; unit < character.length; unit += 1) counts.push(count);
  }
  return (start, end) => (counts[end] ?? 0) - (counts[start] ?? 0);
}

function hasCommonCore(text: string, { words, longest }: List): boolean {
  const { length } = text;
  const [letters, digits] = [countsOf(text, /\p{L}/u), countsOf(text, /\d/)];
  const all = letters(0, length);
  const texts = readings(text).map((reading) => ({
    reading,
    backwards: reversed(reading),
    letters: countsOf(reading, /\p{L}/u),
  }));

  function isListed(start: number, end: number): boolean {
    const isWhole = end - start === length;
    const isLongEnough = end - start >= LISTED_MIN && letters(start, end) > 0;
    let before: string | undefined;
    for (const { reading, backwards, letters: lettersRead } of texts) {
      if (!isWhole && !isLongEnough && lettersRead(start, end) < WORD_MIN) continue;
      const core = reading.slice(start, end);
      // Without an ambiguous character the reading is the same.
      if (core === before) continue;
      before = core;
      const half = (end - start) / 2;
      const size = Number.isInteger(half) && core.startsWith(core.slice(half)) ? half : end - start;
      if (size > longest) continue;
      const from = length - start - size;
      if (words.has(core.slice(0, size)) || words.has(backwards.slice(from, from + size))) return true;
    }
    return false;
  }

  for (let start = 0; start < length && letters(0, start) <= 1; start += 1) {
    // Twice the longest, as it may be doubled.
    for (let end = Math.min(length, start + 2 * longest); end > start; end -= 1) {
      const strayLetters = all - letters(start, end);
      if (strayLetters > 1) break;
      const isMixed = end - start >= LISTED_MIN && letters(start, end) > 0 && digits(start, end) > 0;
      if ((strayLetters === 0 || isMixed) && isListed(start, end)) return true;
    }
  }
  return false;
}

/** Folded words, and the length of the longest. */
type List = { words: ReadonlySet<string>; longest: number };

let words: Promise<List> | undefined;

/** Loaded with the first new password: 90,000 words take some 50 ms and 20 MB. */
function commonWords(): Promise<List> {
  words ??= readWords();
  return words;
}

async function readWords(): Promise<List> {
  const [common, brazilian] = await Promise.all([
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-pt-br'),
  ]);
  const lists = [
    common.dictionary['passwords-common'],
    brazilian.dictionary['commonWords-pt-br'],
    brazilian.dictionary['firstnames-pt-br'],
    brazilian.dictionary['wikipedia-pt-br'],
    BRAZILIAN,
  ];
  const listed = new Set(lists.flat().map(folded));
  return { words: listed, longest: Math.max(...Array.from(listed, ({ length }) => length)) };
}
