import { useSelector } from '@xstate/react';
import { useId, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { FormFields } from '../../../machines/entities/forms.ts';
import { selectLocale } from '../../../machines/shell/shell.selectors.ts';
import { useApp } from '../../app/app-context.tsx';
import { Button } from '../../kit/Button.tsx';
import { LinkButton } from '../../kit/LinkButton.tsx';
import { useText } from '../../kit/useText.ts';
import { emailOf } from '../../login/known-email.ts';
import { fieldsOf } from '../form/fields.tsx';
import { FormBody } from '../form/FormBody.tsx';
import { useForm } from '../form/form-context.tsx';
import { EntryButtons, EntryCard } from './EntryCard.tsx';
import styles from './EntryCard.module.css';

const { FormText, useField } = fieldsOf<FormFields['account.forgotPassword']>();

/** /pages/forgot-password: requests a mail, without revealing whether the user exists. */
export function ForgotPasswordScreen() {
  const { state } = useLocation();
  const [email, setEmail] = useState(emailOf(state));
  const [tries, setTries] = useState(0);
  return (
    <RequestForm
      key={tries}
      email={email}
      onAgain={(submittedEmail) => {
        setEmail(submittedEmail);
        setTries(tries + 1);
      }}
    />
  );
}

interface RequestFormProps {
  /** Initial value. */
  readonly email: string;
  /** Nothing arrived: try again. Gets the e-mail that was submitted. */
  readonly onAgain: (email: string) => void;
}

function RequestForm({ email, onAgain }: RequestFormProps) {
  const { directory } = useApp();
  const text = useText();
  const id = useId();
  const locale = useSelector(directory.shell, selectLocale);
  const open = useForm('account.forgotPassword', 'own', { email, locale });
  const submittedEmail = useSelector(open.actor, (snapshot) => snapshot?.context.values['email']);
  const tab = text('account.forgot.tab');
  if (open.phase === 'saved') {
    const to = typeof submittedEmail === 'string' ? submittedEmail.trim() : '';
    return (
      <EntryCard tab={tab} title={text('account.forgot.done')} lead={text('account.forgot.done.text', { email: to })}>
        <p className={styles.small}>{text('account.forgot.done.hint')}</p>
        <EntryButtons>
          <LinkButton to="/login" state={{ email: to }} variant="primary" size="lg">
            {text('account.toLogin')}
          </LinkButton>
          <Button variant="ghost" onPress={() => onAgain(to)}>
            {text('account.forgot.again')}
          </Button>
        </EntryButtons>
      </EntryCard>
    );
  }
  return (
    <EntryCard tab={tab} title={text('account.forgot')} lead={text('account.forgot.lead')}>
      <FormBody open={open} id={id}>
        <Email />
      </FormBody>
      <EntryButtons>
        <Button type="submit" form={id} variant="primary" size="lg" isWide isPending={open.phase === 'saving'}>
          {text('account.forgot.submit')}
        </Button>
        <BackToLogin email={submittedEmail} />
      </EntryButtons>
    </EntryCard>
  );
}

function Email() {
  const text = useText();
  const { value } = useField('email');
  return (
    <FormText
      name="email"
      kind="email"
      inputMode="email"
      label={text('account.email')}
      autoFocus={value === ''}
      isRequired
    />
  );
}

function BackToLogin({ email }: { readonly email: unknown }) {
  const text = useText();
  return (
    <LinkButton to="/login" state={{ email: typeof email === 'string' ? email : '' }} variant="ghost">
      {text('account.toLogin.back')}
    </LinkButton>
  );
}
