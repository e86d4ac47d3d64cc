import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { invalid } from '../errors.ts';

/** Refuses by field a time zone that PostgreSQL doesn't know. Looks through its files: not for what hasn't changed. */
export async function requireTimezone(tx: Tx, timezone: string): Promise<void> {
  if (!(await timezoneNames(tx)).includes(timezone)) {
    throw invalid('error.form.invalid', { timezone: 'error.tenant.timezone' });
  }
}

/** All names of time zones that PostgreSQL knows. */
export async function timezoneNames(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from pg_timezone_names`.execute(tx);
  return rows.map(({ name }) => name);
}
