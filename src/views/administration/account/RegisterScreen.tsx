import { useSelector } from '@xstate/react';
import { useId } from 'react';
import { selectPhase, selectUser } from '../../../machines/auth/auth.selectors.ts';
import type { FormFields } from '../../../machines/entities/forms.ts';
import { useApp } from '../../app/app-context.tsx';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { LinkButton } from '../../kit/LinkButton.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { useText } from '../../kit/useText.ts';
import { Fields, fieldsOf } from '../form/fields.tsx';
import { FormBody } from '../form/FormBody.tsx';
import { useForm } from '../form/form-context.tsx';
import { EntryButtons, EntryCard } from './EntryCard.tsx';
import { LINK_EXPIRED, LinkDone, WithLinkToken } from './link-token.tsx';

const { FormPassword, FormText, useField } = fieldsOf<FormFields['account.register']>();

/** /pages/register: accepts an invitation from a mail's link. */
export function RegisterScreen() {
  return <WithLinkToken missing={<Expired />}>{(token) => <Registering token={token} />}</WithLinkToken>;
}

function Registering({ token }: { readonly token: string }) {
  const { directory } = useApp();
  const text = useText();
  const id = useId();
  const open = useForm('account.register', token, null);
  const { actor, phase, failure, savedId } = open;
  const values = useSelector(actor, (snapshot) => snapshot?.context.initial);
  const user = useSelector(directory.auth, selectUser);
  const authPhase = useSelector(directory.auth, selectPhase);
  const company = values?.['company'];
  const role = values?.['role'];
  const isKnown = typeof company === 'string' && typeof role === 'string';
  const tab = text('account.register.tab');
  if (failure?.key === LINK_EXPIRED) return <Expired />;
  if (phase === 'saved') {
    return (
      <LinkDone
        tab={tab}
        title={text('account.register.done')}
        lead={text('account.register.done.text')}
        email={savedId ?? ''}
      />
    );
  }
  return (
    <EntryCard
      tab={tab}
      title={isKnown ? text('account.register.to', { company }) : text('account.register')}
      lead={isKnown ? text('account.register.lead', { role }) : undefined}
    >
      {authPhase === 'authenticated' && user !== null && (
        <Banner tone="info">{text('account.register.loggedIn', { name: user.name })}</Banner>
      )}
      <FormBody open={open} id={id}>
        <Fields>
          <Email />
          <FormText name="name" label={text('account.name')} isRequired />
          <FormText
            name="username"
            label={text('account.username')}
            description={text('account.username.hint')}
            isVerbatim
            isRequired
          />
          <FormPassword name="password" label={text('account.password.choose')} isRequired />
        </Fields>
      </FormBody>
      {phase !== 'unloaded' && (
        <Button
          type="submit"
          form={id}
          variant="primary"
          size="lg"
          isWide
          isPending={phase === 'saving'}
          isDisabled={!isKnown}
        >
          {text('account.register.submit')}
        </Button>
      )}
    </EntryCard>
  );
}

function Email() {
  const text = useText();
  const { value } = useField('email');
  return <TextField label={text('account.email')} value={typeof value === 'string' ? value : ''} isDisabled />;
}

function Expired() {
  const text = useText();
  return (
    <EntryCard
      tab={text('account.register.tab')}
      title={text('account.link.expired')}
      lead={text('account.register.expired')}
    >
      <EntryButtons>
        <LinkButton to="/login" variant="primary" size="lg">
          {text('account.toLogin')}
        </LinkButton>
      </EntryButtons>
    </EntryCard>
  );
}
