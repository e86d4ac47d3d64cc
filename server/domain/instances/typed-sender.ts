import type { ManagedInstance } from '../../../contract/entities/managed-instance.ts';
import type { Provider } from '../../../contract/facts/channels.ts';
import type { InstanceChange } from '../../../contract/rest/instances.ts';
import { smsAddress } from '../../channels/sms/address.ts';
import { phoneDigits } from '../../channels/phone-number.ts';
import { invalid } from '../errors.ts';

/** What is typed as the sender, as it is stored; undefined: the provider has none like it. */
const SENDERS: Readonly<Record<Provider, (typed: string) => string | undefined>> = {
  meta: (typed) => (/^\d{5,32}$/.test(typed) ? typed : undefined),
  twilio: phoneDigits,
  zenvia: (typed) => (/^[\w.-]{3,40}$/.test(typed) ? typed : undefined),
};

const REFUSALS: Readonly<Record<Provider, string>> = {
  meta: 'error.instance.phoneNumberId',
  twilio: 'error.instance.phone',
  zenvia: 'error.instance.alias',
};

/**
 * The change with the sender as its provider writes it; Twilio's is the phone number, too. Refuses by field what the
 * provider doesn't have.
 */
export function withSender({ provider }: ManagedInstance, input: InstanceChange): InstanceChange {
  if (provider !== 'twilio' && typeof input.provider_account === 'string') {
    throw invalid('error.form.invalid', { provider_account: 'error.field.invalid' });
  }
  const typed = input.phone_number_id;
  if (typed === undefined || typed === null) return input;
  const sender = SENDERS[provider](typed);
  if (sender === undefined) throw invalid('error.form.invalid', { phone_number_id: REFUSALS[provider] });
  return { ...input, phone_number_id: sender, ...(provider === 'twilio' && { phone_number: sender }) };
}

/** The address that an instance would have; null: its sender doesn't change, or something of it is missing. */
export function addressOf(known: ManagedInstance, input: InstanceChange): string | null {
  if (input.phone_number_id === undefined && input.provider_account === undefined) return null;
  const sender = input.phone_number_id === undefined ? known.phone_number_id : input.phone_number_id;
  const account = input.provider_account === undefined ? known.provider_account : input.provider_account;
  if (sender === null) return null;
  switch (known.provider) {
    case 'meta':
      return sender;
    case 'twilio':
      return account === null ? null : smsAddress({ provider: 'twilio', account, sender });
    case 'zenvia':
      return smsAddress({ provider: 'zenvia', account: known.id, sender });
  }
}
