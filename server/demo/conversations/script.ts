import type { TagType } from '../../../contract/facts/tag-type.ts';

/** Anything besides text: shown as a document, a picture, a recording. */
export interface Attachment {
  readonly tag: TagType;
  readonly name: string | null;
  readonly mimetype: string | null;
}

/** A message of a script. Texts are alternatives; `{slots}` are filled each time. */
export interface Line {
  readonly by: 'customer' | 'attendant' | 'bot';
  readonly texts: readonly string[];
  readonly attachment: Attachment | null;
  /** How many lines above is the one it quotes or reacts to. */
  readonly quotes: number | null;
}

/** A recurring conversation; an open one stops after some line. */
export interface Script {
  readonly lines: readonly Line[];
}

export const customer = (...texts: string[]): Line => ({ by: 'customer', texts, attachment: null, quotes: null });
export const attendant = (...texts: string[]): Line => ({ by: 'attendant', texts, attachment: null, quotes: null });
export const bot = (...texts: string[]): Line => ({ by: 'bot', texts, attachment: null, quotes: null });

/** The line as an answer that quotes the one `above` lines before it. */
export const quoting = (above: number, line: Line): Line => ({ ...line, quotes: above });

/** The line as a caption of a file, which may also come alone. */
export const withFile = (line: Line, tag: TagType, name: string | null, mimetype: string | null): Line => ({
  ...line,
  attachment: { tag, name, mimetype },
});

/** A customer's reaction to the line `above` lines before it. */
export const reaction = (above: number, emoji: string): Line => ({
  by: 'customer',
  texts: [emoji],
  attachment: { tag: 'reaction', name: null, mimetype: null },
  quotes: above,
});
