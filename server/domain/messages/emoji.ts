const characters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The longest emoji has some 30 UTF-16 units. */
const EMOJI_MAX_LENGTH = 64;

/** Whether a text is a single emoji. Not by a list of them, which would refuse those of later years. */
export function isEmoji(text: string): boolean {
  if (text.length > EMOJI_MAX_LENGTH || !/\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u.test(text))
    return false;
  return [...characters.segment(text)].length === 1;
}
