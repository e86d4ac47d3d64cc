/** The product's locales, spelled as in the specification; the first is the default. */
export const LOCALES = ['pt_BR', 'en', 'pt'] as const;
export type Locale = (typeof LOCALES)[number];
