import { canonicalAddress, phoneDigits } from '../../channels/phone-number.ts';

/** The canonical address of a number typed in any format; undefined if it can't be one. */
export function typedAddress(number: string): string | undefined {
  const digits = phoneDigits(number);
  const address = digits === undefined ? undefined : canonicalAddress(digits);
  // A Brazilian number has an area code, and eight or nine digits.
  return address?.startsWith('55') === true && !/^55[1-9]\d\d{8,9}$/.test(address) ? undefined : address;
}
