import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import type { PhoneNumberType } from 'libphonenumber-js/max';
import type { RefusalReason } from '../../../../contract/facts/imports.ts';
import { canonicalAddress } from '../../../channels/phone-number.ts';

/** A cell's number: its canonical address, or why there is none. */
export type CellPhone = { address: string } | { reason: Extract<RefusalReason, 'no_number' | 'invalid' | 'service'> };

const AREAS = new Set(
  (
    '11 12 13 14 15 16 17 18 19 21 22 24 27 28 31 32 33 34 35 37 38 41 42 43 44 45 46 47 48 49 51 53 54 55 61 62 63 64 ' +
    '65 66 67 68 69 71 73 74 75 77 79 81 82 83 84 85 86 87 88 89 91 92 93 94 95 96 97 98 99'
  ).split(' '),
);
/** Fast path for area code and mobile number, as in nearly every row: same result as libphonenumber. */
const MOBILE = /^(?:55)?([1-9][1-9])(9\d{8}|[6-9]\d{7})$/;
/** 0800, 0300, 0500, 0900; 4004, 3003 and their kind, of which some write these behind an area code. */
const SERVICE =
  /^(?:(?:55)?0?[3589]00\d{6,7}|(?:55)?(?:400\d|4020|300\d|303\d)\d{4}|(?:55)?[1-9][1-9](?:400[34]|4020|3003)\d{4})$/;
const SERVICE_TYPES: ReadonlySet<PhoneNumberType> = new Set<PhoneNumberType>([
  'TOLL_FREE',
  'PREMIUM_RATE',
  'SHARED_COST',
  'UAN',
  'VOICEMAIL',
  'PAGER',
]);

/** If a cell has several, the first valid one counts. */
export function phoneOf(cell: string): CellPhone {
  const parts = cell.split(/[/;|,]/u).filter((part) => /\d/u.test(part));
  let first: CellPhone | undefined;
  for (const part of parts) {
    const phone = onePhone(part);
    if ('address' in phone) return phone;
    first ??= phone;
  }
  return first ?? { reason: 'no_number' };
}

function onePhone(text: string): CellPhone {
  const digits = text.replaceAll(/[\s().-]/gu, '');
  const plain = digits.startsWith('+55') ? digits.slice(1) : digits;
  const [, area, local] = MOBILE.exec(plain) ?? [];
  if (area !== undefined && local !== undefined && AREAS.has(area)) {
    return { address: canonicalAddress(`55${area}${local}`) };
  }
  if (SERVICE.test(plain.replace(/^0055/u, '55'))) return { reason: 'service' };
  const parsed = parsePhoneNumberFromString(text.replace(/^\s*00(?=[1-9])/u, '+'), 'BR');
  if (parsed === undefined) return { reason: 'invalid' };
  const type = parsed.getType();
  if (type !== undefined && SERVICE_TYPES.has(type)) return { reason: 'service' };
  // Old mobile numbers lack their ninth digit, which the library doesn't know of.
  const address = canonicalAddress(parsed.number.slice(1));
  const isValid = parsed.isValid() || parsePhoneNumberFromString(`+${address}`)?.isValid() === true;
  return isValid ? { address } : { reason: 'invalid' };
}
