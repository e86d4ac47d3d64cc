import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';

/** All names of time zones that PostgreSQL knows: with older names, of which Intl has no list. Looks through its files. */
export async function timezoneNames(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from pg_timezone_names`.execute(tx);
  return rows.map(({ name }) => name);
}
