import type { Tx } from '../../db/database.ts';
import { settingsOf } from '../settings/settings.ts';

const HOUR_MS = 3_600_000;

/** When a session is over that isn't refreshed: by its company's settings, those to be remembered later. */
export async function sessionEnd(tx: Tx, tenantId: string, now: Date, remember: boolean): Promise<Date> {
  const life = await settingsOf(tx, tenantId, ['session_hours', 'session_remember_days']);
  const hours = remember ? life.session_remember_days * 24 : life.session_hours;
  return new Date(now.getTime() + hours * HOUR_MS);
}

/** A token that was replaced is still good for so long: tabs that refresh at the same time, calls that are repeated. */
export const GRACE_MS = 10_000;

/** Replaced tokens that are kept at most: nobody in their right mind renews so often within the grace. */
export const RETIRED_MAX = 20;
