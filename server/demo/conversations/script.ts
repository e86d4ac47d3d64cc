import type { TagType } from '../../../contract/tag-type.ts';

/** Something besides text: what the screen shows as a document, a picture, a recording. */
export interface Attachment {
  readonly tag: TagType;
  readonly name: string | null;
  readonly mimetype: string | null;
}

/** One message of a script. Texts are alternatives of one another; `{slots}` are filled for each telling. */
export interface Line {
  readonly by: 'customer' | 'attendant' | 'bot';
  readonly texts: readonly string[];
  readonly attachment: Attachment | null;
  /** How many lines above stands the one it quotes, or that it reacts to. */
  readonly quotes: number | null;
}

/** A conversation as it happens again and again; one under way breaks off after any line. */
export interface Script {
  readonly lines: readonly Line[];
}

export const customer = (...texts: string[]): Line => ({ by: 'customer', texts, attachment: null, quotes: null });
export const attendant = (...texts: string[]): Line => ({ by: 'attendant', texts, attachment: null, quotes: null });
export const bot = (...texts: string[]): Line => ({ by: 'bot', texts, attachment: null, quotes: null });

/** The same line as an answer that quotes the one `above` lines before it. */
export const quoting = (above: number, line: Line): Line => ({ ...line, quotes: above });

/** The same line as a caption, or alone, under something that is not text. */
export const withFile = (line: Line, tag: TagType, name: string | null, mimetype: string | null): Line => ({
  ...line,
  attachment: { tag, name, mimetype },
});

/** A reaction of the customer to the line `above` lines before it. */
export const reaction = (above: number, emoji: string): Line => ({
  by: 'customer',
  texts: [emoji],
  attachment: { tag: 'reaction', name: null, mimetype: null },
  quotes: above,
});
