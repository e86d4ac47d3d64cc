import type { ChannelName } from '../../../contract/facts/channels.ts';
import type { SmsProvider } from '../../../contract/facts/providers.ts';

/**
 * A sender at an SMS provider. `account`: Twilio's account; for Zenvia, which doesn't verify aliases, our instance.
 * `sender`: a number in digits, or Zenvia's alias.
 */
export type SmsAddress = { readonly provider: SmsProvider; readonly account: string; readonly sender: string };

const PATTERN = /^(twilio|zenvia):([\w-]+):([\w.-]+)$/;

/** The address as an instance claims it; unique across instances. */
export function smsAddress({ provider, account, sender }: SmsAddress): string {
  return `${provider}:${account}:${sender}`;
}

/** The sender of an address; undefined if it is no SMS provider's. */
export function parseSmsAddress(address: string): SmsAddress | undefined {
  const [, provider, account, sender] = PATTERN.exec(address) ?? [];
  if ((provider !== 'twilio' && provider !== 'zenvia') || account === undefined || sender === undefined)
    return undefined;
  return { provider, account, sender };
}

/** The path of an address's webhook for messages and statuses, below our own address. */
export function hookPath({ provider, account, sender }: SmsAddress): string {
  return `/webhooks/sms/${provider}/${account}/${sender}`;
}

/** The channel that a number of ours is of. */
export function channelOf(address: string): ChannelName {
  return parseSmsAddress(address) === undefined ? 'whatsapp' : 'sms';
}
