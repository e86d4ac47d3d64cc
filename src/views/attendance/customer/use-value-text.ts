import type { CustomerField } from '../../../machines/entities/customers.ts';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';

/** A field's value in the reader's language. */
export function useValueText(): (field: CustomerField, value: string) => string {
  const text = useText();
  const formats = useFormats();
  return ({ type }, value) => {
    if (type === 'number') return formats.number(Number(value));
    if (type === 'boolean') return text(value === 'true' ? 'customers.yes' : 'customers.no');
    if (type === 'date') return formats.date(`${value}T12:00:00Z`);
    return value;
  };
}
