import { FieldError } from 'react-aria-components/FieldError';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { TextArea as AriaTextArea } from 'react-aria-components/TextArea';
import { TextField as AriaTextField } from 'react-aria-components/TextField';
import { cx } from './cx.ts';
import { AlertIcon } from './icons.tsx';
import styles from './field.module.css';

interface TextAreaProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly rows?: number;
  readonly description?: string | undefined;
  readonly error?: string | undefined;
  readonly isReadOnly?: boolean;
  readonly isRequired?: boolean;
  readonly autoFocus?: boolean;
}

/** A multi-line text field. */
export function TextArea({ label, value, onChange, rows = 3, description, error, ...rest }: TextAreaProps) {
  return (
    <AriaTextField
      {...rest}
      value={value}
      onChange={onChange}
      validationBehavior="aria"
      isInvalid={error !== undefined}
      className={cx(styles.field)}
    >
      <Label className={cx(styles.label)}>{label}</Label>
      <span className={cx(styles.box, styles.tall)}>
        <AriaTextArea rows={rows} className={cx(styles.input)} />
      </span>
      {description !== undefined && (
        <Text slot="description" className={styles.description}>
          {description}
        </Text>
      )}
      <FieldError className={cx(styles.error)}>
        <AlertIcon />
        <span>{error}</span>
      </FieldError>
    </AriaTextField>
  );
}
