const WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
const SHAPE = /^[0-9A-Z]{12}\d{2}$/;

/** A company's number without its punctuation, in capitals. */
function bare(text: string): string {
  return text.replaceAll(/[\s./-]/g, '').toUpperCase();
}

/** The check digit of characters, letters counting by their code: since July 2026 a CNPJ may have letters. */
function digitOf(characters: string): number {
  const weights = WEIGHTS.slice(WEIGHTS.length - characters.length);
  const sum = weights.reduce((total, weight, at) => total + weight * (characters.charCodeAt(at) - 48), 0);
  return sum % 11 < 2 ? 0 : 11 - (sum % 11);
}

/** Whether it is a CNPJ, with or without punctuation: fourteen characters, not all the same, whose check digits are right. */
export function isCnpj(text: string): boolean {
  const characters = bare(text);
  if (!SHAPE.test(characters) || new Set(characters).size === 1) return false;
  const first = digitOf(characters.slice(0, 12));
  const second = digitOf(`${characters.slice(0, 12)}${first}`);
  return characters.endsWith(`${first}${second}`);
}

/** A CNPJ as it is written and kept: `12.345.678/0001-95`. */
export function formatCnpj(text: string): string {
  return bare(text).replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5');
}
