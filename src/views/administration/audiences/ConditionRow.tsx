import type { ReactNode } from 'react';
import { AUDIENCE_DAYS_MAX } from '../../../../contract/facts/audiences.ts';
import type { DraftLeaf } from '../../../machines/entities/audiences.ts';
import type { FormValue } from '../../../machines/entities/forms.ts';
import { IconButton } from '../../kit/Button.tsx';
import { CloseIcon } from '../../kit/icons.tsx';
import { NumberField } from '../../kit/NumberField.tsx';
import { Select } from '../../kit/Select.tsx';
import { Several, TypedList, Wrong } from '../../kit/Several.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { useText } from '../../kit/useText.ts';
import { plainText, type Conditions } from './conditions.ts';
import styles from './Audience.module.css';

interface ConditionRowProps {
  readonly leaf: DraftLeaf;
  readonly conditions: Conditions;
  /** How many customers match it alone. */
  readonly count: ReactNode;
  /** What is wrong with it, as text. */
  readonly error: string | undefined;
  readonly onChange: (leaf: DraftLeaf) => void;
  readonly onRemove: () => void;
}

/** One condition: its field, operation and value. */
export function ConditionRow({ leaf, conditions, count, error, onChange, onRemove }: ConditionRowProps) {
  const text = useText();
  const words = conditions.wordsOf(leaf);
  return (
    <div role="group" aria-label={words} className={styles.row} data-invalid={error === undefined ? undefined : true}>
      <Select
        label={text('audience.field')}
        className={styles.bare}
        options={conditions.fields}
        value={conditions.fieldOf(leaf)}
        placeholder={text('audience.field')}
        onChange={(field) => onChange(conditions.withField(field))}
      />
      <Select
        label={text('audience.op')}
        className={styles.bare}
        options={conditions.opsOf(leaf)}
        value={leaf.op}
        placeholder={text('audience.op')}
        onChange={(op) => onChange(conditions.withOp(leaf, op))}
      />
      <div className={styles.value}>
        <Value leaf={leaf} conditions={conditions} onChange={(value) => onChange({ ...leaf, value })} />
        <Wrong error={error} />
      </div>
      {count}
      <IconButton
        size="sm"
        label={text('audience.remove', { condition: words })}
        icon={<CloseIcon />}
        onPress={onRemove}
      />
    </div>
  );
}

interface ValueProps {
  readonly leaf: DraftLeaf;
  readonly conditions: Conditions;
  readonly onChange: (value: FormValue) => void;
}

function Value({ leaf, conditions, onChange }: ValueProps) {
  const text = useText();
  const label = text('audience.value');
  const options = conditions.optionsOf(leaf);
  const values = Array.isArray(leaf.value) ? leaf.value.map(plainText) : [];
  switch (conditions.kindOf(leaf)) {
    case 'none':
      return null;
    case 'options':
      return <Several label={label} isLabelHidden options={options} values={values} onChange={onChange} />;
    case 'one':
      return (
        <Select
          label={label}
          className={styles.bare}
          options={options}
          value={leaf.value === null ? null : plainText(leaf.value)}
          placeholder={text('audience.value.choose')}
          onChange={(id) => onChange(leaf.field === 'blocked' ? id === 'true' : id)}
        />
      );
    case 'days':
      return (
        <div className={styles.bare}>
          <NumberField
            label={label}
            value={typeof leaf.value === 'number' ? leaf.value : null}
            onChange={onChange}
            min={1}
            max={AUDIENCE_DAYS_MAX}
            unit={text('audience.value.days')}
          />
        </div>
      );
    case 'text':
      return (
        <TextField
          label={label}
          className={styles.bare}
          value={typeof leaf.value === 'string' ? leaf.value : ''}
          onChange={onChange}
        />
      );
    case 'list':
      return <TypedList label={label} values={values} onChange={onChange} />;
    case 'number':
    case 'date':
      return (
        <TextField
          label={label}
          className={styles.bare}
          type={conditions.kindOf(leaf) === 'date' ? 'date' : 'text'}
          inputMode={conditions.kindOf(leaf) === 'date' ? 'none' : 'decimal'}
          value={values[0] ?? ''}
          // On the wire a number has a point.
          onChange={(typed) => onChange(typed.trim() === '' ? [] : [typed.trim().replace(',', '.')])}
        />
      );
  }
}
