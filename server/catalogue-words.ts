import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Locale } from '../contract/facts/locales.ts';

/** The catalogues' folders, named by the languages' BCP 47 tags. */
export const LANGUAGE_TAGS = { pt_BR: 'pt-BR', en: 'en', pt: 'pt' } as const satisfies Record<Locale, string>;
const read = new Map<Locale, ReadonlyMap<string, string>>();

/** The screens' texts without variables, by id, so that sheets use the same words. Loaded on first use. */
export function catalogueWords(locale: Locale): ReadonlyMap<string, string> {
  const known = read.get(locale);
  if (known !== undefined) return known;
  const folder = fileURLToPath(new URL(`../src/i18n/catalogues/${LANGUAGE_TAGS[locale]}`, import.meta.url));
  const words = new Map<string, string>();
  for (const file of globSync('**/*.json', { cwd: folder })) {
    const messages: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    for (const [id, text] of Object.entries(messages ?? {}))
      if (typeof text === 'string' && !text.includes('{')) words.set(id, text);
  }
  read.set(locale, words);
  return words;
}
