const WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
const SHAPE = /^[0-9A-Z]{12}\d{2}$/;

/** A CNPJ without punctuation, in capitals. */
function stripped(text: string): string {
  return text.replaceAll(/[\s./-]/g, '').toUpperCase();
}

/** The check digit of these characters; letters count by char code (CNPJs may have letters since July 2026). */
function checkDigitOf(characters: string): number {
  const weights = WEIGHTS.slice(WEIGHTS.length - characters.length);
  const sum = weights.reduce((total, weight, at) => total + weight * (characters.charCodeAt(at) - 48), 0);
  return sum % 11 < 2 ? 0 : 11 - (sum % 11);
}

/**
 * Whether it is a valid CNPJ, with or without punctuation: fourteen characters, not all the same, with correct check
 * digits.
 */
export function isCnpj(text: string): boolean {
  const characters = stripped(text);
  if (!SHAPE.test(characters) || new Set(characters).size === 1) return false;
  const first = checkDigitOf(characters.slice(0, 12));
  const second = checkDigitOf(`${characters.slice(0, 12)}${first}`);
  return characters.endsWith(`${first}${second}`);
}

/** A CNPJ as it is shown and stored: `12.345.678/0001-95`. */
export function formatCnpj(text: string): string {
  return stripped(text).replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5');
}
