import type { FlowVariableType } from '../contract/facts/flows.ts';

/** A variable's value. A date is `2026-03-01`, a choice the id of its option. */
export type Value = string | number | boolean;
export type Values = Readonly<Record<string, Value>>;

/** The value that a customer's text stands for, of a type; undefined if it stands for none. */
export function typedValue(type: FlowVariableType, text: string): Value | undefined {
  const trimmed = text.trim();
  switch (type) {
    case 'text':
    case 'choice':
      return trimmed === '' ? undefined : trimmed;
    case 'number':
      return typedNumber(trimmed);
    case 'date':
      return typedDate(trimmed);
    case 'boolean':
      return undefined;
  }
}

/** `1.234,5` as `1234.5` and `12` are; a currency's sign and blanks don't count. */
export function typedNumber(text: string): number | undefined {
  const bare = text.replace(/^R\$\s*/iu, '').replaceAll(/\s/gu, '');
  if (/^[-+]?\d{1,3}(?:\.\d{3})+(?:,\d+)?$/u.test(bare)) return Number(bare.replaceAll('.', '').replace(',', '.'));
  return /^[-+]?\d{1,15}(?:[.,]\d{1,10})?$/u.test(bare) ? Number(bare.replace(',', '.')) : undefined;
}

/** A day of the calendar, written as `01/03/2026`, `1/3/26` or `2026-03-01`. */
export function typedDate(text: string): string | undefined {
  const [, day, month, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/u.exec(text) ?? [];
  const iso =
    day === undefined || month === undefined || year === undefined
      ? text
      : `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(iso)) return undefined;
  const at = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso) ? iso : undefined;
}

/** Eleven digits, if the last two are right. */
export function typedCpf(text: string): string | undefined {
  const digits = text.replaceAll(/[.\-\s]/gu, '');
  if (!/^\d{11}$/u.test(digits) || /^(\d)\1+$/u.test(digits)) return undefined;
  const check = (length: number): number => {
    let sum = 0;
    for (let at = 0; at < length; at += 1) sum += Number(digits[at]) * (length + 1 - at);
    return ((sum * 10) % 11) % 10;
  };
  return check(9) === Number(digits[9]) && check(10) === Number(digits[10]) ? digits : undefined;
}
