import type { ManagedInstance } from '../../../contract/entities/managed-instance.ts';
import type { Provider } from '../../../contract/facts/providers.ts';
import type { InstanceChange } from '../../../contract/rest/instances.ts';
import { smsAddress } from '../../channels/sms/address.ts';
import { phoneDigits } from '../../channels/phone-number.ts';
import { invalid } from '../errors.ts';

/** Normalises a typed sender; undefined if it is invalid for the provider. */
const SENDERS: Readonly<Record<Exclude<Provider, 'evolution'>, (typed: string) => string | undefined>> = {
  meta: (typed) => (/^\d{5,32}$/.test(typed) ? typed : undefined),
  twilio: phoneDigits,
  zenvia: (typed) => (/^[\w.-]{3,40}$/.test(typed) ? typed : undefined),
};

const REFUSALS: Readonly<Record<Exclude<Provider, 'evolution'>, string>> = {
  meta: 'error.instance.phoneNumberId',
  twilio: 'error.instance.phone',
  zenvia: 'error.instance.alias',
};

/**
 * The change with the sender as its provider writes it; Twilio's is the phone number, too. Refuses by field a sender
 * that is invalid for the provider.
 */
export function withSender({ provider }: ManagedInstance, input: InstanceChange): InstanceChange {
  if (provider !== 'twilio' && typeof input.provider_account === 'string') {
    throw invalid('error.form.invalid', { provider_account: 'error.field.invalid' });
  }
  if (provider === 'evolution') return withoutSender(input);
  const typed = input.phone_number_id;
  if (typed === undefined || typed === null) return input;
  const sender = SENDERS[provider](typed);
  if (sender === undefined) throw invalid('error.form.invalid', { phone_number_id: REFUSALS[provider] });
  return { ...input, phone_number_id: sender, ...(provider === 'twilio' && { phone_number: sender }) };
}

/** At a gateway we choose the instance's name, the phone determines its number, and it is never official. */
function withoutSender(input: InstanceChange): InstanceChange {
  const { phone_number_id: _name, phone_number: _number, isOfficial: _official, ...rest } = input;
  return rest;
}

/** Refuses a gateway of an instance of another kind, and one that the operator doesn't allow. */
export function requireGateway(
  { provider }: ManagedInstance,
  { gateway_url: url }: InstanceChange,
  mayUse: (url: string) => boolean,
): void {
  if (url === undefined || url === null) return;
  if (provider !== 'evolution') throw invalid('error.form.invalid', { gateway_url: 'error.field.invalid' });
  if (!mayUse(url)) throw invalid('error.form.invalid', { gateway_url: 'channel.error.gateway.host' });
}

/** The stored key is sent only to the origin it was entered for: somebody else may change the gateway's URL. */
export function requireKeyAgain(
  { access_token_last4: stored, gateway_url: before }: ManagedInstance,
  { gateway_url: url, access_token: key }: InstanceChange,
): void {
  if ((stored ?? null) === null || key !== undefined || originOf(url) === null) return;
  if (originOf(url) === originOf(before)) return;
  throw invalid('error.form.invalid', { access_token: 'error.instance.gatewayKeyAgain' });
}

function originOf(url: string | null | undefined): string | null {
  return URL.parse(url ?? '')?.origin ?? null;
}

/** The address after a change; null if the sender doesn't change or is incomplete. */
export function addressOf(known: ManagedInstance, input: InstanceChange): string | null {
  if (input.phone_number_id === undefined && input.provider_account === undefined) return null;
  const sender = input.phone_number_id === undefined ? known.phone_number_id : input.phone_number_id;
  const account = input.provider_account === undefined ? known.provider_account : input.provider_account;
  if (sender === null) return null;
  switch (known.provider) {
    case 'meta':
    case 'evolution':
      return sender;
    case 'twilio':
      return account === null ? null : smsAddress({ provider: 'twilio', account, sender });
    case 'zenvia':
      return smsAddress({ provider: 'zenvia', account: known.id, sender });
  }
}
