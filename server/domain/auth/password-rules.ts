import { invalid } from '../errors.ts';

/** Whose password it is to be. None of it may be what the password is made of. */
export type PasswordOwner = {
  name: string;
  username: string;
  email: string;
  /** The company's name, and its part of the address. */
  company: string;
  tenantName: string;
};

const PRODUCT = 'Balcão';
/** Fewer letters than this besides somebody's names are no password of its own. */
const OWN_LETTERS_MIN = 4;
/** Shorter parts of a name or address are in too many other words. */
const NAME_PART_MIN = 3;
const DOMAIN_PART_MIN = 4;
/** A word with fewer letters isn't what makes a password easy to guess. */
const WORD_MIN = 3;
/** A shorter piece without a word in it is in too many passwords. */
const LISTED_MIN = 6;
/** Longer ones are looked at so far: what comes after can't make them common. */
const LENGTH_LOOKED_AT = 64;

/** What people write instead of letters. `1` and `!` are tried as both. */
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
/** The digits' keys with shift: what walks over a keyboard changes between both. */
const SHIFTED = '!@#$%^&*()';

/** What Brazilians choose and the library's lists don't have. */
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
 * Refuses, with INVALID on the field `password`, one made of its owner's or company's names or e-mail
 * (`error.password.personal`), and one of the commonest or a common word with digits and symbols around it
 * (`error.password.common`). Case, accents, the usual substitutes for letters and the reverse make no difference.
 */
export async function requireUncommonPassword(password: string, owner: PasswordOwner): Promise<void> {
  const looked = password.slice(0, LENGTH_LOOKED_AT);
  if (isMadeOf(looked, nameParts(owner))) throw refused('error.password.personal');
  if (isCommon(looked, await commonWords())) throw refused('error.password.common');
}

const refused = (key: string) => invalid('error.form.invalid', { password: key });

/** Without case and accents; a character each. */
const folded = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** A folded text as it may be meant: as it stands, and with letters for their substitutes. The same length each. */
function readings(text: string): string[] {
  const letters = text.replaceAll(/[034570@$]/g, (sign) => SUBSTITUTES[sign] ?? sign);
  return [...new Set([text, ...AMBIGUOUS.map((letter) => letters.replaceAll(/[1!]/g, letter))])];
}

/** A folded text as it stands, and without the symbols that stand between its letters. */
const joined = (text: string): string[] => [
  ...new Set([text, text.replaceAll(/[^\p{L}\p{N}]/gu, ''), text.replaceAll(/[^\p{L}\p{N}@$!]/gu, '')]),
];

const unshifted = (text: string): string =>
  text.replaceAll(/[!@#$%^&*()]/g, (sign) => String((SHIFTED.indexOf(sign) + 1) % 10));

const reversed = (text: string): string => Array.from(text).toReversed().join('');
const letterCount = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;

/** The words that an owner's names and address are made of, longest first. */
function nameParts({ name, username, email, company, tenantName }: PasswordOwner): string[] {
  const [local = '', domain = ''] = folded(email).split('@');
  const named = [name, username, local, company, tenantName, PRODUCT].map(folded);
  const parts = [
    ...named.flatMap((text) => text.split(/[^\p{L}]+/u)).filter((part) => part.length >= NAME_PART_MIN),
    ...domain.split(/[^\p{L}]+/u).filter((part) => part.length >= DOMAIN_PART_MIN),
  ];
  return [...new Set(parts)].toSorted((a, b) => b.length - a.length);
}

/** Whether hardly a letter is left of a password when the parts of names are taken out of it. */
function isMadeOf(password: string, parts: readonly string[]): boolean {
  return joined(folded(password)).some((text) =>
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

/** Where parts stand as words, also several in a row; not where a longer word happens to contain one. */
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
 * Whether a password, or all of it but digits and symbols at its ends, is in the list; written twice as
 * well, with symbols in between, or with shift held. One letter may stand beside a piece that has digits.
 */
function isCommon(password: string, list: ReadonlySet<string>): boolean {
  const text = folded(password);
  return [...new Set([...joined(text), unshifted(text)])].some((each) => hasCommonCore(each, list));
}

function hasCommonCore(text: string, list: ReadonlySet<string>): boolean {
  const letters = letterCount(text);
  for (let start = 0; start < text.length; start += 1) {
    for (let end = text.length; end > start; end -= 1) {
      const core = text.slice(start, end);
      const strayLetters = letters - letterCount(core);
      if (strayLetters > 1) break;
      if (strayLetters === 1 && (core.length < LISTED_MIN || !/\p{L}/u.test(core) || !/\d/.test(core))) continue;
      if (isListed(core, core === text, list)) return true;
    }
  }
  return false;
}

function isListed(core: string, isWhole: boolean, list: ReadonlySet<string>): boolean {
  const hasLetters = /\p{L}/u.test(core);
  return readings(core).some((reading) => {
    const isWord = letterCount(reading) >= WORD_MIN;
    if (!isWhole && !isWord && !(hasLetters && core.length >= LISTED_MIN)) return false;
    const half = reading.slice(0, Math.floor(reading.length / 2));
    const once = half + half === reading ? half : reading;
    return list.has(once) || list.has(reversed(once));
  });
}

let words: Promise<ReadonlySet<string>> | undefined;

/** Read with the first password that is chosen: 90,000 words take some 50 ms and 20 MB. */
function commonWords(): Promise<ReadonlySet<string>> {
  words ??= readWords();
  return words;
}

async function readWords(): Promise<ReadonlySet<string>> {
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
  return new Set(lists.flat().map(folded));
}
