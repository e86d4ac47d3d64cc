const userIdPattern = /^[A-Z]{2}(\.ENT)?\.[A-Za-z0-9]{1,128}$/;
const brazilianMobileWithoutNine = /^55([1-9][1-9])([6-9]\d{7})$/;

/** Whether an address is a business-scoped user id (`BR.1502576394655843`) rather than a number. */
export function isUserId(address: string): boolean {
  return userIdPattern.test(address);
}

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
