import type { CustomerField } from '../../../contract/entities/customer-field.ts';
import { isDay } from '../../../contract/facts/days.ts';

/** A value as its table has it: one of the columns is set. */
export type StoredValue = { text: string | null; number: number | null; date: string | null };

const NUMBER = /^-?\d{1,15}(?:\.\d{1,6})?$/;
const ONE_LINE = /^[^\p{Cc}\p{Cs}]*$/u;

/** A field's value as it is stored; null clears it. Returns the catalogue id of what is wrong with it otherwise. */
export function storedValue(field: CustomerField, value: string | null): StoredValue | null | { problem: string } {
  const given = value?.trim() ?? '';
  if (given === '') return null;
  switch (field.type) {
    case 'text':
      return ONE_LINE.test(given) ? { ...NOTHING, text: given } : { problem: 'error.field.characters' };
    case 'choice':
      return field.options.includes(given) ? { ...NOTHING, text: given } : { problem: 'error.field.gone' };
    case 'number':
      return NUMBER.test(given) ? { ...NOTHING, number: Number(given) } : { problem: 'error.field.decimal' };
    case 'date':
      return isDay(given) ? { ...NOTHING, date: given } : { problem: 'error.department.day' };
    case 'boolean':
      if (given !== 'true' && given !== 'false') return { problem: 'error.field.invalid' };
      return { ...NOTHING, number: given === 'true' ? 1 : 0 };
  }
}

const NOTHING: StoredValue = { text: null, number: null, date: null };
