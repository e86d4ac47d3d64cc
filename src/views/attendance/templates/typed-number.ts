import { parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/min';

/**
 * A number as people type it, with or without its country, which is Brazil then. Undefined for what can't be one: too
 * short or too long for its country.
 */
export function typedNumber(typed: string): PhoneNumber | undefined {
  // What was pasted may have its own country behind the suggested one.
  const from = typed.lastIndexOf('+');
  const number = parsePhoneNumberFromString(from === -1 ? typed : typed.slice(from), 'BR');
  return number?.isPossible() === true ? number : undefined;
}
