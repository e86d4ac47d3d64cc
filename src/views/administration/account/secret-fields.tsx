import { useEffect, useRef } from 'react';
import { CODE_MAX_LENGTH } from '../../../../contract/facts/limits.ts';
import type { FieldName, FormFields } from '../../../machines/entities/forms.ts';
import { PasswordField } from '../../kit/PasswordField.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { useField, useOpenForm } from '../form/form-context.tsx';

type CodeName = FormFields['account.twoFactor'] &
  FormFields['account.recoveryCodes'] &
  FormFields['account.twoFactorOff'];
type OwnPasswordName = FormFields['account.password'] | FormFields['account.unlock'];

interface SecretProps<Name extends FieldName> {
  readonly name: Name;
  readonly label: string;
  readonly autoFocus?: boolean;
}

interface OwnPasswordProps extends SecretProps<OwnPasswordName> {
  /** Why it is needed. */
  readonly description?: string;
}

/** A field for an authenticator code. */
export function FormCode({ label, autoFocus = false, name }: SecretProps<CodeName>) {
  return (
    <TextField
      {...useShownSecret(name)}
      label={label}
      autoComplete="one-time-code"
      inputMode="numeric"
      maxLength={CODE_MAX_LENGTH}
      isVerbatim
      autoFocus={autoFocus}
    />
  );
}

/** A field for the current password. */
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

/** A secret that stays out of the log; a wrong one is selected for retyping. */
function useShownSecret(name: CodeName | OwnPasswordName) {
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
