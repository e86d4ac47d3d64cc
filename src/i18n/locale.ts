import { LOCALES } from '../../contract/facts/locales.ts';
import type { Locale } from '../../contract/facts/locales.ts';

export const defaultLocale: Locale = 'pt_BR';

const languageTags = { pt_BR: 'pt-BR', en: 'en', pt: 'pt' } as const satisfies Record<Locale, string>;

/** The BCP 47 tag, for Intl, `<html lang>` and assistive technology. */
export function languageTag(locale: Locale): string {
  return languageTags[locale];
}

/** Parses a stored or typed locale; undefined if it isn't one of ours. */
export function parseLocale(value: unknown): Locale | undefined {
  return LOCALES.find((locale) => locale === value);
}

/** Picks a locale for a browser's languages, best first; the default if none matches. */
export function preferredLocale(languages: readonly string[]): Locale {
  for (const language of languages) {
    const [base, region] = language.toLowerCase().split(/[-_]/);
    if (base === 'en') return 'en';
    if (base === 'pt') return region === undefined || region === 'br' ? 'pt_BR' : 'pt';
  }
  return defaultLocale;
}
