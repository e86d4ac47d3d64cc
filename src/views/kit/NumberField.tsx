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
  /** Null if empty. */
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
  readonly min?: number;
  readonly max?: number;
  readonly description?: string | undefined;
  readonly error?: string | undefined;
  readonly isReadOnly?: boolean;
  readonly isRequired?: boolean;
  /** Unit shown after the number. */
  readonly unit?: string;
  readonly onFocusChange?: (isFocused: boolean) => void;
}

const format = { maximumFractionDigits: 0 };

/**
 * A whole number, typed or changed with the arrow keys, in the locale's format. Changes are reported while typing, the
 * text is formatted on blur. A number outside `min` and `max` stays as typed: `error` must say so.
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
      <NumberSync value={value} onReport={onChange} onReset={setWritten} />
    </AriaNumberField>
  );
}

interface NumberSyncProps {
  readonly value: number | null;
  readonly onReport: (shown: number | null) => void;
  readonly onReset: (value: number | null) => void;
}

/** Reports the number in the field however it got there, and shows a value that was set from outside. */
function NumberSync({ value, onReport, onReset }: NumberSyncProps) {
  const field = use(NumberFieldStateContext);
  const { locale } = useLocale();
  const reported = useRef(value);
  const shown = numberOf(field?.numberValue ?? Number.NaN);
  // Reported on blur, the error would disappear and move the next button from under the pointer.
  useLayoutEffect(() => {
    const isReported = reported.current === value;
    if (shown === value || !isReported) reported.current = value;
    if (shown === value) return;
    if (isReported) {
      reported.current = shown;
      onReport(shown);
    } else {
      onReset(value);
      // The field doesn't rewrite its text for the number it wrote last.
      field?.setInputValue(value === null ? '' : new Intl.NumberFormat(locale, format).format(value));
    }
  });
  return null;
}

/** Null for NaN. */
function numberOf(number: number): number | null {
  return Number.isNaN(number) ? null : number;
}
