/** GSM 03.38, one unit each. */
const GSM =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** Its extension: after an escape, so two units each. */
const EXTENDED = '\f^{}\\[~]|€';
const GSM_WIDTHS = new Map([
  ...Array.from(GSM, (each) => [each, 1] as const),
  ...Array.from(EXTENDED, (each) => [each, 2] as const),
]);

/** How a text is sent by SMS. */
export type SmsParts = {
  readonly encoding: 'gsm7' | 'ucs2';
  /** How many messages are charged. */
  readonly segments: number;
  /** Units that the last of them has left. */
  readonly left: number;
};

/** Units of a message by itself, and of one among several, which has a header. */
const SIZES = { gsm7: { alone: 160, joined: 153 }, ucs2: { alone: 70, joined: 67 } } as const;

/** How many messages a text takes. No character is split between two. */
export function smsParts(text: string): SmsParts {
  const characters = Array.from(text);
  const encoding = characters.every((each) => GSM_WIDTHS.has(each)) ? 'gsm7' : 'ucs2';
  const widths = characters.map((each) => (encoding === 'gsm7' ? (GSM_WIDTHS.get(each) ?? 1) : each.length));
  const { alone, joined } = SIZES[encoding];
  const total = widths.reduce((sum, width) => sum + width, 0);
  if (total <= alone) return { encoding, segments: total === 0 ? 0 : 1, left: alone - total };
  let segments = 1;
  let used = 0;
  for (const width of widths) {
    if (used + width > joined) {
      segments += 1;
      used = 0;
    }
    used += width;
  }
  return { encoding, segments, left: joined - used };
}

/** Signs that word processors and phones type, as plain ones. */
const PLAIN: Readonly<Record<string, string>> = {
  '“': '"',
  '”': '"',
  '‘': "'",
  '’': "'",
  '–': '-',
  '—': '-',
  '…': '...',
  '•': '-',
  º: 'o',
  ª: 'a',
  '\u{A0}': ' ',
};

/**
 * The text without what may force the shorter messages: ã becomes a, ç becomes c. So does é, which GSM has, since some
 * carriers send it as UCS-2, too. Emojis stay.
 */
export function withoutAccents(text: string): string {
  const plain = (each: string) => PLAIN[each] ?? each.normalize('NFD').replaceAll(/\p{M}/gu, '');
  return Array.from(text.normalize('NFC'), plain).join('');
}
