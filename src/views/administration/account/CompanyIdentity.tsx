import { useState } from 'react';
import type { FormFields } from '../../../machines/entities/forms.ts';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { Tag } from '../../kit/Tag.tsx';
import { useText } from '../../kit/useText.ts';

import { FieldRow, Fields, fieldsOf } from '../form/fields.tsx';
import { FormDialog } from '../form/FormDialog.tsx';
import { FailedLookups } from '../list/FailedLookups.tsx';
import { useChoices, useListing } from '../list/use-listing.ts';
import { Card } from './Card.tsx';
import { CopyButton } from './CopyButton.tsx';
import styles from './CompanyIdentity.module.css';

const { useField, FormSecret, FormSelect, FormSwitch, FormText } = fieldsOf<FormFields['identity']>();

const all = { page: 1, limit: 1, search: '', sort: { by: 'id', descending: false }, filters: {} };

/** The company's identity provider for logins. For administrators. */
export function CompanyIdentity() {
  const text = useText();
  const { rows } = useListing('identityLogin', all);
  const [isOpen, setOpen] = useState(false);
  const isOn = rows !== null && rows.length > 0;
  return (
    <>
      <Card
        title={text('account.identity')}
        lead={text('account.identity.lead')}
        state={
          rows !== null && (
            <Tag tone={isOn ? 'success' : 'neutral'}>{text(isOn ? 'account.identity.on' : 'account.identity.off')}</Tag>
          )
        }
        action={<Button onPress={() => setOpen(true)}>{text('account.identity.configure')}</Button>}
      />
      {isOpen && <IdentityDialog onClose={() => setOpen(false)} />}
    </>
  );
}

function IdentityDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const roles = useChoices('choices.roles');
  return (
    <FormDialog
      form="identity"
      formKey="company"
      values={null}
      title={text('account.identity')}
      submitLabel={text('action.save')}
      onClose={onClose}
    >
      <Fields>
        <FormSwitch
          name="enabled"
          label={text('account.identity.enabled')}
          description={text('account.identity.enabled.hint')}
        />
        <FormText
          name="label"
          label={text('account.identity.label')}
          description={text('account.identity.label.hint')}
          isRequired
        />
        <FormText
          name="issuer"
          kind="url"
          label={text('account.identity.issuer')}
          description={text('account.identity.issuer.hint')}
          placeholder="https://"
          isRequired
        />
        <FieldRow>
          <FormText name="client_id" label={text('account.identity.client')} isVerbatim isRequired />
          <ClientSecret />
        </FieldRow>
        <Callback />
        <FormText
          name="email_domain"
          label={text('account.identity.domain')}
          description={text('account.identity.domain.hint')}
          isVerbatim
          isRequired
        />
        <FormSwitch
          name="creates_users"
          label={text('account.identity.creates')}
          description={text('account.identity.creates.hint')}
        />
        <FailedLookups lookups={[roles]} />
        <Role options={roles.options} />
      </Fields>
    </FormDialog>
  );
}

function ClientSecret() {
  const text = useText();
  const { value: hasSecret } = useField('has_secret');
  return (
    <FormSecret
      name="client_secret"
      label={text('account.identity.secret')}
      description={text(hasSecret === true ? 'account.identity.secret.kept' : 'account.identity.secret.hint')}
    />
  );
}

/** Only needed if the provider creates users. */
function Role({ options }: { readonly options: readonly { readonly id: string; readonly label: string }[] }) {
  const text = useText();
  const { value: createsUsers } = useField('creates_users');
  if (createsUsers !== true) return null;
  return <FormSelect name="role_id" label={text('account.identity.role')} options={options} isRequired />;
}

/** What to enter at the provider. */
function Callback() {
  const text = useText();
  const { value } = useField('callback_url');
  if (typeof value !== 'string') return <Banner tone="warning">{text('account.identity.callback.none')}</Banner>;
  return (
    <div className={styles.callback}>
      <p className={styles.label}>{text('account.identity.callback')}</p>
      <div className={styles.row}>
        <code className={styles.address}>{value}</code>
        <CopyButton value={value}>{text('account.identity.copy')}</CopyButton>
      </div>
    </div>
  );
}
