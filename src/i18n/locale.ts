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
