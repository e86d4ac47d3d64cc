const brazilianMobileWithoutNine = /^55([1-9][1-9])([6-9]\d{7})$/;

/** The digits of a number in any format; undefined if it isn't an international number (7 to 15 digits). */
export function phoneDigits(text: string): string | undefined {
  const digits = text.replace(/[\s().+-]/g, '');
  return /^[1-9]\d{6,14}$/.test(digits) ? digits : undefined;
}

/**
 * One canonical address per person: WhatsApp still has old Brazilian mobile numbers without their ninth digit, so
 * 551187654321 and 5511987654321 are the same customer. Others are returned unchanged.
 */
export function canonicalAddress(address: string): string {
  const match = brazilianMobileWithoutNine.exec(address);
  return match === null ? address : `55${match[1]}9${match[2]}`;
}

/** The canonical address of a number typed in any format; undefined if it can't be one. */
export function typedAddress(number: string): string | undefined {
  const digits = phoneDigits(number);
  const address = digits === undefined ? undefined : canonicalAddress(digits);
  // A Brazilian number has an area code, and eight or nine digits.
  return address?.startsWith('55') === true && !/^55[1-9]\d\d{8,9}$/.test(address) ? undefined : address;
}
