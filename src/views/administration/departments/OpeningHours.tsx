import { useIntl } from 'react-intl';
import { DAY_MS } from '../../../../contract/facts/day-ms.ts';
import type { FormFields, FormValue } from '../../../machines/entities/forms.ts';
import { Button, IconButton } from '../../kit/Button.tsx';
import { PlusIcon, TrashIcon } from '../../kit/administration-icons.tsx';
import { AlertIcon } from '../../kit/icons.tsx';
import { SegmentedControl } from '../../kit/SegmentedControl.tsx';
import { Select } from '../../kit/Select.tsx';
import { DateField } from '../../kit/lazy-date-field.tsx';
import { useText } from '../../kit/useText.ts';

import { fieldsOf } from '../form/fields.tsx';
import styles from './rows.module.css';

const { useField } = fieldsOf<FormFields['department']>();

interface Span {
  readonly weekday: number;
  readonly opens: string;
  readonly closes: string;
}

const A_SUNDAY = Date.UTC(2023, 0, 1);

const workday = { opens: '08:00', closes: '18:00' };
/** Monday to Friday. */
const usual: readonly Span[] = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, ...workday }));

/** When the department is open: always, or by time spans per weekday. */
export function OpeningHours() {
  const text = useText();
  const { formatDate } = useIntl();
  const { value, change, error, isReadOnly } = useField('opening_hours');
  const spans = spansOf(value);
  const set = (next: readonly Span[]) => change(next.map((span): FormValue => ({ ...span })));
  const days = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({
    id: String(weekday),
    label: capitalized(formatDate(A_SUNDAY + weekday * DAY_MS, { weekday: 'long', timeZone: 'UTC' })),
  }));
  return (
    <fieldset className={styles.group} disabled={isReadOnly}>
      <legend className={styles.legend}>{text('departments.hours')}</legend>
      <SegmentedControl
        label={text('departments.hours')}
        options={[
          { value: 'always', label: text('departments.hours.always') },
          { value: 'custom', label: text('departments.hours.custom') },
        ]}
        value={spans === null ? 'always' : 'custom'}
        onChange={(kind) => (kind === 'always' ? change(null) : set(usual))}
        className={styles.kind}
      />
      {spans !== null && (
        <>
          <ul role="list" className={styles.rows}>
            {spans.map((span, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- rows have no id, and no state
              <li key={index} className={styles.row}>
                <Select
                  label={text('departments.hours.day')}
                  options={days}
                  value={String(span.weekday)}
                  onChange={(id) => set(spans.with(index, { ...span, weekday: Number(id) }))}
                  placeholder={text('form.choose')}
                  className={styles.day}
                />
                <DateField
                  of="time"
                  label={text('departments.hours.opens')}
                  value={span.opens}
                  onChange={(opens) => set(spans.with(index, { ...span, opens }))}
                />
                <DateField
                  of="time"
                  label={text('departments.hours.closes')}
                  value={span.closes}
                  onChange={(closes) => set(spans.with(index, { ...span, closes }))}
                />
                <IconButton
                  label={`${text('departments.hours.remove')}: ${days[span.weekday]?.label ?? ''} ${span.opens}`}
                  icon={<TrashIcon />}
                  onPress={() => set(spans.toSpliced(index, 1))}
                />
              </li>
            ))}
          </ul>
          <Button
            size="sm"
            icon={<PlusIcon />}
            onPress={() => set([...spans, { weekday: ((spans.at(-1)?.weekday ?? 0) + 1) % 7, ...workday }])}
          >
            {text('departments.hours.add')}
          </Button>
          <p className={styles.hint}>{text('departments.hours.hint')}</p>
        </>
      )}
      {error !== undefined && (
        <p className={styles.error} role="alert">
          <AlertIcon />
          {error}
        </p>
      )}
    </fieldset>
  );
}

function spansOf(value: FormValue): readonly Span[] | null {
  if (!Array.isArray(value)) return null;
  return value.flatMap((each: FormValue) => {
    if (typeof each !== 'object' || each === null || !('weekday' in each)) return [];
    const { weekday, opens, closes } = each;
    return [{ weekday: Number(weekday), opens: words(opens), closes: words(closes) }];
  });
}

function words(value: FormValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function capitalized(word: string): string {
  return word.charAt(0).toLocaleUpperCase() + word.slice(1);
}
