import { SYNC_DAYS_MAX } from '../../../../contract/facts/administration.ts';
import type { Provider } from '../../../../contract/facts/providers.ts';
import type { FormFields } from '../../../machines/entities/forms.ts';
import { useText } from '../../kit/useText.ts';
import { fieldsOf } from '../form/fields.tsx';

const credentials = fieldsOf<FormFields['instance.credentials']>();
const sync = fieldsOf<FormFields['instance.sync']>();

interface CredentialsFieldsProps {
  readonly provider: Provider;
  /** The last characters of the stored token. */
  readonly tokenEnd: string | null;
}

/** The provider's number and token, as the provider's own console calls them. */
export function CredentialsFields({ provider, tokenEnd }: CredentialsFieldsProps) {
  const text = useText();
  return (
    <>
      <p>{text(provider === 'evolution' ? 'instances.evolution.text' : 'instances.credentials.text')}</p>
      {provider === 'twilio' && (
        <credentials.FormText
          name="provider_account"
          label={text('instances.twilio.account')}
          description={text('instances.twilio.account.hint')}
          isVerbatim
        />
      )}
      {provider === 'evolution' ? (
        <credentials.FormText
          name="gateway_url"
          label={text('instances.evolution.url')}
          description={text('instances.evolution.url.hint')}
          isVerbatim
          inputMode="url"
        />
      ) : provider === 'meta' ? (
        <credentials.FormText
          name="phone_number_id"
          label={text('instances.providerNumber')}
          isVerbatim
          inputMode="numeric"
        />
      ) : (
        <credentials.FormText
          name="phone_number_id"
          label={text(provider === 'twilio' ? 'instances.twilio.number' : 'instances.zenvia.sender')}
          description={text(provider === 'twilio' ? 'instances.twilio.number.hint' : 'instances.zenvia.sender.hint')}
          isVerbatim
        />
      )}
      <credentials.FormSecret
        name="access_token"
        label={text(provider === 'meta' ? 'instances.token' : `instances.${provider}.token`)}
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
