import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { openSync } from 'fontkit';
import type { Font } from 'fontkit';

const folder = join(dirname(createRequire(import.meta.url).resolve('dejavu-fonts-ttf/package.json')), 'ttf');

/** The faces that documents are set in: Latin with every accent, Greek, Cyrillic, and many of the emoji in black. */
export const FACES = {
  text: join(folder, 'DejaVuSansCondensed.ttf'),
  bold: join(folder, 'DejaVuSansCondensed-Bold.ttf'),
} as const;

/** Stands for what the face has no picture of. */
const UNKNOWN = '□';
/** They only say how the character before them looks: its colour, its skin, that it is joined to the next. */
const MODIFIERS = /\p{Variation_Selector}|\p{Emoji_Modifier}|[\u{e0020}-\u{e007f}]/gu;
const JOINER = '\u{200d}';
// oxlint-disable-next-line eslint/no-control-regex -- these are what is taken out
const CONTROLS = /[\u{0}-\u{8}\u{b}-\u{1f}\u{7f}-\u{9f}\u{200b}\u{2060}\u{feff}]/gu;

const graphemes = new Intl.Segmenter('pt', { granularity: 'grapheme' });
let face: Font | undefined;

/** Opened with the first document. */
function openFace(): Font {
  const opened = openSync(FACES.text);
  if (!('hasGlyphForCodePoint' in opened)) throw new Error(`${FACES.text} is no single font`);
  return opened;
}

function hasGlyph(character: string): boolean {
  face ??= openFace();
  return face.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
}

/**
 * A text as the faces can set it. An emoji stays where they have it, without its colours; of one made
 * of several (a family, a profession) the first is shown; anything else without a glyph is a box.
 */
export function printable(text: string): string {
  const plain = text.normalize('NFC').replaceAll('\r\n', '\n').replaceAll('\t', '  ').replaceAll(CONTROLS, '');
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
