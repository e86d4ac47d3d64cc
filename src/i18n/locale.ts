/** The product's locales, spelled as the specification spells them. */
export const locales = ['pt_BR', 'en', 'pt'] as const;

export type Locale = (typeof locales)[number];

export const defaultLocale: Locale = 'pt_BR';

const languageTags = { pt_BR: 'pt-BR', en: 'en', pt: 'pt' } as const satisfies Record<Locale, string>;

/** The BCP 47 tag that Intl, `<html lang>` and assistive technology understand. */
export function languageTag(locale: Locale): string {
  return languageTags[locale];
}

/** Reads a stored or typed locale; `undefined` for anything that is not one of ours. */
export function parseLocale(value: unknown): Locale | undefined {
  return locales.find((locale) => locale === value);
}

/** Picks the locale for a browser's languages, best first; the default when none is ours. */
export function preferredLocale(languages: readonly string[]): Locale {
  for (const language of languages) {
    const [base, region] = language.toLowerCase().split(/[-_]/);
    if (base === 'en') return 'en';
    if (base === 'pt') return region === undefined || region === 'br' ? 'pt_BR' : 'pt';
  }
  return defaultLocale;
}
