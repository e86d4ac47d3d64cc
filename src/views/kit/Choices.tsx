import { CheckboxGroup } from 'react-aria-components/CheckboxGroup';
import { FieldError } from 'react-aria-components/FieldError';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { Checkbox } from './Checkbox.tsx';
import { cx } from './cx.ts';
import { AlertIcon } from './icons.tsx';
import field from './field.module.css';
import styles from './Choices.module.css';

interface Option {
  readonly id: string;
  readonly label: string;
  /** A note on this option. */
  readonly about?: string | undefined;
}

interface ChoicesProps {
  readonly label: string;
  readonly options: readonly Option[];
  readonly value: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
  /** Shown instead of an empty list. */
  readonly none: string;
  readonly description?: string | undefined;
  readonly error?: string | undefined;
  readonly isReadOnly?: boolean;
}

/** Checkboxes for any number of a list's options, all visible. */
export function Choices({ label, options, value, onChange, none, description, error, isReadOnly }: ChoicesProps) {
  return (
    <CheckboxGroup
      value={[...value]}
      onChange={onChange}
      isInvalid={error !== undefined}
      isReadOnly={isReadOnly === true}
      validationBehavior="aria"
      className={cx(field.field)}
    >
      <Label className={cx(field.label)}>{label}</Label>
      <div className={cx(field.box, styles.options)}>
        {options.length === 0 && <span className={styles.none}>{none}</span>}
        {options.map((option) => (
          <Checkbox key={option.id} value={option.id}>
            {option.label}
            {option.about !== undefined && <small className={styles.about}> {option.about}</small>}
          </Checkbox>
        ))}
      </div>
      {description !== undefined && (
        <Text slot="description" className={field.description}>
          {description}
        </Text>
      )}
      <FieldError className={cx(field.error)}>
        <AlertIcon />
        <span>{error}</span>
      </FieldError>
    </CheckboxGroup>
  );
}
