import { useState } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Group } from 'react-aria-components/Group';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { NumberField as AriaNumberField } from 'react-aria-components/NumberField';
import { Text } from 'react-aria-components/Text';
import { cx } from './cx.ts';
import { AlertIcon } from './icons.tsx';
import styles from './field.module.css';

interface NumberFieldProps {
  readonly label: string;
  /** Null for none. */
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
  readonly min?: number;
  readonly max?: number;
  readonly description?: string | undefined;
  readonly error?: string | undefined;
  readonly isReadOnly?: boolean;
  readonly isRequired?: boolean;
  /** What it counts, after the number. */
  readonly unit?: string;
  readonly onFocusChange?: (isFocused: boolean) => void;
}

/**
 * A whole number, typed or with the arrow keys, written as the person's language writes it. It is told while it is
 * typed, and written anew only when the field is left. One beyond `min` or `max` stays as it was typed: `error` has to
 * say so.
 */
export function NumberField(props: NumberFieldProps) {
  const { label, value, onChange, min, max, description, error, isReadOnly = false, isRequired = false, unit } = props;
  const [held, setHeld] = useState({ written: value, told: value });
  // Somebody else changed it, the form thrown back for one.
  if (held.told !== value) setHeld({ written: value, told: value });
  const tell = (told: number | null, written: number | null) => {
    setHeld({ written, told });
    onChange(told);
  };
  return (
    <AriaNumberField
      value={held.written ?? Number.NaN}
      onChange={(next) => {
        const number = Number.isNaN(next) ? null : next;
        tell(number, number);
      }}
      {...(props.onFocusChange === undefined ? {} : { onFocusChange: props.onFocusChange })}
      {...(min === undefined ? {} : { minValue: min })}
      {...(max === undefined ? {} : { maxValue: max })}
      commitBehavior="validate"
      formatOptions={{ maximumFractionDigits: 0 }}
      isInvalid={error !== undefined}
      isReadOnly={isReadOnly}
      isRequired={isRequired}
      validationBehavior="aria"
      className={cx(styles.field)}
    >
      <Label className={cx(styles.label)}>{label}</Label>
      <Group className={cx(styles.box)}>
        <Input
          className={cx(styles.input)}
          // Told only when it is left, what a mistake says would go away under the pointer that presses the next button.
          onInput={({ currentTarget }) => tell(wholeNumber(currentTarget.value), held.written)}
        />
        {unit !== undefined && <span className={styles.unit}>{unit}</span>}
      </Group>
      {description !== undefined && (
        <Text slot="description" className={styles.description}>
          {description}
        </Text>
      )}
      <FieldError className={cx(styles.error)}>
        <AlertIcon />
        <span>{error}</span>
      </FieldError>
    </AriaNumberField>
  );
}

/** The number that a text is, whatever stands between its digits; null of none. */
function wholeNumber(text: string): number | null {
  const digits = text.replaceAll(/\D/gu, '');
  return digits === '' ? null : Number(digits);
}
