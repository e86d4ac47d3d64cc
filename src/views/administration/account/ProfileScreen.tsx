import { useSelector } from '@xstate/react';
import { selectSupportFrom, selectUser } from '../../../machines/auth/auth.selectors.ts';
import type { FormFields } from '../../../machines/entities/forms.ts';
import { useApp } from '../../app/app-context.tsx';
import { Banner } from '../../kit/Banner.tsx';
import { TextField } from '../../kit/TextField.tsx';
import { useText } from '../../kit/useText.ts';
import { FieldRow, Fields, fieldsOf } from '../form/fields.tsx';

import { FormPage } from '../form/FormPage.tsx';
import { Card, CardPage } from './Card.tsx';
import { OwnEmailProof } from './OwnEmailProof.tsx';
import styles from './ProfileScreen.module.css';

const { FormImage, FormText, useField } = fieldsOf<FormFields['account.profile']>();

/** /pages/profile: the user's name and picture, and what only an administrator can change. */
export function ProfileScreen() {
  const { directory } = useApp();
  const text = useText();
  const user = useSelector(directory.auth, selectUser);
  const isSupport = useSelector(directory.auth, selectSupportFrom) !== undefined;
  if (user === null) return null;
  if (isSupport) {
    return (
      <CardPage title={text('account.profile')}>
        <Banner>{text('account.support')}</Banner>
      </CardPage>
    );
  }
  return (
    <div className={styles.page}>
      <FormPage form="account.profile" formKey={user.id} renderTitle={() => text('account.profile')} back="/">
        {() => (
          <Card title={text('account.profile.you')} lead={text('account.profile.you.lead')}>
            <Fields>
              <Picture />
              <FieldRow>
                <FormText name="name" label={text('account.name')} isRequired />
                <Email />
              </FieldRow>
              <OwnEmailProof />
              <FieldRow>
                <Fact name="username" label={text('account.username')} />
                <Fact name="role" label={text('account.role')} />
                <Fact name="department" label={text('account.department')} />
              </FieldRow>
            </Fields>
          </Card>
        )}
      </FormPage>
    </div>
  );
}

function Picture() {
  const text = useText();
  const { value } = useField('name');
  return <FormImage name="image" label={text('account.image')} of={typeof value === 'string' ? value : ''} />;
}

/** The e-mail is the login name, so users without access to the user list ask an administrator. */
function Email() {
  const text = useText();
  const { value: mayChange } = useField('may_change_email');
  return mayChange === true ? (
    <FormText
      name="email"
      kind="email"
      label={text('account.email')}
      description={text('account.email.hint')}
      isRequired
    />
  ) : (
    <Fact name="email" label={text('account.email')} description={text('account.email.fixed')} />
  );
}

interface FactProps {
  readonly name: FormFields['account.profile'];
  readonly label: string;
  readonly description?: string;
}

function Fact({ name, label, description }: FactProps) {
  const { value } = useField(name);
  return (
    <TextField
      label={label}
      value={typeof value === 'string' ? value : '—'}
      isDisabled
      {...(description === undefined ? {} : { description })}
    />
  );
}
