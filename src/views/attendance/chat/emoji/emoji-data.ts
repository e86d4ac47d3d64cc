import { foldText } from '../../../../../contract/facts/fold-text.ts';
import type { Locale } from '../../../../../contract/facts/locales.ts';
import { SKIN_TONES } from '../../../../../contract/facts/skin-tones.ts';

/** The categories, by the number that the data gives them. */
export const EMOJI_GROUPS = [0, 1, 3, 4, 5, 6, 7, 8, 9] as const;
export type EmojiGroup = (typeof EMOJI_GROUPS)[number];

/** One emoji, with what it is called. */
export interface Emoji {
  /** As it is written, in the usual yellow. */
  readonly emoji: string;
  readonly label: string;
  readonly group: EmojiGroup;
  /** Words it is found by: lower case, without accents. */
  readonly words: readonly string[];
  /** Its skin tones 1 to 5; left out if it has none. */
  readonly tones?: readonly string[];
}

interface Given {
  readonly unicode: string;
  readonly label: string;
  readonly group?: number | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly skins?: readonly { readonly unicode: string }[] | undefined;
}

/** All emojis in the order of the standard, with names in the language. */
export async function loadEmojis(locale: Locale): Promise<readonly Emoji[]> {
  const given: { readonly default: readonly Given[] } =
    locale === 'en' ? await import('emojibase-data/en/compact.json') : await import('emojibase-data/pt/compact.json');
  return given.default.flatMap((each) => emojiOf(each));
}

function emojiOf({ unicode, label, group, tags = [], skins }: Given): readonly Emoji[] {
  const known = EMOJI_GROUPS.find((each) => each === group);
  // Parts of flags, and of skin and hair, are none by themselves.
  if (known === undefined) return [];
  const words = new Set([label, ...tags].flatMap((each) => wordsOf(each)));
  const tones = skins && tonesOf(skins.map((each) => each.unicode));
  return [{ emoji: plain(unicode), label, group: known, words: [...words], ...(tones && { tones }) }];
}

/** Without the mark that asks for a picture, where the character is one anyway: so people's phones send it. */
function plain(emoji: string): string {
  const bare = emoji.replaceAll('\uFE0F', '');
  return /^\p{Emoji_Presentation}$/u.test(bare) ? bare : emoji;
}

/** The five in which all persons have the same tone. */
function tonesOf(skins: readonly string[]): readonly string[] | undefined {
  const found = SKIN_TONES.map((tone) =>
    skins.find((skin) => SKIN_TONES.every((other) => skin.includes(other) === (other === tone))),
  );
  return found.every((skin) => skin !== undefined) ? found : undefined;
}

/** The emoji in a tone; 0 is the usual yellow. */
export function inTone({ emoji, tones }: Emoji, tone: number): string {
  return tones?.[tone - 1] ?? emoji;
}

/** The words of a text, lower case, without accents. */
export function wordsOf(text: string): readonly string[] {
  return foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** The emojis that a search finds: each of its words begins one of theirs. Those named by the first word come first. */
export function findEmojis(emojis: readonly Emoji[], search: string): readonly Emoji[] {
  const wanted = wordsOf(search);
  const first = wanted[0];
  if (first === undefined) return [];
  const found = emojis.filter(({ words }) => wanted.every((start) => words.some((word) => word.startsWith(start))));
  const rank = ({ words }: Emoji): number => (words[0] === first ? 0 : words[0]?.startsWith(first) === true ? 1 : 2);
  return found.toSorted((one, other) => rank(one) - rank(other));
}
