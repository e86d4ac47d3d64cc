/* Brazilian mobile numbers are found with and without their ninth digit, which providers leave out of some. */

const WITHOUT = /^((?:55)?[1-9]\d)([6-9]\d{7})$/;
const WITH = /^((?:55)?[1-9]\d)?9([6-9]\d{7})$/;

/** The digits that a searched number may contain. */
export function searchedNumbers(digits: string): readonly string[] {
  const [, area, local] = WITHOUT.exec(digits) ?? [];
  if (area !== undefined) return [digits, `${area}9${local}`];
  const [, before = '', rest] = WITH.exec(digits) ?? [];
  return rest === undefined ? [digits] : [digits, before + rest];
}
