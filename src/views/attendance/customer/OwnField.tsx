import type { OwnFieldName } from '../../../../contract/facts/customers.ts';
import type { CustomerField } from '../../../machines/entities/customers.ts';
import { fieldsOf } from '../../administration/form/fields.tsx';
import { DateField } from '../../kit/lazy-date-field.tsx';
import { useText } from '../../kit/useText.ts';

const own = fieldsOf<OwnFieldName>();

/** One of the company's own fields, by its type. */
export function OwnField({ field, held }: { readonly field: CustomerField; readonly held: string | undefined }) {
  const { id, name: label, type } = field;
  // An option that was removed stays with the customers who have it.
  const options = held === undefined || field.options.includes(held) ? field.options : [...field.options, held];
  const text = useText();
  const name: OwnFieldName = `value_${id}`;
  switch (type) {
    case 'text':
      return <own.FormText name={name} label={label} />;
    case 'number':
      return <own.FormNumber name={name} label={label} />;
    case 'date':
      return <DateText name={name} label={label} />;
    case 'choice':
      return (
        <own.FormSelect
          name={name}
          label={label}
          none={text('customers.none')}
          options={options.map((option) => ({ id: option, label: option }))}
        />
      );
    case 'boolean':
      return (
        <own.FormSelect
          name={name}
          label={label}
          none={text('customers.none')}
          options={[
            { id: 'true', label: text('customers.yes') },
            { id: 'false', label: text('customers.no') },
          ]}
        />
      );
  }
}

function DateText({ name, label }: { readonly name: OwnFieldName; readonly label: string }) {
  const { value, change, error, isReadOnly } = own.useField(name);
  return (
    <DateField
      label={label}
      value={typeof value === 'string' ? value : ''}
      onChange={change}
      error={error}
      isReadOnly={isReadOnly}
    />
  );
}
