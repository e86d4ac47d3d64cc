/** Country code assumed for a number typed without one. */
export const SUGGESTED_PHONE = '+55 ';

/** Prefix of the placeholder that replaces an erased customer's number; their id follows it. */
export const ERASED = 'erased.';

/**
 * Formats a phone number: `+55 11 91234-5678` for Brazil, `+351912345678` elsewhere. Values with letters (a sender's
 * short name) or without digits are unchanged; an erased number is a dash.
 */
export function formatPhone(value: string): string {
  if (value.startsWith(ERASED)) return '—';
  const digits = value.replace(/\D/g, '');
  if (digits === '' || /\p{L}/u.test(value)) return value;
  const brazilian = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(digits);
  if (brazilian === null) return digits.length < 8 ? digits : `+${digits}`; // short codes have no country
  const [, area, head, tail] = brazilian;
  return `+55 ${area} ${head}-${tail}`;
}

/** A customer's name as people read it: one that is only their number is written as one. */
export function shownName(name: string): string {
  return /^\+?\d{8,15}$/.test(name) ? formatPhone(name) : name;
}
