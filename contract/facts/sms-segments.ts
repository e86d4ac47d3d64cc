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

/** Capacity in units of a single message, and of one part of several, which carries a header. */
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

/** Typographic characters that word processors and phones insert, with their plain equivalents. */
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
 * The text without characters that may force UCS-2's shorter messages: ã becomes a, ç becomes c; é too, which GSM
 * has but some carriers send as UCS-2. Emojis stay.
 */
export function withoutAccents(text: string): string {
  const plain = (each: string) => PLAIN[each] ?? each.normalize('NFD').replaceAll(/\p{M}/gu, '');
  return Array.from(text.normalize('NFC'), plain).join('');
}
