import type { Locale } from './locale.ts';

/** Texts that come with the screens that need them, and are not part of the first catalogue. */
export interface Area {
  readonly name: string;
  /** Rejects when the chunk does not load. */
  readonly load: (locale: Locale) => Promise<object>;
}

type Loaders = Readonly<Record<Locale, () => Promise<{ readonly default: object }>>>;

export function area(name: string, loaders: Loaders): Area {
  return { name, load: async (locale) => (await loaders[locale]()).default };
}
