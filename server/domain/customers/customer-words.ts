import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Id } from '../../db/tables.ts';

/** Greater than any character: the end of what begins with a prefix. */
const LAST = '\u{10ffff}';

/** SQL: ids of the customers with a word that begins with the prefix; of numbers `#` and the digits, or `~` and them backwards. */
export function withWordFrom(tenantId: Id, prefix: string): RawBuilder<unknown> {
  return sql`select w.customer_id from customer_word w
    where w.tenant_id = ${tenantId} and w.word >= ${prefix} and w.word < ${prefix + LAST}`;
}
