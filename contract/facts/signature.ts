import type { ChannelName } from './channels.ts';

/** The prefix that names the attendant in a message to the customer; bold where the channel supports it. */
export function signatureOf(name: string, channel: ChannelName): string {
  // A mark or a line break in it would break the bold.
  const plain = name.replaceAll(/[*\s]+/gu, ' ').trim();
  if (plain === '') return '';
  return channel === 'sms' ? `${plain}: ` : `*${plain}:*\n`;
}
