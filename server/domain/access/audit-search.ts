import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { catalogueWords } from '../../catalogue-words.ts';
import { likePattern } from '../text.ts';

const LOCALES = ['pt_BR', 'en', 'pt'] as const;
/** Where the words of something stand that an entry keeps by its name. */
const ACTION = /^audit\.(?!(?:subject|detail|value|weekday)\.)(.+)$/;
const KIND = /^audit\.subject\.(.+)$/;
const SETTING = /^setting\.([a-z_]+)$/;

/**
 * Whether an entry `a` by user `u` has a text in it: in what it keeps, what the things it speaks of are called, or
 * the words of any language that it is shown in.
 */
export function isFound(search: string): RawBuilder<boolean> {
  const pattern = likePattern(search);
  const { actions, kinds, subjects } = meantBy(search);
  return sql<boolean>`(a.action ilike ${pattern} or a.subject ilike ${pattern} or a.address ilike ${pattern}
    or a.details::text ilike ${pattern} or u.name ilike ${pattern} or u.email ilike ${pattern}
    or exists (select from jsonb_array_elements(a.names) called where called->>'name' ilike ${pattern})
    or a.action = any(${actions}::text[]) or a.subject = any(${subjects}::text[])
    or split_part(a.subject, ':', 1) = any(${kinds}::text[]))`;
}

function meantBy(search: string): { actions: string[]; kinds: string[]; subjects: string[] } {
  const wanted = plain(search);
  const ids = LOCALES.flatMap((locale) =>
    [...catalogueWords(locale)].flatMap(([id, words]) => (plain(words).includes(wanted) ? [id] : [])),
  );
  const named = (form: RegExp) => [...new Set(ids.flatMap((id) => form.exec(id)?.[1] ?? []))];
  return {
    actions: named(ACTION),
    kinds: named(KIND),
    subjects: named(SETTING).map((key) => `setting:${key}`),
  };
}

/** Without what nobody types: capitals and accents. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
