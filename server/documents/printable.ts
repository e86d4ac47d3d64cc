import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { openSync } from 'fontkit';
import type { Font } from 'fontkit';

const folder = join(dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')), 'ttf');

/** Fonts of the documents: Latin with all accents, Greek, Cyrillic, and many emoji in black. */
export const FACES = {
  text: join(folder, 'DejaVuSansCondensed.ttf'),
  bold: join(folder, 'DejaVuSansCondensed-Bold.ttf'),
} as const;

/** Replaces characters that the font lacks. */
const UNKNOWN = '□';
/** Modifiers of the preceding character: colour, skin tone, joiners. */
const MODIFIERS = /\p{Variation_Selector}|\p{Emoji_Modifier}|[\u{e0020}-\u{e007f}]/gu;
const LATIN = /^[\n\u{20}-\u{7e}\u{a0}-\u{17f}]*$/u;
const JOINER = '\u{200d}';
// oxlint-disable-next-line eslint/no-control-regex -- these are what is removed
const CONTROLS = /[\u{0}-\u{8}\u{b}-\u{1f}\u{7f}-\u{9f}\u{200b}\u{2060}\u{feff}]/gu;

const graphemes = new Intl.Segmenter('pt', { granularity: 'grapheme' });
let face: Font | undefined;

/** Loaded with the first document. */
function openFace(): Font {
  const opened = openSync(FACES.text);
  if (!('hasGlyphForCodePoint' in opened)) throw new Error(`${FACES.text} is not a single font`);
  return opened;
}

function hasGlyph(character: string): boolean {
  face ??= openFace();
  return face.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
}

/**
 * A text as the fonts can render it. Emoji they contain stay, without colour; of a joined emoji (a family, a
 * profession) the first is shown; other missing glyphs become a box.
 */
export function printable(text: string): string {
  const plain = text.normalize('NFC').replaceAll('\r\n', '\n').replaceAll('\t', '  ').replaceAll(CONTROLS, '');
  // The fonts have all of these, each a character of its own.
  if (LATIN.test(plain)) return plain;
  let result = '';
  for (const { segment } of graphemes.segment(plain)) {
    if (segment === '\n') {
      result += segment;
      continue;
    }
    const [first = ''] = segment.replaceAll(MODIFIERS, '').split(JOINER);
    result += Array.from(first).every(hasGlyph) ? first : UNKNOWN;
  }
  return result;
}
