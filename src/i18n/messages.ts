import type { Locale } from '../../contract/facts/locales.ts';
import defaultMessages from './catalogues/pt-BR.ts';
import type { Messages } from './merge-areas.ts';

export { defaultMessages };

/** A locale's catalogue. Only the default one is in the first bundle; rejects if the chunk doesn't load. */
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
