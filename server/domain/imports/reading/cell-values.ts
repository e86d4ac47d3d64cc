import type { CustomerField } from '../../../../contract/entities/customer-field.ts';
import { CUSTOMER_VALUE_MAX } from '../../../../contract/facts/customers.ts';
import { isDay } from '../../../../contract/facts/days.ts';
import { foldText } from '../../../../contract/facts/fold-text.ts';
import { storedValue } from '../../customers/field-values.ts';
import type { StoredValue } from '../../customers/field-values.ts';

const DAY_FIRST = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?:[ T].*)?$/u;
const YEAR_FIRST = /^(\d{4})[/-](\d{1,2})[/-](\d{1,2})(?:[ T].*)?$/u;
const YES: ReadonlySet<string> = new Set(['sim', 's', 'yes', 'y', 'true', 'verdadeiro', '1', 'x']);
const NO: ReadonlySet<string> = new Set(['nao', 'n', 'no', 'false', 'falso', '0']);

/** A cell as the value of a field; null if it is empty, undefined if it can't be read as one. */
export function cellValue(field: CustomerField, cell: string): StoredValue | null | undefined {
  const text = cell.trim();
  if (text === '') return null;
  if (text.length > CUSTOMER_VALUE_MAX) return undefined;
  const written = writtenAs(field, text);
  if (written === undefined) return undefined;
  const value = storedValue(field, written);
  return value !== null && 'problem' in value ? undefined : value;
}

function writtenAs(field: CustomerField, text: string): string | undefined {
  switch (field.type) {
    case 'date':
      return dayOf(text);
    case 'number':
      return numberOf(text);
    case 'boolean': {
      const folded = foldText(text);
      if (YES.has(folded)) return 'true';
      return NO.has(folded) ? 'false' : undefined;
    }
    case 'choice':
      return field.options.find((option) => foldText(option) === foldText(text));
    case 'text':
      return text.replaceAll(/\s+/gu, ' ');
  }
}

/** `08/11/2025`, `8-11-25` or `2025-11-08`, with or without a time behind it. */
export function dayOf(text: string): string | undefined {
  const [, day = '', month = '', year = ''] = DAY_FIRST.exec(text) ?? [];
  const [, isoYear = '', isoMonth = '', isoDay = ''] = YEAR_FIRST.exec(text) ?? [];
  const whole =
    day === ''
      ? [isoYear, isoMonth, isoDay]
      : [year.length === 2 ? `${Number(year) > 50 ? 19 : 20}${year}` : year, month, day];
  const found = whole.map((part) => part.padStart(2, '0')).join('-');
  return isDay(found) ? found : undefined;
}

/** `R$ 3.480,00`, `3480.5` or `3.480`: a comma before decimals, points before thousands, or a point before decimals. */
export function numberOf(text: string): string | undefined {
  const bare = text.replaceAll(/R\$|[€$%\s]/gu, '');
  if (/^-?\d{1,3}(?:\.\d{3})+(?:,\d+)?$/u.test(bare)) return bare.replaceAll('.', '').replace(',', '.');
  if (/^-?\d+,\d+$/u.test(bare)) return bare.replace(',', '.');
  if (/^-?\d{1,3}(?:,\d{3})+\.\d+$/u.test(bare)) return bare.replaceAll(',', '');
  return /^-?\d+(?:\.\d+)?$/u.test(bare) ? bare : undefined;
}
