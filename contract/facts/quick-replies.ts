/* Bounds and variables of quick replies; loaded with them. */

/** Most of a company, and of a user. */
export const QUICK_REPLIES_MAX = 300;
export const QUICK_REPLY_TEXT_MAX = 2_000;

/** What stands between double braces in a text: `{{cliente}}`. Accents don't count. */
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

/** The text with its variables filled in. */
export function filledReply(text: string, values: Readonly<Record<QuickReplyVariable, string>>): string {
  return text.replaceAll(VARIABLE, (written, name: string) => {
    const variable = variableOf(name);
    return variable === undefined ? written : values[variable];
  });
}
