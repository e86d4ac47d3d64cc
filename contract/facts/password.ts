import { PASSWORD_MIN_LENGTH } from './limits.ts';

/** Strength of a password: weak, good, strong. */
export type PasswordScore = 50 | 75 | 100;

/** Error key of a call that needs the password to have been confirmed within the last five minutes. */
export const PASSWORD_UNPROVEN = 'error.password.unproven';

/** The lowest score accepted. */
export const PASSWORD_SCORE_MIN = 75;

/**
 * 50 when shorter than eight characters, or with three identical characters in a row, or with three ascending
 * neighbours of the alphabet or the digits (`abc`, `xYz`, `123`); 100 with two special characters and both lower and
 * upper case; otherwise 75.
 */
export function passwordScore(password: string): PasswordScore {
  const characters = Array.from(password);
  if (characters.length < PASSWORD_MIN_LENGTH || hasRun(characters) || hasSequence(password)) return 50;
  const specials = characters.filter((character) => !/[\p{L}\p{M}\p{N}\s]/u.test(character)).length;
  return specials >= 2 && /\p{Ll}/u.test(password) && /\p{Lu}/u.test(password) ? 100 : 75;
}

/** Whether the password is strong enough. */
export function isGoodPassword(password: string): boolean {
  return passwordScore(password) >= PASSWORD_SCORE_MIN;
}

function hasRun(characters: readonly string[]): boolean {
  return characters.some((character, at) => character === characters[at + 1] && character === characters[at + 2]);
}

/** Letters are a to z; accented ones don't count. */
function hasSequence(password: string): boolean {
  const codes = Array.from(password.toLowerCase(), (character) =>
    /^[a-z0-9]$/.test(character) ? character.charCodeAt(0) : Number.NaN,
  );
  return codes.some((code, at) => codes[at + 1] === code + 1 && codes[at + 2] === code + 2);
}
