import type { Locale } from '../../../i18n/locale.ts';

/** The chapters, in their order. */
export const chapterIds = [
  'start',
  'attendance',
  'transfers',
  'finishing',
  'search',
  'notices',
  'protocol',
  'reports',
  'users',
  'roles',
  'departments',
  'instances',
  'audit',
  'settings',
  'account',
  'security',
  'terms',
  'help',
  'companies',
  'connections',
  'maintenance',
] as const;
export type ChapterId = (typeof chapterIds)[number];

/** A chapter: blank lines part its paragraphs, `- ` begins a point; inside of them the marks of messages. */
export interface Chapter {
  readonly title: string;
  readonly body: string;
}
export type Manual = Readonly<Record<ChapterId, Chapter>>;

/** The manual in a language, which comes when it is opened. */
export async function loadManual(locale: Locale): Promise<Manual> {
  switch (locale) {
    case 'pt_BR':
      return (await import('./manual.pt-BR.ts')).manual;
    case 'en':
      return (await import('./manual.en.ts')).manual;
    case 'pt':
      return (await import('./manual.pt.ts')).manual;
  }
}
