import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent } from 'react';
import { useText } from '../../kit/useText.ts';
import { useField, useOpenForm } from '../form/form-context.tsx';
import { FormOwnPassword } from './secret-fields.tsx';

/** Asks for the password that one has, while one's own e-mail in the form around is another than it was. */
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
  // The e-mail is what it was again, or saved: what was typed here has done its duty.
  useEffect(() => () => forget(), []);
  return (
    <FormOwnPassword
      name="current"
      label={text('account.password.current')}
      description={text('account.email.proof')}
    />
  );
}
