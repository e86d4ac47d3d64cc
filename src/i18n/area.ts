import type { Locale } from '../../contract/facts/locales.ts';

/** Texts that load with the screens that need them, apart from the main catalogue. */
export interface Area {
  readonly name: string;
  /** Rejects when the chunk does not load. */
  readonly load: (locale: Locale) => Promise<object>;
}

type Loaders = Readonly<Record<Locale, () => Promise<{ readonly default: object }>>>;

export function area(name: string, loaders: Loaders): Area {
  return { name, load: async (locale) => (await loaders[locale]()).default };
}
