import { useId } from 'react';
import { cx } from './cx.ts';
import styles from './SegmentedControl.module.css';

interface Segment<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

interface SegmentedControlProps<Value extends string> {
  readonly label: string;
  readonly options: readonly Segment<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly isDisabled?: boolean;
  readonly className?: string | undefined;
}

/** Selects one of two to four views. Native radios: the arrow keys work, and nothing has to load. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  const { label, options, value, onChange, isDisabled, className } = props;
  const name = useId();
  return (
    <fieldset className={cx(styles.group, className)} role="radiogroup" aria-label={label}>
      {options.map((option) => (
        <label key={option.value} className={styles.segment}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={isDisabled}
            onChange={() => onChange(option.value)}
          />
          {/* The bold twin reserves the width, so that selecting shifts nothing. */}
          <span data-label={option.label}>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
