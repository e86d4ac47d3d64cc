import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SheetLocale } from '../contract/rest/sheets.ts';

const FOLDERS: Readonly<Record<SheetLocale, string>> = { pt_BR: 'pt-BR', en: 'en', pt: 'pt' };
const read = new Map<SheetLocale, ReadonlyMap<string, string>>();

/**
 * The screens' own words without variables, by their id, so that a sheet calls things as the screen does.
 * Read when first asked for.
 */
export function catalogueWords(locale: SheetLocale): ReadonlyMap<string, string> {
  const known = read.get(locale);
  if (known !== undefined) return known;
  const folder = fileURLToPath(new URL(`../src/i18n/catalogues/${FOLDERS[locale]}`, import.meta.url));
  const words = new Map<string, string>();
  for (const file of globSync('**/*.json', { cwd: folder })) {
    const messages: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    for (const [id, text] of Object.entries(messages ?? {}))
      if (typeof text === 'string' && !text.includes('{')) words.set(id, text);
  }
  read.set(locale, words);
  return words;
}
