import { useState } from 'react';
import type { FormFields } from '../../../machines/entities/forms.ts';
import { fieldsOf } from '../../administration/form/fields.tsx';
import { useZoneName } from '../../administration/use-zone-name.ts';
import { useText } from '../../kit/useText.ts';

const { FormSelect } = fieldsOf<FormFields['chat.customer']>();

/** Brazil's come first, those of its capital's time before those behind it. */
const NEAR = [
  'America/Noronha',
  'America/Sao_Paulo',
  'America/Belem',
  'America/Fortaleza',
  'America/Recife',
  'America/Bahia',
  'America/Araguaina',
  'America/Maceio',
  'America/Campo_Grande',
  'America/Cuiaba',
  'America/Manaus',
  'America/Porto_Velho',
  'America/Boa_Vista',
  'America/Rio_Branco',
];

/** A customer's own time zone, or the one of their number. */
export function TimezoneField({ held }: { readonly held: string | null }) {
  const text = useText();
  const zoneName = useZoneName();
  // Once: there are hundreds.
  const [options] = useState(() => {
    // Browsers differ in what they call some of them.
    const others = new Set([...Intl.supportedValuesOf('timeZone'), ...(held === null ? [] : [held])]);
    const named = (ids: readonly string[], hasOffset: boolean) =>
      ids.map((id) => ({ id, label: zoneName(id, hasOffset) }));
    const far = named(
      [...others].filter((id) => !NEAR.includes(id)),
      false,
    );
    return [...named(NEAR, true), ...far.toSorted((one, other) => one.label.localeCompare(other.label))];
  });
  return (
    <FormSelect
      name="timezone"
      label={text('customers.timezone')}
      description={text('customers.timezone.hint')}
      none={text('customers.timezone.none')}
      options={options}
    />
  );
}
