import defaultMessages from './catalogues/pt-BR.ts';
import type { Locale } from './locale.ts';
import type { Messages } from './merge-areas.ts';

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
