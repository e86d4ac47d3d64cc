import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { CUSTOMER_SORTS } from '../../../contract/facts/customers.ts';
import type { Id } from '../../db/tables.ts';
import { invalid } from '../errors.ts';
import { isId } from '../ids.ts';
import { storableText } from '../text.ts';

type Sort = (typeof CUSTOMER_SORTS)[number];

/** By what the list is sorted, as SQL of customer `c`, and the same as the text of a cursor. */
export const SORT_KEYS: Readonly<Record<Sort, { key: RawBuilder<unknown>; text: RawBuilder<string> }>> = {
  name: { key: sql`c.name_key`, text: sql<string>`c.name_key` },
  created_at: {
    key: sql`c.created_at`,
    text: sql<string>`to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
  },
};

/** Where a row stands in the list, as its wire's text. */
export function cursorOf({ key, id }: { key: string; id: Id }): string {
  return JSON.stringify([key, id]);
}

/** SQL: customer `c` stands behind the cursor in ascending order, or else before it. Refuses what is none by its input. */
export function standsBeyond(sort: Sort, cursor: string, isBehind: boolean, input: string): RawBuilder<unknown> {
  const [key, id] = partsOf(cursor, input);
  if (sort === 'created_at' && !isMoment(key)) throw noCursor(input);
  const given = sort === 'name' ? sql`${storableText(key)}::text collate "C"` : sql`${key}::timestamptz`;
  return sql`(${SORT_KEYS[sort].key}, c.id) ${isBehind ? sql`>` : sql`<`} (${given}, ${id}::bigint)`;
}

function partsOf(cursor: string, input: string): [string, Id] {
  let parts: unknown;
  try {
    parts = JSON.parse(cursor);
  } catch {
    throw noCursor(input);
  }
  if (!Array.isArray(parts)) throw noCursor(input);
  const [key, id]: unknown[] = parts;
  if (typeof key !== 'string' || typeof id !== 'string' || !isId(id)) throw noCursor(input);
  return [key, id];
}

const noCursor = (input: string) => invalid('error.invalid', { [input]: 'error.invalid' });

/** A day that isn't in the calendar would be another one. */
function isMoment(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/u.test(text)) return false;
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 19) === text.slice(0, 19);
}
