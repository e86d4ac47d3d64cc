import type { Tx } from '../../db/database.ts';
import { settingsOf } from '../settings/settings.ts';

const HOUR_MS = 3_600_000;

/** When a session expires without a refresh, by the company's settings; remembered ones later. */
export async function sessionEnd(tx: Tx, tenantId: string, now: Date, remember: boolean): Promise<Date> {
  const life = await settingsOf(tx, tenantId, ['session_hours', 'session_remember_days']);
  const hours = remember ? life.session_remember_days * 24 : life.session_hours;
  return new Date(now.getTime() + hours * HOUR_MS);
}

/** How long a replaced token stays valid: for parallel tabs and repeated calls. */
export const GRACE_MS = 10_000;

/** How long the last replaced token is good once more, if the one that replaced it was never used. */
export const AGAIN_MS = 24 * HOUR_MS;

/** Most replaced tokens kept: nobody refreshes that often within the grace period. */
export const RETIRED_MAX = 20;
