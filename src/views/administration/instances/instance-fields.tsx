import { SYNC_DAYS_MAX } from '../../../../contract/facts/administration.ts';
import type { FormFields } from '../../../machines/entities/forms.ts';
import { useText } from '../../kit/useText.ts';
import { fieldsOf } from '../form/fields.tsx';

const credentials = fieldsOf<FormFields['instance.credentials']>();
const sync = fieldsOf<FormFields['instance.sync']>();

/** The provider's number and token; `tokenEnd` is the end of the token that is there. */
export function CredentialsFields({ tokenEnd }: { readonly tokenEnd: string | null }) {
  const text = useText();
  return (
    <>
      <p>{text('instances.credentials.text')}</p>
      <credentials.FormText
        name="phone_number_id"
        label={text('instances.providerNumber')}
        isVerbatim
        inputMode="numeric"
      />
      <credentials.FormSecret
        name="access_token"
        label={text('instances.token')}
        {...(tokenEnd === null ? {} : { description: text('instances.token.kept', { end: tokenEnd }) })}
      />
    </>
  );
}

/** How far back messages are brought in. */
export function SyncFields() {
  const text = useText();
  return (
    <>
      <sync.FormNumber name="daysAgo" label={text('instances.sync.days')} min={1} max={SYNC_DAYS_MAX} isRequired />
      <sync.FormSwitch
        name="unlimitedSync"
        label={text('instances.sync.unlimited')}
        description={text('instances.sync.unlimited.hint')}
      />
    </>
  );
}
