export { canonicalAddress, phoneDigits } from '../../contract/facts/phone-number.ts';

const userIdPattern = /^[A-Z]{2}(\.ENT)?\.[A-Za-z0-9]{1,128}$/;

/** Whether an address is a business-scoped user id (`BR.1502576394655843`) rather than a number. */
export function isUserId(address: string): boolean {
  return userIdPattern.test(address);
}
