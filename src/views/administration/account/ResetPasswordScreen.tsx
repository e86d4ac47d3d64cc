import { useId } from 'react';
import type { FormFields } from '../../../machines/entities/forms.ts';
import { Button } from '../../kit/Button.tsx';
import { LinkButton } from '../../kit/LinkButton.tsx';
import { useText } from '../../kit/useText.ts';
import { fieldsOf } from '../form/fields.tsx';
import { FormBody } from '../form/FormBody.tsx';
import { useForm } from '../form/form-context.tsx';
import { EntryButtons, EntryCard } from './EntryCard.tsx';
import { LINK_EXPIRED, LinkDone, WithLinkToken } from './link-token.tsx';

const { FormPassword } = fieldsOf<FormFields['account.resetPassword']>();

const noPassword = { password: null };

/** /pages/reset-password: sets a new password from a mail's link. */
export function ResetPasswordScreen() {
  return <WithLinkToken missing={<Expired />}>{(token) => <Choosing token={token} />}</WithLinkToken>;
}

function Choosing({ token }: { readonly token: string }) {
  const text = useText();
  const id = useId();
  const open = useForm('account.resetPassword', token, noPassword);
  const { phase, failure, savedId } = open;
  const tab = text('account.reset.tab');
  if (failure?.key === LINK_EXPIRED) return <Expired />;
  if (phase === 'saved') {
    return (
      <LinkDone
        tab={tab}
        title={text('account.reset.done')}
        lead={text('account.reset.done.text')}
        email={savedId ?? ''}
      />
    );
  }
  return (
    <EntryCard tab={tab} title={text('account.reset')} lead={text('account.reset.lead')}>
      <FormBody open={open} id={id}>
        <FormPassword name="password" label={text('account.password.new')} isRequired />
      </FormBody>
      <Button type="submit" form={id} variant="primary" size="lg" isWide isPending={phase === 'saving'}>
        {text('account.reset.submit')}
      </Button>
    </EntryCard>
  );
}

function Expired() {
  const text = useText();
  return (
    <EntryCard
      tab={text('account.reset.tab')}
      title={text('account.link.expired')}
      lead={text('account.reset.expired')}
    >
      <EntryButtons>
        <LinkButton to="/pages/forgot-password" variant="primary" size="lg">
          {text('account.reset.another')}
        </LinkButton>
        <LinkButton to="/login" variant="ghost">
          {text('account.toLogin.back')}
        </LinkButton>
      </EntryButtons>
    </EntryCard>
  );
}
