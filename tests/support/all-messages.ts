import type { Locale } from '../../contract/facts/locales.ts';
import { mergeAreas, type Messages } from '../../src/i18n/merge-areas.ts';
import { loadMessages } from '../../src/i18n/messages.ts';

const folders = { pt_BR: 'pt-BR', en: 'en', pt: 'pt' } as const satisfies Record<Locale, string>;
const areas = import.meta.glob<object>('../../src/i18n/catalogues/*/areas/*.json', { import: 'default' });

/** A locale's first catalogue and every area of it. */
export async function allMessages(locale: Locale): Promise<Messages> {
  const own = Object.entries(areas).filter(([path]) => path.includes(`/catalogues/${folders[locale]}/`));
  const loaded = await Promise.all([loadMessages(locale), ...own.map(([, load]) => load())]);
  return mergeAreas(Object.fromEntries(loaded.entries()));
}
