import { OPT_OUT_WORDS, SMS_OPT_OUT_WORDS } from '../../../contract/facts/campaigns.ts';
import type { ChannelName } from '../../../contract/facts/channels.ts';
import type { InboundMessage } from '../../channels/channel.ts';

/** Whether a message asks to hear nothing more: exactly one of the words, written or of a button. */
export function isOptOut(message: InboundMessage, channel: ChannelName): boolean {
  if (message.kind === 'button') return saysOptOut(message.payload, channel) || saysOptOut(message.text, channel);
  return (message.kind === 'text' || message.kind === 'interactive') && saysOptOut(message.text, channel);
}

/** Whether a text is one of the words. */
export function saysOptOut(text: string, channel: ChannelName): boolean {
  const words = channel === 'sms' ? SMS_OPT_OUT_WORDS : OPT_OUT_WORDS;
  return words.includes(text.trim().toUpperCase());
}
