import type { ChannelName } from '../../../contract/facts/channels.ts';
import type { SmsProvider } from '../../../contract/facts/providers.ts';

/**
 * A sender at an SMS provider. `account`: Twilio's account; for Zenvia, which proves nobody's alias, our instance.
 * `sender`: a number in digits, or Zenvia's alias.
 */
export type SmsAddress = { readonly provider: SmsProvider; readonly account: string; readonly sender: string };

const PATTERN = /^(twilio|zenvia):([\w-]+):([\w.-]+)$/;

/** As an instance claims it: no two have the same. */
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

/** Where the provider reports what comes to an address and becomes of its messages, below our own. */
export function hookPath({ provider, account, sender }: SmsAddress): string {
  return `/webhooks/sms/${provider}/${account}/${sender}`;
}

/** The channel that a number of ours is of. */
export function channelOf(address: string): ChannelName {
  return parseSmsAddress(address) === undefined ? 'whatsapp' : 'sms';
}
