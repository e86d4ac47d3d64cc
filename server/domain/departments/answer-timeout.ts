import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { settingsOf } from '../settings/settings.ts';

/** How long a person's offer waits where neither the department nor the company says so, in hours. */
export const OFFER_HOURS = 24;

/**
 * SQL: how long an attendant of department `d` has to answer or accept an offer: the department's setting, else the
 * company's; null without either.
 */
export async function answerTimeout(tx: Tx, tenantId: Id): Promise<RawBuilder<unknown>> {
  const { transfer_after_minutes: usual } = await settingsOf(tx, tenantId, ['transfer_after_minutes']);
  return sql`make_interval(mins => coalesce(d.transfer_after_minutes, ${usual === 0 ? null : usual}::integer))`;
}
