import type { Locale } from '../../../../contract/facts/locales.ts';

/** The chapters, in order. */
export const chapterIds = [
  'start',
  'attendance',
  'transfers',
  'finishing',
  'search',
  'quickReplies',
  'templates',
  'templateEditor',
  'customers',
  'audiences',
  'campaigns',
  'rules',
  'bot',
  'flows',
  'activeFlows',
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
  'timeMachine',
  'companies',
  'connections',
  'maintenance',
] as const;
export type ChapterId = (typeof chapterIds)[number];

/** A chapter: blank lines separate paragraphs, `- ` starts a list item; inside, the marks of messages. */
export interface Chapter {
  readonly title: string;
  readonly body: string;
}
export type Manual = Readonly<Record<ChapterId, Chapter>>;

/** The manual in a language. Loads when opened. */
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
