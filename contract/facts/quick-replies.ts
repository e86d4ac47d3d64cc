/* Bounds and variables of quick replies; loaded with them. */

/** Most of a company, and of a user. */
export const QUICK_REPLIES_MAX = 300;
export const QUICK_REPLY_TEXT_MAX = 2_000;

/** Variable names, written between double braces in a text: `{{cliente}}`. Accents don't count. */
export const QUICK_REPLY_VARIABLES = ['cliente', 'atendente', 'protocolo', 'saudacao'] as const;
export type QuickReplyVariable = (typeof QUICK_REPLY_VARIABLES)[number];

const VARIABLE = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** The variable of a name as it was typed; undefined for another name. */
function variableOf(name: string): QuickReplyVariable | undefined {
  const folded = name
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase();
  return QUICK_REPLY_VARIABLES.find((each) => each === folded);
}

/** Whether every name between double braces is a variable. */
export function hasOnlyVariables(text: string): boolean {
  return [...text.matchAll(VARIABLE)].every(([, name = '']) => variableOf(name) !== undefined);
}

/** A part of a reply's text: plain, or the value of a variable. */
export interface ReplyPart {
  readonly kind: 'text' | 'filled' | 'missing';
  /** For a missing variable, its name as typed. */
  readonly text: string;
}

/** The text with its variables filled in, in parts; one without a value, or of an unknown name, is missing. */
export function partsOfReply(text: string, values: Readonly<Record<QuickReplyVariable, string>>): readonly ReplyPart[] {
  const parts: ReplyPart[] = [];
  let from = 0;
  for (const { 0: written, 1: name = '', index } of text.matchAll(VARIABLE)) {
    if (index > from) parts.push({ kind: 'text', text: text.slice(from, index) });
    from = index + written.length;
    const variable = variableOf(name);
    const value = variable === undefined ? '' : values[variable];
    parts.push(value === '' ? { kind: 'missing', text: name } : { kind: 'filled', text: value });
  }
  if (from < text.length) parts.push({ kind: 'text', text: text.slice(from) });
  return parts;
}

/** What is inserted: a missing variable stays between its braces, so that it is seen before it is sent. */
export function insertedReply(parts: readonly ReplyPart[]): string {
  return parts.map(({ kind, text }) => (kind === 'missing' ? `{{${text}}}` : text)).join('');
}
