import { use, useLayoutEffect, useRef, useState } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Group } from 'react-aria-components/Group';
import { useLocale } from 'react-aria-components/I18nProvider';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { NumberField as AriaNumberField, NumberFieldStateContext } from 'react-aria-components/NumberField';
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

const format = { maximumFractionDigits: 0 };

/**
 * A whole number, typed or with the arrow keys, written as the person's language writes it. It is told while it is
 * typed, and written anew only when the field is left; what is shown is always what was told. One beyond `min` or `max`
 * stays as it was typed: `error` has to say so.
 */
export function NumberField(props: NumberFieldProps) {
  const { label, value, onChange, min, max, description, error, isReadOnly = false, isRequired = false, unit } = props;
  const [written, setWritten] = useState(value);
  return (
    <AriaNumberField
      value={written ?? Number.NaN}
      onChange={(next) => setWritten(numberOf(next))}
      {...(props.onFocusChange === undefined ? {} : { onFocusChange: props.onFocusChange })}
      {...(min === undefined ? {} : { minValue: min })}
      {...(max === undefined ? {} : { maxValue: max })}
      commitBehavior="validate"
      formatOptions={format}
      isInvalid={error !== undefined}
      isReadOnly={isReadOnly}
      isRequired={isRequired}
      validationBehavior="aria"
      className={cx(styles.field)}
    >
      <Label className={cx(styles.label)}>{label}</Label>
      <Group className={cx(styles.box)}>
        <Input className={cx(styles.input)} />
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
      <Teller value={value} onTell={onChange} onThrownBack={setWritten} />
    </AriaNumberField>
  );
}

interface TellerProps {
  readonly value: number | null;
  readonly onTell: (shown: number | null) => void;
  readonly onThrownBack: (value: number | null) => void;
}

/** Tells the number that the text in the field is, however it came there; writes the one somebody else has set. */
function Teller({ value, onTell, onThrownBack }: TellerProps) {
  const field = use(NumberFieldStateContext);
  const { locale } = useLocale();
  const told = useRef(value);
  const shown = numberOf(field?.numberValue ?? Number.NaN);
  // Told only when it is left, what a mistake says would go away under the pointer that presses the next button.
  useLayoutEffect(() => {
    const isTold = told.current === value;
    if (shown === value || !isTold) told.current = value;
    if (shown === value) return;
    if (isTold) {
      told.current = shown;
      onTell(shown);
    } else {
      onThrownBack(value);
      // The field writes nothing itself for the number that it wrote last.
      field?.setInputValue(value === null ? '' : new Intl.NumberFormat(locale, format).format(value));
    }
  });
  return null;
}

/** Null of none. */
function numberOf(number: number): number | null {
  return Number.isNaN(number) ? null : number;
}
