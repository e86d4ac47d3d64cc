import type { FormFields, FormValue } from '../../../machines/entities/forms.ts';
import { Button, IconButton } from '../../kit/Button.tsx';
import { Checkbox } from '../../kit/Checkbox.tsx';
import { PlusIcon, TrashIcon } from '../../kit/administration-icons.tsx';
import { AlertIcon } from '../../kit/icons.tsx';
import { DateField } from '../../kit/lazy-date-field.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { useText } from '../../kit/useText.ts';

import { fieldsOf } from '../form/fields.tsx';
import styles from './rows.module.css';

const { useField } = fieldsOf<FormFields['department']>();

interface Holiday {
  /** YYYY-MM-DD */
  readonly day: string;
  readonly name: string;
  readonly yearly: boolean;
}

/** Days when the department is closed. */
export function Holidays() {
  const text = useText();
  const { value, change, error, isReadOnly } = useField('holidays');
  const holidays = holidaysOf(value);
  const set = (next: readonly Holiday[]) => change(next.map((holiday): FormValue => ({ ...holiday })));
  return (
    <fieldset className={styles.group} disabled={isReadOnly}>
      <legend className={styles.legend}>{text('departments.holidays')}</legend>
      {holidays.length === 0 && <p className={styles.hint}>{text('departments.holidays.none')}</p>}
      <ul role="list" className={styles.rows}>
        {holidays.map((holiday, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- rows have no id, and no state
          <li key={index} className={styles.row}>
            <DateField
              label={text('departments.holidays.day')}
              value={holiday.day}
              onChange={(day) => set(holidays.with(index, { ...holiday, day }))}
            />
            <TextField
              label={text('departments.holidays.name')}
              value={holiday.name}
              onChange={(name) => set(holidays.with(index, { ...holiday, name }))}
              className={styles.name}
            />
            <Checkbox
              isSelected={holiday.yearly}
              onChange={(yearly) => set(holidays.with(index, { ...holiday, yearly }))}
              className={styles.check}
            >
              {text('departments.holidays.yearly')}
            </Checkbox>
            <IconButton
              label={`${text('departments.holidays.remove')}: ${holiday.name}`}
              icon={<TrashIcon />}
              onPress={() => set(holidays.toSpliced(index, 1))}
            />
          </li>
        ))}
      </ul>
      <Button size="sm" icon={<PlusIcon />} onPress={() => set([...holidays, { day: '', name: '', yearly: true }])}>
        {text('departments.holidays.add')}
      </Button>
      {error !== undefined && (
        <p className={styles.error} role="alert">
          <AlertIcon />
          {error}
        </p>
      )}
    </fieldset>
  );
}

function holidaysOf(value: FormValue): readonly Holiday[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((each: FormValue) => {
    if (typeof each !== 'object' || each === null || !('day' in each)) return [];
    return [{ day: words(each['day']), name: words(each['name']), yearly: each['yearly'] === true }];
  });
}

function words(value: FormValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
