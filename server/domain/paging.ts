import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { PAGE_SIZE_MAX, PAGE_MAX } from '../../contract/facts/limits.ts';
import { invalid } from './errors.ts';

/** The requested page of a list. */
export type AskedPage = {
  pagination_page?: number | null | undefined;
  pagination_limit?: number | null | undefined;
  sort_type?: string | null | undefined;
};

/** The rows of a page: at most a hundred. Refuses pages and limits below 1, and unknown directions. */
export function parsePage(
  query: AskedPage,
  defaultLimit = 10,
): { limit: number; offset: number; direction: RawBuilder<unknown>; isDescending: boolean } {
  const page = query.pagination_page ?? 1;
  const limit = query.pagination_limit ?? defaultLimit;
  if (page < 1 || page > PAGE_MAX) throw invalid('error.invalid', { pagination_page: 'error.invalid' });
  if (limit < 1) throw invalid('error.invalid', { pagination_limit: 'error.invalid' });
  const most = Math.min(limit, PAGE_SIZE_MAX);
  const direction = oneOf(['ASC', 'DESC'], (query.sort_type ?? 'DESC').toUpperCase(), 'sort_type');
  const isDescending = direction === 'DESC';
  return { limit: most, offset: (page - 1) * most, direction: isDescending ? sql`desc` : sql`asc`, isDescending };
}

/** The value if it is among the allowed ones; INVALID for the input otherwise. */
export function oneOf<const Value extends string>(values: readonly Value[], text: string, input: string): Value {
  const found = values.find((value) => value === text);
  if (found === undefined) throw invalid('error.invalid', { [input]: 'error.invalid' });
  return found;
}
