import { parsePhoneNumberFromString, type PhoneNumber } from 'libphonenumber-js/min';

/**
 * A number as people type it, with or without its country, which is Brazil then. Undefined for what can't be one: too
 * short or too long for its country.
 */
export function typedNumber(typed: string): PhoneNumber | undefined {
  const from = typed.lastIndexOf('+');
  // What was pasted may have its own country behind the suggested one, with or without its plus.
  const own = from === -1 ? typed : typed.slice(from);
  return possible(own) ?? possible(own.replace(/^\+55\s*(?=55)/u, '+'));
}

function possible(typed: string): PhoneNumber | undefined {
  const number = parsePhoneNumberFromString(typed, 'BR');
  return number?.isPossible() === true ? number : undefined;
}
