import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { foldText } from '../../../contract/facts/fold-text.ts';
import { LOCALES } from '../../../contract/facts/locales.ts';
import { catalogueWords } from '../../catalogue-words.ts';
import { likePattern } from '../text.ts';

/** Catalogue ids of the values that an entry stores as identifiers. */
const ACTION = /^audit\.(?!(?:subject|detail|value|weekday)\.)(.+)$/;
const KIND = /^audit\.subject\.(.+)$/;
const SETTING = /^setting\.([a-z_]+)$/;

/**
 * Whether entry `a` of user `u` contains a text: in its stored values, in the names of things it refers to, or in its
 * displayed texts in any language.
 */
export function matchesSearch(search: string): RawBuilder<boolean> {
  const pattern = likePattern(search);
  const { actions, kinds, subjects } = meantBy(search);
  return sql<boolean>`(a.action ilike ${pattern} or a.subject ilike ${pattern} or a.address ilike ${pattern}
    or a.details::text ilike ${pattern} or u.name ilike ${pattern} or u.email ilike ${pattern}
    or exists (select from jsonb_array_elements(a.names) called where called->>'name' ilike ${pattern})
    or a.action = any(${actions}::text[]) or a.subject = any(${subjects}::text[])
    or split_part(a.subject, ':', 1) = any(${kinds}::text[]))`;
}

function meantBy(search: string): { actions: string[]; kinds: string[]; subjects: string[] } {
  const wanted = foldText(search);
  const ids = LOCALES.flatMap((locale) =>
    [...catalogueWords(locale)].flatMap(([id, words]) => (foldText(words).includes(wanted) ? [id] : [])),
  );
  const named = (form: RegExp) => [...new Set(ids.flatMap((id) => form.exec(id)?.[1] ?? []))];
  return {
    actions: named(ACTION),
    kinds: named(KIND),
    subjects: named(SETTING).map((key) => `setting:${key}`),
  };
}
