import type { ChannelName } from './channels.ts';

/** What stands before an attendant's words as the customer gets them: the name in bold where the channel has that. */
export function signatureOf(name: string, channel: ChannelName): string {
  // A mark or a line break in it would break the bold.
  const plain = name.replaceAll(/[*\s]+/gu, ' ').trim();
  if (plain === '') return '';
  return channel === 'sms' ? `${plain}: ` : `*${plain}:*\n`;
}
