import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent } from 'react';
import type { FormFields } from '../../../machines/entities/forms.ts';
import { useText } from '../../kit/useText.ts';
import { fieldsOf } from '../form/fields.tsx';
import { useOpenForm } from '../form/form-context.tsx';
import { FormOwnPassword } from './secret-fields.tsx';

const { useField } = fieldsOf<FormFields['account.profile'] & FormFields['user']>();

/** Asks for the current password while the user's own e-mail is changed in the surrounding form. */
export function OwnEmailProof() {
  const { actor } = useOpenForm();
  const { value } = useField('email');
  const before = useSelector(actor, (snapshot) => snapshot?.context.initial['email'] ?? null);
  return value === before ? null : <Proof />;
}

function Proof() {
  const text = useText();
  const { setSecret } = useOpenForm();
  const forget = useEffectEvent(() => setSecret('current', ''));
  // The e-mail was reset or saved, so the password is no longer needed.
  useEffect(() => () => forget(), []);
  return (
    <FormOwnPassword
      name="current"
      label={text('account.password.current')}
      description={text('account.email.proof')}
    />
  );
}
