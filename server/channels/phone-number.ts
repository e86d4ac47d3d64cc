const userIdPattern = /^[A-Z]{2}(\.ENT)?\.[A-Za-z0-9]{1,128}$/;
const brazilianMobileWithoutNine = /^55([1-9][1-9])([6-9]\d{7})$/;

/** Whether an address is a business-scoped user id (`BR.1502576394655843`) and not a number. */
export function isUserId(address: string): boolean {
  return userIdPattern.test(address);
}

/** Digits of a number in any writing; undefined for what is no international number (7 to 15 digits). */
export function phoneDigits(text: string): string | undefined {
  const digits = text.replace(/[\s().+-]/g, '');
  return /^[1-9]\d{6,14}$/.test(digits) ? digits : undefined;
}

/**
 * One writing for one person: WhatsApp still knows old Brazilian mobiles without their ninth digit,
 * so 551187654321 and 5511987654321 are the same customer. Anything else comes back as it is.
 */
export function canonicalAddress(address: string): string {
  const match = brazilianMobileWithoutNine.exec(address);
  return match === null ? address : `55${match[1]}9${match[2]}`;
}
