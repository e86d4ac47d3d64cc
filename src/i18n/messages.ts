import defaultMessages from './catalogues/pt-BR.ts';
import type { Locale } from './locale.ts';
import type { Messages } from './merge-areas.ts';
import type { MessageId } from './message-id.ts';

export { defaultMessages };

/** A locale's catalogue. Only the default one is part of the first bundle; rejects when the chunk does not load. */
export async function loadMessages(locale: Locale): Promise<Messages> {
  switch (locale) {
    case 'pt_BR':
      return defaultMessages;
    case 'en':
      return (await import('./catalogues/en.ts')).default;
    case 'pt':
      return (await import('./catalogues/pt.ts')).default;
  }
}

/** Whether a key that came over the wire names a message of ours. */
export function isMessageId(key: string): key is MessageId {
  return Object.hasOwn(defaultMessages, key);
}
