/* Message templates' variables, as both sides handle them. */

/** Longest body with its variables filled in, in UTF-16 units; the Cloud API's limit. */
export const TEMPLATE_BODY_MAX_LENGTH = 1024;
/** Longest header, filled in. */
export const TEMPLATE_HEADER_MAX_LENGTH = 60;

/** Files that a template's header can be. */
export const HEADER_FILES = ['image', 'video', 'document'] as const;
export type HeaderFile = (typeof HEADER_FILES)[number];

/** Files that a card's header can be. */
export const CARD_HEADERS = ['image', 'video'] as const;
export type CardHeader = (typeof CARD_HEADERS)[number];

/** Whether a header accepts a file sent this way; of documents, Meta accepts only PDF. */
export function fitsHeader(header: HeaderFile, { sentAs, tagType }: { sentAs: string; tagType: string }): boolean {
  return sentAs === header && (header !== 'document' || tagType === 'pdf');
}

/** The parts of a template that can have variables, as `body.1`, `header.nome` or `button.0` name them. */
export type TemplatePart = 'header' | 'body' | 'button';
/** A card of a carousel: its variables are `card.0.1`, and those of its buttons `card.0.button.1`. */
export type CardPart = `card.${number}`;
/** Most characters of a card's text, filled in. */
export const CARD_BODY_MAX_LENGTH = 160;

/** Key of a card's file among the values: its id, unless the template's example is sent. */
export const cardFileKey = (card: number): string => `file.${card}`;

export function isFileKey(key: string): boolean {
  return key.startsWith('file.');
}

/** The texts of a template, with placeholders such as `{{1}}` or `{{nome}}`. */
export interface TemplateTexts {
  readonly header: string | null;
  readonly body: string;
  readonly footer: string | null;
  /** Of a carousel. */
  readonly cards?: readonly { readonly body: string | null }[] | undefined;
}

/** Values by the variables' keys. */
export type TemplateValues = Readonly<Record<string, string>>;

const VARIABLE = /\{\{\s*(\w+)\s*\}\}/g;

/** The names of a text's variables, each once, in the order of the text. */
export function variablesOf(text: string): string[] {
  return [...new Set([...text.matchAll(VARIABLE)].map(([, name = '']) => name))];
}

/** A part's text with its variables filled in; those without a value stay as they are. */
export function filledPart(part: TemplatePart | CardPart, text: string, values: TemplateValues): string {
  return text.replaceAll(VARIABLE, (written, name: string) => values[`${part}.${name}`] || written);
}

/** The message that the customer gets: what the conversation shows. */
export function filledTemplate({ header, body, footer, cards = [] }: TemplateTexts, values: TemplateValues): string {
  const title = header === null ? null : `*${filledPart('header', header, values)}*`;
  const shown = cards.map((card, at) =>
    `*${at + 1}/${cards.length}* ${filledPart(`card.${at}`, card.body ?? '', values)}`.trim(),
  );
  return [title, filledPart('body', body, values), footer, ...shown].filter((part) => part !== null).join('\n\n');
}

/** A value as the provider takes it: on one line, without runs of spaces. */
export function templateValue(typed: string): string {
  return typed.replaceAll(/\s+/g, ' ').trim();
}
