import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { invalid } from './errors.ts';

const LIMIT_MAX = 100;
const PAGE_MAX = 1_000_000;

/** What of a list is asked for. */
export type AskedPage = {
  pagination_page?: number | null | undefined;
  pagination_limit?: number | null | undefined;
  sort_type?: string | null | undefined;
};

/** The part of a list that a page is: at most a hundred rows. Refuses pages and limits below 1, and unknown directions. */
export function parsePage(
  asked: AskedPage,
  defaultLimit = 10,
): { limit: number; offset: number; direction: RawBuilder<unknown> } {
  const page = asked.pagination_page ?? 1;
  const limit = asked.pagination_limit ?? defaultLimit;
  if (page < 1 || page > PAGE_MAX) throw invalid('error.invalid', { pagination_page: 'error.invalid' });
  if (limit < 1) throw invalid('error.invalid', { pagination_limit: 'error.invalid' });
  const most = Math.min(limit, LIMIT_MAX);
  const direction = oneOf(['ASC', 'DESC'], (asked.sort_type ?? 'DESC').toUpperCase(), 'sort_type');
  return { limit: most, offset: (page - 1) * most, direction: direction === 'ASC' ? sql`asc` : sql`desc` };
}

/** The given value as one of those that there are; refuses another with INVALID that names the input. */
export function oneOf<const Value extends string>(values: readonly Value[], given: string, input: string): Value {
  const found = values.find((value) => value === given);
  if (found === undefined) throw invalid('error.invalid', { [input]: 'error.invalid' });
  return found;
}
