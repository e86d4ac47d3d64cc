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
  const text = folded(password);
  return readings(text).some((reading) => {
    const covered = new Set<number>();
    for (const part of parts.flatMap((each) => [each, reversed(each)])) {
      for (let at = reading.indexOf(part); at !== -1; at = reading.indexOf(part, at + 1)) {
        for (let offset = 0; offset < part.length; offset += 1) covered.add(at + offset);
      }
    }
    const rest = text
      .split('')
      .filter((_, at) => !covered.has(at))
      .join('');
    return covered.size > 0 && letterCount(rest) < OWN_LETTERS_MIN;
  });
}

/** Whether a password, or all of it but digits and symbols at its ends, is in the list; written twice as well. */
function isCommon(password: string, list: ReadonlySet<string>): boolean {
  const text = folded(password);
  const hasLetters = /\p{L}/u.test(text);
  const first = hasLetters ? text.search(/\p{L}/u) : 0;
  const last = hasLetters ? text.length - 1 - reversed(text).search(/\p{L}/u) : text.length - 1;
  for (let start = 0; start <= first; start += 1) {
    for (let end = last + 1; end <= text.length; end += 1) {
      const core = text.slice(start, end);
      const isWhole = core === text;
      for (const reading of readings(core)) {
        if (!isWhole && letterCount(reading) < WORD_MIN) continue;
        const half = reading.slice(0, Math.floor(reading.length / 2));
        const once = half + half === reading ? half : reading;
        if (list.has(once) || list.has(reversed(once))) return true;
      }
    }
  }
  return false;
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
  ];
  return new Set(lists.flat().map(folded));
}
