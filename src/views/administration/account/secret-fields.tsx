import { useEffect, useRef } from 'react';
import { PasswordField } from '../../kit/PasswordField.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { useField, useOpenForm } from '../form/form-context.tsx';

interface SecretProps {
  readonly name: string;
  readonly label: string;
  readonly autoFocus?: boolean;
}

interface OwnPasswordProps extends SecretProps {
  /** What it is asked for. */
  readonly description?: string;
}

/** A code of the authenticator app. */
export function FormCode({ label, autoFocus = false, name }: SecretProps) {
  return (
    <TextField
      {...useShownSecret(name)}
      label={label}
      autoComplete="one-time-code"
      inputMode="numeric"
      maxLength={32}
      isVerbatim
      autoFocus={autoFocus}
    />
  );
}

/** The password that one has. */
export function FormOwnPassword({ label, description, autoFocus = false, name }: OwnPasswordProps) {
  return (
    <PasswordField
      {...useShownSecret(name)}
      label={label}
      {...(description === undefined ? {} : { description })}
      autoComplete="current-password"
      autoFocus={autoFocus}
    />
  );
}

/** A secret that proves who one is: it stays out of the log, and a wrong one is selected, to be written over. */
function useShownSecret(name: string) {
  const { error, isReadOnly } = useField(name);
  const { secrets, sentSecrets, setSecret } = useOpenForm();
  const inputRef = useRef<HTMLInputElement>(null);
  const value = secrets.get(name) ?? '';
  const isWrong = error !== undefined && value === (sentSecrets.get(name) ?? '');
  useEffect(() => {
    if (isWrong) inputRef.current?.select();
  }, [isWrong]);
  return {
    name,
    inputRef,
    value,
    onChange: (secret: string) => setSecret(name, secret),
    error: isWrong ? error : undefined,
    isReadOnly,
  };
}
