import type { Locale } from '../../contract/facts/locales.ts';
import { loadArea } from './messages.ts';

/** Texts that load with the screens that need them, apart from the main catalogue. */
export interface Area {
  readonly name: string;
  /** Rejects when the chunk does not load. */
  readonly load: (locale: Locale) => Promise<object>;
}

/** The area in `areas/{name}.json`; the first page lists only the default locale's files. */
export function area(name: string, loadDefault: () => Promise<{ readonly default: object }>): Area {
  return {
    name,
    load: async (locale) => (locale === 'pt_BR' ? (await loadDefault()).default : loadArea(locale, name)),
  };
}
