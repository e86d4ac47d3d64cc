import type { ReactNode, Ref } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { TextField as AriaTextField, type TextFieldProps as AriaTextFieldProps } from 'react-aria-components/TextField';
import { cx } from './cx.ts';
import { AlertIcon } from './icons.tsx';
import styles from './field.module.css';

export interface TextFieldProps extends Omit<AriaTextFieldProps, 'children' | 'className' | 'style' | 'validate'> {
  readonly label: string;
  readonly description?: ReactNode;
  /** What is wrong with the value, as text; marks the field invalid. */
  readonly error?: string | undefined;
  readonly placeholder?: string;
  /** Before the text, such as an icon. */
  readonly start?: ReactNode;
  /** After the text, such as a button. */
  readonly end?: ReactNode;
  /** For passwords and codes: no autocorrection, no capitals. */
  readonly isVerbatim?: boolean;
  readonly className?: string | undefined;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** A labelled text field; its description and error are announced with it. */
export function TextField(props: TextFieldProps) {
  const {
    label,
    description,
    error,
    placeholder,
    start,
    end,
    className,
    inputRef,
    isVerbatim = false,
    ...rest
  } = props;
  return (
    <AriaTextField
      validationBehavior="aria"
      {...rest}
      isInvalid={error !== undefined}
      className={cx(styles.field, className)}
    >
      <Label className={cx(styles.label)}>{label}</Label>
      <span className={styles.box}>
        {start}
        <Input
          className={cx(styles.input)}
          {...(isVerbatim ? { spellCheck: 'false', autoCapitalize: 'none', autoCorrect: 'off' } : {})}
          {...(inputRef === undefined ? {} : { ref: inputRef })}
          {...(placeholder === undefined ? {} : { placeholder })}
        />
        {end}
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
