import { useEffect, useRef } from 'react';
import { PasswordField } from '../../kit/PasswordField.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { useField, useOpenForm } from '../form/form-context.tsx';

interface SecretProps {
  readonly name: string;
  readonly label: string;
  readonly description?: string;
  readonly autoFocus?: boolean;
}

/** A code of the authenticator app. Like a password it stays out of the log. */
export function FormCode({ name, label, description, autoFocus = false }: SecretProps) {
  const { error, isReadOnly } = useField(name);
  const { secrets, sentSecrets, setSecret } = useOpenForm();
  const input = useRef<HTMLInputElement>(null);
  const typed = secrets.get(name) ?? '';
  const isWrong = error !== undefined && typed === (sentSecrets.get(name) ?? '');
  useEffect(() => {
    // A code is used once: the next one takes its place.
    if (isWrong) input.current?.select();
  }, [isWrong]);
  return (
    <TextField
      label={label}
      name={name}
      autoComplete="one-time-code"
      inputMode="numeric"
      maxLength={32}
      isVerbatim
      autoFocus={autoFocus}
      inputRef={input}
      value={typed}
      onChange={(code) => setSecret(name, code)}
      error={isWrong ? error : undefined}
      isReadOnly={isReadOnly}
      {...(description === undefined ? {} : { description })}
    />
  );
}

/** The password that one has. */
export function FormOwnPassword({ name, label, autoFocus = false }: SecretProps) {
  const { error, isReadOnly } = useField(name);
  const { secrets, sentSecrets, setSecret } = useOpenForm();
  const input = useRef<HTMLInputElement>(null);
  const typed = secrets.get(name) ?? '';
  const isWrong = error !== undefined && typed === (sentSecrets.get(name) ?? '');
  useEffect(() => {
    if (isWrong) input.current?.select();
  }, [isWrong]);
  return (
    <PasswordField
      label={label}
      name={name}
      autoComplete="current-password"
      autoFocus={autoFocus}
      inputRef={input}
      value={typed}
      onChange={(password) => setSecret(name, password)}
      error={isWrong ? error : undefined}
      isReadOnly={isReadOnly}
    />
  );
}
