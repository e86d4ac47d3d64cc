import type { Locale } from '../../contract/facts/locales.ts';
import defaultMessages from './catalogues/pt-BR.ts';
import type { Messages } from './merge-areas.ts';

export { defaultMessages };

/** A locale's catalogue. Only the default one is in the first bundle; rejects if the chunk doesn't load. */
export async function loadMessages(locale: Locale): Promise<Messages> {
  return locale === 'pt_BR' ? defaultMessages : (await loadCatalogue(locale)).default;
}

/** An area's texts; rejects if the chunk doesn't load. */
export async function loadArea(locale: Exclude<Locale, 'pt_BR'>, name: string): Promise<object> {
  const { areas } = await loadCatalogue(locale);
  const load = areas[`./${locale}/areas/${name}.json`];
  if (load === undefined) throw new Error(`No area ${name} in ${locale}`);
  return load();
}

function loadCatalogue(locale: Exclude<Locale, 'pt_BR'>) {
  return locale === 'en' ? import('./catalogues/en.ts') : import('./catalogues/pt.ts');
}
